// SPDX-License-Identifier: Apache-2.0
//
// What stands in ciphertexts, seen with the secret key.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/arith/word.hpp"
#include "lath/ring/crt.hpp"

namespace lath::testing {

/// c0 + c1 s + ... of so many parts.
template <class Scheme, class Operand>
Poly<DynamicRing, Coeff> phase_of(const SchemeKeys<Scheme>& keys, const Operand& c,
                                  std::size_t parts = 2) {
  Poly<DynamicRing, Eval> s(keys.parameters.ring(c.level()));
  for (std::size_t i = 0; i < c.level(); ++i) {
    std::ranges::copy(keys.secret.value().limb(i), s.limb(i).begin());
  }
  Poly<DynamicRing, Eval> x(testing::part_of(c, parts - 1));
  for (std::size_t i = parts - 1; i-- > 0;) x = x * s + testing::part_of(c, i);
  return intt(std::move(x));
}

/// The coefficients next to zero of a polynomial whose modulus has at most 127 bits.
inline std::vector<__int128> integers_of(const Poly<DynamicRing, Coeff>& x) {
  const auto words = lift(x, Representative::centered);
  const std::size_t n = x.ring().degree(), size = words.size() / n;
  std::vector<__int128> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto low = uint128{words[i * size]};
    const auto high = static_cast<std::int64_t>(words[(i + 1) * size - 1]);
    result[i] = size == 1 ? static_cast<__int128>(high)
                          : static_cast<__int128>((static_cast<uint128>(high) << 64) | low);
  }
  return result;
}

/// Coefficients next to zero, nearly.
inline std::vector<double> doubles_of(const Poly<DynamicRing, Coeff>& x) {
  const auto words = lift(x, Representative::centered);
  const std::size_t n = x.ring().degree(), size = words.size() / n;
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = static_cast<double>(static_cast<std::int64_t>(words[(i + 1) * size - 1]));
    for (std::size_t w = size - 1; w-- > 0;) {
      sum = sum * 0x1p64 + static_cast<double>(words[i * size + w]);
    }
    result[i] = sum;
  }
  return result;
}

/// Coefficients next to zero, modulo t.
inline std::vector<std::uint64_t> residues_of(const Poly<DynamicRing, Coeff>& x, std::uint64_t t) {
  const auto words = lift(x, Representative::centered);
  const std::size_t n = x.ring().degree(), size = words.size() / n;
  std::vector<std::uint64_t> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    // Two's complements: what is above the words is -1 or 0.
    const bool negative = words[(i + 1) * size - 1] >> 63 != 0;
    uint128 residue = negative ? t - 1 : 0;
    for (std::size_t w = size; w-- > 0;) {
      residue = ((residue << 64) % t + words[i * size + w] % t) % t;
    }
    result[i] = static_cast<std::uint64_t>(residue);
  }
  return result;
}

inline constexpr std::uint64_t kNoWords = 0xcbf29ce484222325;
/// The words of a ciphertext as one number, from that of others: FNV-1a.
inline std::uint64_t hashed(const he::Ciphertext& c, std::uint64_t hash) {
  for (std::size_t i = 0; i < 2; ++i) {
    const auto part = testing::part_of(c, i);
    for (std::size_t j = 0; j < c.level(); ++j) {
      for (const std::uint64_t word : part.limb(j)) hash = (hash ^ word) * 0x100000001b3;
    }
  }
  return hash;
}

}  // namespace lath::testing
