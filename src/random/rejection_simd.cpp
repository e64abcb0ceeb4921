// SPDX-License-Identifier: Apache-2.0
//
// Rejection sampling: selects the draws that are in range. The scalar reference also handles the
// draws after the last full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/rejection_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/lane_compaction.hpp"
#include "base/little_endian.hpp"
#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"
#include "random/draw_words.hpp"
#include "random/rejection.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

// The number of vectors in a group of draws. Which draws of a group are kept is declassified for
// the whole group at once. After the last whole group each vector is a group.
constexpr std::size_t kVectors = 16, kVectorBytes = HWY_MAX_BYTES;

template <class D>
hn::Vec<D> load_bytes(D d, const std::byte* from) noexcept {
  const hn::Repartition<std::uint8_t, D> bytes;
  return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from)));
}

#if HWY_TARGET != HWY_NEON
// The numbers of the 32-bit lanes in a set, in order. The table has the bytes 2 lane and 2 lane + 1
// for each lane; read as 16 bits, shifted right by one and taken modulo 8, they give the lane.
template <class D>
auto indices_of_set(D d, std::size_t set) noexcept {
  const hn::Rebind<std::uint16_t, D> half;
  const auto pairs =
      hn::Load(half, reinterpret_cast<const std::uint16_t*>(kLaneCompaction.bytes[set].data()));
  const auto lanes = hn::ShiftRight<1>(hn::PromoteTo(d, pairs));
  return hn::IndicesFromVec(d, hn::And(lanes, hn::Set(d, 7)));
}

#endif

// Each set of four lanes, as a set of eight lanes of half as many bits.
constexpr std::array<std::uint8_t, 16> kTwice = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
                                                 0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};

// Writes the words of one vector whose bit in `kept` is set, in order, followed by arbitrary words
// up to the size of a vector; returns their number. `out` is not after `from`.
template <class Draw>
std::size_t compress(Draw* out, const Draw* from, const std::uint8_t* kept) noexcept {
#if HWY_TARGET == HWY_NEON
  std::size_t set = kept[0];  // of eight lanes of 16 bits
  if (sizeof(Draw) > 2) set = kTwice[set];
  if (sizeof(Draw) > 4) set = kTwice[set];
  const hn::ScalableTag<std::uint8_t> bytes;
  const auto x = hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from));
  const auto order = hn::Load(bytes, kLaneCompaction.bytes[set].data());
  hn::StoreU(hn::TableLookupBytes(x, order), bytes, reinterpret_cast<std::uint8_t*>(out));
  return static_cast<std::size_t>(std::popcount(kept[0]));
#else
  const hn::ScalableTag<Draw> d;
  if constexpr (sizeof(Draw) == 2) {
    // Highway 1.0.3's function for this takes six times as long.
    const hn::FixedTag<std::uint8_t, 16> half;
    const auto low = hn::LoadU(half, reinterpret_cast<const std::uint8_t*>(from));
    const auto high = hn::LoadU(half, reinterpret_cast<const std::uint8_t*>(from + 8));
    const auto count = static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[0]}));
    const auto front = hn::Load(half, kLaneCompaction.bytes[kept[0]].data());
    const auto next = hn::Load(half, kLaneCompaction.bytes[kept[1]].data());
    hn::StoreU(hn::TableLookupBytes(low, front), half, reinterpret_cast<std::uint8_t*>(out));
    hn::StoreU(hn::TableLookupBytes(high, next), half,
               reinterpret_cast<std::uint8_t*>(out + count));
    return count + static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[1]}));
  } else {
    // Highway's function ends in a masked store, which takes tens of cycles on some CPUs.
    const hn::ScalableTag<std::uint32_t> lanes;
    const std::size_t set = sizeof(Draw) == 4 ? kept[0] : kTwice[kept[0]];
    const auto order = indices_of_set(lanes, set);
    const auto x = hn::TableLookupLanes(hn::BitCast(lanes, hn::LoadU(d, from)), order);
    hn::StoreU(hn::BitCast(d, x), d, out);
    return static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[0]}));
  }
#endif
}

// Writes the kept draws of one group of kCount vectors, in order. `out` may be the address of the
// draws, or before it: a vector is written only over draws that were read.
template <class Draw, std::size_t kCount>
std::size_t reject_group(Draw* out, const std::byte* random, Draw bits, Draw largest) noexcept {
  const hn::ScalableTag<Draw> d;
  constexpr std::size_t kLanes = kVectorBytes / sizeof(Draw), kBytes = (kLanes + 7) / 8;
  constexpr auto kAll = static_cast<std::uint8_t>(kLanes < 8 ? (1U << kLanes) - 1 : 255U);
  std::array<std::uint8_t, kCount * kBytes> kept, all;
  all.fill(kAll);
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto x = hn::And(load_bytes(d, random + kVectorBytes * i), hn::Set(d, bits));
    hn::StoreU(x, d, out + kLanes * i);
    // x <= largest if the maximum of both is `largest`. AVX2 has no maximum of 64-bit words; the
    // words here are below 2^62, so a signed comparison serves.
    if constexpr (sizeof(Draw) == 8) {
      const hn::RebindToSigned<decltype(d)> di;
      const auto inside =
          hn::Not(hn::Gt(hn::BitCast(di, x), hn::Set(di, static_cast<std::int64_t>(largest))));
      hn::StoreMaskBits(di, inside, kept.data() + kBytes * i);
    } else {
      const auto limit = hn::Set(d, largest);
      hn::StoreMaskBits(d, hn::Eq(hn::Max(x, limit), limit), kept.data() + kBytes * i);
    }
  }
  // Public: given which draws are kept, the kept draws are still independent and uniform on [0, p),
  // and the dropped draws are used nowhere.
  ct::declassify(kept.data(), kept.size());
  if (std::memcmp(kept.data(), all.data(), all.size()) == 0) return kCount * kLanes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    count += compress(out + count, out + kLanes * i, kept.data() + kBytes * i);
  }
  return count;
}

// Handles the draws of all whole groups, and removes them from `random`.
template <class Draw, std::size_t kCount, ResidueWord Word>
std::size_t reject_groups(Word* out, std::span<const std::byte>& random, Draw bits,
                          Draw largest) noexcept {
  constexpr std::size_t kGroupBytes = kVectorBytes * kCount;
  std::size_t count = 0;
  if constexpr (sizeof(Draw) == sizeof(Word)) {
    for (; random.size() >= kGroupBytes; random = random.subspan(kGroupBytes)) {
      count += reject_group<Draw, kCount>(out + count, random.data(), bits, largest);
    }
  } else {
    alignas(32) std::array<Draw, kGroupBytes / sizeof(Draw)> kept;
    for (; random.size() >= kGroupBytes; random = random.subspan(kGroupBytes)) {
      const std::size_t some =
          reject_group<Draw, kCount>(kept.data(), random.data(), bits, largest);
      for (std::size_t i = 0; i < some; ++i) out[count + i] = static_cast<Word>(kept[i]);
      count += some;
    }
    wipe(kept.data(), sizeof kept);
  }
  return count;
}

template <class Draw, ResidueWord Word>
std::size_t reject_uniform_of(Word* out, std::span<const std::byte> random,
                              std::uint64_t p) noexcept {
  const auto largest = static_cast<Draw>(p - 1);
  const auto bits = static_cast<Draw>(~std::uint64_t{0} >> (64 - bit_length(p - 1)));
  std::size_t count = reject_groups<Draw, kVectors>(out, random, bits, largest);
  count += reject_groups<Draw, 1>(out + count, random, bits, largest);
  return count + detail::reject_uniform(Isa::scalar, out + count, random, p);
}

template <ResidueWord Word>
std::size_t reject_uniform(Word* out, std::span<const std::byte> random, std::uint64_t p) noexcept {
  return with_draws_of<2>(uniform_draw_bytes(p), [=](auto draw) {
    return reject_uniform_of<decltype(draw)>(out, random, p);
  });
}

// Tables for the five base-3 digits of each byte of a vector: output j is digit j mod 5 of byte
// j / 5. A vector of two pieces is given as two; each has one piece, twice.
constexpr std::size_t kDigits = 5 * kVectorBytes;
struct TernaryTables {
  std::array<std::array<std::uint8_t, kVectorBytes>, 5> source;
  std::array<std::array<std::uint16_t, kVectorBytes / 2>, 5> even, odd;  // multipliers of the lanes

  constexpr TernaryTables() : source(), even(), odd() {
    // ceil(2^16 / 3^(k+1)). Its product with a byte x below 243, mod 2^16, is the fraction of
    // x / 3^(k+1) with an error below 3^-(k+1), so that digit k is the integer part of three times
    // that fraction.
    constexpr std::array<std::uint16_t, 5> kInverse = {21846, 7282, 2428, 810, 270};
    for (std::size_t j = 0; j < kDigits; ++j) {
      const std::size_t vector = j / kVectorBytes, place = j % kVectorBytes;
      source[vector][place] = static_cast<std::uint8_t>(j / 5 % 16);
      auto& multipliers = j % 2 == 0 ? even : odd;
      multipliers[vector][place / 2] = kInverse[j % 5];
    }
  }
};
constexpr TernaryTables kTernary;

void ternary_digits(std::int8_t* out, const std::uint8_t* bytes) noexcept {
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<std::uint16_t> d16;
#if HWY_TARGET == HWY_NEON
  const auto all = hn::LoadU(d8, bytes);
  const std::array<hn::Vec<decltype(d8)>, 5> sources = {all, all, all, all, all};
#else
  const hn::Half<decltype(d8)> half;
  const auto low = hn::LoadU(half, bytes), high = hn::LoadU(half, bytes + 16);
  const std::array<hn::Vec<decltype(d8)>, 5> sources = {
      hn::Combine(d8, low, low), hn::Combine(d8, low, low), hn::Combine(d8, high, low),
      hn::Combine(d8, high, high), hn::Combine(d8, high, high)};
#endif
  const auto three = hn::Set(d16, std::uint16_t{3});
  for (std::size_t i = 0; i < 5; ++i) {
    const auto index = hn::LoadU(d8, kTernary.source[i].data());
    const auto x = hn::BitCast(d16, hn::TableLookupBytes(sources[i], index));
    const auto even = hn::And(x, hn::Set(d16, std::uint16_t{255}));
    const auto odd = hn::ShiftRight<8>(x);
    const auto even_digits =
        hn::MulHigh(hn::Mul(even, hn::LoadU(d16, kTernary.even[i].data())), three);
    const auto odd_digits =
        hn::MulHigh(hn::Mul(odd, hn::LoadU(d16, kTernary.odd[i].data())), three);
    const auto digits = hn::BitCast(d8, hn::Or(even_digits, hn::ShiftLeft<8>(odd_digits)));
    hn::StoreU(hn::Sub(digits, hn::Set(d8, std::uint8_t{1})), d8,
               reinterpret_cast<std::uint8_t*>(out) + kVectorBytes * i);
  }
}

std::size_t reject_ternary(std::span<std::int8_t> out, std::span<const std::byte> random) noexcept {
  constexpr std::size_t kGroup = 1024;
  const hn::ScalableTag<std::uint8_t> d8;
  const auto largest = hn::Set(d8, std::uint8_t{242});
  std::array<std::uint8_t, kGroup> bytes, kept;
  std::array<std::int8_t, kDigits> last;
  std::size_t count = 0;
  while (!random.empty() && count < out.size()) {
    const auto group = random.first(std::min(kGroup, random.size()));
    random = random.subspan(group.size());
    std::size_t whole = 0;
    for (; whole + kVectorBytes <= group.size(); whole += kVectorBytes) {
      const auto x = load_bytes(d8, group.data() + whole);
      const auto inside = hn::VecFromMask(d8, hn::Eq(hn::Max(x, largest), largest));
      hn::StoreU(hn::And(inside, hn::Set(d8, std::uint8_t{1})), d8, kept.data() + whole);
    }
    for (std::size_t i = whole; i < group.size(); ++i) {
      kept[i] = static_cast<std::uint8_t>(
          ct::mask_less(std::to_integer<std::uint32_t>(group[i]), 243U) & 1);
    }
    // Public: given which bytes are kept, the kept bytes are still independent and uniform on
    // [0, 243), and the dropped bytes are used nowhere.
    ct::declassify(kept.data(), group.size());
    std::size_t used = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      bytes[used] = std::to_integer<std::uint8_t>(group[i]);
      used += kept[i];
    }
    std::size_t at = 0;
    for (; at + kVectorBytes <= used && out.size() - count >= kDigits;
         at += kVectorBytes, count += kDigits) {
      ternary_digits(out.data() + count, bytes.data() + at);
    }
    for (; at < used && count < out.size(); at += kVectorBytes) {
      std::array<std::uint8_t, kVectorBytes> rest{};
      std::copy_n(bytes.data() + at, std::min(kVectorBytes, used - at), rest.data());
      ternary_digits(last.data(), rest.data());
      const std::size_t some = std::min({kDigits, 5 * (used - at), out.size() - count});
      std::copy_n(last.data(), some, out.data() + count);
      count += some;
    }
  }
  wipe(bytes.data(), sizeof bytes);
  wipe(last.data(), sizeof last);
  return count;
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

// The number of draws in a group. Which draws of a group are kept is declassified at once.
constexpr std::size_t kGroup = 64;

template <std::size_t kBytes, ResidueWord Word>
std::size_t reject_uniform_of(Word* out, std::span<const std::byte> random,
                              std::uint64_t p) noexcept {
  const std::uint64_t bits = ~std::uint64_t{0} >> (64 - bit_length(p - 1));
  const std::size_t draws = random.size() / kBytes;
  std::array<Word, kGroup> candidates;
  std::array<std::uint8_t, kGroup> kept;
  std::size_t count = 0;
  for (std::size_t first = 0; first < draws; first += kGroup) {
    const std::size_t group = std::min(kGroup, draws - first);
    for (std::size_t i = 0; i < group; ++i) {
      const std::uint64_t x =
          load_little_endian<kBytes>(random.data() + (first + i) * kBytes) & bits;
      candidates[i] = static_cast<Word>(x);
      kept[i] = static_cast<std::uint8_t>(ct::mask_less(x, p) & 1);
    }
    // Public: given which draws are kept, the kept draws are still independent and uniform on
    // [0, p), and the dropped draws are used nowhere.
    ct::declassify(kept.data(), group);
    for (std::size_t i = 0; i < group; ++i) {
      out[count] = candidates[i];
      count += kept[i];
    }
  }
  wipe(candidates.data(), sizeof candidates);
  return count;
}

}  // namespace

std::size_t uniform_draw_bytes(std::uint64_t p) noexcept {
  const int bits = bit_length(p - 1);
  return bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

template <ResidueWord Word>
std::size_t reject_uniform(Isa isa, Word* out, std::span<const std::byte> random,
                           std::uint64_t p) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, reject_uniform(out, random, p));
  return with_draws_of<2>(uniform_draw_bytes(p), [=](auto draw) {
    return reject_uniform_of<sizeof(draw)>(out, random, p);
  });
}

template std::size_t reject_uniform(Isa, std::uint16_t*, std::span<const std::byte>,
                                    std::uint64_t) noexcept;
template std::size_t reject_uniform(Isa, std::uint32_t*, std::span<const std::byte>,
                                    std::uint64_t) noexcept;
template std::size_t reject_uniform(Isa, std::uint64_t*, std::span<const std::byte>,
                                    std::uint64_t) noexcept;

std::size_t reject_ternary(Isa isa, std::span<std::int8_t> out,
                           std::span<const std::byte> random) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, reject_ternary(out, random));
  std::array<std::uint8_t, kGroup> kept;
  std::size_t count = 0;
  for (std::size_t first = 0; first < random.size() && count < out.size(); first += kGroup) {
    const std::size_t group = std::min(kGroup, random.size() - first);
    for (std::size_t i = 0; i < group; ++i) {
      const auto byte = std::to_integer<std::uint32_t>(random[first + i]);
      kept[i] = static_cast<std::uint8_t>(ct::mask_less(byte, 243U) & 1);
    }
    // Public: given which bytes are kept, the kept bytes are still independent and uniform on
    // [0, 243), and the dropped bytes are used nowhere.
    ct::declassify(kept.data(), group);
    for (std::size_t i = 0; i < group; ++i) {
      if (kept[i] == 0) continue;
      auto digits = std::to_integer<std::uint32_t>(random[first + i]);
      for (int k = 0; k < 5 && count < out.size(); ++k) {
        const std::uint32_t quotient = digits * 171 >> 9;  // floor(digits / 3) up to 255
        out[count++] = static_cast<std::int8_t>(static_cast<int>(digits - 3 * quotient) - 1);
        digits = quotient;
      }
    }
  }
  return count;
}
}  // namespace lath::detail
#endif  // HWY_ONCE
