// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/seal/parts.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// The pieces of SEAL's keys. A public key is a ciphertext of zero (b, a) modulo all primes, by its
/// values. Keys of a key switch are
///
///     parms_id, 32 bytes | the number of lists | for each list: its length | public keys
///
/// A list has a key for each digit, P w_d added to b_d where the secret is switched from, and no
/// keys at all where there is none. RelinKeys have the list of s^2, GaloisKeys at (g - 1)/2 the
/// list of s(x^g).
namespace lath::io::seal {

/// (b, a) of a key modulo all primes.
struct KeyPair {
  Poly<DynamicRing, Eval> b, a;
};

/// The bytes of the members of a public key with so many words in one of its parts.
[[nodiscard]] constexpr std::uint64_t members_of_key(std::size_t words) noexcept {
  return members_of_parts(2 * words);
}
/// The most bytes that they may take: with a seed, in a tiny ring.
[[nodiscard]] constexpr std::uint64_t most_members_of_key(std::size_t words) noexcept {
  const std::uint64_t plain = members_of_key(words), seeded = members_of_seeded_parts(words);
  return plain < seeded ? seeded : plain;
}

/// Reads the members of a public key of these parameters. Throws malformed or mismatch.
[[nodiscard]] KeyPair take_key(MemberReader& reader, const he::SchemeParameters& parameters,
                               const ChainIds& chain);
/// Writes an object that is a public key: key_bytes(words) bytes.
void put_key(MemberWriter& writer, const ChainIds& chain, const KeyPair& key);
[[nodiscard]] constexpr std::uint64_t key_bytes(std::size_t words) noexcept {
  return kHeaderBytes + members_of_key(words);
}

}  // namespace lath::io::seal
