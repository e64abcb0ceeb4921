// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// Expressions over one limb as loops in plain C++, each in one pass and with no more reductions
/// than its result needs: what a program without Lath would write for this prime size. They compute
/// as the family f64 does, see docs/decisions/0002, and are left to the compiler to vectorise.
namespace lath::bench::by_hand {

/// The words of one limb of the operands; canonical, modulo p < 2^50.
struct Limb {
  const std::uint64_t *a, *b, *c, *d;
};

/// out[i] = a b, a b + c, a b - c, c - a b, a b + c d, (a + b) c and (a - b) c mod p, for the words
/// i of the operands.
void multiply(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept;
void multiply_add(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept;
void multiply_subtract(std::uint64_t* out, const Limb& x, std::size_t count,
                       std::uint64_t p) noexcept;
void subtract_product(std::uint64_t* out, const Limb& x, std::size_t count,
                      std::uint64_t p) noexcept;
void add_products(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept;
void multiply_sum(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept;
void multiply_difference(std::uint64_t* out, const Limb& x, std::size_t count,
                         std::uint64_t p) noexcept;

}  // namespace lath::bench::by_hand
