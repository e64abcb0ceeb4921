// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NTL/ZZX.h>
#include <NTL/ZZ_pX.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"

/// Polynomials modulo t by NTL, and the indices and moduli that tests go through.
namespace lath::testing {

using Words = std::vector<std::uint64_t>;

/// All coprime pairs of an index from `first` to `last` and a modulus of these.
template <class F>
void for_coprime(std::uint64_t first, std::uint64_t last, const Words& moduli, const F& f) {
  for (std::uint64_t m = first; m <= last; ++m) {
    for (const std::uint64_t t : moduli) {
      if (std::gcd(m, t) == 1) f(m, t);
    }
  }
}

inline const Words kSmallModuli{2, 3, 4, 5, 8, 9, 257, 6, 15};
/// 2^60, the largest prime below it, 3^37, the square of a prime of 30 bits, and the product of the
/// largest primes of 29 and 30 bits.
inline const Words kLargeModuli{std::uint64_t{1} << 60, 1152921504606846883, 450283905890997363,
                                std::uint64_t{1073741789} * 1073741789,
                                std::uint64_t{536870909} * 1073741789};

inline NTL::ZZ big(std::uint64_t x) {
  return NTL::ZZ(static_cast<long>(x >> 32)) * 4294967296L + static_cast<long>(x & 0xffffffff);
}
inline std::uint64_t word(const NTL::ZZ& x) {
  const NTL::ZZ high = x >> 32, low = x - (high << 32);
  return (static_cast<std::uint64_t>(NTL::to_long(high)) << 32) |
         static_cast<std::uint64_t>(NTL::to_long(low));
}

/// Makes t the modulus of NTL.
inline void set_modulus(std::uint64_t t) { NTL::ZZ_p::init(big(t)); }

inline NTL::ZZ_pX from_words(std::span<const std::uint64_t> words) {
  NTL::ZZ_pX a;
  for (std::size_t i = 0; i < words.size(); ++i) {
    NTL::SetCoeff(a, static_cast<long>(i), NTL::conv<NTL::ZZ_p>(big(words[i])));
  }
  return a;
}
inline Words to_words(const NTL::ZZ_pX& a, std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) {
    words[i] = word(NTL::rep(NTL::coeff(a, static_cast<long>(i))));
  }
  return words;
}

/// a(x^j) with exponents modulo m.
inline NTL::ZZ_pX substituted(const NTL::ZZ_pX& a, std::uint64_t j, std::uint64_t m) {
  NTL::ZZ_pX result;
  for (long i = 0; i <= NTL::deg(a); ++i) {
    const auto k = static_cast<long>(static_cast<std::uint64_t>(i) * j % m);
    NTL::SetCoeff(result, k, NTL::coeff(result, k) + NTL::coeff(a, i));
  }
  return result;
}

/// Phi_m over the integers: x^m - 1 divided by Phi_k for all other divisors k of m.
inline const NTL::ZZX& integer_cyclotomic(std::uint64_t m) {
  static std::map<std::uint64_t, NTL::ZZX> known;
  NTL::ZZX& phi = known[m];
  if (!NTL::IsZero(phi)) return phi;
  NTL::SetCoeff(phi, static_cast<long>(m), 1);
  phi -= 1;
  for (std::uint64_t k = 1; k < m; ++k) {
    if (m % k == 0) phi /= integer_cyclotomic(k);
  }
  return phi;
}

inline NTL::ZZ_pX cyclotomic(std::uint64_t m) {
  return NTL::conv<NTL::ZZ_pX>(integer_cyclotomic(m));
}

inline std::string name(std::uint64_t m, std::uint64_t t) {
  return "index " + std::to_string(m) + ", t = " + std::to_string(t);
}

inline Words random_residues(std::size_t count, std::uint64_t t, SeededValues& values) {
  Words words(count);
  for (std::uint64_t& x : words) x = values.below(t);
  return words;
}

}  // namespace lath::testing
