// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/io/fingerprint.hpp"
#include "lath/lattice/rlwe.hpp"

/// Experimental byte formats of the objects of lath::rlwe: format version 0, which any release may
/// change. Every object is a string of a fixed size that starts with eight bytes,
///
///   "lath" | kind (1) | format version (1) | scheme (1) | 0
///
/// with kind 1 = public key, 2 = secret key, 3 = ciphertext, 4 = envelope and scheme 1 = rlwe with
/// n = 1024, q = 12289. What follows are the bytes of rlwe::Scheme::to_bytes(). Keys end in
/// the SHA-256 digest of all bytes before it, so that a damaged file is recognised; the digest of a
/// public key is also its fingerprint.
///
/// A reader trusts nothing: it checks the size, all eight bytes, the digest and that every word is
/// below q, and throws malformed otherwise. One object has one encoding.
namespace lath::io {

inline constexpr std::size_t kObjectHeaderBytes = 8;
/// A polynomial, and the 256 coefficients of v, in words of 14 bits.
inline constexpr std::size_t kPolyBytes = 1024 * 14 / 8, kMessagePartBytes = 256 * 14 / 8;
inline constexpr std::size_t kDigestBytes = 32;
/// header | seed | b | digest
inline constexpr std::size_t kPublicKeyBytes =
    kObjectHeaderBytes + sizeof(rlwe::PublicSeed) + kPolyBytes + kDigestBytes;
/// header | fingerprint of the public key | s | digest
inline constexpr std::size_t kSecretKeyBytes =
    kObjectHeaderBytes + kDigestBytes + kPolyBytes + kDigestBytes;
/// header | u | v
inline constexpr std::size_t kCiphertextBytes = kObjectHeaderBytes + kPolyBytes + kMessagePartBytes;

/// The scheme of these objects, with recommended_parameters(SecurityLevel::bits128).
[[nodiscard]] const rlwe::Scheme& rlwe_scheme();

/// A secret key that knows which public key it belongs to.
struct IdentifiedSecretKey {
  rlwe::SecretKey secret_key;
  Fingerprint public_key;
};

/// The secret key of a pair with the fingerprint of its public key.
[[nodiscard]] IdentifiedSecretKey identify(rlwe::KeyPair pair);

/// The fingerprint of `key`. Costs one encoding and one SHA-256.
[[nodiscard]] Fingerprint fingerprint(const rlwe::PublicKey& key);

/// The encodings, of the sizes above. Constant time in the secret key, whose bytes are wiped when
/// the result is destroyed.
[[nodiscard]] Buffer<std::byte> to_bytes(const rlwe::PublicKey& key);
[[nodiscard]] Buffer<std::byte, Secret> to_bytes(const IdentifiedSecretKey& key);
[[nodiscard]] Buffer<std::byte> to_bytes(const rlwe::Ciphertext& ciphertext);

/// The objects that `bytes` encode. Throw malformed as said above, and for an object of another
/// kind. Whether a secret key is well-formed is revealed, and nothing else about it.
[[nodiscard]] rlwe::PublicKey public_key_from_bytes(std::span<const std::byte> bytes);
[[nodiscard]] IdentifiedSecretKey secret_key_from_bytes(std::span<const std::byte> bytes);
[[nodiscard]] rlwe::Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes);

}  // namespace lath::io
