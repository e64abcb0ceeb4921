// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/language.hpp"

namespace lath::hardware {

/// The words of a coefficient.
inline constexpr std::size_t kChunks = 5;
/// The bits of each of them, in words of 32 bits.
inline constexpr int kChunkBits = 27;

/// The modulus q of the coefficients, and how five words of 27 bits represent one:
///   - q = 2^bits: the digits to the base 2^27, least significant first;
///   - q = p_0 p_1 p_2 p_3 p_4: the residue modulo each prime.
class CoefficientModulus {
 public:
  /// 2^bits, for bits from 109 to 135. Throws invalid_argument for others.
  static CoefficientModulus power_of_two(int bits);
  /// The product of five different primes of 27 bits. Throws invalid_argument for others.
  static CoefficientModulus product_of(std::span<const std::uint32_t> primes);
  /// The product of the primes that the accelerator of hardware/residue has.
  static CoefficientModulus residue_design();

  /// Whether q is a power of two.
  [[nodiscard]] bool is_power_of_two() const noexcept { return bits_ != 0; }
  /// log2(q) if q is a power of two, or else 0.
  [[nodiscard]] int bits() const noexcept { return bits_; }
  /// What word k < kChunks of a coefficient is below: 2^27, the rest of the bits for the last word,
  /// or prime k.
  [[nodiscard]] std::uint32_t bound(std::size_t k) const noexcept { return bounds_[k]; }
  /// The primes, in order; none if q is a power of two.
  [[nodiscard]] std::span<const std::uint32_t> primes() const& noexcept {
    return {bounds_.data(), is_power_of_two() ? 0 : kChunks};
  }
  std::span<const std::uint32_t> primes() const&& = delete;  // the modulus is a temporary: name it

  /// Whether both are the same number, represented in the same way.
  friend bool operator==(const CoefficientModulus&, const CoefficientModulus&) = default;

 private:
  CoefficientModulus(int bits, const std::array<std::uint32_t, kChunks>& bounds) noexcept
      : bits_(bits), bounds_(bounds) {}

  int bits_;
  std::array<std::uint32_t, kChunks> bounds_;
};

}  // namespace lath::hardware
