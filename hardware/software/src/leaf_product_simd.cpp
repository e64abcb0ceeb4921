// SPDX-License-Identifier: Apache-2.0
//
// Products of leaves by the multiply-add of pairs of 16 bits: a coefficient of 135 bits is nine
// digits of 15 bits for it, and sums of 40 products with at most 64 are below 2^27. Lanes are
// coefficients of the product.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hardware/software/src/leaf_product_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>

#include "recursion_kernels.hpp"
#include "targets.inl"

HWY_BEFORE_NAMESPACE();
namespace lath::hardware::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Eight lanes on each: AVX-512 of this width has more registers.
constexpr hn::FixedTag<Word, 8> kWords;
constexpr hn::FixedTag<std::uint64_t, 4> kPairs;
constexpr hn::FixedTag<std::int16_t, 16> kHalves;
using Vector = hn::Vec<decltype(kWords)>;

constexpr std::size_t kDigits = 9;
constexpr int kDigitBits = 15;
constexpr Word kDigitMask = (Word{1} << kDigitBits) - 1;

// Digits with zeros around them. Word m is d_m + 2^16 d_(m-1): times b_i + 2^16 b_(i+1) as pairs it
// is what coefficient i + m takes from b_i and b_(i+1).
struct Digits {
  static constexpr std::size_t kBefore = 8, kSize = kBefore + kLeaf + 16;
  alignas(32) Word words[kDigits][kSize];

  explicit Digits(const Word* planes) noexcept;
  const Word* at(std::size_t digit) const noexcept { return words[digit] + kBefore; }
};

// Digit t of eight coefficients of full chunks.
template <std::size_t t>
HWY_INLINE Vector digit(const Vector (&chunks)[kChunks]) noexcept {
  constexpr int kBit = kDigitBits * static_cast<int>(t), kFrom = kBit % kChunkBits;
  constexpr std::size_t k = kBit / kChunkBits;
  auto x = hn::ShiftRight<kFrom>(chunks[k]);
  if constexpr (kFrom + kDigitBits > kChunkBits) {
    x = hn::Or(x, hn::ShiftLeft<kChunkBits - kFrom>(chunks[k + 1]));
  }
  return hn::And(x, hn::Set(kWords, kDigitMask));
}

template <class Step, std::size_t... t>
HWY_INLINE void for_digits(const Step& step, std::index_sequence<t...>) noexcept {
  (step(std::integral_constant<std::size_t, t>{}), ...);
}

HWY_INLINE Digits::Digits(const Word* planes) noexcept {
  for (auto& row : words) {
    std::fill_n(row, kBefore, Word{0});
    std::fill_n(row + kBefore + kLeaf, 16, Word{0});
  }
  for (std::size_t i = 0; i < kLeaf; i += 8) {
    Vector chunks[kChunks];
    for (std::size_t k = 0; k < kChunks; ++k) chunks[k] = hn::LoadU(kWords, planes + k * kLeaf + i);
    for_digits(
        [&](auto t) HWY_ATTR {
          hn::StoreU(digit<decltype(t)::value>(chunks), kWords, words[t] + kBefore + i);
        },
        std::make_index_sequence<kDigits>{});
  }
  // From the last pair to the first, whose upper halves others still read.
  for (auto& row : words) {
    for (std::size_t m = kLeaf + 8; m != 0; m -= 8) {
      Word* const at = row + kBefore + m - 8;
      const auto before = hn::ShiftLeft<16>(hn::LoadU(kWords, at - 1));
      hn::StoreU(hn::Or(hn::LoadU(kWords, at), before), kWords, at);
    }
  }
}

// Pairs of coefficients of a binary polynomial, b_i + 2^16 b_(i+1) for even i.
struct BinaryPairs {
  Word words[kMaxMessages][kLeaf / 2];

  HWY_INLINE BinaryPairs(const Word* binary, std::size_t messages) noexcept {
    for (std::size_t j = 0; j < messages; ++j) {
      for (std::size_t i = 0; i < kLeaf; i += 2) {
        words[j][i / 2] = (binary[i] >> (8 * j) & 255) | (binary[i + 1] >> (8 * j) & 255) << 16;
      }
    }
  }
};

// Sums of kCount digits from `first` on for coefficients n to n + 7 of kMessages products; only
// pairs i with 0 <= n + 7 - i and n - i <= 40 add anything.
template <std::size_t kMessages, std::size_t kCount>
HWY_INLINE void sum_digits(Vector (&sums)[kMessages][kDigits], const Digits& digits,
                           const BinaryPairs& pairs, std::size_t first, std::size_t n) noexcept {
  const hn::RebindToSigned<decltype(kWords)> di;
  hn::Vec<decltype(di)> acc[kMessages][kCount];
  for (auto& row : acc) {
    for (auto& x : row) x = hn::Zero(di);
  }
  const std::size_t begin = n > kLeaf ? n - kLeaf : 0, end = std::min(n + 8, kLeaf);
  for (std::size_t i = begin; i < end; i += 2) {
    hn::Vec<decltype(kHalves)> d[kCount];
    for (std::size_t t = 0; t < kCount; ++t) {
      d[t] = hn::BitCast(kHalves, hn::LoadU(kWords, digits.at(first + t) + n - i));
    }
    for (std::size_t j = 0; j < kMessages; ++j) {
      const auto b = hn::BitCast(kHalves, hn::Set(kWords, pairs.words[j][i / 2]));
      for (std::size_t t = 0; t < kCount; ++t) {
        auto unused = hn::Zero(di);
        acc[j][t] = hn::ReorderWidenMulAccumulate(di, d[t], b, acc[j][t], unused);
      }
    }
  }
  for (std::size_t j = 0; j < kMessages; ++j) {
    for (std::size_t t = 0; t < kCount; ++t) sums[j][first + t] = hn::BitCast(kWords, acc[j][t]);
  }
}

// From sums below 2^27 of digits to full chunks modulo 2^135: carries first, below 2^13.
HWY_INLINE void chunks_of(Vector (&chunks)[kChunks], const Vector (&sums)[kDigits]) noexcept {
  const auto mask = hn::Set(kWords, kDigitMask), chunk = hn::Set(kWords, kChunkMask);
  Vector y[kDigits];
  auto carried = hn::Zero(kWords);
  for (std::size_t t = 0; t < kDigits; ++t) {
    const auto x = hn::Add(sums[t], carried);
    y[t] = hn::And(x, mask);
    carried = hn::ShiftRight<kDigitBits>(x);
  }
  // Digit t begins at bit 15 t, chunk k at bit 27 k.
  chunks[0] = hn::And(hn::Or(y[0], hn::ShiftLeft<15>(y[1])), chunk);
  chunks[1] = hn::And(
      hn::Or(hn::ShiftRight<12>(y[1]), hn::Or(hn::ShiftLeft<3>(y[2]), hn::ShiftLeft<18>(y[3]))),
      chunk);
  chunks[2] = hn::And(
      hn::Or(hn::ShiftRight<9>(y[3]), hn::Or(hn::ShiftLeft<6>(y[4]), hn::ShiftLeft<21>(y[5]))),
      chunk);
  chunks[3] = hn::And(
      hn::Or(hn::ShiftRight<6>(y[5]), hn::Or(hn::ShiftLeft<9>(y[6]), hn::ShiftLeft<24>(y[7]))),
      chunk);
  chunks[4] = hn::Or(hn::ShiftRight<3>(y[7]), hn::ShiftLeft<12>(y[8]));
}

// Chunk k of eight coefficients of four messages to their rows.
HWY_INLINE void store_chunk(Word* rows, const Vector (&chunk)[kMaxMessages],
                            std::size_t count) noexcept {
  constexpr std::size_t kStep = row_words(Lanes::four);
  const hn::FixedTag<Word, 4> half;
  const auto a = hn::InterleaveLower(kWords, chunk[0], chunk[1]);
  const auto b = hn::InterleaveLower(kWords, chunk[2], chunk[3]);
  const auto c = hn::InterleaveUpper(kWords, chunk[0], chunk[1]);
  const auto e = hn::InterleaveUpper(kWords, chunk[2], chunk[3]);
  const auto pair = [](auto x) HWY_ATTR { return hn::BitCast(kPairs, x); };
  const Vector rows_of[4] = {hn::BitCast(kWords, hn::InterleaveLower(kPairs, pair(a), pair(b))),
                             hn::BitCast(kWords, hn::InterleaveUpper(kPairs, pair(a), pair(b))),
                             hn::BitCast(kWords, hn::InterleaveLower(kPairs, pair(c), pair(e))),
                             hn::BitCast(kWords, hn::InterleaveUpper(kPairs, pair(c), pair(e)))};
  for (std::size_t i = 0; i < 4; ++i)
    hn::StoreU(hn::LowerHalf(half, rows_of[i]), half, rows + i * kStep);
  for (std::size_t i = 4; i < count; ++i) {
    hn::StoreU(hn::UpperHalf(half, rows_of[i - 4]), half, rows + i * kStep);
  }
}

template <std::size_t kMessages>
HWY_INLINE void multiply(Word* rows, const Word* planes, const Word* binary) noexcept {
  const Digits digits(planes);
  const BinaryPairs pairs(binary, kMessages);
  for (std::size_t n = 0; n < kLeafProduct; n += 8) {
    const std::size_t count = std::min<std::size_t>(8, kLeafProduct - n);
    Vector sums[kMessages][kDigits];
    // As many accumulators as registers have room for.
    if constexpr (kMessages == 1) {
      sum_digits<kMessages, kDigits>(sums, digits, pairs, 0, n);
    } else {
      for (std::size_t t = 0; t + 2 < kDigits; t += 2) {
        sum_digits<kMessages, 2>(sums, digits, pairs, t, n);
      }
      sum_digits<kMessages, 1>(sums, digits, pairs, kDigits - 1, n);
    }
    Vector chunks[kMessages][kChunks];
    for (std::size_t j = 0; j < kMessages; ++j) chunks_of(chunks[j], sums[j]);
    if constexpr (kMessages == 1) {
      alignas(32) Word lanes[kChunks][8];
      for (std::size_t k = 0; k < kChunks; ++k) hn::Store(chunks[0][k], kWords, lanes[k]);
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < kChunks; ++k) rows[(n + i) * kChunks + k] = lanes[k][i];
      }
    } else {
      for (std::size_t k = 0; k < kChunks; ++k) {
        const Vector chunk[kMaxMessages] = {chunks[0][k], chunks[1][k], chunks[2][k], chunks[3][k]};
        store_chunk(rows + n * row_words(Lanes::four) + k * kMaxMessages, chunk, count);
      }
    }
  }
}

void leaf_product(Word* rows, const Word* planes, const Word* binary, Lanes lanes) noexcept {
  lanes == Lanes::one ? multiply<1>(rows, planes, binary)
                      : multiply<kMaxMessages>(rows, planes, binary);
}

}  // namespace

LeafProduct leaf_kernel() noexcept { return leaf_product; }

#endif
}  // namespace lath::hardware::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::hardware::detail {

LeafProduct leaf_product(Isa isa) noexcept {
  LATH_HARDWARE_RETURN_ON_AVX512(isa, leaf_kernel());
  LATH_HARDWARE_RETURN_ON_AVX2(isa, leaf_kernel());
  return reference_leaf_product();
}

}  // namespace lath::hardware::detail
#endif
