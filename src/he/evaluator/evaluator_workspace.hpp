// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "he/context.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// Scratch memory of a session: as much as any operation with its parameters needs.
class EvaluatorWorkspace {
 public:
  explicit EvaluatorWorkspace(const Context& context);

  /// The bytes of memory that a workspace for these parameters takes.
  [[nodiscard]] static std::size_t bytes(const Context& context);

  /// Words in the engine's memory without a shape.
  [[nodiscard]] const Workspace& words() const noexcept { return words_; }
  /// Rows of every limb that an operation computes with.
  [[nodiscard]] const Rows& rows(std::size_t i) const noexcept { return rows_[i].rows(); }
  /// Rows modulo Q, for operands that are not used at their own level, and for intermediate
  /// ciphertexts. Rows for more than two ciphertexts or a product of two are made when they are
  /// used first.
  [[nodiscard]] const Rows& operand(std::size_t i);
  /// Words in the program's memory: as many as lift() of plaintexts needs, and one for each prime.
  [[nodiscard]] std::span<std::uint64_t> program_words() noexcept { return program_words_.span(); }
  /// The scalars of an integer modulo the primes of a ring, from its residues k(modulus): of one of
  /// two integers.
  template <class Integer>
  [[nodiscard]] std::span<const Scalar<std::uint64_t>> scalars(std::size_t of_two,
                                                               const DynamicRing& ring,
                                                               const Integer& k) noexcept {
    const auto result = std::span(scalars_).subspan(of_two * scalars_.size() / 2, ring.limbs());
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      result[i] = ring.plan(i).arithmetic().scalar(k(ring.modulus(i)));
    }
    return result;
  }
  /// The digits of a key switch.
  [[nodiscard]] std::span<Digit> digits() noexcept { return digits_; }

 private:
  std::shared_ptr<Engine> engine_;
  LimbSet q_;
  std::vector<RowBuffer> rows_;
  std::vector<RowBuffer> operands_;
  Workspace words_;
  Buffer<std::uint64_t, Secret> program_words_;
  std::vector<Scalar<std::uint64_t>> scalars_;
  std::vector<Digit> digits_;
};

}  // namespace lath::he
