// SPDX-License-Identifier: Apache-2.0

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml_kem/packed_samples_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <bit>

#include "base/lane_compaction.hpp"
#include "base/targets.inl"
#include "coding/packing_groups.inl"
#include "ml_kem/packed_samples.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#include "coding/packing.inl"

constexpr hn::FixedTag<std::int16_t, kGroupWords> kSigned{};

// Keeps the draws below p of a group, in order; writes kGroupWords words at `out`.
HWY_INLINE std::size_t reject_group(std::uint16_t* out, const std::byte* packed,
                                    hn::Vec<decltype(kSigned)> p) noexcept {
  const auto words = unpack_group<12>(packed);
#if HWY_TARGET == HWY_AVX3  // which moves words of 32 bits to the front in one instruction
  const __mmask16 set = _mm256_cmplt_epi16_mask(words.raw, p.raw);
  const __m512i kept = _mm512_maskz_compress_epi32(set, _mm512_cvtepu16_epi32(words.raw));
  hn::StoreU(Words{_mm512_cvtepi32_epi16(kept)}, kWords, out);
  return static_cast<std::size_t>(std::popcount(set));
#else
  const hn::FixedTag<std::uint16_t, 8> half;
  const auto keep = [&](std::uint16_t* to, auto lane, std::uint32_t kept) {
    const auto order = hn::Load(kHalf, kLaneCompaction.bytes[kept].data());
    const auto front = hn::TableLookupBytes(hn::BitCast(kHalf, lane), order);
    hn::StoreU(hn::BitCast(half, front), half, to);
  };
  const auto less = hn::Lt(hn::BitCast(kSigned, words), p);
#if HWY_TARGET == HWY_NEON
  std::uint8_t first;
  hn::StoreMaskBits(kSigned, less, &first);
  keep(out, words, first);
  return static_cast<std::size_t>(std::popcount(first));
#else
  const auto lanes = hn::VecFromMask(kSigned, less);
  const auto bytes = _mm256_packs_epi16(lanes.raw, lanes.raw);
  const auto set = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
  const std::uint32_t first = set & 0xff, second = set >> 16 & 0xff;
  const auto count = static_cast<std::size_t>(std::popcount(first));
  keep(out, hn::LowerHalf(half, words), first);
  keep(out + count, hn::UpperHalf(half, words), second);
  return count + static_cast<std::size_t>(std::popcount(second));
#endif
#endif
}

std::size_t keep_packed(std::span<std::uint16_t> out, std::span<const std::byte> packed,
                        std::uint32_t p) noexcept {
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(p));
  constexpr std::size_t kRead = Windows<12>::kRead, kBytesOfGroup = Windows<12>::kGroupBytes;
  std::size_t count = 0;
  for (; packed.size() >= kRead && out.size() - count >= kGroupWords;
       packed = packed.subspan(kBytesOfGroup)) {
    count += reject_group(&out[count], packed.data(), modulus);
  }
  std::array<std::uint16_t, kGroupWords> kept;  // where there is no room for all of a group
  for (; packed.size() >= kRead && count < out.size(); packed = packed.subspan(kBytesOfGroup)) {
    const std::size_t found = reject_group(kept.data(), packed.data(), modulus);
    for (std::size_t i = 0; i < found && count < out.size(); ++i) out[count++] = kept[i];
  }
  return count + keep_packed_vartime(Isa::scalar, out.subspan(count), packed, p);
}

#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

// The ones of four bits, by a table, with the upper half of the draw flipped: less eta they are the
// value.
template <unsigned kEta>
void unpack_binomial(std::uint16_t* out, std::span<const std::byte> packed,
                     std::uint32_t p) noexcept {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kOnes = {0, 1, 1, 2, 1, 2, 2, 3,
                                                                     1, 2, 2, 3, 2, 3, 3, 4};
  const auto ones = all_lanes(kOnes);
  const auto flipped = hn::Set(kWords, std::uint16_t{((1U << kEta) - 1) << kEta});
  const auto modulus = hn::Set(kWords, static_cast<std::uint16_t>(p));
  // Upper bytes of lanes are zero, and have no ones.
  const auto count = [=](Words bits) {
    return hn::BitCast(kWords, hn::TableLookupBytes(ones, hn::BitCast(kBytes, bits)));
  };
  for_each_unpacked<2 * kEta>(packed, [=](Words words, std::size_t i) {
    const auto draws = hn::Xor(words, flipped);
    auto sum = count(draws);
    if constexpr (kEta > 2) {
      sum = hn::Add(count(hn::And(draws, hn::Set(kWords, std::uint16_t{15}))),
                    count(hn::ShiftRight<4>(draws)));
    }
    const auto value = hn::Sub(sum, hn::Set(kWords, std::uint16_t{kEta}));
    // Negative values are the larger words.
    hn::StoreU(hn::Min(value, hn::Add(value, modulus)), kWords, out + i);
  });
}

#endif

}  // namespace

#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)
void binomial_words(std::uint16_t* out, std::span<const std::byte> packed, unsigned eta,
                    std::uint32_t p) noexcept {
  with_bits<4>(static_cast<int>(eta), [=](auto constant) {
    unpack_binomial<static_cast<unsigned>(constant())>(out, packed, p);
  });
}

#endif

#endif  // HWY_TARGET == ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::size_t keep_packed_vartime(Isa isa, std::span<std::uint16_t> out,
                                std::span<const std::byte> packed, std::uint32_t p) noexcept {
  LATH_RETURN_ON_AVX512(isa, keep_packed(out, packed, p));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, keep_packed(out, packed, p));
  std::size_t count = 0;
  for (; packed.size() >= 3 && count < out.size(); packed = packed.subspan(3)) {
    const auto three = std::to_integer<std::uint32_t>(packed[0]) |
                       std::to_integer<std::uint32_t>(packed[1]) << 8 |
                       std::to_integer<std::uint32_t>(packed[2]) << 16;
    for (const std::uint32_t draw : {three & 0xfff, three >> 12}) {
      if (draw < p && count < out.size()) out[count++] = static_cast<std::uint16_t>(draw);
    }
  }
  return count;
}

void unpack_binomial(Isa isa, std::span<std::uint16_t> out, std::span<const std::byte> packed,
                     unsigned eta, std::uint32_t p) noexcept {
  const int bits = 2 * static_cast<int>(eta);
  const WholeGroups whole(isa, out.size(), bits);
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
  if (whole.words != 0)
    LATH_AVX2_OR_NEON::binomial_words(out.data(), packed.first(whole.bytes), eta, p);
#endif
  if (whole.words == out.size()) return;
  const auto rest = out.subspan(whole.words);
  unpack(isa, rest, packed.subspan(whole.bytes), bits);
  for (std::uint16_t& word : rest) {
    std::uint32_t lower = 0, upper = 0;
    for (unsigned i = 0; i < eta; ++i) {
      lower += word >> i & 1U;
      upper += word >> (eta + i) & 1U;
    }
    const std::uint32_t value = lower - upper;
    word = static_cast<std::uint16_t>(value + (p & (0U - (value >> 31))));
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
