// SPDX-License-Identifier: Apache-2.0
//
// Noise of small integers from random bits, without rejection. The scalar reference also handles
// the samples after the last full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/small_noise_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>
#include <bit>
#include <type_traits>

#include "base/little_endian.hpp"
#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "random/draw_words.hpp"
#include "random/small_noise.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
hn::Vec<D> load_bytes(D d, const std::byte* from) noexcept {
  const hn::Repartition<std::uint8_t, D> bytes;
  return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(from)));
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

// A shuffle of 16 bytes, which are words of kBytes bytes each: it puts the lowest bytes of all
// words first, then the next ones, and so on.
template <std::size_t kBytes>
constexpr std::array<std::uint8_t, 16> by_significance() noexcept {
  std::array<std::uint8_t, 16> sources{};
  for (std::size_t i = 0; i < 16; ++i) {
    sources[i] = static_cast<std::uint8_t>(i % (16 / kBytes) * kBytes + i / (16 / kBytes));
  }
  return sources;
}

// The lanes of several vectors, all below 256, as bytes in one vector, in order.
template <class D>
hn::Vec<hn::Repartition<std::uint8_t, D>> narrow(
    D /*d*/, const hn::Vec<D> (&lanes)[sizeof(hn::TFromD<D>)]) noexcept {
  constexpr std::size_t kBytes = sizeof(hn::TFromD<D>);
  alignas(16) static constexpr auto kSources = by_significance<kBytes>();
  const hn::Repartition<std::uint8_t, D> d8;
  auto merged = lanes[0];
  for (std::size_t k = 1; k < kBytes; ++k) {
    merged = hn::Or(merged, hn::ShiftLeftSame(lanes[k], static_cast<int>(8 * k)));
  }
  const auto bytes =
      hn::TableLookupBytes(hn::BitCast(d8, merged), hn::LoadDup128(d8, kSources.data()));
#if HWY_TARGET == HWY_NEON
  return bytes;
#else
  // Runs of 16 / kBytes bytes, alternately from the lower and the upper half.
  using Run = std::conditional_t<kBytes == 8, std::uint16_t,
                                 std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>;
  const hn::Half<hn::Repartition<Run, D>> half;
  const hn::Half<decltype(d8)> half8;
  const auto low = hn::BitCast(half, hn::LowerHalf(half8, bytes));
  const auto high = hn::BitCast(half, hn::UpperHalf(half8, bytes));
  return hn::Combine(d8, hn::BitCast(half8, hn::InterleaveUpper(half, low, high)),
                     hn::BitCast(half8, hn::InterleaveLower(half, low, high)));
#endif
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
  constexpr std::size_t kCount = sizeof(Draw), kBytes = HWY_MAX_BYTES;
  const std::size_t whole = out.size() / kBytes * kBytes;
  for (std::size_t i = 0; i < whole; i += kBytes) {
    hn::Vec<decltype(d)> sums[kCount];
    for (std::size_t k = 0; k < kCount; ++k) {
      const auto x = load_bytes(d8, random.data() + i * sizeof(Draw) + kBytes * k);
      sums[k] = sum_of_bytes(d, count_ones_of_bytes(d8, hn::And(hn::Xor(x, flipped), used)));
    }
    const auto values = hn::Sub(narrow(d, sums), center);
    hn::StoreU(values, d8, reinterpret_cast<std::uint8_t*>(out.data()) + i);
  }
  detail::centered_binomial(Isa::scalar, out.subspan(whole), random.subspan(whole * sizeof(Draw)),
                            eta);
}

void centered_binomial(std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept {
  with_draws_of<2>(binomial_draw_bytes(eta),
                   [=](auto draw) { centered_binomial_of<decltype(draw)>(out, random, eta); });
}

template <class Draw>
void sparse_ternary_of(std::span<std::int8_t> out, std::span<const std::byte> random,
                       std::uint64_t share) noexcept {
  const hn::ScalableTag<Draw> d;
  const hn::RebindToSigned<decltype(d)> di;
  [[maybe_unused]] const hn::Rebind<std::uint8_t, decltype(d)> narrow;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(Draw);
  // With its top bit flipped, an unsigned word compares like a signed one.
  const auto top = hn::Set(d, static_cast<Draw>(Draw{1} << (8 * sizeof(Draw) - 1)));
  const auto s = hn::BitCast(
      di, hn::Xor(top, hn::Set(d, static_cast<Draw>(share >> (64 - 8 * sizeof(Draw))))));
  const std::size_t whole = out.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const auto u = hn::BitCast(di, hn::Xor(top, load_bytes(d, random.data() + i * sizeof(Draw))));
    const auto positive = hn::VecFromMask(di, hn::Lt(u, s));
    const auto negative = hn::VecFromMask(di, hn::Lt(hn::Not(u), s));
    const auto value = hn::BitCast(d, hn::Sub(negative, positive));
    auto* bytes = reinterpret_cast<std::uint8_t*>(out.data()) + i;
    if constexpr (sizeof(Draw) == 1) {
      hn::StoreU(value, d, bytes);
    } else {
      hn::StoreU(hn::TruncateTo(narrow, value), narrow, bytes);
    }
  }
  detail::sparse_ternary(Isa::scalar, out.subspan(whole), random.subspan(whole * sizeof(Draw)),
                         share);
}

void sparse_ternary(std::span<std::int8_t> out, std::span<const std::byte> random,
                    std::uint64_t share) noexcept {
  with_draws_of<1>(sparse_draw_bytes(share),
                   [=](auto draw) { sparse_ternary_of<decltype(draw)>(out, random, share); });
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

// The number of ones in x. std::popcount would use a table on some targets.
std::uint64_t count_ones(std::uint64_t x) noexcept {
  x -= (x >> 1) & 0x5555555555555555;
  x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (x * 0x0101010101010101) >> 56;
}

template <std::size_t kBytes>
void centered_binomial_of(std::span<std::int8_t> out, const std::byte* random,
                          unsigned eta) noexcept {
  const BinomialMasks masks = binomial_masks(eta);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t x = load_little_endian<kBytes>(random + i * kBytes);
    out[i] = static_cast<std::int8_t>(count_ones((x ^ masks.flipped) & masks.used) - eta);
  }
}

template <class Draw>
void sparse_ternary_of(std::span<std::int8_t> out, const std::byte* random,
                       std::uint64_t share) noexcept {
  const auto s = static_cast<Draw>(share >> (64 - 8 * sizeof(Draw)));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto u = static_cast<Draw>(load_little_endian<sizeof(Draw)>(random + i * sizeof(Draw)));
    const auto negative = ct::mask_less(static_cast<Draw>(~u), s);
    out[i] = static_cast<std::int8_t>(negative - ct::mask_less(u, s));  // a mask is minus one
  }
}

}  // namespace

std::size_t binomial_draw_bytes(unsigned eta) noexcept { return eta <= 8 ? 2 : eta <= 16 ? 4 : 8; }

BinomialMasks binomial_masks(unsigned eta) noexcept {
  const std::uint64_t used = ~std::uint64_t{0} >> (64 - 2 * eta);
  return {used, used & (used << eta)};
}

void centered_binomial(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, centered_binomial(out, random, eta));
  with_draws_of<2>(binomial_draw_bytes(eta),
                   [=](auto draw) { centered_binomial_of<sizeof(draw)>(out, random.data(), eta); });
}

std::size_t sparse_draw_bytes(std::uint64_t share) noexcept {
  const int bits = 64 - std::countr_zero(share);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

void sparse_ternary(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                    std::uint64_t share) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, sparse_ternary(out, random, share));
  with_draws_of<1>(sparse_draw_bytes(share), [=](auto draw) {
    sparse_ternary_of<decltype(draw)>(out, random.data(), share);
  });
}

}  // namespace lath::detail
#endif  // HWY_ONCE
