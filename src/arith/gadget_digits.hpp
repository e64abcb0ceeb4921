// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// The constants of digits: word x becomes y = x + offset, less p if x > half; digit d is the
/// number in bits w d to w d + w - 1 of y, the last digit the number in all bits from w d on; and
/// then the digit's middle is subtracted, modulo q.
///
/// Unsigned digits have no offset and no middle. For balanced digits v_d, all but the last have the
/// middle 2^(w-1), and so does the offset: y' = x - p c + sum_(d < D-1) 2^(w-1) 2^(w d) has the
/// digits v_d + 2^(w-1), and then v_(D-1) = floor(y' / 2^(w (D-1))). It may be negative, and
/// y = y' + 2^63 is not: |x - p c| < 2^61, and the sum is below 2^(w (D-1)) <= 2^61. The middle of
/// the last digit is 2^63 / 2^(w (D-1)).
///
/// |x - p c| <= p/2 < 2^(w D - 1), and the sum is at most 2^(w (D-1)) - 1; so |v_(D-1)| is at most
/// 2^(w-1).
struct DigitShape {
  std::uint64_t modulus, half, offset, q;
  int base_bits;
  std::size_t digits;

  /// The middle, if there is an offset.
  [[nodiscard]] std::uint64_t middle(std::size_t d) const noexcept {
    const int place = base_bits * static_cast<int>(d);
    return d + 1 < digits ? std::uint64_t{1} << (base_bits - 1) : std::uint64_t{1} << (63 - place);
  }
  /// The bits of y / 2^(w d) that belong to digit d.
  [[nodiscard]] std::uint64_t mask(std::size_t d) const noexcept {
    return d + 1 < digits ? (std::uint64_t{1} << base_bits) - 1 : ~std::uint64_t{0};
  }
};

///@{
/// Writes shape.digits rows of `count` words, by kernels that need only features of `isa`.
void write_unsigned_digits(Isa isa, const DigitShape& shape, std::span<std::uint64_t* const> out,
                           const std::uint64_t* x, std::size_t count) noexcept;
void write_balanced_digits(Isa isa, const DigitShape& shape, std::span<std::uint64_t* const> out,
                           const std::uint64_t* x, std::size_t count) noexcept;
///@}

}  // namespace lath::detail
