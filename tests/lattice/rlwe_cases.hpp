// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/lattice/rlwe.hpp"

namespace lath::testing {

inline rlwe::SharedSecret secret_of(std::byte value) {
  std::array<std::byte, 32> bytes;
  bytes.fill(value);
  return rlwe::SharedSecret(bytes);
}

inline bool equal(const rlwe::SharedSecret& a, const rlwe::SharedSecret& b) {
  return ct::equal(a.span(), b.span());
}

/// Whether bit i of the secret is one.
inline bool bit_of(const rlwe::SharedSecret& secret, std::size_t i) {
  return (std::to_integer<unsigned>(secret.span()[i / 8]) >> (i % 8) & 1) != 0;
}

/// What the library decodes each residue to, as a coefficient of the message polynomial: with
/// u = 0, decryption only decodes v.
inline std::vector<bool> decoded_bits() {
  const DynamicRing& ring = rlwe::ring();
  const rlwe::SecretKey key{Poly<DynamicRing, Eval, Secret>(ring)};
  std::vector<bool> bits;
  for (std::uint64_t first = 0; first < rlwe::kModulus; first += 256) {
    Poly<DynamicRing, Coeff> v(ring);
    for (std::size_t i = 0; i < 256; ++i) v.limb(0)[i] = (first + i) % rlwe::kModulus;
    const rlwe::Ciphertext ciphertext{Poly<DynamicRing, Eval>(ring), ntt(v)};
    const rlwe::SharedSecret secret = rlwe::decrypt(key, ciphertext);
    for (std::size_t i = 0; i < 256 && bits.size() < rlwe::kModulus; ++i) {
      bits.push_back(bit_of(secret, i));
    }
  }
  return bits;
}

}  // namespace lath::testing
