// SPDX-License-Identifier: Apache-2.0
//
// Strings of bits as in packing.hpp by vectors of AVX-512, for words of 32 and 64 bits: a group of
// eight words of b bits fills b bytes. One loop serves every b, since permutations and shifts by
// lanes take their counts from registers. Where bytes can be permuted, by VBMI, words that fit
// eight bytes are shifted by less than a byte; else each of the eight lanes has 64 bits of the
// string.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "coding/packing_lanes_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "base/targets.inl"
#include "coding/packing_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<std::uint64_t, kRegisterGroup> kLanes;
using Lanes = hn::Vec<decltype(kLanes)>;
using Counts = std::array<std::uint64_t, kRegisterGroup>;

template <ResidueWord Word>
Lanes load_words(const Word* words) noexcept {
  if constexpr (sizeof(Word) == 8) return hn::LoadU(kLanes, words);
  if constexpr (sizeof(Word) == 4) {
    return hn::PromoteTo(kLanes, hn::LoadU(hn::Rebind<Word, decltype(kLanes)>(), words));
  }
}
template <ResidueWord Word>
void store_words(Word* words, Lanes x) noexcept {
  if constexpr (sizeof(Word) == 8) hn::StoreU(x, kLanes, words);
  if constexpr (sizeof(Word) == 4) {
    const hn::Rebind<Word, decltype(kLanes)> d;
    hn::StoreU(hn::TruncateTo(d, x), d, words);
  }
}

// Writes unpacked words and follows the largest.
template <ResidueWord Word>
class UnpackedWords {
 public:
  UnpackedWords(Word* words, std::size_t bits) noexcept
      : words_(words), mask_(hn::Set(kLanes, ~std::uint64_t{0} >> (64 - bits))) {}
  // The next eight, with other bits above their own.
  void put(Lanes x) noexcept {
    const Lanes word = hn::And(x, mask_);
    store_words(words_, word);
    so_far_ = hn::Max(so_far_, word);
    words_ += kRegisterGroup;
  }
  [[nodiscard]] std::uint64_t largest() const noexcept {
    return hn::GetLane(hn::MaxOfLanes(kLanes, so_far_));
  }

 private:
  Word* words_;
  Lanes mask_, so_far_ = hn::Zero(kLanes);
};

// Where the parts of lanes come from: lane l has part k of word or lane place[k][l], shifted by
// shift[k][l] bits. Counts of 64 and more give zero, as vpsrlvq and vpsllvq define.
template <std::size_t kParts>
struct Places {
  std::array<Counts, kParts> place{}, shift{};

  [[nodiscard]] Lanes part(std::size_t k, Lanes x) const noexcept {
    return hn::TableLookupLanes(x, hn::IndicesFromVec(kLanes, hn::LoadU(kLanes, place[k].data())));
  }
  [[nodiscard]] Lanes shifts(std::size_t k) const noexcept {
    return hn::LoadU(kLanes, shift[k].data());
  }
};

// Bit 64 l of the string is bit 64 l mod b of a word, whose lower bits the lane does not have. The
// next words follow above.
template <std::size_t kParts>
Places<kParts> places_of_words(std::uint64_t bits) noexcept {
  Places<kParts> result;
  for (std::size_t l = 0; l < kRegisterGroup; ++l) {
    const std::uint64_t first = 64 * l / bits, below = 64 * l % bits;
    for (std::size_t k = 0; k < kParts; ++k) {
      const bool exists = first + k < kRegisterGroup;
      result.place[k][l] = exists ? first + k : 0;
      result.shift[k][l] = exists ? (k == 0 ? below : k * bits - below) : 64;
    }
  }
  return result;
}

// Word i begins with bit i b mod 64 of lane i b / 64, and may end in the next one.
Places<2> places_of_lanes(std::uint64_t bits) noexcept {
  Places<2> result;
  for (std::size_t i = 0; i < kRegisterGroup; ++i) {
    const std::uint64_t first = i * bits / 64, below = i * bits % 64;
    result.place[0][i] = first;
    result.place[1][i] = std::min<std::uint64_t>(first + 1, kRegisterGroup - 1);
    result.shift[0][i] = below;
    result.shift[1][i] = 64 - below;
  }
  return result;
}

// How many of the groups are in whole vectors within so many bytes.
std::size_t whole_vectors(std::size_t bytes, std::size_t groups, std::size_t bits) noexcept {
  return bytes < kLaneBytes ? 0 : std::min(groups, (bytes - kLaneBytes) / bits + 1);
}

template <std::size_t kParts, ResidueWord Word>
std::size_t pack_parts(std::span<std::byte> out, const Word* words, std::size_t groups,
                       std::size_t bits) noexcept {
  const auto places = places_of_words<kParts>(bits);
  groups = whole_vectors(out.size(), groups, bits);
  std::byte* to = out.data();
  for (std::size_t i = 0; i < groups; ++i, words += kRegisterGroup, to += bits) {
    const Lanes x = load_words(words);
    Lanes lanes = hn::Shr(places.part(0, x), places.shifts(0));
    for (std::size_t k = 1; k < kParts; ++k) {
      lanes = hn::Or(lanes, hn::Shl(places.part(k, x), places.shifts(k)));
    }
    hn::StoreU(lanes, kLanes, reinterpret_cast<std::uint64_t*>(to));
  }
  return groups;
}

}  // namespace

template <ResidueWord Word>
std::size_t pack_lanes(std::span<std::byte> out, const Word* words, std::size_t groups,
                       std::size_t bits) noexcept {
  std::size_t parts = 2;
  for (std::size_t l = 0; 8 * l < bits; ++l) {
    parts = std::max<std::size_t>(parts, (64 * l % bits + 63) / bits + 1);
  }
  if (parts == 2) return pack_parts<2>(out, words, groups, bits);
  if (parts == 3) return pack_parts<3>(out, words, groups, bits);
  return pack_parts<4>(out, words, groups, bits);
}

template <ResidueWord Word>
std::size_t unpack_lanes(Word* words, std::span<const std::byte> packed, std::size_t groups,
                         std::size_t bits, std::uint64_t& largest) noexcept {
  const auto places = places_of_lanes(bits);
  UnpackedWords<Word> unpacked(words, bits);
  groups = whole_vectors(packed.size(), groups, bits);
  const std::byte* from = packed.data();
  for (std::size_t i = 0; i < groups; ++i, from += bits) {
    const Lanes x = hn::LoadU(kLanes, reinterpret_cast<const std::uint64_t*>(from));
    const Lanes low = hn::Shr(places.part(0, x), places.shifts(0));
    unpacked.put(hn::Or(low, hn::Shl(places.part(1, x), places.shifts(1))));
  }
  raise(largest, unpacked.largest());
  return groups;
}

#endif  // HWY_TARGET & HWY_AVX3
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512vbmi")
namespace lath::detail::HWY_NAMESPACE {
namespace {

using Byte = std::uint8_t;
constexpr hn::FixedTag<Byte, kLaneBytes> kBytes;
using Bytes = hn::Vec<decltype(kBytes)>;

// The bytes of x at these places, zero where the mask has no bit.
Lanes bytes_at(Bytes places, Lanes x, std::uint64_t mask = ~std::uint64_t{0}) noexcept {
  return Lanes{_mm512_maskz_permutexvar_epi8(mask, places.raw, x.raw)};
}

// Word i begins with bit i b: bit `below` of byte `first`.
struct Beginnings {
  Counts first{}, below{};

  explicit Beginnings(std::size_t bits) noexcept {
    for (std::size_t i = 0; i < kRegisterGroup; ++i) {
      first[i] = i * bits / 8;
      below[i] = i * bits % 8;
    }
  }
};

// Where the bytes of a group come from in words that were shifted to their bits: the last word that
// begins with or before a byte, and the one before where it ends in the first byte of that.
struct PackedBytes {
  Bytes last = hn::Zero(kBytes), before = hn::Zero(kBytes);
  std::uint64_t shared = 0;

  explicit PackedBytes(const Beginnings& words) noexcept {
    const Bytes numbers = hn::Iota(kBytes, 0);
    for (std::size_t i = 0; i < kRegisterGroup; ++i) {
      const std::uint64_t k = words.first[i];
      const auto byte_of = [&](std::uint64_t word) HWY_ATTR {
        const Bytes inside = hn::Sub(numbers, set(words.first[word]));
        return hn::Or(hn::And(inside, set(7)), set(8 * word));
      };
      last = Bytes{_mm512_mask_mov_epi8(last.raw, ~std::uint64_t{0} << k, byte_of(i).raw)};
      if (words.below[i] == 0) continue;
      const std::uint64_t first = std::uint64_t{1} << k;
      before = Bytes{_mm512_mask_mov_epi8(before.raw, first, byte_of(i - 1).raw)};
      shared |= first;
    }
  }

 private:
  static Bytes set(std::uint64_t x) noexcept { return hn::Set(kBytes, static_cast<Byte>(x)); }
};

}  // namespace

template <ResidueWord Word>
std::size_t pack_bytes(std::span<std::byte> out, const Word* words, std::size_t groups,
                       std::size_t bits) noexcept {
  const Beginnings beginnings(bits);
  const PackedBytes bytes(beginnings);
  const Lanes shifts = hn::LoadU(kLanes, beginnings.below.data());
  groups = whole_vectors(out.size(), groups, bits);
  std::byte* to = out.data();
  for (std::size_t i = 0; i < groups; ++i, words += kRegisterGroup, to += bits) {
    const Lanes x = hn::Shl(load_words(words), shifts);
    const Lanes packed = hn::Or(bytes_at(bytes.last, x), bytes_at(bytes.before, x, bytes.shared));
    hn::StoreU(packed, kLanes, reinterpret_cast<std::uint64_t*>(to));
  }
  return groups;
}

template <ResidueWord Word>
std::size_t unpack_bytes(Word* words, std::span<const std::byte> packed, std::size_t groups,
                         std::size_t bits, std::uint64_t& largest) noexcept {
  const Beginnings beginnings(bits);
  Counts eight_from;  // the numbers of eight bytes
  for (std::size_t i = 0; i < kRegisterGroup; ++i) {
    eight_from[i] = 0x0706050403020100 + beginnings.first[i] * 0x0101010101010101;
  }
  const Bytes windows = hn::BitCast(kBytes, hn::LoadU(kLanes, eight_from.data()));
  const Lanes shifts = hn::LoadU(kLanes, beginnings.below.data());
  UnpackedWords<Word> unpacked(words, bits);
  groups = whole_vectors(packed.size(), groups, bits);
  const std::byte* from = packed.data();
  for (std::size_t i = 0; i < groups; ++i, from += bits) {
    const Lanes x = hn::LoadU(kLanes, reinterpret_cast<const std::uint64_t*>(from));
    unpacked.put(hn::Shr(bytes_at(windows, x), shifts));
  }
  raise(largest, unpacked.largest());
  return groups;
}

}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // HWY_TARGET == HWY_AVX3

#if HWY_ONCE
namespace lath::detail {

template <ResidueWord Word>
std::size_t pack_lanes([[maybe_unused]] Isa isa, [[maybe_unused]] std::span<std::byte> out,
                       [[maybe_unused]] const Word* words, [[maybe_unused]] std::size_t groups,
                       [[maybe_unused]] int bits) noexcept {
  [[maybe_unused]] const auto count = static_cast<std::size_t>(bits);
  if (bits < kFewestLaneBits) return 0;
  if (has(isa, Isa::avx512ifma) && fit_eight_bytes(bits)) {
    LATH_RETURN_ON_AVX512(isa, pack_bytes(out, words, groups, count));
  }
  LATH_RETURN_ON_AVX512(isa, pack_lanes(out, words, groups, count));
  return 0;
}

template <ResidueWord Word>
std::size_t unpack_lanes([[maybe_unused]] Isa isa, [[maybe_unused]] Word* words,
                         [[maybe_unused]] std::span<const std::byte> packed,
                         [[maybe_unused]] std::size_t groups, [[maybe_unused]] int bits,
                         [[maybe_unused]] std::uint64_t& largest) noexcept {
  [[maybe_unused]] const auto count = static_cast<std::size_t>(bits);
  if (has(isa, Isa::avx512ifma) && fit_eight_bytes(bits)) {
    LATH_RETURN_ON_AVX512(isa, unpack_bytes(words, packed, groups, count, largest));
  }
  LATH_RETURN_ON_AVX512(isa, unpack_lanes(words, packed, groups, count, largest));
  return 0;
}

// NOLINTBEGIN(bugprone-macro-parentheses): types take none
#define LATH_LANES_OF(Word)                                                                   \
  template std::size_t pack_lanes(Isa, std::span<std::byte>, const Word*, std::size_t,        \
                                  int) noexcept;                                              \
  template std::size_t unpack_lanes(Isa, Word*, std::span<const std::byte>, std::size_t, int, \
                                    std::uint64_t&) noexcept
LATH_LANES_OF(std::uint32_t);
LATH_LANES_OF(std::uint64_t);
#undef LATH_LANES_OF
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::detail
#endif  // HWY_ONCE
