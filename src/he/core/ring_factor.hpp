// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "lath/arith/vector_arithmetic.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"
#include "ring/engine/program_rows.hpp"

namespace lath::he {

/// A fixed factor, modulo every prime of Q: one, an integer, or a polynomial of the ring. Public.
class RingFactor {
 public:
  /// One.
  RingFactor() = default;
  /// An integer by its residues modulo the primes of Q.
  explicit RingFactor(RnsScalar<DynamicRing> integer) : integer_(std::move(integer)) {}
  /// A polynomial by its values modulo primes of Q, and maybe auxiliary ones.
  RingFactor(Engine& engine, const RowBuffer& values);

  [[nodiscard]] bool is_one() const noexcept { return !integer_ && !values_; }
  [[nodiscard]] bool is_polynomial() const noexcept { return values_.has_value(); }

  ///@{
  /// The scalars of an integer for a range of limbs, and its residue for one; the values of a
  /// polynomial in the engine's memory. Callers know which of both there is.
  // NOLINTBEGIN(bugprone-unchecked-optional-access)
  [[nodiscard]] std::span<const Scalar<std::uint64_t>> scalars(
      const LimbSet& limbs) const noexcept {
    return integer_->scalars().subspan(limbs.place(0), limbs.size());
  }
  [[nodiscard]] std::uint64_t residue(std::size_t limb) const noexcept {
    return integer_->residue(limb);
  }
  [[nodiscard]] ConstRows values() const noexcept { return values_->rows(); }
  // NOLINTEND(bugprone-unchecked-optional-access)
  ///@}

  ///@{
  /// Rows of values: out = f a, f a + b, b - f a, and for a polynomial f a - b.
  void multiply(Engine& engine, const Rows& out, const ConstRows& a) const;
  void multiply_add(Engine& engine, const Rows& out, const ConstRows& a, const ConstRows& b) const;
  void subtract_multiple(Engine& engine, const Rows& out, const ConstRows& a,
                         const ConstRows& b) const;
  void multiply_subtract(Engine& engine, const Rows& out, const ConstRows& a,
                         const ConstRows& b) const;
  ///@}
  ///@{
  /// The values of one limb in the program's memory: out = f a, and f a + b.
  void multiply(const VectorArithmetic<std::uint64_t>& arithmetic, std::size_t limb,
                std::uint64_t* out, const std::uint64_t* a, std::size_t n) const noexcept;
  void multiply_add(const VectorArithmetic<std::uint64_t>& arithmetic, std::size_t limb,
                    std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                    std::size_t n) const noexcept;
  ///@}

 private:
  std::optional<RnsScalar<DynamicRing>> integer_;
  std::optional<RowBuffer> values_;
  std::shared_ptr<const detail::RowsToRead> in_program_;  // the values
};

}  // namespace lath::he
