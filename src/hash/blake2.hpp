// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// The hash function BLAKE2b (RFC 7693), keyed or not, and the extendable-output function BLAKE2Xb
/// made of it (J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, C. Winnerlein, "BLAKE2X", 2016). Both
/// take a few hundred bytes of memory for a message of any length. Constant time in message and
/// key; states are wiped.
namespace lath::detail {

inline constexpr std::size_t kBlake2bDigest = 64;  ///< the most bytes of a digest
inline constexpr std::size_t kBlake2bKey = 64;     ///< the most bytes of a key

/// One message, absorbed in parts. The digest does not depend on how the message is divided.
class Blake2b {
 public:
  /// The numbers that begin the state: section 2.8 of the paper on BLAKE2 for trees of hashes. The
  /// defaults are of a hash that stands alone.
  struct Shape {
    std::uint8_t digest_bytes = kBlake2bDigest;
    std::uint8_t key_bytes = 0;
    std::uint8_t fanout = 1, depth = 1;
    std::uint32_t leaf_length = 0, node_offset = 0, output_bytes = 0;
    std::uint8_t node_depth = 0, inner_length = 0;
  };

  /// A hash of this shape. The key has shape.key_bytes bytes, at most 64.
  explicit Blake2b(const Shape& shape, std::span<const std::byte> key = {}) noexcept;
  Blake2b(const Blake2b&) = delete;
  Blake2b& operator=(const Blake2b&) = delete;
  ~Blake2b();

  /// Adds to the message.
  Blake2b& absorb(std::span<const std::byte> part) noexcept;
  /// Ends the message and writes the first bytes of the digest, at most 64. Once.
  void finish(std::span<std::byte> out) noexcept;

 private:
  static constexpr std::size_t kBlock = 128;
  void compress(std::uint64_t last) noexcept;

  std::array<std::uint64_t, 8> state_;
  std::array<std::byte, kBlock> block_{};
  std::size_t at_ = 0;       // bytes in the block
  std::uint64_t count_ = 0;  // bytes that were compressed
};

/// BLAKE2b of a message, with a digest of 1 to 64 bytes and a key of at most 64.
void blake2b(std::span<std::byte> out, std::span<const std::byte> message,
             std::span<const std::byte> key = {}) noexcept;

/// BLAKE2Xb of a message, with an output of 1 to 2^32 - 2 bytes, whose length is a part of what is
/// hashed, and a key of at most 64 bytes.
void blake2xb(std::span<std::byte> out, std::span<const std::byte> message,
              std::span<const std::byte> key = {}) noexcept;

}  // namespace lath::detail
