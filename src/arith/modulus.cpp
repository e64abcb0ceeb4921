// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/modulus.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath {
namespace {

std::uint64_t checked(std::uint64_t p) {
  if (p < 2 || (p >> kMaxModulusBits) != 0) {
    throw Error(ErrorCode::invalid_argument, "modulus " + std::to_string(p),
                "need a modulus from 2 to 2^62 - 1",
                "split a larger modulus into several primes, one per limb");
  }
  return p;
}

}  // namespace

Modulus::Modulus(std::uint64_t p) : barrett_(checked(p)) {}

std::uint64_t Modulus::reduce_signed(std::int64_t x) const noexcept {
  const auto word = static_cast<std::uint64_t>(x);
  const std::uint64_t negative = ct::mask_of_top_bit(word);
  const std::uint64_t magnitude = (word ^ negative) - negative;  // 2^63 for the least integer
  const std::uint64_t r = reduce(magnitude);
  return ct::select(negative, negate(r), r);
}

std::uint64_t Modulus::pow_vartime(std::uint64_t base, std::uint64_t exponent) const noexcept {
  std::uint64_t result = reduce(1);
  for (std::uint64_t square = reduce(base); exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

std::uint64_t Modulus::inverse_vartime(std::uint64_t a) const {
  // Euclid's algorithm: throughout, r_i = s_i a mod p.
  std::uint64_t r0 = value(), r1 = reduce(a), s0 = 0, s1 = reduce(1);
  while (r1 != 0) {
    const std::uint64_t q = r0 / r1;
    const std::uint64_t r2 = r0 - q * r1;
    const std::uint64_t s2 = subtract(s0, multiply(reduce(q), s1));
    r0 = r1, r1 = r2;
    s0 = s1, s1 = s2;
  }
  if (r0 != 1) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(a) + " has the factor " + std::to_string(r0) + " in common with " +
                    std::to_string(value()),
                "need a residue that is invertible", "use a prime modulus and a non-zero residue");
  }
  return s0;
}

}  // namespace lath
