// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstring>

#include "residue_kernels.hpp"

namespace lath::hardware::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "bursts are read as bytes");

void columns(Column* out, const std::int8_t* u) noexcept {
  std::fill(out, out + kColumns, Column{0});
  for (std::size_t first = 0, t = 0; first < kDegree; first += kColumns, ++t) {
    const std::size_t count = std::min(kColumns, kDegree - first);
    for (std::size_t j = 0; j < count; ++j) out[j] |= static_cast<Column>(u[first + j]) << t;
  }
}

std::uint32_t read(Word* results, const Burst* bursts, Word prime) noexcept {
  return read_pairs(results, bursts, prime, 0);
}

// Coefficients 2 j and 2 j + 1 in one word, the first in its lower half, the second in its upper
// half. They begin in byte 54 j / 8, and end within the 8 bytes from there, which are in the
// prime's bursts.
constexpr int kPairBits = 2 * kChunkBits;
static_assert(kDegree % 2 == 0 && kPairBits + 6 <= 64);
static_assert((kPairs - 1) * kPairBits / 8 + 8 <= kResultBursts * sizeof(Burst));
std::uint64_t pair_at(const unsigned char* bytes, std::size_t j) noexcept {
  const std::size_t bit = j * kPairBits;
  std::uint64_t window;
  std::memcpy(&window, bytes + bit / 8, sizeof window);
  window >>= bit % 8;
  return (window & kChunkMask) | (window << (32 - kChunkBits) & std::uint64_t{kChunkMask} << 32);
}

}  // namespace

std::uint32_t read_pairs(Word* results, const Burst* bursts, Word prime,
                         std::size_t first) noexcept {
  // The top bit of a difference is set where it is negative, as all are below 2^27; only then does
  // the lower one borrow from the upper one.
  const std::uint64_t most = (prime - 1) * ((std::uint64_t{1} << 32) + 1);
  std::uint64_t beyond = 0;
  for (std::size_t j = first; j < kPairs; ++j) {
    const std::uint64_t pair = pair_at(bytes_of(bursts), j);
    store_pair(results, j, pair);
    beyond |= most - pair;
  }
  return static_cast<Word>(beyond | beyond >> 32) & Word{1} << 31;
}

ResidueKernels reference_residue_kernels() noexcept { return {columns, read}; }

}  // namespace lath::hardware::detail
