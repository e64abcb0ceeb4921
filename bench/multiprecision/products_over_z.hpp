// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lath::bench {

/// Products of encrypted integers over Z by word-sized moduli t_i in BGV: in every slot so many
/// products of 2^depth integers, as an exponentiation modulo a number of RSA multiplies its powers.
struct ProductsOverZ {
  std::size_t factor_bits;  ///< the length of an integer, a multiple of 64
  std::size_t factors;      ///< how many integers a slot has, for all products together
  unsigned depth;           ///< the depth of one product
  std::size_t degree;
  std::vector<unsigned> prime_bits;          ///< the primes of Q
  std::vector<unsigned> special_prime_bits;  ///< the special primes, which nothing here needs
  unsigned modulus_bits;                     ///< the length of each t_i
  /// Products whose factors are encrypted before the first of them is computed: all of a slot, and
  /// they come from memory, or one, and its factors are in the cache.
  std::size_t waiting;
};

/// Measures and prints a row: the products of all t_i, or of the first `most_moduli` of them and
/// then scaled. Ciphertexts of one t_i are in memory at a time. The time is of the products
/// alone. Every residue of every product is decrypted and compared, and the first product of every
/// slot is put together and compared as an integer, if all t_i were run.
void print_products(const ProductsOverZ& work, std::size_t most_moduli);

}  // namespace lath::bench
