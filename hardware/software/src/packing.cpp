// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "chunks.hpp"
#include "lath/base/error.hpp"
#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware {

std::size_t packed_bytes(const CoefficientModulus& q, std::size_t coefficients) {
  if (!q.is_power_of_two()) {
    throw Error(ErrorCode::unsupported, "packed coefficients modulo a product of primes",
                "need a power of two", "store the words");
  }
  return (coefficients * static_cast<std::size_t>(q.bits()) + 7) / 8;
}

void pack(std::span<std::byte> packed, std::span<const std::uint32_t> words,
          const CoefficientModulus& q) {
  const std::size_t coefficients = words.size() / kChunks, bytes = packed_bytes(q, coefficients);
  if (words.size() != coefficients * kChunks || packed.size() != bytes) {
    throw Error(
        ErrorCode::mismatch,
        std::to_string(words.size()) + " words for " + std::to_string(packed.size()) + " bytes",
        "need five words for each coefficient, and " + std::to_string(bytes) + " bytes",
        "ask packed_bytes()");
  }
  // Fewer than 8 bits wait for the next chunk.
  std::uint64_t bits = 0;
  int held = 0;
  std::byte* to = packed.data();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_last = i % kChunks + 1 == kChunks;
    bits |= std::uint64_t{words[i]} << held;
    held += is_last ? q.bits() - kChunkBits * (static_cast<int>(kChunks) - 1) : kChunkBits;
    for (; held >= 8; held -= 8, bits >>= 8) *to++ = static_cast<std::byte>(bits);
  }
  if (held != 0) *to = static_cast<std::byte>(bits);
}

}  // namespace lath::hardware
