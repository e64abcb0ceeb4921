// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/io/keys.hpp"
#include "lath/io/stream.hpp"
#include "lath/random/generator.hpp"

/// @file
/// The envelope, format version 1: a payload of any length, encrypted for the owner of a secret key
/// of any scheme.
///
///     header | chunk 0 | chunk 1 | ... | last chunk
///     header = the eight bytes of an object of kind 4 | fingerprint of the public key (32)
///              | a ciphertext of the scheme's key encapsulation, of fixed size
///
/// The payload key is HKDF-SHA256 (RFC 5869) of the encapsulated secret, without salt, with
/// info = "lath envelope 1" || SHA-256(header), so that it depends on every byte of the header. A
/// chunk is 64 KiB of the payload under AES-256-GCM (NIST SP 800-38D), followed by its tag of 16
/// bytes. The chunks form the STREAM construction (V. T. Hoang, R. Reyhanitabar, P. Rogaway,
/// D. Vizár, "Online authenticated-encryption and its nonce-reuse misuse-resistance", CRYPTO 2015)
/// with the nonce
///
///     seven zero bytes | number of the chunk (4 bytes, big-endian) | 1 in the last chunk, else 0
///
/// Nonces never repeat, since every envelope has a key of its own. Every chunk but the last is
/// full; the last one holds 1 to 65536 bytes, or none if the payload is empty. A payload, a key and
/// a secret therefore give one envelope, and nothing follows the last chunk.
///
/// The key encapsulation and the chunks together are secure against chosen ciphertexts (IND-CCA2):
/// an attacker who sees how envelopes of his own making are received learns nothing about the
/// secret key or about other envelopes. An envelope that opens is complete and unchanged; it does
/// not say who made it.
namespace lath::io {

/// The payload of a full chunk.
inline constexpr std::size_t kChunkBytes = 65536;
/// The authentication tag at the end of each chunk.
inline constexpr std::size_t kTagBytes = 16;
/// The largest payload: 2^32 chunks, 256 TiB.
inline constexpr std::uint64_t kMaxPayloadBytes = (std::uint64_t{1} << 32) * kChunkBytes;

/// The size of the envelope of `payload` bytes. Throws invalid_argument beyond kMaxPayloadBytes.
[[nodiscard]] std::uint64_t envelope_bytes(FileScheme scheme, std::uint64_t payload);

/// Encrypts all of `payload` for `key` and writes the envelope. Returns the size of the payload.
///
/// Uses about 4 MiB of memory and allocates nothing per chunk. Throws invalid_argument beyond
/// kMaxPayloadBytes, cancelled, unsupported if OpenSSL lacks a cipher, and whatever `payload`,
/// `envelope`, `generator` and `work` throw; `envelope` then holds a part that decrypt() refuses.
std::uint64_t encrypt(const PublicKey& key, Source& payload, Sink& envelope, Generator& generator,
                      const Work& work = {});

/// Decrypts all of `envelope` and writes the payload. Returns the size of the payload.
///
/// Only authentic chunks reach `payload`, in order. That the envelope is complete is known only
/// when this function returns: wait for that before acting on the bytes, or call verify() first.
/// Throws
///  - malformed if the input is no envelope or ends too early to be one,
///  - mismatch if it was encrypted for another public key, before any decryption,
///  - authentication if it was altered, reordered, cut off or extended, with the number of the
///  chunk;
///    an altered header shows in chunk 0,
///
/// and otherwise as encrypt(). Takes as much memory.
std::uint64_t decrypt(const SecretKey& key, Source& envelope, Sink& payload, const Work& work = {});

/// As decrypt(), but discards the payload.
std::uint64_t verify(const SecretKey& key, Source& envelope, const Work& work = {});

}  // namespace lath::io
