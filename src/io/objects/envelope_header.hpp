// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lath/wire/object_kind.hpp"

namespace lath::io {

/// The tag of CBOR for files that are CBOR, by which programs recognise them (RFC 8949, 3.4.6).
inline constexpr std::uint64_t kSelfDescribed = 55799;
inline constexpr unsigned kEnvelopeVersion = 1;
inline constexpr std::size_t kLeastChunkBytes = std::size_t{1} << 10,
                             kMostChunkBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 16;

/// The bytes of a chunk where nobody chooses them: a sixteenth of the object, from 2^12 to 2^16.
[[nodiscard]] constexpr std::uint64_t usual_chunk_bytes(std::uint64_t length) noexcept {
  return std::clamp(std::bit_ceil((length >> 4) + 1), std::uint64_t{1} << 12,
                    std::uint64_t{1} << 16);
}
/// The bytes of a run of chunks, which are in memory at the same time: one chunk at least.
inline constexpr std::uint64_t kRunBytes = kMostChunkBytes;

/// The end of an envelope, behind the chunks.
enum class Proof : std::uint8_t { none = 0, mac = 1, signature = 2 };

/// How a secret is locked: log2 of scrypt's work, and its salt.
struct Lock {
  static constexpr std::size_t kSaltBytes = 32;
  unsigned log2_work = 0;
  std::array<std::byte, kSaltBytes> salt{};
};

/// The header of an envelope.
struct EnvelopeHeader {
  ObjectKind kind{};
  std::uint64_t length = 0;  ///< of the object; of a secret with the 16 bytes that authenticate it
  std::uint64_t chunk_bytes = kMostChunkBytes;
  std::vector<std::byte> parameters;  ///< their bytes, or empty
  std::optional<std::array<std::byte, 32>> fingerprint;
  Proof proof = Proof::none;
  std::optional<Lock> lock;

  [[nodiscard]] std::uint64_t chunks() const noexcept {
    return length == 0 ? 0 : ((length - 1) >> std::countr_zero(chunk_bytes)) + 1;
  }
  /// The bytes of chunk i < chunks().
  [[nodiscard]] std::size_t bytes_of_chunk(std::uint64_t i) const noexcept;
  /// The bytes of `count` > 0 chunks from chunk i on, with their heads.
  [[nodiscard]] std::uint64_t bytes_of_chunks(std::uint64_t i, std::uint64_t count) const noexcept;
  [[nodiscard]] std::uint64_t bytes_of_chunks() const noexcept {
    return bytes_of_chunks(0, chunks());
  }
  /// The chunks of the run that begins with chunk i < chunks().
  [[nodiscard]] std::uint64_t chunks_of_run(std::uint64_t i) const noexcept {
    return std::min(std::max<std::uint64_t>(kRunBytes / chunk_bytes, 1), chunks() - i);
  }
};

[[nodiscard]] std::vector<std::byte> to_cbor(const EnvelopeHeader& header);
/// Throws malformed for bytes that are none, or that are not those that to_cbor() gives.
[[nodiscard]] EnvelopeHeader header_from_cbor(std::span<const std::byte> bytes);

}  // namespace lath::io
