// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/error.hpp"

/// @file
/// How often decryption gives another message than the one that was encrypted.
///
/// With the message in the low digits (LWE, Module-LWE), decryption sees the residue modulo q of
/// p n + M, where n is the noise and M in [0, p) the message. It succeeds if p n + M is among the q
/// integers nearest to zero. With the message in the topmost digit (Ring-LWE), decryption sees the
/// residue of n + floor(q/2) M for a bit M. It reads a one if the residue lies in
/// (floor(q/4), q - floor(q/4)), that is nearer to q/2 than to 0.
namespace lath {

/// The noise n in one coefficient, with the message in the low digits: the sum of `products`
/// products of two independent uniform integers from [-noise, noise] and of one more such integer.
struct DecryptionNoise {
  std::uint64_t products = 0;           ///< the number of products
  unsigned noise = 0;                   ///< the greatest of the integers
  std::uint64_t modulus = 0;            ///< q
  std::uint64_t plaintext_modulus = 0;  ///< p
  std::size_t coefficients = 0;         ///< the number of coefficients of a message
};

/// The largest p n + M that can occur: p (products noise^2 + noise) + p - 1. If it is below q/2,
/// decryption never fails. Throws invalid_argument if it does not fit in 63 bits, for a noise above
/// 64, unless p is from 1 to q - 1, and unless q is below 2^62.
[[nodiscard]] std::uint64_t worst_case_noise(const DecryptionNoise& noise);

/// An upper bound of the probability that a coefficient `m` < p decrypts to something else. The
/// distribution of n is computed by convolution, term by term and without sampling. Errors of
/// rounding and truncation, below 2^-350 in all, are added, so that the bound is exact to a
/// relative 2^-20 above them. It counts every p n + m that is not among the q integers nearest to
/// zero; values that are congruent to m again are negligible unless the bound is nearly one.
///
/// Throws unsupported if n spreads over more than 2^17 integers; use failure_bound() then. Throws
/// as worst_case_noise(), and invalid_argument unless m < p. Takes some milliseconds for 2^12
/// integers, and up to some seconds.
[[nodiscard]] double failure_probability(const DecryptionNoise& noise, std::uint64_t m);

/// An upper bound of the probability that any message fails: the union bound over its coefficients.
/// Throws unsupported and invalid_argument as above.
[[nodiscard]] double failure_probability(const DecryptionNoise& noise);

/// A weaker upper bound of the probability that any message fails, by some powers of two, for every
/// noise and in microseconds: min over t of E[e^(t n)] e^(-t x) for the least x that fails
/// (H. Chernoff, Ann. Math. Stat. 23, 1952), and the union bound. Throws as worst_case_noise().
[[nodiscard]] double failure_bound(const DecryptionNoise& noise);

/// The noise n in one coefficient, with the message in the topmost digit: the sum of `products`
/// products of two independent centered binomial values and of one more such value. Each is the sum
/// of eta bits minus the sum of eta others.
struct BinomialDecryptionNoise {
  std::uint64_t products = 0;    ///< the number of products
  unsigned eta = 0;              ///< the parameter of the distribution
  std::uint64_t modulus = 0;     ///< q
  std::size_t coefficients = 0;  ///< the number of coefficients of a message
};

///@{
/// The functions above for a message in the topmost digit. The largest n is products eta^2 + eta.
/// If it is below floor(q/2) - floor(q/4), decryption never fails. Throws invalid_argument if it
/// does not fit in 63 bits, for an eta above 32, unless q is from 3 to 2^62 - 1, and for a bit
/// above 1.
[[nodiscard]] std::uint64_t worst_case_noise(const BinomialDecryptionNoise& noise);
[[nodiscard]] double failure_probability(const BinomialDecryptionNoise& noise, std::uint64_t bit);
[[nodiscard]] double failure_probability(const BinomialDecryptionNoise& noise);
[[nodiscard]] double failure_bound(const BinomialDecryptionNoise& noise);
///@}

/// The Parameters of a scheme with a function decryption_noise().
template <class P>
concept HasDecryptionNoise = requires(const P& parameters) { decryption_noise(parameters); };

///@{
/// The functions above for a message of a scheme with these parameters.
template <HasDecryptionNoise Parameters>
[[nodiscard]] std::uint64_t worst_case_noise(const Parameters& parameters) {
  return worst_case_noise(decryption_noise(parameters));
}
template <HasDecryptionNoise Parameters>
[[nodiscard]] double failure_probability(const Parameters& parameters) {
  return failure_probability(decryption_noise(parameters));
}
template <HasDecryptionNoise Parameters>
[[nodiscard]] double failure_bound(const Parameters& parameters) {
  return failure_bound(decryption_noise(parameters));
}
///@}

}  // namespace lath
