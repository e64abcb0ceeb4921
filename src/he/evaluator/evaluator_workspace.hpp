// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "he/context.hpp"
#include "he/evaluator/workspace_rows.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/core/session_work.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/ring.hpp"

namespace lath::he {

/// Scratch memory of a session. An operation reserves its memory before it writes anything, and
/// later operations use it, too.
class EvaluatorWorkspace {
 public:
  explicit EvaluatorWorkspace(const Context& context);

  /// The bytes of memory for these parameters once such work was done at the highest level.
  [[nodiscard]] static std::size_t bytes(const Context& context,
                                         std::span<const SessionWork> works);
  /// The bytes of memory that it has now.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Serves another context over the same keys; the rows stay.
  void move_to(const Context& context);

  ///@{
  /// Takes memory for the words of work, and for its rows at a level, unless it is there. A product
  /// of BFV takes rows of auxiliary limbs. Throws std::bad_alloc.
  void reserve(SessionWork work, const LimbSet& q, const LimbSet& auxiliary = {});
  /// Takes memory for so many operands.
  void reserve_operands(std::size_t count, const LimbSet& q);
  ///@}

  /// Words in the engine's memory without a shape.
  [[nodiscard]] const Workspace& words() const noexcept { return words_; }
  /// A row that was reserved, with at least the limbs that it was reserved for.
  [[nodiscard]] const Rows& rows(std::size_t i) const noexcept { return rows_[i].rows(); }
  /// Rows for operands that are not used at their own level, and for intermediate ciphertexts.
  [[nodiscard]] const Rows& operand(std::size_t i) const noexcept {
    return rows(WorkspaceRows::kOperand + i);
  }
  /// Words in the program's memory: one for each prime, and for plaintexts as many as lift() needs.
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
  // The most parts of an operand.
  static constexpr std::size_t kMostOperands = kMostParts;

  struct Needs {
    std::size_t words, of_program;
  };

  void reserve_row(std::size_t i, const LimbSet& limbs);
  void reserve_words(SessionWork work);

  Scheme scheme_;
  std::shared_ptr<const KeyTables> keys_;
  std::array<Needs, kAllSessionWork.size()> needs_;  // in the order of kAllSessionWork
  std::vector<RowBuffer> rows_;                      // without memory until they are reserved
  Workspace words_;
  Buffer<std::uint64_t, Secret> program_words_;
  std::vector<Scalar<std::uint64_t>> scalars_;
  std::vector<Digit> digits_;
};

}  // namespace lath::he
