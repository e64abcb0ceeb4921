// SPDX-License-Identifier: Apache-2.0
//
// On AVX2, 16 words at a time: a vector has two lanes of 16 bytes, and in each eight words, which
// are as many packed bytes as a word has packed bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml_kem/compression_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/lane_compaction.hpp"
#include "coding/packing.hpp"
#include "lath/base/secret.hpp"
#include "ml_kem/compression.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<std::uint16_t, 16> kWords{};
constexpr hn::FixedTag<std::int16_t, 16> kSigned{};
constexpr hn::FixedTag<std::uint8_t, 32> kBytes{};
constexpr hn::FixedTag<std::uint8_t, 16> kHalf{};
using Words = hn::Vec<decltype(kWords)>;
using Bytes = hn::Vec<decltype(kBytes)>;

constexpr std::size_t kGroup = 16;
constexpr std::uint8_t kNoByte = 0x80;

const std::uint8_t* as_bytes_of(const std::byte* bytes) noexcept {
  return reinterpret_cast<const std::uint8_t*>(bytes);
}
std::uint8_t* as_bytes_of(std::byte* bytes) noexcept {
  return reinterpret_cast<std::uint8_t*>(bytes);
}

template <class T>
auto both_lanes(const std::array<T, 16 / sizeof(T)>& table) noexcept {
  return hn::LoadDup128(hn::FixedTag<T, 32 / sizeof(T)>(), table.data());
}

// Where the bits of the eight words of each lane stand. The first 16 of the packed bytes are the
// lower lane, the last 16 the upper one, where there are as many, else again the first. Word i
// begins at bit kBits i of its eight, which is bit s of a byte b. Its window is what brings it to
// the top of 16 bits: the bytes b and b + 1, turned to the left by 16 - kBits - s; where that is
// negative, to the right, and the bytes b + 1 and b + 2 bring the rest.
template <int kBits>
struct Windows {
  static constexpr bool kTwoBytes = kBits <= 10 || kBits == 12;
  static constexpr std::size_t kGroupBytes = 2 * kBits, kUpper = kBits < 8 ? 0 : kGroupBytes - 16,
                               kRead = std::max<std::size_t>(16, kGroupBytes);

  alignas(32) std::array<std::uint8_t, 32> bytes{}, next{};
  alignas(16) std::array<std::uint16_t, 8> left{}, right{}, next_left{};

  constexpr Windows() {
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t first = kBits * i, byte = first / 8 - (i < 8 ? 0 : kUpper);
      for (std::size_t k = 0; k < 2; ++k) {
        bytes[2 * i + k] = static_cast<std::uint8_t>(byte + k);
        next[2 * i + k] = static_cast<std::uint8_t>(byte + k + 1);
      }
      const int turn = 16 - kBits - static_cast<int>(first % 8);
      left[i % 8] = static_cast<std::uint16_t>(turn >= 0 ? 1 << turn : 0);
      right[i % 8] = static_cast<std::uint16_t>(turn < 0 ? 1 << (16 + turn) : 0);  // high product
      next_left[i % 8] = static_cast<std::uint16_t>(turn < 0 ? 1 << (8 + turn) : 0);
    }
  }
};
template <int kBits>
constexpr Windows<kBits> kWindows;

// 16 words from 2 kBits bytes; reads kRead.
template <int kBits>
HWY_INLINE Words unpack_group(const std::byte* packed) noexcept {
  const Windows<kBits>& windows = kWindows<kBits>;
  const auto lower = hn::LoadU(kHalf, as_bytes_of(packed));
  const auto x =
      hn::Combine(kBytes, hn::LoadU(kHalf, as_bytes_of(packed + Windows<kBits>::kUpper)), lower);
  const auto pair = hn::TableLookupBytes(x, hn::Load(kBytes, windows.bytes.data()));
  auto top = hn::Mul(hn::BitCast(kWords, pair), both_lanes(windows.left));
  if constexpr (!Windows<kBits>::kTwoBytes) {
    const auto next = hn::TableLookupBytes(x, hn::Load(kBytes, windows.next.data()));
    top = hn::Or(top, hn::Or(hn::MulHigh(hn::BitCast(kWords, pair), both_lanes(windows.right)),
                             hn::Mul(hn::BitCast(kWords, next), both_lanes(windows.next_left))));
  }
  return hn::ShiftRight<16 - kBits>(top);
}

// Where the bytes of a lane come from: those of four words stand at the beginning of each of its
// halves. If four words end within a byte, the upper four are taken four bits further up.
template <int kBits>
struct Packed {
  static constexpr bool kWholeBytes = kBits % 2 == 0;

  alignas(16) std::array<std::uint8_t, 16> lower{}, upper{};

  constexpr Packed() {
    constexpr std::size_t kUpper = kBits / 2, kFour = (4 * kBits + 7) / 8;
    lower.fill(kNoByte);
    upper.fill(kNoByte);
    for (std::size_t i = 0; i < kFour; ++i) {
      lower[i] = static_cast<std::uint8_t>(i);
      (kWholeBytes ? lower : upper)[kUpper + i] = static_cast<std::uint8_t>(8 + i);
    }
  }
};
template <int kBits>
constexpr Packed<kBits> kPacked;

// The reverse of unpack_group; writes 16 bytes at each kBits, zeros behind those of the words.
template <int kBits>
HWY_INLINE void pack_group(std::byte* out, Words words) noexcept {
  const hn::FixedTag<std::uint32_t, 8> d32;
  const hn::FixedTag<std::uint64_t, 4> d64;
  const auto weights = hn::Set(d32, std::uint32_t{1} << (16 + kBits) | 1);
  const hn::Vec<decltype(d32)> pairs{_mm256_madd_epi16(words.raw, weights.raw)};
  const auto counts = hn::BitCast(d32, hn::Set(d64, std::uint64_t{32 - 2 * kBits}));
  const auto fours = hn::ShiftRight<32 - 2 * kBits>(hn::BitCast(d64, hn::Shl(pairs, counts)));
  auto bytes = hn::TableLookupBytes(hn::BitCast(kBytes, fours), both_lanes(kPacked<kBits>.lower));
  if constexpr (!Packed<kBits>::kWholeBytes) {
    const auto further = hn::BitCast(kBytes, hn::ShiftLeft<4>(fours));
    bytes = hn::Or(bytes, hn::TableLookupBytes(further, both_lanes(kPacked<kBits>.upper)));
  }
  hn::StoreU(hn::LowerHalf(kHalf, bytes), kHalf, as_bytes_of(out));
  hn::StoreU(hn::UpperHalf(kHalf, bytes), kHalf, as_bytes_of(out + kBits));
}

// The last groups, over the end of whose bytes vectors reach, stand in a copy with so much room.
constexpr std::size_t kTail = 64;

// Hands group after group of 2 kBits bytes to take(words, at); all groups of the bytes.
template <int kBits, class Take>
HWY_INLINE void for_each_unpacked(std::span<const std::byte> packed, const Take& take) noexcept {
  std::size_t i = 0;
  for (; packed.size() >= Windows<kBits>::kRead; packed = packed.subspan(2 * kBits), i += kGroup) {
    take(unpack_group<kBits>(packed.data()), i);
  }
  if (packed.empty()) return;
  alignas(32) std::array<std::byte, kTail> tail{};
  std::copy(packed.begin(), packed.end(), tail.begin());
  for (std::size_t at = 0; at < packed.size(); at += 2 * kBits, i += kGroup) {
    take(unpack_group<kBits>(&tail[at]), i);
  }
  wipe(tail.data(), tail.size());
}

// Packs group after group of give(at) into the bytes.
template <int kBits, class Give>
HWY_INLINE void for_each_packed(std::span<std::byte> out, const Give& give) noexcept {
  std::size_t i = 0;
  for (; out.size() >= 16 + kBits; out = out.subspan(2 * kBits), i += kGroup) {
    pack_group<kBits>(out.data(), give(i));
  }
  if (out.empty()) return;
  alignas(32) std::array<std::byte, kTail> tail;
  for (std::size_t at = 0; at < out.size(); at += 2 * kBits, i += kGroup) {
    pack_group<kBits>(&tail[at], give(i));
  }
  std::copy_n(tail.begin(), out.size(), out.begin());
  wipe(tail.data(), tail.size());
}

template <int kBits>
void pack(std::span<std::byte> out, const Word16* words) noexcept {
  for_each_packed<kBits>(out, [=](std::size_t i) { return hn::LoadU(kWords, words + i); });
}

template <int kBits>
void unpack(Word16* out, std::span<const std::byte> packed) noexcept {
  for_each_unpacked<kBits>(packed,
                           [=](Words words, std::size_t i) { hn::StoreU(words, kWords, out + i); });
}

// With M = floor(2^27 / p) < 2^16, the upper half of 2^4 x M is below 2^15 x / p, by less than two.
// So is its sum with half of 2^(15 - bits), in units of which y is therefore the integer nearest to
// 2^bits x / p, or one less. Where it is less, what is left of 2^bits x + p/2, which is below 2 p
// and may be computed modulo 2^16, is at least p.
template <int kBits>
void compress_and_pack(std::span<std::byte> out, const Word16* words, std::uint32_t p) noexcept {
  const auto scale = hn::Set(kWords, static_cast<Word16>((1U << 27) / p));
  const auto half = hn::Set(kWords, Word16{1U << (14 - kBits)});
  const auto half_of_p = hn::Set(kWords, static_cast<Word16>(p / 2));
  const auto modulus = hn::Set(kWords, static_cast<Word16>(p));
  const auto largest = hn::Set(kSigned, static_cast<std::int16_t>(p - 1));
  const auto mask = hn::Set(kWords, Word16{(1U << kBits) - 1});
  for_each_packed<kBits>(out, [=](std::size_t i) {
    const auto x = hn::LoadU(kWords, words + i);
    const auto fraction = hn::MulHigh(hn::ShiftLeft<4>(x), scale);
    const auto y = hn::ShiftRight<15 - kBits>(hn::Add(fraction, half));
    const auto left = hn::Sub(hn::Add(hn::ShiftLeft<kBits>(x), half_of_p), hn::Mul(y, modulus));
    const auto one_less = hn::VecFromMask(kSigned, hn::Gt(hn::BitCast(kSigned, left), largest));
    return hn::And(hn::Sub(y, hn::BitCast(kWords, one_less)), mask);
  });
}

// (2^(15 - bits) y p + 2^14) / 2^15.
template <int kBits>
void unpack_and_decompress(Word16* out, std::span<const std::byte> packed,
                           std::uint32_t p) noexcept {
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(p));
  for_each_unpacked<kBits>(packed, [=](Words words, std::size_t i) {
    const auto y = hn::BitCast(kSigned, hn::ShiftLeft<15 - kBits>(words));
    hn::StoreU(hn::BitCast(kWords, hn::MulFixedPoint15(y, modulus)), kWords, out + i);
  });
}

// Keeps the draws below p of a group, in order; writes 16 words at `out`.
HWY_INLINE std::size_t reject_group(Word16* out, const std::byte* packed,
                                    hn::Vec<decltype(kSigned)> p) noexcept {
  const hn::FixedTag<std::uint16_t, 8> half;
  const auto words = unpack_group<12>(packed);
  const auto less = hn::VecFromMask(kSigned, hn::Lt(hn::BitCast(kSigned, words), p));
  const auto bytes = _mm256_packs_epi16(less.raw, less.raw);
  const auto set = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
  const std::uint32_t first = set & 0xff, second = set >> 16 & 0xff;
  const auto keep = [&](Word16* to, auto lane, std::uint32_t kept) {
    const auto order = hn::Load(kHalf, kLaneCompaction.bytes[kept].data());
    const auto front = hn::TableLookupBytes(hn::BitCast(kHalf, lane), order);
    hn::StoreU(hn::BitCast(half, front), half, to);
  };
  const auto count = static_cast<std::size_t>(std::popcount(first));
  keep(out, hn::LowerHalf(half, words), first);
  keep(out + count, hn::UpperHalf(half, words), second);
  return count + static_cast<std::size_t>(std::popcount(second));
}

std::size_t keep_packed(std::span<Word16> out, std::span<const std::byte> packed,
                        std::uint32_t p) noexcept {
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(p));
  std::size_t count = 0;
  for (; packed.size() >= 24 && out.size() - count >= kGroup; packed = packed.subspan(24)) {
    count += reject_group(&out[count], packed.data(), modulus);
  }
  std::array<Word16, kGroup> kept;  // where there is no room for all of a group
  for (; packed.size() >= 24 && count < out.size(); packed = packed.subspan(24)) {
    const std::size_t found = reject_group(kept.data(), packed.data(), modulus);
    for (std::size_t i = 0; i < found && count < out.size(); ++i) out[count++] = kept[i];
  }
  return count + keep_packed_vartime(Isa::scalar, out.subspan(count), packed, p);
}

// The ones of four bits, by a table, those of the upper half of the draw flipped: less eta they are
// the value.
template <unsigned kEta>
void unpack_binomial(Word16* out, std::span<const std::byte> packed, std::uint32_t p) noexcept {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kOnes = {0, 1, 1, 2, 1, 2, 2, 3,
                                                                     1, 2, 2, 3, 2, 3, 3, 4};
  const auto ones = both_lanes(kOnes);
  const auto flipped = hn::Set(kWords, Word16{((1U << kEta) - 1) << kEta});
  const auto modulus = hn::Set(kWords, static_cast<Word16>(p));
  // Upper bytes of lanes are zero, and have no ones.
  const auto count = [=](Words bits) {
    return hn::BitCast(kWords, hn::TableLookupBytes(ones, hn::BitCast(kBytes, bits)));
  };
  for_each_unpacked<2 * kEta>(packed, [=](Words words, std::size_t i) {
    const auto draws = hn::Xor(words, flipped);
    auto sum = count(draws);
    if constexpr (kEta > 2) {
      sum = hn::Add(count(hn::And(draws, hn::Set(kWords, Word16{15}))),
                    count(hn::ShiftRight<4>(draws)));
    }
    const auto value = hn::Sub(sum, hn::Set(kWords, Word16{kEta}));
    // Negative values are the larger words.
    hn::StoreU(hn::Min(value, hn::Add(value, modulus)), kWords, out + i);
  });
}

}  // namespace

// Calls call(std::integral_constant<int, bits>).
template <int kMost, class Call>
void with_bits(int bits, const Call& call) noexcept {
  if constexpr (kMost > 1) {
    if (bits < kMost) return with_bits<kMost - 1>(bits, call);
  }
  call(std::integral_constant<int, kMost>());
}

void pack_words(std::span<std::byte> out, const Word16* words, int bits) noexcept {
  with_bits<12>(bits, [=](auto constant) { pack<constant()>(out, words); });
}
void unpack_words(Word16* out, std::span<const std::byte> packed, int bits) noexcept {
  with_bits<12>(bits, [=](auto constant) { unpack<constant()>(out, packed); });
}
void compress_words(std::span<std::byte> out, const Word16* words, std::uint32_t p,
                    int bits) noexcept {
  with_bits<11>(bits, [=](auto constant) { compress_and_pack<constant()>(out, words, p); });
}
void decompress_words(Word16* out, std::span<const std::byte> packed, std::uint32_t p,
                      int bits) noexcept {
  with_bits<11>(bits, [=](auto constant) { unpack_and_decompress<constant()>(out, packed, p); });
}
void binomial_words(Word16* out, std::span<const std::byte> packed, unsigned eta,
                    std::uint32_t p) noexcept {
  with_bits<4>(static_cast<int>(eta), [=](auto constant) {
    unpack_binomial<static_cast<unsigned>(constant())>(out, packed, p);
  });
}
std::size_t keep_packed_words(std::span<Word16> out, std::span<const std::byte> packed,
                              std::uint32_t p) noexcept {
  return keep_packed(out, packed, p);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

// The words that vectors take, and their bytes; the reference takes the rest.
struct Whole {
  std::size_t words = 0, bytes = 0;

  Whole([[maybe_unused]] Isa isa, [[maybe_unused]] std::size_t count,
        [[maybe_unused]] int bits) noexcept {
#if HWY_TARGETS & HWY_AVX2
    constexpr std::size_t kVector = 16;
    if (has(isa, Isa::avx2)) words = count / kVector * kVector;
    bytes = packed_bytes(words, bits);
#endif
  }
};

}  // namespace

void pack_few_bits(Isa isa, std::span<std::byte> out, std::span<const Word16> words,
                   int bits) noexcept {
  const Whole whole(isa, words.size(), bits);
#if HWY_TARGETS & HWY_AVX2
  if (whole.words != 0) N_AVX2::pack_words(out.first(whole.bytes), words.data(), bits);
#endif
  pack(out.subspan(whole.bytes), words.subspan(whole.words), bits);
}

void unpack_few_bits(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                     int bits) noexcept {
  const Whole whole(isa, out.size(), bits);
#if HWY_TARGETS & HWY_AVX2
  if (whole.words != 0) N_AVX2::unpack_words(out.data(), packed.first(whole.bytes), bits);
#endif
  unpack(out.subspan(whole.words), packed.subspan(whole.bytes), bits);
}

void compress_and_pack(Isa isa, std::span<std::byte> out, std::span<const Word16> words,
                       std::uint32_t p, int bits) noexcept {
  const Whole whole(isa, words.size(), bits);
#if HWY_TARGETS & HWY_AVX2
  if (whole.words != 0) N_AVX2::compress_words(out.first(whole.bytes), words.data(), p, bits);
#endif
  std::array<Word16, 64> some;
  out = out.subspan(whole.bytes);
  for (auto rest = words.subspan(whole.words); !rest.empty();) {
    const std::size_t count = std::min(rest.size(), some.size());
    for (std::size_t i = 0; i < count; ++i) some[i] = compress(rest[i], p, bits);
    pack(out, std::span<const Word16>(some).first(count), bits);
    out = out.subspan(packed_bytes(count, bits));
    rest = rest.subspan(count);
  }
  wipe(some.data(), sizeof some);
}

void unpack_and_decompress(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                           std::uint32_t p, int bits) noexcept {
  const Whole whole(isa, out.size(), bits);
#if HWY_TARGETS & HWY_AVX2
  if (whole.words != 0) N_AVX2::decompress_words(out.data(), packed.first(whole.bytes), p, bits);
#endif
  const auto rest = out.subspan(whole.words);
  unpack(rest, packed.subspan(whole.bytes), bits);
  for (Word16& word : rest) word = decompress(word, p, bits);
}

std::size_t keep_packed_vartime([[maybe_unused]] Isa isa, std::span<Word16> out,
                                std::span<const std::byte> packed, std::uint32_t p) noexcept {
#if HWY_TARGETS & HWY_AVX2
  if (has(isa, Isa::avx2)) return N_AVX2::keep_packed_words(out, packed, p);
#endif
  std::size_t count = 0;
  for (; packed.size() >= 3 && count < out.size(); packed = packed.subspan(3)) {
    const auto three = std::to_integer<std::uint32_t>(packed[0]) |
                       std::to_integer<std::uint32_t>(packed[1]) << 8 |
                       std::to_integer<std::uint32_t>(packed[2]) << 16;
    for (const std::uint32_t draw : {three & 0xfff, three >> 12}) {
      if (draw < p && count < out.size()) out[count++] = static_cast<Word16>(draw);
    }
  }
  return count;
}

void unpack_binomial(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                     unsigned eta, std::uint32_t p) noexcept {
  const int bits = 2 * static_cast<int>(eta);
  const Whole whole(isa, out.size(), bits);
#if HWY_TARGETS & HWY_AVX2
  if (whole.words != 0) N_AVX2::binomial_words(out.data(), packed.first(whole.bytes), eta, p);
#endif
  const auto rest = out.subspan(whole.words);
  unpack(rest, packed.subspan(whole.bytes), bits);
  for (Word16& word : rest) {
    std::uint32_t lower = 0, upper = 0;
    for (unsigned i = 0; i < eta; ++i) {
      lower += word >> i & 1U;
      upper += word >> (eta + i) & 1U;
    }
    const std::uint32_t value = lower - upper;
    word = static_cast<Word16>(value + (p & (0U - (value >> 31))));
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
