// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "io/objects/envelope_bytes.hpp"
#include "io/objects/envelope_header.hpp"
#include "lath/io/object_keys.hpp"

/// @file
/// Proofs that an envelope is authentic: COSE_Mac0 and COSE_Sign1 (RFC 9052) with a detached
/// payload. The payload is the header with a digest over the digests of all chunks.
namespace lath::io {

inline constexpr std::size_t kChunkDigestBytes = 32;
using ChunkDigest = std::array<std::byte, kChunkDigestBytes>;

/// SHA-256 of a chunk, or of the digests of all chunks.
[[nodiscard]] ChunkDigest chunk_digest(std::span<const std::byte> bytes);

/// The digests of several chunks, one behind the other in `out`, on as many threads as there are,
/// one of which calls `beside` first, if there is such a function. An exception of it passes
/// through.
void chunk_digests(std::span<std::byte> out, std::span<const std::span<const std::byte>> chunks,
                   const std::function<void()>& beside = {});

/// The keys that prove an envelope: at most one.
struct ProofKeys {
  const MacKey* mac = nullptr;
  const SigningKey* signing = nullptr;
  const VerifyingKey* verifying = nullptr;

  [[nodiscard]] Proof proof() const noexcept {
    return mac != nullptr                               ? Proof::mac
           : signing != nullptr || verifying != nullptr ? Proof::signature
                                                        : Proof::none;
  }
};

/// The payload that is proved: an array of the header and of the digest of `digests`.
[[nodiscard]] std::vector<std::byte> proved_payload(std::span<const std::byte> header,
                                                    std::span<const std::byte> digests);

/// The proof of a payload as an item of CBOR.
[[nodiscard]] std::vector<std::byte> prove(std::span<const std::byte> payload,
                                           const ProofKeys& keys);
/// The bytes of that item.
[[nodiscard]] std::size_t proof_bytes(Proof proof) noexcept;

/// Reads the item that proves this payload. Throws malformed for another item, authentication
/// unless the key proves the payload.
void verify_proof(EnvelopeBytes& bytes, std::span<const std::byte> payload, const ProofKeys& keys);
/// Reads the item without a key. Throws malformed for another item.
void skip_proof(EnvelopeBytes& bytes, Proof proof);

}  // namespace lath::io
