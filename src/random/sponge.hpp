// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

/// The hash and extendable-output functions of FIPS 202. Constant time in what is hashed; states
/// are wiped. OpenSSL has the same functions, but before version 3.3 gives an output only once, and
/// has none that run side by side.
namespace lath::fips202 {

/// A sponge over Keccak-f[1600]: bytes of a block, and the bits behind a message with the first bit
/// of the padding.
struct Function {
  std::size_t rate;
  std::uint8_t suffix;
};
inline constexpr Function kSha3_256{136, 0x06}, kSha3_512{72, 0x06}, kShake128{168, 0x1f},
    kShake256{136, 0x1f};

/// One message, absorbed in parts, and its output, squeezed in parts. How they are divided changes
/// nothing.
class Sponge {
 public:
  explicit Sponge(Function function) noexcept : function_(function) {}
  Sponge(const Sponge&) = delete;
  Sponge& operator=(const Sponge&) = delete;
  ~Sponge();

  /// Adds to the message. Not after squeeze().
  Sponge& absorb(std::span<const std::byte> part) noexcept;
  /// The next bytes of the output; the first call ends the message.
  void squeeze(std::span<std::byte> out) noexcept;

 private:
  void end_message() noexcept;

  Function function_;
  std::array<std::uint64_t, 25> state_{};
  std::size_t at_ = 0;  // in the block
  bool squeezing_ = false;
};

/// The output of four messages, side by side.
class FourSponges {
 public:
  static constexpr std::size_t kCount = 4;
  using Messages = std::array<std::span<const std::byte>, kCount>;

  /// Messages shorter than a block.
  FourSponges(Isa isa, Function function, const Messages& messages) noexcept;
  FourSponges(const FourSponges&) = delete;
  FourSponges& operator=(const FourSponges&) = delete;
  ~FourSponges();

  /// The next blocks of each: `out` has room for as many whole blocks of the four, which come one
  /// message behind the other.
  void squeeze(std::span<std::byte> out) noexcept;

 private:
  Isa isa_;
  Function function_;
  alignas(32) std::array<std::uint64_t, 25 * kCount> states_{};
};

}  // namespace lath::fips202
