// SPDX-License-Identifier: Apache-2.0
//
// Products of halves to products of wholes, and the sums of rows, on vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hardware/software/src/row_kernels_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>

#include "recursion_kernels.hpp"
#include "targets.inl"

HWY_BEFORE_NAMESPACE();
namespace lath::hardware::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = HWY_MAX_BYTES / 4;
constexpr hn::FixedTag<Word, kLanes> kWords;
constexpr hn::FixedTag<Word, 4> kFour;
constexpr hn::FixedTag<Word, 1> kOne;

// step(d, i) for vectors from word 0 to n.
template <class Step>
HWY_INLINE void for_vectors(std::size_t n, const Step& step) noexcept {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) step(kWords, i);
  for (; i + 4 <= n; i += 4) step(kFour, i);
  for (; i < n; ++i) step(kOne, i);
}

// The four blocks of a product of wholes from the two blocks of three products of halves, L, H and
// M = (L + H)(L' + H'): L_0, M_0 - L_0 + T, M_1 - H_1 - T, H_1 with T = L_1 - H_0.
template <class D>
struct Joined {
  hn::Vec<D> blocks[4];

  HWY_INLINE Joined(hn::Vec<D> low0, hn::Vec<D> low1, hn::Vec<D> high0, hn::Vec<D> high1,
                    hn::Vec<D> sum0, hn::Vec<D> sum1) noexcept {
    const auto t = hn::Sub(low1, high0);
    blocks[0] = low0;
    blocks[1] = hn::Add(hn::Sub(sum0, low0), t);
    blocks[2] = hn::Sub(hn::Sub(sum1, high1), t);
    blocks[3] = high1;
  }
};

// kWhole: all upper halves have this word; those of the last row do not.
template <bool kWhole, class D>
HWY_INLINE Joined<D> join_at(D d, const Word* in, std::size_t product, std::size_t block) noexcept {
  const auto low = [=](std::size_t t) HWY_ATTR { return hn::LoadU(d, in + t * product); };
  const auto high = [=](std::size_t t) HWY_ATTR {
    return kWhole ? hn::LoadU(d, in + t * product + block) : hn::Zero(d);
  };
  return {low(0), high(0), low(1), high(1), low(2), high(2)};
}

// step(d, i, whole) for a block of h rows, whose last one the upper halves lack.
template <class Step>
HWY_INLINE void for_block(std::size_t h, std::size_t words, const Step& step) noexcept {
  const std::size_t n = (h - 1) * words;
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) step(kWords, i, std::true_type{});
  if (i < n) step(kWords, n - kLanes, std::true_type{});  // some of them once more
  for (i = n; i + 4 <= n + words; i += 4) step(kFour, i, std::false_type{});
  for (; i < n + words; ++i) step(kOne, i, std::false_type{});
}

void join(Word* out, const Word* in, std::size_t h, std::size_t words) noexcept {
  const std::size_t block = h * words, product = 2 * block - words;
  for_block(h, words, [=](auto d, std::size_t i, auto whole) HWY_ATTR {
    const auto r = join_at<decltype(whole)::value>(d, in + i, product, block);
    for (std::size_t b = 0; b < 3; ++b) hn::StoreU(r.blocks[b], d, out + b * block + i);
    if constexpr (whole) hn::StoreU(r.blocks[3], d, out + 3 * block + i);
  });
}

void join_twice(Word* out, const Word* in, std::size_t h, std::size_t words) noexcept {
  const std::size_t block = h * words, product = 2 * block - words;
  for_block(h, words, [=](auto d, std::size_t i, auto whole) HWY_ATTR {
    constexpr bool kWhole = decltype(whole)::value;
    const auto low = join_at<kWhole>(d, in + i, product, block);
    const auto high = join_at<kWhole>(d, in + 3 * product + i, product, block);
    const auto sum = join_at<kWhole>(d, in + 6 * product + i, product, block);
    const Joined<decltype(d)> even(low.blocks[0], low.blocks[2], high.blocks[0], high.blocks[2],
                                   sum.blocks[0], sum.blocks[2]);
    const Joined<decltype(d)> odd(low.blocks[1], low.blocks[3], high.blocks[1], high.blocks[3],
                                  sum.blocks[1], sum.blocks[3]);
    for (std::size_t b = 0; b < 4; ++b) {
      hn::StoreU(even.blocks[b], d, out + 2 * b * block + i);
      if (kWhole || b < 3) hn::StoreU(odd.blocks[b], d, out + (2 * b + 1) * block + i);
    }
  });
}

// A period of rows is a whole number of vectors; ones where a carry comes in, not to chunk 0.
constexpr std::size_t kPeriod = 80;
constexpr std::array<Word, kPeriod> carries_into(std::size_t lanes) noexcept {
  std::array<Word, kPeriod> masks{};
  for (std::size_t i = 0; i < kPeriod; ++i) masks[i] = i / lanes % kChunks == 0 ? 0 : ~Word{0};
  return masks;
}

template <class D>
HWY_INLINE void carry_at(D d, Word* at, std::size_t lanes, const Word* into) noexcept {
  const hn::RebindToSigned<D> di;
  const auto before = hn::BitCast(di, hn::LoadU(d, at - lanes));
  const auto carried = hn::BitCast(d, hn::ShiftRight<kChunkBits>(before));
  const auto kept = hn::And(hn::LoadU(d, at), hn::Set(d, kChunkMask));
  hn::StoreU(hn::Add(kept, hn::And(carried, hn::LoadU(d, into))), d, at);
}

// From the last word to the first, which others still read.
template <std::size_t lanes>
void carry_lanes(Word* rows, std::size_t count) noexcept {
  alignas(64) static constexpr auto kInto = carries_into(lanes);
  std::size_t i = count * kChunks * lanes;
  for (; i > kPeriod && i % kPeriod != 0; --i) {
    carry_at(kOne, rows + i - 1, lanes, kInto.data() + (i - 1) % kPeriod);
  }
  for (; i > kPeriod; i -= kPeriod) {
    for (std::size_t v = kPeriod; v != 0; v -= kLanes) {
      carry_at(kWords, rows + i - kPeriod + v - kLanes, lanes, kInto.data() + v - kLanes);
    }
  }
  for (; i > lanes; --i) carry_at(kOne, rows + i - 1, lanes, kInto.data() + i - 1);
  for (; i != 0; --i) rows[i - 1] &= kChunkMask;
}

void carry(Word* rows, std::size_t count, Lanes lanes) noexcept {
  lanes == Lanes::one ? carry_lanes<1>(rows, count) : carry_lanes<4>(rows, count);
}

void add(Word* out, const Word* a, const Word* b, std::size_t words) noexcept {
  for_vectors(words, [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, out + i);
  });
}
void subtract(Word* out, const Word* a, const Word* b, std::size_t words) noexcept {
  for_vectors(words, [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Sub(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, out + i);
  });
}
void subtract_sum(Word* from, Word* sums, const Word* a, const Word* b,
                  std::size_t words) noexcept {
  for_vectors(words, [=](auto d, std::size_t i) HWY_ATTR {
    const auto sum = hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i));
    hn::StoreU(sum, d, sums + i);
    hn::StoreU(hn::Sub(hn::LoadU(d, from + i), sum), d, from + i);
  });
}

void first_lane(Word* out, const Burst* in, std::size_t count) noexcept {
  const hn::FixedTag<std::uint64_t, 2> d64;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const auto burst = [=](std::size_t k)
                           HWY_ATTR { return hn::LoadU(kFour, in[i + k].words.data()); };
    const auto low = hn::InterleaveLower(kFour, burst(0), burst(1));
    const auto high = hn::InterleaveLower(kFour, burst(2), burst(3));
    const auto all = hn::InterleaveLower(d64, hn::BitCast(d64, low), hn::BitCast(d64, high));
    hn::StoreU(hn::BitCast(kFour, all), kFour, out + i);
  }
  for (; i < count; ++i) out[i] = in[i].words[0];
}

Word bits(const Burst* in, std::size_t count) noexcept {
  constexpr std::size_t kBursts = kLanes / 4;
  auto wide = hn::Zero(kWords);
  std::size_t i = 0;
  for (; i + kBursts <= count; i += kBursts) {
    wide = hn::Or(wide, hn::LoadU(kWords, in[i].words.data()));
  }
  alignas(HWY_MAX_BYTES) Word lanes[kLanes];
  hn::Store(wide, kWords, lanes);
  Word all = 0;
  for (const Word lane : lanes) all |= lane;
  for (; i < count; ++i) {
    for (const Word word : in[i].words) all |= word;
  }
  return all;
}

// Four vectors of a chunk each, of four messages, to four of a message each.
HWY_INLINE void transpose(hn::Vec<decltype(kFour)> (&x)[4]) noexcept {
  const hn::FixedTag<std::uint64_t, 2> d64;
  const auto a = hn::BitCast(d64, hn::InterleaveLower(kFour, x[0], x[1]));
  const auto b = hn::BitCast(d64, hn::InterleaveLower(kFour, x[2], x[3]));
  const auto c = hn::BitCast(d64, hn::InterleaveUpper(kFour, x[0], x[1]));
  const auto e = hn::BitCast(d64, hn::InterleaveUpper(kFour, x[2], x[3]));
  x[0] = hn::BitCast(kFour, hn::InterleaveLower(d64, a, b));
  x[1] = hn::BitCast(kFour, hn::InterleaveUpper(d64, a, b));
  x[2] = hn::BitCast(kFour, hn::InterleaveLower(d64, c, e));
  x[3] = hn::BitCast(kFour, hn::InterleaveUpper(d64, c, e));
}

void finish(Word* out, std::size_t messages, const Word* rows, const Word* errors,
            Word top) noexcept {
  constexpr std::size_t kStride = kDegree * kChunks;
  const hn::RebindToSigned<decltype(kFour)> di;
  const hn::FixedTag<std::int8_t, 4> d8;
  const auto mask = hn::Set(kFour, kChunkMask);
  for (std::size_t i = 0; i < kDegree; ++i, rows += row_words(Lanes::four), out += kChunks) {
    const auto e = hn::LoadU(d8, reinterpret_cast<const std::int8_t*>(errors + i));
    auto x = hn::Add(hn::LoadU(kFour, rows), hn::BitCast(kFour, hn::PromoteTo(di, e)));
    hn::Vec<decltype(kFour)> chunks[4];
    for (std::size_t k = 0; k < 4; ++k) {
      chunks[k] = hn::And(x, mask);
      const auto carried = hn::BitCast(kFour, hn::ShiftRight<kChunkBits>(hn::BitCast(di, x)));
      x = hn::Add(hn::LoadU(kFour, rows + 4 * (k + 1)), carried);
    }
    alignas(16) Word last[4];
    hn::Store(hn::And(x, hn::Set(kFour, top)), kFour, last);
    transpose(chunks);
    for (std::size_t j = 0; j < messages; ++j) {
      hn::StoreU(chunks[j], kFour, out + j * kStride);
      out[j * kStride + 4] = last[j];
    }
  }
}

}  // namespace

RowKernels row_kernels() noexcept {
  return {join, join_twice, carry, add, subtract, subtract_sum, first_lane, bits, finish};
}

#endif
}  // namespace lath::hardware::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::hardware::detail {

RowKernels row_kernels(Isa isa) noexcept {
  LATH_HARDWARE_RETURN_ON_AVX512(isa, row_kernels());
  LATH_HARDWARE_RETURN_ON_AVX2(isa, row_kernels());
  return reference_row_kernels();
}

}  // namespace lath::hardware::detail
#endif
