// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/barrett.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/cpu.hpp"
#include "rns/row_sums.hpp"

namespace lath::detail {

/// The part of a lift that goes limb by limb: for the canonical residues x_i of a coefficient, the
/// y_i = x_i f_i mod q_i in [0, q_i) and the integer part of sum_i y_i / q_i. The fractions are
/// truncated to 64 bits, so that every instruction set gives the same quotient. Constant time in
/// the residues; moduli and factors are public.
class LiftScaling {
 public:
  using Source = RowSums::Source;

  /// The number of coefficients that scale() takes.
  static constexpr std::size_t kColumns = 16;

  /// Chooses the fastest implementation for these moduli that needs only features of `isa`. At most
  /// 2^16 sources.
  static std::unique_ptr<const LiftScaling> create(Isa isa, std::span<const Source> sources);

  LiftScaling() = default;
  LiftScaling(const LiftScaling&) = delete;
  LiftScaling& operator=(const LiftScaling&) = delete;
  virtual ~LiftScaling() = default;

  /// Replaces the residues x_i of kColumns coefficients, the residues of limb i from y + i kColumns
  /// on, by the y_i, and writes for each coefficient floor(2^-64 sum_i floor(2^64 y_i / q_i)).
  virtual void scale(std::uint64_t* y, std::uint64_t* quotients) const noexcept = 0;
};

/// One limb of a lift in integers.
class LiftLimb {
 public:
  explicit LiftLimb(const LiftScaling::Source& s)
      : barrett_(s.modulus.value()), factor_(s.factor, s.modulus.value()) {}

  /// Replaces kColumns residues by their y, and adds floor(2^64 y / q) to the fractions.
  void scale(std::uint64_t* y, uint128* fractions) const noexcept {
    for (std::size_t c = 0; c < LiftScaling::kColumns; ++c) {
      y[c] = factor_.multiply(y[c], barrett_.modulus());
      fractions[c] += barrett_.shoup_quotient(y[c]);
    }
  }

 private:
  Barrett<std::uint64_t> barrett_;
  ShoupFactor<std::uint64_t> factor_;
};

/// Lift scaling in double precision on AVX2 for the moduli below 2^50; null if `isa` or this build
/// has no AVX2, or if there is no such modulus.
std::unique_ptr<const LiftScaling> make_lift_scaling_f64(
    Isa isa, std::span<const LiftScaling::Source> sources);

}  // namespace lath::detail
