// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lath/he/literal.hpp"

namespace lath::he {

///@{
/// Returns the literal with both degree and index, or with the degree alone for a power of two.
/// Throws invalid_argument unless degree, index and primes are in their ranges, and for checked()
/// the plaintext modulus, too. A key space has none.
[[nodiscard]] Literal checked(const Literal& literal);
[[nodiscard]] Literal checked_key_space(const Literal& literal);
///@}
/// The longest plaintext modulus whose coefficients are single words, in bits.
inline constexpr std::size_t kMostWordBits = 60;
/// Throws invalid_argument unless t has 2 to 4096 bits.
void require_plaintext_modulus(const Natural& t);
/// The most bits of the prime of a short modulus.
inline constexpr std::size_t kMostCharacteristicBits = 4160;
/// Throws invalid_argument unless p has 2 bits to 4160.
void require_characteristic(const Natural& p);
/// log2 of t, or of the largest value of t(x) at the complex roots of unity.
[[nodiscard]] double log2_plaintexts(const Literal& literal);
/// How much larger coefficients may be after a product with t, and after a division by t: the
/// logarithms of t and 1/t, or of the largest sums of magnitudes in a row of the matrices of t(x).
/// And the logarithm of t, or of twice the largest magnitude of a coefficient of a plaintext modulo
/// t(x), which need not be the multiple of t(x) by fractions of at most 1/2.
struct CoefficientGrowth {
  double log2_product, log2_quotient, log2_plaintext;
};
[[nodiscard]] CoefficientGrowth coefficient_growth(const Literal& literal);
/// sigma of Gaussian errors.
[[nodiscard]] double error_sigma(const Literal& literal) noexcept;

///@{
/// The lengths of the primes of Q and of the special ones in bits, given or not.
[[nodiscard]] std::vector<unsigned> prime_lengths(const Literal& literal);
[[nodiscard]] std::vector<unsigned> special_prime_lengths(const Literal& literal);
///@}

/// The number of primes of Q in a digit of a key switch; the last digit may have fewer.
[[nodiscard]] std::size_t digit_primes(const Literal& literal);

/// Throws invalid_argument if log2(Q P) exceeds largest_modulus_bits() of the security that a
/// literal asks for; for rings that the tables do not know, if the estimate is below it.
void require_secure(const Literal& given);

/// The bits of Q P that the security allows. Throws invalid_argument if the tables do not have the
/// degree, or if there is no room for two primes of Q and a special one.
[[nodiscard]] unsigned modulus_bits(std::size_t degree, SecurityLevel security, Attacker attacker);

/// Gives a literal primes with modulus_bits() in all: of at most `most` bits each, one less of Q
/// than would have all these bits, or more if they have at least `least` bits. Digits of a key
/// switch have two primes, and P is as long as it must be so that a switch adds a quarter of the
/// noise that a product of fresh ciphertexts has: half as many digits as with one prime each, for
/// half a level. If Q has two primes only, each is a digit. The last prime of Q has `last` bits
/// more than others, as far as it may.
void divide_modulus(Literal& literal, unsigned least, unsigned most, unsigned last);

}  // namespace lath::he
