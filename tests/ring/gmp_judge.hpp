// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath::testing {

/// Integers as GMP has them: an independent judge of those in strings of words.
inline mpz_class natural(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  return x;
}
static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "the word of GMP's short cuts");
inline mpz_class natural(std::uint64_t word) { return static_cast<unsigned long>(word); }

/// The two's complement that the words are.
inline mpz_class two_complement(std::span<const std::uint64_t> words) {
  mpz_class x = natural(words);
  if (!words.empty() && (words.back() >> 63) != 0) x -= mpz_class(1) << (64 * words.size());
  return x;
}

/// x modulo 2^(64 size) in `size` words.
inline std::vector<std::uint64_t> words_of_integer(const mpz_class& x, std::size_t size) {
  mpz_class reduced;
  mpz_fdiv_r_2exp(reduced.get_mpz_t(), x.get_mpz_t(), 64 * size);
  std::vector<std::uint64_t> words(size, 0);
  mpz_export(words.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, reduced.get_mpz_t());
  return words;
}

/// x mod q in [0, q).
inline mpz_class modulo(const mpz_class& x, const mpz_class& q) {
  mpz_class r;
  mpz_fdiv_r(r.get_mpz_t(), x.get_mpz_t(), q.get_mpz_t());
  return r;
}
inline std::uint64_t modulo(const mpz_class& x, std::uint64_t q) {
  return mpz_fdiv_ui(x.get_mpz_t(), q);
}

/// The integer in (-q/2, q/2] that is x modulo q, x in [0, q).
inline mpz_class centered(const mpz_class& x, const mpz_class& q) {
  return 2 * x > q ? mpz_class(x - q) : x;
}

inline mpz_class product_of(const RnsBasis& basis) {
  mpz_class product = 1;
  for (std::size_t i = 0; i < basis.size(); ++i) product *= natural(basis.modulus(i).value());
  return product;
}

/// The residues of integers modulo each modulus, limb after limb.
inline std::vector<std::uint64_t> residues_of(const std::vector<mpz_class>& integers,
                                              const RnsBasis& basis) {
  std::vector<std::uint64_t> residues;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    for (const mpz_class& x : integers) residues.push_back(modulo(x, basis.modulus(i).value()));
  }
  return residues;
}

/// An integer of up to `bits` random bits; now and then one of few bits.
inline mpz_class random_integer(SeededValues& random, std::size_t bits) {
  std::vector<std::uint64_t> words((bits + 63) / 64);
  for (std::uint64_t& word : words) word = random.next();
  return natural(words) >>
         static_cast<unsigned long>(random.below(4) == 0 ? random.below(bits) : 0);
}

}  // namespace lath::testing
