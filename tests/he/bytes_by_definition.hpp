// SPDX-License-Identifier: Apache-2.0
//
// What objects begin with and are packed as, bit after bit.
#pragma once

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/expect_error.hpp"
#include "he/context.hpp"
#include "he/scheme_bytes.hpp"

namespace lath::testing {

inline void append(Bytes& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}
inline void append(Bytes& bytes, const char* text) {
  for (; *text != 0; ++text) bytes.push_back(static_cast<std::byte>(*text));
}

inline void append_packed(Bytes& bytes, std::span<const std::uint64_t> words, int bits) {
  const std::size_t at = bytes.size(), width = static_cast<std::size_t>(bits);
  bytes.resize(at + (words.size() * width + 7) / 8);
  for (std::size_t i = 0; i < words.size() * width; ++i) {
    const std::uint64_t bit = words[i / width] >> (i % width) & 1;
    bytes[at + i / 8] |= static_cast<std::byte>(bit << (i % 8));
  }
}

/// SHA3-256 by OpenSSL.
inline Bytes hash_of(const Bytes& message) {
  std::array<unsigned char, 32> digest;
  EVP_Digest(message.data(), message.size(), digest.data(), nullptr, EVP_sha3_256(), nullptr);
  Bytes bytes;
  for (const unsigned char byte : digest) append(bytes, byte, 1);
  return bytes;
}

/// The header by its definition: keys and plaintexts have no scheme, and plaintexts no identifier.
template <class Scheme>
Bytes header_of(const typename Scheme::Parameters& parameters, int kind, std::uint64_t number,
                he::KeyId id) {
  const he::Literal& literal = parameters.literal();
  const std::uint64_t index = literal.index != 0 ? literal.index : 2 * literal.degree;
  const std::size_t special = literal.special_prime_bits.size();
  Bytes keys;
  append(keys, "lath he keys 2");
  append(keys, index, 8);
  append(keys, literal.prime_bits.size(), 8);
  append(keys, special, 8);
  const DynamicRing ring = parameters.key_ring();
  for (std::size_t i = 0; i < ring.limbs(); ++i) append(keys, ring.modulus(i).value(), 8);
  append(keys, literal.digit_primes != 0 ? literal.digit_primes : special, 8);
  append(keys, static_cast<std::uint64_t>(literal.errors), 8);

  const bool of_keys = kind >= 9 && kind <= 12, of_plaintexts = kind == 8;
  Bytes fingerprint = hash_of(keys);
  if (!of_keys) {
    Bytes message;
    append(message, of_plaintexts ? "lath he plaintexts 2" : "lath he 2");
    append(message, of_plaintexts ? index : std::uint64_t{kTag<Scheme>}, 8);
    if (!of_plaintexts) message.insert(message.end(), fingerprint.begin(), fingerprint.end());
    append(message, parameters.plaintext_modulus().word(), 8);
    fingerprint = hash_of(message);
  }
  Bytes header;
  append(header, "lath");
  append(header, static_cast<std::uint64_t>(kind), 1);
  append(header, 2, 1);
  append(header, of_keys || of_plaintexts ? 0 : kTag<Scheme>, 2);
  append(header, number, 8);
  header.insert(header.end(), fingerprint.begin(), fingerprint.end());
  if (!of_plaintexts) append(header, id.value(), 8);
  return header;
}

/// Expects that an object is written to memory of its size, and to no other.
template <class Object>
void expect_written(const Object& object) {
  const Bytes expected = copy(to_bytes(object));
  Bytes out(expected.size() + 1);
  to_bytes(object, std::span(out).first(expected.size()));
  out.pop_back();
  EXPECT_EQ(out, expected);
  for (const std::size_t size : {std::size_t{0}, expected.size() - 1, expected.size() + 1}) {
    Bytes other(size);
    expect_error([&] { to_bytes(object, std::span(other)); }, ErrorCode::mismatch,
                 {std::to_string(size) + " bytes", std::to_string(expected.size())});
    EXPECT_EQ(other, Bytes(size));
  }
}

}  // namespace lath::testing
