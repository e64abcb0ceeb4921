// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/ring/engine.hpp"

namespace lath::testing {

/// An engine under test: its name, and how one is made for a chain.
struct EngineCase {
  std::string name;
  std::shared_ptr<Engine> (*make)(const DynamicRing& chain);
  /// The kernel of the chain's plans, where they serve a modulus; otherwise the best.
  Kernel kernel;

  /// A chain of these moduli with the kernel of this case.
  [[nodiscard]] DynamicRing chain(std::size_t degree,
                                  const std::vector<std::uint64_t>& moduli) const;
};

/// Every engine of this build: that of the CPU with every kernel, and a device whose memory the
/// program cannot touch. A new engine is added here and passes all tests of this folder.
std::vector<EngineCase> engine_cases();

/// A device for tests: its memory is closed to the program, except while it computes.
std::shared_ptr<Engine> make_fake_device(const DynamicRing& chain);

/// Rows in the program's memory with everything between them marked.
class HostRows {
 public:
  static constexpr std::uint64_t kMark = 0xfefefefefefefefe;

  HostRows(const DynamicRing& chain, const LimbSet& limbs, std::size_t stride);
  /// Random residues.
  HostRows(const DynamicRing& chain, const LimbSet& limbs, std::size_t stride,
           SeededValues& random);

  [[nodiscard]] Rows rows() { return {words_.data(), stride_, first_, limbs_}; }
  [[nodiscard]] ConstRows rows() const { return {words_.data(), stride_, first_, limbs_}; }
  [[nodiscard]] std::vector<std::uint64_t> row(std::size_t place) const;
  /// Whether nothing but rows of the limbs was written to.
  [[nodiscard]] bool marks_are_whole() const;

 private:
  std::size_t degree_, stride_, first_;
  LimbSet limbs_;
  std::vector<std::uint64_t> words_;
};

/// A workspace of so many words, with marked words behind it.
class MarkedWorkspace {
 public:
  MarkedWorkspace(Engine& engine, std::size_t words);
  operator const Workspace&() const noexcept { return workspace_; }
  /// Whether nothing behind the workspace was written to.
  [[nodiscard]] bool mark_is_whole() const;

 private:
  // As many words as a row, and as its limb.
  [[nodiscard]] Rows mark() const;

  Engine& engine_;
  Workspace workspace_;
};

/// The rows in memory of the engine, and back.
RowBuffer uploaded(Engine& engine, const HostRows& rows);
HostRows downloaded(Engine& engine, const ConstRows& rows);

}  // namespace lath::testing
