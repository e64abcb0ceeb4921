// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "lath/arith/natural.hpp"

/// @file
/// Arithmetic on natural numbers of any size, by OpenSSL. For public numbers, such as moduli and
/// roots of unity: the time depends on them. Divisors and moduli are not zero. Throws
/// std::bad_alloc where OpenSSL has no memory.
namespace lath::detail {

///@{
/// a + b, a - b for a >= b, a b, and how both compare.
[[nodiscard]] Natural sum_vartime(const Natural& a, const Natural& b);
[[nodiscard]] Natural difference_vartime(const Natural& a, const Natural& b);
[[nodiscard]] Natural product_vartime(const Natural& a, const Natural& b);
[[nodiscard]] std::strong_ordering compare_vartime(const Natural& a, const Natural& b) noexcept;
///@}
/// floor(2^bits a / b).
[[nodiscard]] Natural quotient_vartime(const Natural& a, const Natural& b, std::size_t bits = 0);

///@{
/// a modulo m, and a b, and a^e.
[[nodiscard]] Natural remainder_vartime(const Natural& a, const Natural& m);
[[nodiscard]] Natural product_modulo_vartime(const Natural& a, const Natural& b, const Natural& m);
[[nodiscard]] Natural power_modulo_vartime(const Natural& a, const Natural& e, const Natural& m);
///@}
/// An integer with a sign modulo m.
[[nodiscard]] Natural integer_modulo_vartime(std::int64_t k, const Natural& m);
/// 1/a modulo m, or nothing if a and m have a common factor.
[[nodiscard]] std::optional<Natural> inverse_modulo_vartime(const Natural& a, const Natural& m);
/// Whether a and b have no common factor.
[[nodiscard]] bool is_coprime_vartime(const Natural& a, const Natural& b);
/// Whether n passes the test of Miller and Rabin to the twelve prime bases up to 37. Every prime
/// does, and no other number below 3.18 * 10^23; somebody who knows the bases can make a larger one
/// that does. Takes twelve powers modulo n.
[[nodiscard]] bool is_probable_prime_vartime(const Natural& n);

}  // namespace lath::detail
