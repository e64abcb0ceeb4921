// SPDX-License-Identifier: Apache-2.0
#include "kernels/packing.hpp"

#include <algorithm>

namespace lath::kernels {
namespace {

void store(std::span<std::byte> out, std::uint64_t x) noexcept {
  for (std::byte& byte : out) {
    byte = static_cast<std::byte>(x & 0xff);
    x >>= 8;
  }
}

std::uint64_t load(std::span<const std::byte> in) noexcept {
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < in.size(); ++i) x |= std::to_integer<std::uint64_t>(in[i]) << (8 * i);
  return x;
}

}  // namespace

template <ResidueWord Word>
void pack(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept {
  uint128 pending = 0;  // bits that were not stored yet, `filled` < 64 of them
  int filled = 0;
  std::size_t at = 0;
  for (const Word word : words) {
    pending |= uint128{word} << filled;
    filled += bits;
    if (filled >= 64) {
      store(out.subspan(at, 8), static_cast<std::uint64_t>(pending));
      at += 8;
      pending >>= 64;
      filled -= 64;
    }
  }
  store(out.subspan(at), static_cast<std::uint64_t>(pending));
}

template <ResidueWord Word>
void unpack(std::span<Word> out, std::span<const std::byte> packed, int bits) noexcept {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  uint128 pending = 0;  // bits that were loaded and not used yet, `filled` of them
  int filled = 0;
  for (Word& word : out) {
    if (filled < bits) {
      const std::size_t size = std::min<std::size_t>(packed.size(), 8);
      pending |= uint128{load(packed.first(size))} << filled;
      packed = packed.subspan(size);
      filled += 64;
    }
    word = static_cast<Word>(static_cast<std::uint64_t>(pending) & mask);
    pending >>= bits;
    filled -= bits;
  }
}

template void pack(std::span<std::byte>, std::span<const std::uint16_t>, int) noexcept;
template void pack(std::span<std::byte>, std::span<const std::uint32_t>, int) noexcept;
template void pack(std::span<std::byte>, std::span<const std::uint64_t>, int) noexcept;
template void unpack(std::span<std::uint16_t>, std::span<const std::byte>, int) noexcept;
template void unpack(std::span<std::uint32_t>, std::span<const std::byte>, int) noexcept;
template void unpack(std::span<std::uint64_t>, std::span<const std::byte>, int) noexcept;

}  // namespace lath::kernels
