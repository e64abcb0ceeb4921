// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "circuits/ring_choice.hpp"
#include "lath/he/core/scheme.hpp"

/// @file
/// Times by counts: of words that go through a layer of butterflies, through a product that is
/// added to a sum, and through a pass over memory. The constants are of one thread of an Intel Xeon
/// with AVX-512 and IFMA; they are for comparisons, and right within a factor of two there.
namespace lath::circuits {

/// A chain of primes, by its numbers.
struct ChainShape {
  he::Scheme scheme;
  std::size_t primes = 0, special_primes = 0, digit_primes = 0;
};

///@{
/// The seconds of a product at a level, its relinearisation, and the switch of a ciphertext from a
/// level to another one.
[[nodiscard]] double product_seconds(const Ring& ring, const ChainShape& chain, std::size_t level);
[[nodiscard]] double relinearize_seconds(const Ring& ring, const ChainShape& chain,
                                         std::size_t level);
[[nodiscard]] double switch_seconds(const Ring& ring, std::size_t from, std::size_t to);
///@}
/// The seconds of products at these levels, one after the other, of which the first ones are
/// relinearised, as many as `relinearisations`.
[[nodiscard]] double products_seconds(const Ring& ring, const ChainShape& chain,
                                      const std::vector<std::size_t>& levels,
                                      std::size_t relinearisations);

///@{
/// The seconds that the client takes for a ciphertext besides the work on plaintexts.
[[nodiscard]] double encrypt_seconds(const Ring& ring, std::size_t primes);
[[nodiscard]] double decrypt_seconds(const Ring& ring, std::size_t level);
///@}

/// The work on the plaintexts of a kind.
struct PlaintextWork {
  double encode = 0, decode = 0;  ///< of a plaintext
  double read = 0;                ///< of a decryption
};
///@{
/// The work for integers of so many words in so many coefficients, for so many numbers, each of
/// them coefficients of a short modulus, and for a word.
[[nodiscard]] PlaintextWork integer_work(const Ring& ring, std::size_t words, std::size_t slots);
[[nodiscard]] PlaintextWork short_work(const Ring& ring, std::size_t words, std::size_t terms);
[[nodiscard]] PlaintextWork word_work(const Ring& ring);
///@}
///@{
/// The seconds that a server takes for the tables of one t_i, and that a client takes to reduce
/// operands of so many words modulo t_i, and to put results of so many moduli together.
[[nodiscard]] double part_seconds(const Ring& ring);
[[nodiscard]] double reduce_seconds(const Ring& ring, std::size_t words);
[[nodiscard]] double lift_seconds(const Ring& ring, std::size_t moduli);
///@}

}  // namespace lath::circuits
