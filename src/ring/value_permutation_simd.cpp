// SPDX-License-Identifier: Apache-2.0
//
// Permutations of evaluation forms on vectors: one load, one shuffle and one store for each vector.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ring/value_permutation_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ring/value_permutation.hpp"

#ifndef LATH_KERNELS_VALUE_PERMUTATION
#define LATH_KERNELS_VALUE_PERMUTATION
namespace lath::detail {

using PermutationTables = ValuePermutation::Tables;

// Words in a cache line, and in a chunk: sources jump inside of a chunk, so that the CPU does not
// foresee them, and one chunk is fetched in order while another is read. Rows of so few bytes are
// in the first-level cache as a whole, or soon.
template <ResidueWord Word>
constexpr std::size_t kLineWords = 64 / sizeof(Word);
template <ResidueWord Word>
constexpr std::size_t kChunkWords = 2048 / sizeof(Word);
constexpr std::size_t kChunksAhead = 2, kBytesUnfetched = 8192;
// Rows of more bytes, and their results, come from memory rather than from the third-level cache.
constexpr std::size_t kBytesNear = std::size_t{1} << 23;

// The chunk of `a` that the chunk at word c of the result comes from; behind the last one comes the
// first of the next row, since rows lie one after the other. The address is for fetching only.
template <ResidueWord Word>
std::uintptr_t source_chunk(const PermutationTables& by, const Word* a, std::size_t c) noexcept {
  const std::size_t n = by.degree, first = c < n ? c : c - n;
  const std::size_t start = by.starts[first / ValuePermutation::kBlock];
  const std::size_t word = start / kChunkWords<Word> * kChunkWords<Word> + (c - first);
  return reinterpret_cast<std::uintptr_t>(a) + word * sizeof(Word);
}

// Into the first-level cache; or only into the second-level one, which has room for more that is
// on its way, as memory needs.
template <bool kFar>
inline void fetch(std::uintptr_t address) noexcept {
  const void* line = reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr)
  __builtin_prefetch(line, 0, kFar ? 2 : 3);
}

}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::FixedTag<std::uint32_t, HWY_MAX_BYTES / 4>;
constexpr D32 kD32;

// Moves a vector, with its 32-bit lanes in another order.
template <ResidueWord Word>
HWY_INLINE void move(const Word* from, const std::uint32_t* order, Word* to) noexcept {
  const hn::Repartition<Word, D32> d;
  const auto v = hn::BitCast(kD32, hn::LoadU(d, from));
  // Not all orders of halves of words are for whole vectors.
  const auto lanes = hn::And(hn::LoadU(kD32, order), hn::Set(kD32, hn::MaxLanes(kD32) - 1));
  const auto moved = hn::TableLookupLanes(v, hn::IndicesFromVec(kD32, lanes));
  hn::StoreU(hn::BitCast(d, moved), d, to);
}

// Writes the cache line at word j.
#if HWY_TARGET == HWY_AVX3
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint64_t* out,
                           const std::uint64_t* a) noexcept {
  const std::size_t start = by.starts[j / 8], s = start % 8;
  move(a + start - s, by.halves8 + 16 * s, out + j);
}
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint32_t* out,
                           const std::uint32_t* a) noexcept {
  const std::size_t start = by.starts[j / 8], s = start % 16;
  move(a + start - s, by.inside16 + 16 * s, out + j);
}
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint16_t* out,
                           const std::uint16_t* a) noexcept {
  const hn::FixedTag<std::uint16_t, 32> d;
  const hn::FixedTag<std::uint8_t, 32> bytes;
  const std::size_t start = by.starts[j / 8], s = start % 32;
  const auto order = hn::PromoteTo(d, hn::LoadU(bytes, by.inside32 + 32 * s));
  const auto v = hn::LoadU(d, a + start - s);
  // Highway looks up 16-bit lanes from version 1.0.5 on.
  hn::StoreU(hn::Vec<decltype(d)>{_mm512_permutexvar_epi16(order.raw, v.raw)}, d, out + j);
}
#else
// The halves of a block come from the halves of another, since t_0 + g t is even for all even t or
// for all odd t.
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint64_t* out,
                           const std::uint64_t* a) noexcept {
  const std::size_t start = by.starts[j / 8], s = start % 8, half = s & 4;
  const std::uint32_t* order = by.halves8 + 16 * s;
  move(a + start - s + half, order, out + j);
  move(a + start - s + (half ^ 4), order + 8, out + j + 4);
}
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint32_t* out,
                           const std::uint32_t* a) noexcept {
  for (std::size_t i = j; i < j + 16; i += 8) {
    const std::size_t start = by.starts[i / 8], s = start % 8;
    move(a + start - s, by.inside8 + 8 * s, out + i);
  }
}
HWY_INLINE void write_line(const PermutationTables& by, std::size_t j, std::uint16_t* out,
                           const std::uint16_t* a) noexcept {
  const hn::FixedTag<std::uint16_t, 8> d;
  const hn::FixedTag<std::uint8_t, 16> bytes;
  for (std::size_t i = j; i < j + 32; i += 8) {
    const std::size_t start = by.starts[i / 8], s = start % 8;
    const auto v = hn::BitCast(bytes, hn::LoadU(d, a + start - s));
    const auto order = hn::LoadU(bytes, by.byte_halves8 + 16 * s);
    hn::StoreU(hn::BitCast(d, hn::TableLookupBytes(v, order)), d, out + i);
  }
}
#endif

template <bool kFar, ResidueWord Word>
void permute_chunks(const PermutationTables& by, Word* out, const Word* a) noexcept {
  constexpr std::size_t kChunk = kChunkWords<Word>;
  for (std::size_t c = 0; c < by.degree; c += kChunk) {
    const std::uintptr_t next = source_chunk(by, a, c + kChunksAhead * kChunk);
    for (std::size_t i = 0; i < kChunk; i += kLineWords<Word>) {
      fetch<kFar>(next + i * sizeof(Word));
      write_line(by, c + i, out, a);
    }
  }
}

template <ResidueWord Word>
bool permute(const PermutationTables by, Word* out, const Word* a, std::size_t rows) noexcept {
  constexpr std::size_t kLine = kLineWords<Word>;
  const std::size_t n = by.degree;
  if (n < kLine) return false;
  if (n <= kBytesUnfetched / sizeof(Word)) {
    for (std::size_t j = 0; j < n; j += kLine) write_line(by, j, out, a);
  } else if (rows * n <= kBytesNear / sizeof(Word)) {
    permute_chunks<false>(by, out, a);
  } else {
    permute_chunks<true>(by, out, a);
  }
  return true;
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

template <ResidueWord Word>
bool permute_values(Isa isa, [[maybe_unused]] const PermutationTables& by,
                    [[maybe_unused]] Word* out, [[maybe_unused]] const Word* a,
                    [[maybe_unused]] std::size_t rows) noexcept {
  LATH_RETURN_ON_AVX512(isa, permute(by, out, a, rows));
  LATH_RETURN_ON_AVX2(isa, permute(by, out, a, rows));
  return false;
}

template bool permute_values(Isa, const PermutationTables&, std::uint16_t*, const std::uint16_t*,
                             std::size_t) noexcept;
template bool permute_values(Isa, const PermutationTables&, std::uint32_t*, const std::uint32_t*,
                             std::size_t) noexcept;
template bool permute_values(Isa, const PermutationTables&, std::uint64_t*, const std::uint64_t*,
                             std::size_t) noexcept;

}  // namespace lath::detail
#endif  // HWY_ONCE
