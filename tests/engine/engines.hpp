// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
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

/// Tests of an engine of a chain of seven limbs, two of them too large for double precision.
class EngineTest : public ::testing::TestWithParam<EngineCase> {
 protected:
  static constexpr std::size_t kDegree = 128;

  EngineTest() : random_(17) {
    auto moduli = ntt_primes(48, kDegree, 5);
    moduli.insert(moduli.begin() + 2, ntt_primes(61, kDegree, 1)[0]);
    moduli.push_back(ntt_primes(55, kDegree, 1)[0]);
    chain_ = std::make_unique<DynamicRing>(GetParam().chain(kDegree, moduli));
    engine_ = GetParam().make(*chain_);
  }
  [[nodiscard]] HostRows random(const LimbSet& limbs) {
    return {*chain_, limbs, kDegree + 5, random_};
  }
  // Compares rows of the engine with expected(place) for every limb.
  template <class Expected>
  void expect_rows(const ConstRows& rows, const Expected& expected) {
    const HostRows host = testing::downloaded(*engine_, rows);
    ASSERT_TRUE(host.marks_are_whole());
    for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
      const std::size_t place = rows.limbs.place(i);
      ASSERT_EQ(host.row(place), expected(place)) << "place " << place;
    }
  }

  // The row of a place as a polynomial of one limb.
  template <class Form>
  [[nodiscard]] Poly<DynamicRing, Form> poly(const HostRows& rows, std::size_t place) const {
    return Poly<DynamicRing, Form>::from_words(chain_->select(LimbSet::range(place, 1)),
                                               rows.row(place));
  }
  template <class Form>
  static std::vector<std::uint64_t> words(const Poly<DynamicRing, Form>& a) {
    return {a.limb(0).begin(), a.limb(0).end()};
  }

  SeededValues random_;
  std::unique_ptr<DynamicRing> chain_;
  std::shared_ptr<Engine> engine_;
  LimbSet all_ = LimbSet::range(0, 7);
  LimbSet some_ = LimbSet::range(0, 2) | LimbSet::range(3, 1) | LimbSet::range(5, 2);
};
inline std::string name_of(const ::testing::TestParamInfo<EngineCase>& info) {
  return info.param.name;
}

}  // namespace lath::testing
