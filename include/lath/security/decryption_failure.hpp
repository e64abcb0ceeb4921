// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// How often decryption gives another message than the one that was encrypted. Where the message
/// stands in the low digits, what is decrypted is the residue modulo q of p n + M, M in [0, p), and
/// M comes out where p n + M is among the q integers nearest to zero. Where it stands in the
/// topmost digit, it is that of n + floor(q/2) M, M a bit, and a residue stands for a one where it
/// lies in (floor(q/4), q - floor(q/4)), that is nearer to q/2 than to 0.
namespace lath {

/// The distribution of n in one coefficient: a sum of `products` products of two independent
/// uniform integers from [-noise, noise], and of one more such integer.
struct DecryptionNoise {
  std::uint64_t products = 0;
  unsigned noise = 0;
  std::uint64_t modulus = 0, plaintext_modulus = 0;  ///< q and p
  std::size_t coefficients = 0;                      ///< of a message
};

/// The largest p n + M that can occur, p (products noise^2 + noise) + p - 1: where it is below q/2,
/// decryption never fails. Throws invalid_argument where it does not fit in 63 bits, for a noise
/// above 64, for a p that is not from 1 to q - 1 and for a q that is not below 2^62.
[[nodiscard]] std::uint64_t worst_case_noise(const DecryptionNoise& noise);

/// An upper bound of the probability that a coefficient `m` < p decrypts to something else. The
/// distribution of n is computed by convolution, term by term and without sampling; the errors of
/// rounding and of what is cut off, below 2^-350 in all, are added, so that the bound is exact to a
/// relative 2^-20 above them. It counts every p n + m that is not among the nearest; those so far
/// away that they come to m again are nothing where the bound is not nearly one.
///
/// Throws unsupported where n spreads over more than 2^17 integers: failure_bound() serves there.
/// Takes up to some seconds, some milliseconds for 2^12 integers. Throws as above, and
/// invalid_argument unless m < p.
[[nodiscard]] double failure_probability(const DecryptionNoise& noise, std::uint64_t m);

/// The same for a whole message, whatever it is: the union bound over its coefficients.
[[nodiscard]] double failure_probability(const DecryptionNoise& noise);

/// A weaker upper bound of the same, within some powers of two, in microseconds and for every
/// noise: min over t of E[e^(t n)] e^(-t x) for the least x that fails (H. Chernoff, Ann. Math.
/// Stat. 23, 1952), and the union bound. Throws as worst_case_noise().
[[nodiscard]] double failure_bound(const DecryptionNoise& noise);

/// The distribution of n in one coefficient of schemes with the message in the topmost digit: a sum
/// of `products` products of two independent centered binomial values, each a sum of eta bits less
/// a sum of eta others, and of one more such value.
struct BinomialDecryptionNoise {
  std::uint64_t products = 0;
  unsigned eta = 0;
  std::uint64_t modulus = 0;     ///< q
  std::size_t coefficients = 0;  ///< of a message
};

/// The same for those schemes. The largest n is products eta^2 + eta: where it is below
/// floor(q/2) - floor(q/4), decryption never fails. Throw invalid_argument where it does not fit in
/// 63 bits, for an eta above 32, for a q that is not from 3 to 2^62 - 1 and for a bit above 1.
[[nodiscard]] std::uint64_t worst_case_noise(const BinomialDecryptionNoise& noise);
[[nodiscard]] double failure_probability(const BinomialDecryptionNoise& noise, std::uint64_t bit);
[[nodiscard]] double failure_probability(const BinomialDecryptionNoise& noise);
[[nodiscard]] double failure_bound(const BinomialDecryptionNoise& noise);

/// The Parameters of a scheme, whose decryption_noise() says what decryption meets.
template <class P>
concept HasDecryptionNoise = requires(const P& parameters) { decryption_noise(parameters); };

/// The same for all messages of a scheme with these parameters.
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

}  // namespace lath
