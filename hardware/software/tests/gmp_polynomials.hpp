// SPDX-License-Identifier: Apache-2.0
//
// Polynomials of GMP's integers: the judge of all products. Products are single products of
// integers (L. Kronecker's substitution), remainders long divisions by Phi_m from its definition.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware::testing {

using Integers = std::vector<mpz_class>;
using Words = std::vector<std::uint32_t>;

/// Nonnegative coefficients below 2^bits, `bits` a multiple of 64, as one integer.
inline mpz_class evaluate(const Integers& a, std::size_t bits) {
  const std::size_t limbs = bits / 64;
  std::vector<std::uint64_t> words(a.size() * limbs);
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpz_export(words.data() + i * limbs, nullptr, -1, 8, 0, 0, a[i].get_mpz_t());
  }
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, 8, 0, 0, words.data());
  return x;
}

/// The product of polynomials with nonnegative coefficients, all of its coefficients below 2^bits.
inline Integers multiply(const Integers& a, const Integers& b, std::size_t bits = 192) {
  const mpz_class product = evaluate(a, bits) * evaluate(b, bits);
  const std::size_t limbs = bits / 64, count = a.size() + b.size() - 1;
  std::vector<std::uint64_t> words(count * limbs);
  mpz_export(words.data(), nullptr, -1, 8, 0, 0, product.get_mpz_t());
  Integers result(count);
  for (std::size_t i = 0; i < count; ++i) {
    mpz_import(result[i].get_mpz_t(), limbs, -1, 8, 0, 0, words.data() + i * limbs);
  }
  return result;
}

/// a divided by x^d - 1, which leaves no remainder.
inline std::vector<int> divide_by_binomial(std::vector<int> a, std::size_t d) {
  for (std::size_t i = a.size(); i-- > d;) a[i - d] += a[i];
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(d));
  return a;
}

/// Phi_253 = (y^253 - 1) (y - 1) / ((y^11 - 1) (y^23 - 1)), whose coefficients are those of
/// Phi_2783 at powers of x^11.
inline std::vector<int> cyclotomic_253() {
  std::vector<int> a(255, 0);
  a[0] = 1;
  a[1] = a[253] = -1;
  a[254] = 1;
  return divide_by_binomial(divide_by_binomial(a, 11), 23);
}

/// The remainder modulo Phi_2783.
inline Integers modulo_cyclotomic(Integers a) {
  static const std::vector<int> kPhi = cyclotomic_253();
  for (std::size_t i = a.size(); i-- > kDegree;) {
    const mpz_class lead = a[i];
    if (lead == 0) continue;
    for (std::size_t j = 0; j < kPhi.size(); ++j) {
      mpz_class& at = a[i - kDegree + 11 * j];
      if (kPhi[j] == 1) at -= lead;
      if (kPhi[j] == -1) at += lead;
    }
  }
  a.resize(kDegree);
  return a;
}

/// The integer with these chunks, of 27 bits each.
inline mpz_class from_chunks(const std::uint32_t* chunks, std::size_t stride = 1) {
  mpz_class x;
  for (std::size_t k = kChunks; k-- != 0;) x = (x << kChunkBits) + chunks[k * stride];
  return x;
}
/// x modulo 2^bits as chunks.
inline void to_chunks(std::uint32_t* chunks, const mpz_class& x, int bits) {
  mpz_class rest;
  mpz_fdiv_r_2exp(rest.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  for (std::size_t k = 0; k < kChunks; ++k, rest >>= kChunkBits) {
    chunks[k] = static_cast<std::uint32_t>(mpz_class(rest % (1 << kChunkBits)).get_ui());
  }
}

/// P U_j + E_j as the words of results, for one message.
inline Words judge(const CoefficientModulus& q, const Words& key, std::span<const std::int8_t> u,
                   std::span<const std::int8_t> errors) {
  Words result(kDegree * kChunks);
  Integers binary(u.begin(), u.end());
  if (q.is_power_of_two()) {
    Integers p(kDegree);
    for (std::size_t i = 0; i < kDegree; ++i) p[i] = from_chunks(key.data() + i * kChunks);
    const Integers r = modulo_cyclotomic(multiply(p, binary));
    for (std::size_t i = 0; i < kDegree; ++i) {
      to_chunks(result.data() + i * kChunks, r[i] + errors[i], q.bits());
    }
    return result;
  }
  for (std::size_t k = 0; k < kChunks; ++k) {
    Integers p(kDegree);
    for (std::size_t i = 0; i < kDegree; ++i) p[i] = key[i * kChunks + k];
    const Integers r = modulo_cyclotomic(multiply(p, binary, 64));
    for (std::size_t i = 0; i < kDegree; ++i) {
      const mpz_class x = r[i] + errors[i];
      result[i * kChunks + k] = static_cast<std::uint32_t>(mpz_fdiv_ui(x.get_mpz_t(), q.bound(k)));
    }
  }
  return result;
}

}  // namespace lath::hardware::testing
