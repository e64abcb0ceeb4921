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

/// The header by its definition, with the hash of OpenSSL.
template <class Scheme>
Bytes header_of(const typename Scheme::Parameters& parameters, int kind, std::uint64_t number) {
  const he::Context& context = *parameters.context();
  Bytes message, header;
  append(message, "lath he 1");
  for (const std::uint64_t x : {std::uint64_t{Scheme::kTag}, std::uint64_t{parameters.degree()},
                                parameters.plaintext_modulus().word(),
                                std::uint64_t{parameters.literal().prime_bits.size()},
                                std::uint64_t{parameters.literal().special_prime_bits.size()}}) {
    append(message, x, 8);
  }
  const DynamicRing ring = context.key_ring();
  for (std::size_t i = 0; i < ring.limbs(); ++i) append(message, ring.modulus(i).value(), 8);
  if (const std::size_t digit = parameters.literal().digit_primes; digit != 0) {
    append(message, 2, 8), append(message, digit, 8);
  }
  if (const std::uint64_t index = parameters.literal().index; index != 0) {
    append(message, 3, 8), append(message, index, 8);
  }
  std::array<unsigned char, 32> digest;
  EVP_Digest(message.data(), message.size(), digest.data(), nullptr, EVP_sha3_256(), nullptr);
  append(header, "lath");
  append(header, static_cast<std::uint64_t>(kind), 1);
  append(header, 1, 1);
  append(header, Scheme::kTag, 2);
  append(header, number, 8);
  for (const unsigned char byte : digest) append(header, byte, 1);
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
