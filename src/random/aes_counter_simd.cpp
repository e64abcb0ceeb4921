// SPDX-License-Identifier: Apache-2.0
//
// AES-256 in counter mode. The instructions for rounds take the same time for all keys and blocks.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/aes_counter_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>
#include <utility>

#include "base/targets.inl"
#include "random/aes_counter.hpp"

#if HWY_TARGET & HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",vaes")
namespace lath::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<std::uint8_t, AesCounter::kBlockBytes> kBlock;
constexpr hn::FixedTag<std::uint8_t, 64> kFourBlocks;
constexpr hn::FixedTag<std::uint64_t, 8> kHalves;
using Block = hn::Vec<decltype(kBlock)>;
using FourBlocks = hn::Vec<decltype(kFourBlocks)>;

// SubWord() of FIPS 197 for four words: equal columns are what ShiftRows() leaves alone.
Block substitute(Block x, const std::array<std::uint8_t, 16>& places) noexcept {
  return hn::AESLastRound(hn::TableLookupBytes(x, hn::LoadU(kBlock, places.data())),
                          hn::Zero(kBlock));
}

// Each word with the words before it added.
Block sums_of_words(Block x) noexcept {
  x = hn::Xor(x, hn::ShiftLeftBytes<4>(kBlock, x));
  return hn::Xor(x, hn::ShiftLeftBytes<8>(kBlock, x));
}

// KeyExpansion() of FIPS 197, four words at a time.
void expand_key(std::uint8_t* round_keys, const std::uint8_t* key) noexcept {
  constexpr std::array<std::uint8_t, 16> kLast = {12, 13, 14, 15, 12, 13, 14, 15,
                                                  12, 13, 14, 15, 12, 13, 14, 15};
  constexpr std::array<std::uint8_t, 16> kLastRotated = {13, 14, 15, 12, 13, 14, 15, 12,
                                                         13, 14, 15, 12, 13, 14, 15, 12};
  const hn::Repartition<std::uint32_t, decltype(kBlock)> words;
  Block before = hn::LoadU(kBlock, key), last = hn::LoadU(kBlock, key + 16);
  hn::StoreU(before, kBlock, round_keys);
  hn::StoreU(last, kBlock, round_keys + 16);
  for (std::size_t i = 2; i < AesCounter::kRoundKeys; ++i) {
    Block next = substitute(last, i % 2 == 0 ? kLastRotated : kLast);
    if (i % 2 == 0) {
      const auto constant = hn::Set(words, std::uint32_t{1} << (i / 2 - 1));
      next = hn::Xor(next, hn::BitCast(kBlock, constant));
    }
    next = hn::Xor(next, sums_of_words(before));
    hn::StoreU(next, kBlock, round_keys + 16 * i);
    before = std::exchange(last, next);
  }
}

// Four counters, one behind the other, as numbers: the low half before the high one.
class Counters {
 public:
  Counters(std::uint64_t high, std::uint64_t low) noexcept {
    alignas(64) std::array<std::uint64_t, 8> halves;
    for (std::uint64_t i = 0; i < 4; ++i) {
      halves[2 * i] = low + i;
      halves[2 * i + 1] = high + (low + i < i ? 1 : 0);
    }
    numbers_ = hn::Load(kHalves, halves.data());
  }
  // The blocks of these counters, which become the next four.
  FourBlocks next() noexcept {
    const auto bytes = hn::BitCast(kFourBlocks, numbers_);
    const auto blocks = hn::TableLookupBytes(bytes, hn::LoadDup128(kFourBlocks, kReversed.data()));
    const auto four = hn::BitCast(kHalves, hn::LoadDup128(kFourBlocks, kFour.data()));
    numbers_ = hn::Add(numbers_, four);
    // A low half below four has wrapped. High halves are not below the zeros of `four`.
    const auto wrapped = hn::VecFromMask(kHalves, hn::Lt(numbers_, four));
    numbers_ = hn::Sub(numbers_, hn::ShiftLeftLanes<1>(kHalves, wrapped));
    return blocks;
  }

 private:
  static constexpr std::array<std::uint8_t, 16> kReversed = {15, 14, 13, 12, 11, 10, 9, 8,
                                                             7,  6,  5,  4,  3,  2,  1, 0};
  static constexpr std::array<std::uint8_t, 16> kFour = {4};
  hn::Vec<decltype(kHalves)> numbers_;
};

void fill(std::span<std::byte> out, const std::uint8_t* round_keys, std::uint64_t high,
          std::uint64_t low) noexcept {
  constexpr std::size_t kVectors = AesCounter::kGroupBytes / 64;  // hide the time of a round
  std::array<FourBlocks, AesCounter::kRoundKeys> keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = hn::LoadDup128(kFourBlocks, round_keys + 16 * i);
  }
  Counters counters(high, low);
  for (; !out.empty(); out = out.subspan(AesCounter::kGroupBytes)) {
    std::array<FourBlocks, kVectors> x;
    for (FourBlocks& each : x) each = hn::Xor(counters.next(), keys[0]);
    for (std::size_t round = 1; round + 1 < keys.size(); ++round) {
      for (FourBlocks& each : x) each.raw = _mm512_aesenc_epi128(each.raw, keys[round].raw);
    }
    auto* at = reinterpret_cast<std::uint8_t*>(out.data());
    for (FourBlocks& each : x) {
      each.raw = _mm512_aesenclast_epi128(each.raw, keys.back().raw);
      hn::StoreU(each, kFourBlocks, at);
      at += 64;
    }
  }
}

}  // namespace
}  // namespace lath::detail::HWY_NAMESPACE
HWY_POP_ATTRIBUTES
#endif

#if HWY_ONCE
namespace lath::detail {
namespace {

std::uint64_t big_endian(std::span<const std::byte, 8> bytes) noexcept {
  std::uint64_t x = 0;
  for (const std::byte each : bytes) x = x << 8 | std::to_integer<std::uint64_t>(each);
  return x;
}

}  // namespace

bool AesCounter::exists_for(Isa isa) noexcept {
#if HWY_TARGETS & HWY_AVX3
  return has(isa, Isa::avx512ifma);
#else
  static_cast<void>(isa);
  return false;
#endif
}

AesCounter::AesCounter([[maybe_unused]] std::span<const std::byte, kKeyBytes> key,
                       std::span<const std::byte, kBlockBytes> counter) noexcept
    : high_(big_endian(counter.first<8>())), low_(big_endian(counter.last<8>())) {
#if HWY_TARGETS & HWY_AVX3
  N_AVX3::expand_key(reinterpret_cast<std::uint8_t*>(round_keys_.data()),
                     reinterpret_cast<const std::uint8_t*>(key.data()));
#endif
}

void AesCounter::stream([[maybe_unused]] std::span<std::byte> out) noexcept {
#if HWY_TARGETS & HWY_AVX3
  N_AVX3::fill(out, reinterpret_cast<const std::uint8_t*>(round_keys_.data()), high_, low_);
  const std::uint64_t before = low_;
  low_ += out.size() / kBlockBytes;
  high_ += low_ < before ? 1 : 0;
#endif
}

}  // namespace lath::detail
#endif
