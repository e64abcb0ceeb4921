// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// Integers of any number of 64-bit words, least significant first. Constant time in the words: the
/// time depends on the sizes only.
namespace lath::detail::multiword {

/// out += a b, both of n words. Returns the carry, a word.
std::uint64_t add_product(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                          std::uint64_t b) noexcept;
/// out -= a b, both of n words. Returns the borrow, a word.
std::uint64_t subtract_product(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                               std::uint64_t b) noexcept;
/// out = a + b, of n words. Returns the carry. `out` may be a or b.
std::uint64_t add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                  std::size_t n) noexcept;
/// out = a - b, of n words. Returns the borrow. `out` may be a or b.
std::uint64_t subtract(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                       std::size_t n) noexcept;
/// out += a & mask, of n words. Returns the carry.
std::uint64_t add_masked(std::uint64_t* out, const std::uint64_t* a, std::size_t n,
                         std::uint64_t mask) noexcept;
/// out = -out if mask is all ones; unchanged if it is zero.
void negate_masked(std::uint64_t* out, std::size_t n, std::uint64_t mask) noexcept;

/// Words of scratch memory that multiply() needs for n words.
constexpr std::size_t multiply_scratch(std::size_t n) noexcept { return 8 * n + 512; }
/// out = a b, of 2n words, a and b of n words. Above a few dozen words by A. Karatsuba's method
/// (Y. Ofman's paper with him, 1962), n^1.58 products of words. `out` overlaps neither operand.
void multiply(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n,
              std::uint64_t* scratch) noexcept;

/// Replaces a by a / divisor, rounded down, and returns the remainder. The time depends on the
/// words, which are public.
std::uint64_t divide_vartime(std::uint64_t* a, std::size_t n, std::uint64_t divisor) noexcept;

}  // namespace lath::detail::multiword
