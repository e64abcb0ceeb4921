// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/pke/rlwe.hpp"

namespace lath::testing {

/// Every set that the library names, and sets whose transforms stop one and two layers early, with
/// few words, few message bits, and primes of fewer bits.
inline std::vector<rlwe::Parameters> rlwe_sets() {
  std::vector<rlwe::Parameters> sets{
      rlwe::recommended_parameters(SecurityLevel::bits128),
      rlwe::recommended_parameters(SecurityLevel::bits256),
      {.degree = 1024, .modulus = 7681, .noise = 2, .message_bytes = 5},
      {.degree = 8192, .modulus = 12289, .noise = 1, .message_bytes = 1024},
      {.degree = 64, .modulus = 257, .noise = 1, .message_bytes = 8},
      {.degree = 8, .modulus = 97, .noise = 1, .message_bytes = 1},
  };
  for (const rlwe::Parameters& set : rlwe::insecure_nfllib_parameters()) sets.push_back(set);
  return sets;
}

inline std::string name_of(const rlwe::Parameters& p) {
  return "n = " + std::to_string(p.degree) + ", q = " + std::to_string(p.modulus) +
         ", eta = " + std::to_string(p.noise) + ", " + std::to_string(p.message_bytes) + " bytes";
}

inline rlwe::Message random_message(const rlwe::Scheme& scheme, Generator& generator) {
  rlwe::Message message(scheme.parameters().message_bytes);
  generator.fill(message.span());
  return message;
}

inline bool equal(const rlwe::Message& a, const rlwe::Message& b) {
  return ct::equal(a.span(), b.span());
}

/// Whether bit i of the message is one.
inline bool bit_of(const rlwe::Message& message, std::size_t i) {
  return (std::to_integer<unsigned>(message.span()[i / 8]) >> (i % 8) & 1) != 0;
}

/// What the library decodes each residue to: with u = 0, decryption only decodes v.
inline std::vector<bool> decoded_bits(const rlwe::Scheme& scheme) {
  const std::uint64_t q = scheme.parameters().modulus;
  const std::size_t bits_at_once = 8 * scheme.parameters().message_bytes;
  const rlwe::SecretKey key{Poly<rlwe::PolyRing, Eval, Secret>(scheme.ring())};
  std::vector<bool> bits;
  for (std::uint64_t first = 0; first < q; first += bits_at_once) {
    rlwe::Ciphertext ciphertext{Poly<rlwe::PolyRing, Eval>(scheme.ring()), {}};
    for (std::size_t i = 0; i < bits_at_once; ++i) {
      ciphertext.v.push_back(static_cast<std::uint16_t>((first + i) % q));
    }
    const rlwe::Message message = scheme.decrypt(key, ciphertext);
    for (std::size_t i = 0; i < bits_at_once && bits.size() < q; ++i) {
      bits.push_back(bit_of(message, i));
    }
  }
  return bits;
}

}  // namespace lath::testing
