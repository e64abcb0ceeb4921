// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "lath/base/constant_time.hpp"

/// Decapsulation with implicit rejection: the parts of a secret key, and the last step, without a
/// branch on whether the ciphertext was honest.
namespace lath::detail {

/// The parts of a secret key: the secret key of the encryption, the public key, the hash of the
/// public key, and the seed for the secrets of dishonest ciphertexts.
template <class Byte>
struct SecretKeyParts {
  std::span<Byte> s, public_key;
  std::span<Byte, 32> hash, z;

  SecretKeyParts(std::span<Byte> key, std::size_t s_bytes)
      : s(key.first(s_bytes)),
        public_key(key.subspan(s_bytes, key.size() - s_bytes - 64)),
        hash(key.last(64).template first<32>()),
        z(key.template last<32>()) {}
};
template <class Byte, std::size_t kSize>
SecretKeyParts(std::span<Byte, kSize>, std::size_t) -> SecretKeyParts<Byte>;

/// All ones where two strings of one length are equal, else all zeros.
inline std::uint64_t mask_equal_bytes(std::span<const std::byte> a,
                                      std::span<const std::byte> b) noexcept {
  std::uint64_t difference = 0;
  std::size_t i = 0;
  for (; i + 8 <= a.size(); i += 8) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a.data() + i, 8);
    std::memcpy(&y, b.data() + i, 8);
    difference |= x ^ y;
  }
  for (; i < a.size(); ++i) difference |= std::to_integer<std::uint64_t>(a[i] ^ b[i]);
  return ct::mask_equal(difference, std::uint64_t{0});
}

/// Replaces the bytes of `out` by the bytes of `replacement`, as many, where `mask` is all ones.
inline void replace_if(std::uint64_t mask, std::span<std::byte> out,
                       std::span<const std::byte> replacement) noexcept {
  const auto byte_mask = static_cast<std::uint8_t>(mask);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] =
        static_cast<std::byte>(ct::select(byte_mask, std::to_integer<std::uint8_t>(replacement[i]),
                                          std::to_integer<std::uint8_t>(out[i])));
  }
}

}  // namespace lath::detail
