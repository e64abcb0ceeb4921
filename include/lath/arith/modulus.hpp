// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/barrett.hpp"

namespace lath {

/// The largest size of a modulus in bits: 62, so that four residues can be added in a 64-bit word.
inline constexpr int kMaxModulusBits = kModulusBits<std::uint64_t>;

/// The integers modulo p, 2 <= p < 2^62. Residues are words in [0, p).
/// All operations except powers and inverses are constant time in the residues.
class Modulus {
 public:
  /// The integers modulo p. Throws invalid_argument unless 2 <= p < 2^62.
  explicit Modulus(std::uint64_t p);

  /// p.
  [[nodiscard]] std::uint64_t value() const noexcept { return barrett_.modulus(); }
  /// The length of p in bits.
  [[nodiscard]] int bits() const noexcept { return bit_length(value()); }

  /// x mod p in [0, p) for any word x.
  [[nodiscard]] std::uint64_t reduce(std::uint64_t x) const noexcept { return barrett_.reduce(x); }
  /// x mod p in [0, p) for a signed x of any size.
  [[nodiscard]] std::uint64_t reduce_signed(std::int64_t x) const noexcept;

  ///@{
  /// a + b, a - b, -a and a b mod p in [0, p), for a and b in [0, p), which is not checked.
  /// Products take a Barrett reduction.
  [[nodiscard]] std::uint64_t add(std::uint64_t a, std::uint64_t b) const noexcept {
    return ct::subtract_once(a + b, value());
  }
  [[nodiscard]] std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const noexcept {
    return ct::subtract_once(a + value() - b, value());
  }
  [[nodiscard]] std::uint64_t negate(std::uint64_t a) const noexcept {
    return ct::subtract_once(value() - a, value());
  }
  [[nodiscard]] std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const noexcept {
    return barrett_.multiply(a, b);
  }
  ///@}

  /// base^exponent mod p in [0, p) for any words, with 0^0 = 1. The time depends on the exponent:
  /// at most two products for each of its bits.
  [[nodiscard]] std::uint64_t pow_vartime(std::uint64_t base,
                                          std::uint64_t exponent) const noexcept;
  /// 1/a mod p in [0, p) for any word a. The time depends on a: fewer than 1.5 bits() divisions
  /// (Euclid's extended algorithm). Throws invalid_argument if a and p have a common factor.
  [[nodiscard]] std::uint64_t inverse_vartime(std::uint64_t a) const;

  /// Whether both are integers modulo the same p.
  friend bool operator==(const Modulus& a, const Modulus& b) noexcept {
    return a.value() == b.value();
  }

 private:
  Barrett<std::uint64_t> barrett_;
};

}  // namespace lath
