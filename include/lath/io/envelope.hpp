// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/io/keys.hpp"
#include "lath/io/stream.hpp"
#include "lath/random/generator.hpp"

/// The file envelope, format version 1: bytes of any number encrypted for the holder of a secret
/// key of any scheme.
///
///   header | chunk 0 | chunk 1 | ... | last chunk
///   header = the eight bytes of an object of kind 4 | fingerprint of the public key (32)
///            | a ciphertext of the scheme's key encapsulation, of the size that it always has
///
/// The payload key is HKDF-SHA256 (RFC 5869) of the encapsulated secret, without salt, with
/// info = "lath envelope 1" || SHA-256(header): whoever changes the header changes the key. A chunk
/// is 64 KiB of the payload under AES-256-GCM (NIST SP 800-38D) followed by the tag of 16 bytes.
/// The chunks form the STREAM construction (V. T. Hoang, R. Reyhanitabar, P. Rogaway, D. Vizár,
/// "Online authenticated-encryption and its nonce-reuse misuse-resistance", CRYPTO 2015) with the
/// nonce
///
///   seven zero bytes | number of the chunk, 32 bits, high byte first | 1 in the last chunk, else 0
///
/// which never repeats, since a key belongs to one envelope. Every chunk but the last is full; the
/// last holds 1 to 65536 bytes, or none where the payload is empty. So the same payload, key and
/// secret give one envelope, and no bytes follow the last chunk.
///
/// The key encapsulation and the chunks together withstand chosen ciphertexts (IND-CCA2): whoever
/// sees what becomes of envelopes of his own making learns nothing about the secret key or about
/// other envelopes. Whoever has the secret key learns from an envelope that it is whole and
/// unchanged, not who made it.
namespace lath::io {

inline constexpr std::size_t kChunkBytes = 65536;
inline constexpr std::size_t kTagBytes = 16;
/// 2^32 chunks, 256 TiB.
inline constexpr std::uint64_t kMaxPayloadBytes = (std::uint64_t{1} << 32) * kChunkBytes;

/// The size of the envelope of `payload` bytes.
[[nodiscard]] std::uint64_t envelope_bytes(Scheme scheme, std::uint64_t payload);

/// Encrypts all of `payload` for `key` to `envelope`; returns the bytes of payload.
///
/// Uses about 4 MiB of memory and allocates nothing per chunk. Throws invalid_argument beyond
/// kMaxPayloadBytes, cancelled, unsupported where OpenSSL lacks a cipher, and whatever `payload`,
/// `envelope`, `generator` and `work` throw; `envelope` then holds a part that decrypt() refuses.
std::uint64_t encrypt(const PublicKey& key, Source& payload, Sink& envelope, Generator& generator,
                      const Work& work = {});

/// Decrypts all of `envelope` to `payload`; returns the bytes of payload.
///
/// Only authentic chunks reach `payload`, in order, but that the envelope is whole is known only
/// when this returns: whoever acts on the bytes waits for that, or calls verify() first. Throws
///  - malformed where the envelope is not one, or ends too early to be one,
///  - mismatch where it was encrypted for another public key, before any decryption,
///  - authentication, saying which chunk, where it was altered, reordered, cut off or extended; a
///    header that was altered shows in chunk 0,
/// and otherwise as encrypt(). Memory as for encrypt().
std::uint64_t decrypt(const SecretKey& key, Source& envelope, Sink& payload, const Work& work = {});

/// As decrypt(), but drops the payload.
std::uint64_t verify(const SecretKey& key, Source& envelope, const Work& work = {});

}  // namespace lath::io
