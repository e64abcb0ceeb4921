// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// Whether MarginReduction serves p: p leaves `margin_bits` bits of a word free and lies close to
/// the largest such number. With beta = 2^word_bits and s0 = margin_bits:
///
///     (1 + 1 / 2^(3 s0)) beta / (2^s0 + 1) < p < beta / 2^s0,
///
/// equation (1) of C. Aguilar-Melchor et al., "NFLlib: NTT-based fast lattice library" (CT-RSA
/// 2016). Also false unless word_bits is 16, 32 or 64 and s0 is from 1 to word_bits - 1.
[[nodiscard]] constexpr bool has_margin(std::uint64_t p, int word_bits, int margin_bits) noexcept {
  if (word_bits != 16 && word_bits != 32 && word_bits != 64) return false;
  if (margin_bits < 1 || margin_bits >= word_bits) return false;
  if (p >= std::uint64_t{1} << (word_bits - margin_bits)) return false;
  // Multiplied by 2^s0 + 1: beta + beta / 2^(3 s0) < p (2^s0 + 1), integers but for one fraction.
  const uint128 rest =
      3 * margin_bits <= word_bits ? uint128{1} << (word_bits - 3 * margin_bits) : 0;
  return uint128{p} * ((uint128{1} << margin_bits) + 1) > (uint128{1} << word_bits) + rest;
}

/// Throws invalid_argument unless has_margin(p, word_bits, margin_bits); the message says which
/// bound is violated.
void require_margin(std::uint64_t p, int word_bits, int margin_bits);

/// Reduction modulo a number p with has_margin(): two low products and one high product of words
/// and one conditional subtraction (C. Aguilar-Melchor et al., CT-RSA 2016, algorithm 2). Constant
/// time in the numbers that are reduced.
template <ResidueWord Word>
class MarginReduction {
 public:
  /// The reduction modulo p. Throws invalid_argument unless p satisfies has_margin().
  explicit MarginReduction(Word p, int margin_bits) : p_(p), margin_bits_(margin_bits) {
    require_margin(p, kWordBits<Word>, margin_bits);
    // floor(beta^2 / p) = 2^s0 beta + reciprocal, from beta^2 - 1 since p does not divide beta^2.
    reciprocal_ = static_cast<Word>(static_cast<Wide<Word>>(~Wide<Word>{0}) / p);
  }

  /// p.
  [[nodiscard]] constexpr Word modulus() const noexcept { return p_; }
  /// The bits of a word that p leaves free.
  [[nodiscard]] constexpr int margin_bits() const noexcept { return margin_bits_; }

  /// u mod p in [0, p) for u < p^2.
  [[nodiscard]] constexpr Word reduce(Wide<Word> u) const noexcept {
    // With u = u1 beta + u0, v = floor(beta^2 / p) = 2^s0 beta + v0 and the estimate
    // floor(q / beta), q = v0 u1 + 2^s0 u < beta^2:
    //   u/p - q/beta = u (beta^2/p - v) / beta^2 + v0 u0 / beta^2 < u / beta^2 + v0 / beta,
    // where u / beta^2 < 2^(-2 s0), and v0 / beta <= beta/p - 2^s0 < 1 - 2^(-2 s0) by the lower
    // bound on p. So the estimate is at most one too small, and the rest is below 2p < beta.
    const auto high = static_cast<Word>(u >> kWordBits<Word>);
    const auto q = static_cast<Wide<Word>>(Wide<Word>{reciprocal_} * high +
                                           static_cast<Wide<Word>>(u << margin_bits_));
    const auto estimate = static_cast<Word>(q >> kWordBits<Word>);
    return ct::subtract_once(static_cast<Word>(static_cast<Word>(u) - multiply_low(estimate, p_)),
                             p_);
  }

  /// a b mod p in [0, p) for a, b in [0, p).
  [[nodiscard]] constexpr Word multiply(Word a, Word b) const noexcept {
    return reduce(static_cast<Wide<Word>>(Wide<Word>{a} * b));
  }

 private:
  Word p_;
  int margin_bits_;
  Word reciprocal_ = 0;  // v0 = floor(beta^2 / p) mod beta
};

}  // namespace lath
