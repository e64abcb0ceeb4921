// SPDX-License-Identifier: Apache-2.0
//
// The sampler conversions on AVX2. They turn bytes into the samples of the scalar reference
// (random/sampling.cpp), which also takes what is left over behind the last full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/sampling_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "base/lane_compaction.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"
#include "random/sampling.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

// Vectors per group of draws, whose verdicts are declassified together; behind the last whole group
// each vector is one.
constexpr std::size_t kVectors = 16;

template <class D>
hn::Vec<D> load_bytes(D d, const std::byte* from) noexcept {
  const hn::Repartition<std::uint8_t, D> bytes;
  return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from)));
}

// The lanes of 32 bits of a set, in order: half of the table's byte 2 lane, of which the upper byte
// 2 lane + 1 leaves a multiple of eight.
template <class D>
auto indices_of_set(D d, std::size_t set) noexcept {
  const hn::Rebind<std::uint16_t, D> half;
  const auto pairs =
      hn::Load(half, reinterpret_cast<const std::uint16_t*>(kCompressTable.bytes[set].data()));
  const auto lanes = hn::ShiftRight<1>(hn::PromoteTo(d, pairs));
  return hn::IndicesFromVec(d, hn::And(lanes, hn::Set(d, 7)));
}

// Sets of four lanes of 64 bits as sets of lanes of 32 bits.
constexpr std::array<std::uint8_t, 16> kTwice = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
                                                 0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};

// Writes the words of one vector whose bit in `kept` is set, in order, and whatever behind them;
// returns their number. `out` is not behind the vector.
template <class Draw>
std::size_t compress(Draw* out, const Draw* from, const std::uint8_t* kept) noexcept {
  const hn::ScalableTag<Draw> d;
  if constexpr (sizeof(Draw) == 2) {
    // What Highway 1.0.3 has for this takes six times as long.
    const hn::FixedTag<std::uint8_t, 16> half;
    const auto low = hn::LoadU(half, reinterpret_cast<const std::uint8_t*>(from));
    const auto high = hn::LoadU(half, reinterpret_cast<const std::uint8_t*>(from + 8));
    const auto count = static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[0]}));
    const auto front = hn::Load(half, kCompressTable.bytes[kept[0]].data());
    const auto next = hn::Load(half, kCompressTable.bytes[kept[1]].data());
    hn::StoreU(hn::TableLookupBytes(low, front), half, reinterpret_cast<std::uint8_t*>(out));
    hn::StoreU(hn::TableLookupBytes(high, next), half,
               reinterpret_cast<std::uint8_t*>(out + count));
    return count + static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[1]}));
  } else {
    // Highway's way ends in a masked store, which some processors take tens of cycles for.
    const hn::ScalableTag<std::uint32_t> lanes;
    const std::size_t set = sizeof(Draw) == 4 ? kept[0] : kTwice[kept[0]];
    const auto order = indices_of_set(lanes, set);
    const auto x = hn::TableLookupLanes(hn::BitCast(lanes, hn::LoadU(d, from)), order);
    hn::StoreU(hn::BitCast(d, x), d, out);
    return static_cast<std::size_t>(hwy::PopCount(std::uint64_t{kept[0]}));
  }
}

// Keeps the draws of one group of kCount vectors, in order. `out` may be where they stand, or
// before it: a vector is written only where all draws were read.
template <class Draw, std::size_t kCount>
std::size_t keep_group(Draw* out, const std::byte* random, Draw bits, Draw largest) noexcept {
  const hn::ScalableTag<Draw> d;
  constexpr std::size_t kLanes = 32 / sizeof(Draw), kBytes = (kLanes + 7) / 8;
  constexpr auto kAll = static_cast<std::uint8_t>(kLanes < 8 ? (1U << kLanes) - 1 : 255U);
  std::array<std::uint8_t, kCount * kBytes> kept, all;
  all.fill(kAll);
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto x = hn::And(load_bytes(d, random + 32 * i), hn::Set(d, bits));
    hn::StoreU(x, d, out + kLanes * i);
    // x <= largest where the greater of them is `largest`; AVX2 has no greater of 64-bit words, but
    // those here are below 2^62, where signs do not matter.
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
  // Public: given which draws are kept, those kept are still independent and uniform on [0, p), and
  // those dropped are used nowhere.
  ct::declassify(kept.data(), kept.size());
  if (std::memcmp(kept.data(), all.data(), all.size()) == 0) return kCount * kLanes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    count += compress(out + count, out + kLanes * i, kept.data() + kBytes * i);
  }
  return count;
}

// Keeps the draws of all whole groups, and takes them from `random`.
template <class Draw, std::size_t kCount, ResidueWord Word>
std::size_t keep_groups(Word* out, std::span<const std::byte>& random, Draw bits,
                        Draw largest) noexcept {
  constexpr std::size_t kGroupBytes = 32 * kCount;
  std::size_t count = 0;
  if constexpr (sizeof(Draw) == sizeof(Word)) {
    for (; random.size() >= kGroupBytes; random = random.subspan(kGroupBytes)) {
      count += keep_group<Draw, kCount>(out + count, random.data(), bits, largest);
    }
  } else {
    alignas(32) std::array<Draw, kGroupBytes / sizeof(Draw)> kept;
    for (; random.size() >= kGroupBytes; random = random.subspan(kGroupBytes)) {
      const std::size_t some = keep_group<Draw, kCount>(kept.data(), random.data(), bits, largest);
      for (std::size_t i = 0; i < some; ++i) out[count + i] = static_cast<Word>(kept[i]);
      count += some;
    }
    wipe(kept.data(), sizeof kept);
  }
  return count;
}

template <class Draw, ResidueWord Word>
std::size_t keep_uniform_of(Word* out, std::span<const std::byte> random,
                            std::uint64_t p) noexcept {
  const auto largest = static_cast<Draw>(p - 1);
  const auto bits = static_cast<Draw>(~std::uint64_t{0} >> (64 - bit_length(p - 1)));
  std::size_t count = keep_groups<Draw, kVectors>(out, random, bits, largest);
  count += keep_groups<Draw, 1>(out + count, random, bits, largest);
  return count + kernels::keep_uniform(Isa::scalar, out + count, random, p);
}

template <ResidueWord Word>
std::size_t keep_uniform(Word* out, std::span<const std::byte> random, std::uint64_t p) noexcept {
  switch (uniform_draw_bytes(p)) {
    case 2:
      return keep_uniform_of<std::uint16_t>(out, random, p);
    case 4:
      return keep_uniform_of<std::uint32_t>(out, random, p);
    default:
      return keep_uniform_of<std::uint64_t>(out, random, p);
  }
}

// The lowest bytes of the lanes.
template <class D>
void store_lowest_bytes(D d, hn::Vec<D> v, std::int8_t* out) noexcept {
  const hn::Rebind<std::uint8_t, D> narrow;
  hn::StoreU(hn::TruncateTo(narrow, v), narrow, reinterpret_cast<std::uint8_t*>(out));
  static_cast<void>(d);
}

// The number of ones in each byte.
template <class D>
hn::Vec<D> count_ones_of_bytes(D d, hn::Vec<D> x) noexcept {
  alignas(16) constexpr std::array<std::uint8_t, 16> kOnes = {0, 1, 1, 2, 1, 2, 2, 3,
                                                              1, 2, 2, 3, 2, 3, 3, 4};
  const auto ones = hn::LoadDup128(d, kOnes.data()), nibble = hn::Set(d, std::uint8_t{15});
  const auto upper = hn::And(hn::ShiftRight<4>(x), nibble);
  return hn::Add(hn::TableLookupBytes(ones, hn::And(x, nibble)), hn::TableLookupBytes(ones, upper));
}

// The sum of the bytes of each lane, below 256.
template <class D>
hn::Vec<D> sum_of_bytes(D d, hn::Vec<hn::Repartition<std::uint8_t, D>> bytes) noexcept {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::SumsOf8(bytes);
  } else {
    auto x = hn::BitCast(d, bytes);
    if constexpr (sizeof(hn::TFromD<D>) == 4) x = hn::Add(x, hn::ShiftRight<16>(x));
    return hn::And(hn::Add(x, hn::ShiftRight<8>(x)), hn::Set(d, hn::TFromD<D>{255}));
  }
}

// For words of kBytes bytes, where the bytes of one significance of a block of 16 are.
template <std::size_t kBytes>
constexpr std::array<std::uint8_t, 16> by_significance() noexcept {
  std::array<std::uint8_t, 16> sources{};
  for (std::size_t i = 0; i < 16; ++i) {
    sources[i] = static_cast<std::uint8_t>(i % (16 / kBytes) * kBytes + i / (16 / kBytes));
  }
  return sources;
}

// The lanes, all below 256, of as many vectors as fit into one another, as bytes in their order.
template <class D>
hn::Vec<hn::Repartition<std::uint8_t, D>> narrow(
    D d, const hn::Vec<D> (&lanes)[sizeof(hn::TFromD<D>)]) noexcept {
  constexpr std::size_t kBytes = sizeof(hn::TFromD<D>);
  alignas(16) static constexpr auto kSources = by_significance<kBytes>();
  const hn::Repartition<std::uint8_t, D> d8;
  auto merged = lanes[0];
  for (std::size_t k = 1; k < kBytes; ++k) {
    merged = hn::Or(merged, hn::ShiftLeftSame(lanes[k], static_cast<int>(8 * k)));
  }
  const auto bytes =
      hn::TableLookupBytes(hn::BitCast(d8, merged), hn::LoadDup128(d8, kSources.data()));
  // Runs of 16 / kBytes bytes come from both blocks in turn.
  using Run = std::conditional_t<kBytes == 8, std::uint16_t,
                                 std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>;
  const hn::Half<hn::Repartition<Run, D>> half;
  const hn::Half<decltype(d8)> half8;
  const auto low = hn::BitCast(half, hn::LowerHalf(half8, bytes));
  const auto high = hn::BitCast(half, hn::UpperHalf(half8, bytes));
  return hn::Combine(d8, hn::BitCast(half8, hn::InterleaveUpper(half, low, high)),
                     hn::BitCast(half8, hn::InterleaveLower(half, low, high)));
}

template <class Draw>
void centered_binomial_of(std::span<std::int8_t> out, std::span<const std::byte> random,
                          unsigned eta) noexcept {
  const hn::ScalableTag<Draw> d;
  const hn::ScalableTag<std::uint8_t> d8;
  const BinomialMasks masks = binomial_masks(eta);
  const auto used = hn::BitCast(d8, hn::Set(d, static_cast<Draw>(masks.used)));
  const auto flipped = hn::BitCast(d8, hn::Set(d, static_cast<Draw>(masks.flipped)));
  const auto center = hn::Set(d8, static_cast<std::uint8_t>(eta));
  constexpr std::size_t kCount = sizeof(Draw);
  const std::size_t whole = out.size() / 32 * 32;
  for (std::size_t i = 0; i < whole; i += 32) {
    hn::Vec<decltype(d)> sums[kCount];
    for (std::size_t k = 0; k < kCount; ++k) {
      const auto x = load_bytes(d8, random.data() + i * sizeof(Draw) + 32 * k);
      sums[k] = sum_of_bytes(d, count_ones_of_bytes(d8, hn::And(hn::Xor(x, flipped), used)));
    }
    const auto values = hn::Sub(narrow(d, sums), center);
    hn::StoreU(values, d8, reinterpret_cast<std::uint8_t*>(out.data()) + i);
  }
  kernels::centered_binomial(Isa::scalar, out.subspan(whole), random.subspan(whole * sizeof(Draw)),
                             eta);
}

void centered_binomial(std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept {
  switch (binomial_draw_bytes(eta)) {
    case 2:
      return centered_binomial_of<std::uint16_t>(out, random, eta);
    case 4:
      return centered_binomial_of<std::uint32_t>(out, random, eta);
    default:
      return centered_binomial_of<std::uint64_t>(out, random, eta);
  }
}

// What five digits to the base 3 of each of 32 bytes need: output j of the 160 is digit j mod 5 of
// byte j / 5. The bytes stand as two halves, each in both blocks of a vector.
struct TernaryTables {
  std::array<std::array<std::uint8_t, 32>, 5> source;
  std::array<std::array<std::uint16_t, 16>, 5> even, odd;  // multipliers of the lanes

  constexpr TernaryTables() : source(), even(), odd() {
    // ceil(2^16 / 3^(k+1)): its product with a byte x below 243, mod 2^16, is the fraction of
    // x / 3^(k+1) with an error below 3^-(k+1), so that three times it has digit k on top.
    constexpr std::array<std::uint16_t, 5> kInverse = {21846, 7282, 2428, 810, 270};
    for (std::size_t j = 0; j < 160; ++j) {
      source[j / 32][j % 32] = static_cast<std::uint8_t>(j / 5 % 16);
      auto& multipliers = j % 2 == 0 ? even : odd;
      multipliers[j / 32][j % 32 / 2] = kInverse[j % 5];
    }
  }
};
constexpr TernaryTables kTernary;

void ternary_digits(std::int8_t* out, const std::uint8_t* bytes) noexcept {
  const hn::ScalableTag<std::uint8_t> d8;
  const hn::ScalableTag<std::uint16_t> d16;
  const hn::Half<decltype(d8)> half;
  const auto low = hn::LoadU(half, bytes), high = hn::LoadU(half, bytes + 16);
  const std::array<hn::Vec<decltype(d8)>, 5> sources = {
      hn::Combine(d8, low, low), hn::Combine(d8, low, low), hn::Combine(d8, high, low),
      hn::Combine(d8, high, high), hn::Combine(d8, high, high)};
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
               reinterpret_cast<std::uint8_t*>(out) + 32 * i);
  }
}

std::size_t keep_ternary(std::span<std::int8_t> out, std::span<const std::byte> random) noexcept {
  constexpr std::size_t kGroup = 1024;
  const hn::ScalableTag<std::uint8_t> d8;
  const auto largest = hn::Set(d8, std::uint8_t{242});
  std::array<std::uint8_t, kGroup> bytes, kept;
  std::array<std::int8_t, 160> last;
  std::size_t count = 0;
  while (!random.empty() && count < out.size()) {
    const auto group = random.first(std::min(kGroup, random.size()));
    random = random.subspan(group.size());
    std::size_t whole = 0;
    for (; whole + 32 <= group.size(); whole += 32) {
      const auto x = load_bytes(d8, group.data() + whole);
      const auto inside = hn::VecFromMask(d8, hn::Eq(hn::Max(x, largest), largest));
      hn::StoreU(hn::And(inside, hn::Set(d8, std::uint8_t{1})), d8, kept.data() + whole);
    }
    for (std::size_t i = whole; i < group.size(); ++i) {
      kept[i] = static_cast<std::uint8_t>(
          ct::mask_less(std::to_integer<std::uint32_t>(group[i]), 243U) & 1);
    }
    // Public: given which bytes are kept, those kept are still independent and uniform on [0, 243),
    // and those dropped are used nowhere.
    ct::declassify(kept.data(), group.size());
    std::size_t used = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      bytes[used] = std::to_integer<std::uint8_t>(group[i]);
      used += kept[i];
    }
    std::size_t at = 0;
    for (; at + 32 <= used && out.size() - count >= 160; at += 32, count += 160) {
      ternary_digits(out.data() + count, bytes.data() + at);
    }
    for (; at < used && count < out.size(); at += 32) {
      std::array<std::uint8_t, 32> rest{};
      std::copy_n(bytes.data() + at, std::min<std::size_t>(32, used - at), rest.data());
      ternary_digits(last.data(), rest.data());
      const std::size_t some = std::min({std::size_t{160}, 5 * (used - at), out.size() - count});
      std::copy_n(last.data(), some, out.data() + count);
      count += some;
    }
  }
  wipe(bytes.data(), sizeof bytes);
  wipe(last.data(), sizeof last);
  return count;
}

template <class Draw>
void zo_of(std::span<std::int8_t> out, std::span<const std::byte> random,
           std::uint64_t share) noexcept {
  const hn::ScalableTag<Draw> d;
  const hn::RebindToSigned<decltype(d)> di;
  constexpr std::size_t kLanes = 32 / sizeof(Draw);
  // Unsigned words in the order of signed ones.
  const auto top = hn::Set(d, static_cast<Draw>(Draw{1} << (8 * sizeof(Draw) - 1)));
  const auto s = hn::BitCast(
      di, hn::Xor(top, hn::Set(d, static_cast<Draw>(share >> (64 - 8 * sizeof(Draw))))));
  const std::size_t whole = out.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const auto u = hn::BitCast(di, hn::Xor(top, load_bytes(d, random.data() + i * sizeof(Draw))));
    const auto positive = hn::VecFromMask(di, hn::Lt(u, s));
    const auto negative = hn::VecFromMask(di, hn::Lt(hn::Not(u), s));
    const auto value = hn::BitCast(d, hn::Sub(negative, positive));
    if constexpr (sizeof(Draw) == 1) {
      hn::StoreU(value, d, reinterpret_cast<std::uint8_t*>(out.data()) + i);
    } else {
      store_lowest_bytes(d, value, out.data() + i);
    }
  }
  kernels::zo(Isa::scalar, out.subspan(whole), random.subspan(whole * sizeof(Draw)), share);
}

void zo(std::span<std::int8_t> out, std::span<const std::byte> random,
        std::uint64_t share) noexcept {
  switch (zo_draw_bytes(share)) {
    case 1:
      return zo_of<std::uint8_t>(out, random, share);
    case 2:
      return zo_of<std::uint16_t>(out, random, share);
    case 4:
      return zo_of<std::uint32_t>(out, random, share);
    default:
      return zo_of<std::uint64_t>(out, random, share);
  }
}

// The lowest bits of as many integers as D has lanes, which hold them.
template <class D, class Integer>
hn::Vec<D> load_integers(D d, const Integer* from) noexcept {
  using Lane = hn::TFromD<D>;
  if constexpr (sizeof(Integer) == sizeof(Lane)) {
    return hn::LoadU(d, from);
  } else if constexpr (sizeof(Lane) == 8) {
    const hn::Rebind<std::int8_t, D> bytes;
    const hn::Rebind<std::int32_t, D> half;
    return hn::PromoteTo(d, hn::PromoteTo(half, hn::LoadU(bytes, from)));
  } else {
    const hn::Rebind<Integer, D> source;
    return hn::PromoteTo(d, hn::LoadU(source, from));
  }
}

template <ResidueWord Word, class Integer>
void small_residues(Word* out, std::span<const Integer> integers, std::uint64_t p) noexcept {
  std::size_t whole = 0;
  if constexpr (sizeof(Integer) <= sizeof(Word)) {
    const hn::ScalableTag<Word> d;
    const hn::RebindToSigned<decltype(d)> di;
    constexpr std::size_t kLanes = 32 / sizeof(Word);
    const auto modulus = hn::BitCast(di, hn::Set(d, static_cast<Word>(p)));
    whole = integers.size() / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
      const auto x = load_integers(di, integers.data() + i);
      const auto reduced = hn::Add(x, hn::And(hn::BroadcastSignBit(x), modulus));
      hn::StoreU(hn::BitCast(d, reduced), d, out + i);
    }
  }
  kernels::small_residues(Isa::scalar, out + whole, integers.subspan(whole), p);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels::avx2 {

#if HWY_TARGETS & HWY_AVX2
#define LATH_SAMPLING(call) N_AVX2::call
#define LATH_SCALAR
#else
#define LATH_SAMPLING(call) kernels::call
#define LATH_SCALAR Isa::scalar,
#endif

template <ResidueWord Word>
std::size_t keep_uniform(Word* out, std::span<const std::byte> random, std::uint64_t p) noexcept {
  return LATH_SAMPLING(keep_uniform)(LATH_SCALAR out, random, p);
}
void centered_binomial(std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept {
  LATH_SAMPLING(centered_binomial)(LATH_SCALAR out, random, eta);
}
std::size_t keep_ternary(std::span<std::int8_t> out, std::span<const std::byte> random) noexcept {
  return LATH_SAMPLING(keep_ternary)(LATH_SCALAR out, random);
}
void zo(std::span<std::int8_t> out, std::span<const std::byte> random,
        std::uint64_t share) noexcept {
  LATH_SAMPLING(zo)(LATH_SCALAR out, random, share);
}
template <ResidueWord Word, class Integer>
void small_residues(Word* out, std::span<const Integer> integers, std::uint64_t p) noexcept {
  LATH_SAMPLING(small_residues)(LATH_SCALAR out, integers, p);
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define LATH_INSTANTIATE(Word)                                                                  \
  template std::size_t keep_uniform(Word*, std::span<const std::byte>, std::uint64_t) noexcept; \
  template void small_residues(Word*, std::span<const std::int8_t>, std::uint64_t) noexcept;    \
  template void small_residues(Word*, std::span<const std::int64_t>, std::uint64_t) noexcept;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::kernels::avx2
#endif  // HWY_ONCE
