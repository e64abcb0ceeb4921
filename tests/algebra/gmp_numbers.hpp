// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/natural.hpp"

namespace lath::testing {

inline Natural natural_of(const mpz_class& x) { return Natural::from_decimal(x.get_str()); }

inline mpz_class number_of(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, 8, 0, 0, words.data());
  return x;
}
inline mpz_class number_of(const Natural& x) { return number_of(x.words()); }

/// Writes x to words, which have room for it.
inline void write(std::span<std::uint64_t> words, const mpz_class& x) {
  for (std::uint64_t& word : words) word = 0;
  mpz_export(words.data(), nullptr, -1, 8, 0, 0, x.get_mpz_t());
}

/// A number of so many bits.
inline mpz_class number_of_bits(SeededValues& random, std::size_t bits) {
  mpz_class x = 1;
  for (std::size_t i = 1; i < bits; ++i) x = 2 * x + static_cast<unsigned long>(random.below(2));
  return x;
}

inline mpz_class number_below(SeededValues& random, const mpz_class& bound) {
  return number_of_bits(random, mpz_sizeinbase(bound.get_mpz_t(), 2) + 64) % bound;
}

inline mpz_class power_modulo(const mpz_class& x, const mpz_class& e, const mpz_class& p) {
  mpz_class result;
  mpz_powm(result.get_mpz_t(), x.get_mpz_t(), e.get_mpz_t(), p.get_mpz_t());
  return result;
}

/// A prime of so many bits that is 1 modulo m.
inline mpz_class prime_above(SeededValues& random, std::size_t bits, std::uint64_t m) {
  for (;;) {
    mpz_class p = number_of_bits(random, bits);
    p += 1 - p % m;
    if (mpz_sizeinbase(p.get_mpz_t(), 2) == bits && mpz_probab_prime_p(p.get_mpz_t(), 30) != 0) {
      return p;
    }
  }
}

}  // namespace lath::testing
