// SPDX-License-Identifier: Apache-2.0
//
// Draws against a table of thresholds: four draws side by side, and four vectors of them, so that
// each threshold is loaded once for sixteen draws.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/thresholds.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/thresholds.hpp"
#include "lath/base/constant_time.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kVectors = 4, kDraws = 4 * kVectors;

void count_group(std::int64_t* out, const std::byte* random, const Thresholds& thresholds,
                 std::int64_t first) noexcept {
  const hn::ScalableTag<std::int64_t> d;
  using V = hn::Vec<decltype(d)>;
  // Unsigned words in the order of signed ones.
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63;
  const V top = hn::BitCast(d, hn::Set(hn::ScalableTag<std::uint64_t>(), kTop));
  std::array<V, kVectors> high, low, above;
  for (std::size_t k = 0; k < kVectors; ++k) {
    hn::LoadInterleaved2(d, reinterpret_cast<const std::int64_t*>(random) + 8 * k, low[k], high[k]);
    low[k] = hn::Xor(low[k], top);
    high[k] = hn::Xor(high[k], top);
    above[k] = hn::Zero(d);
  }
  for (std::size_t j = 0; j < thresholds.high.size(); ++j) {
    const V t_high = hn::Set(d, static_cast<std::int64_t>(thresholds.high[j] ^ kTop));
    const V t_low = hn::Set(d, static_cast<std::int64_t>(thresholds.low[j] ^ kTop));
    for (std::size_t k = 0; k < kVectors; ++k) {
      const V less = hn::VecFromMask(d, hn::Gt(t_high, high[k]));
      const V same = hn::VecFromMask(d, hn::Eq(t_high, high[k]));
      const V less_low = hn::VecFromMask(d, hn::Gt(t_low, low[k]));
      above[k] = hn::Add(above[k], hn::Or(less, hn::And(same, less_low)));  // a mask is minus one
    }
  }
  const V most = hn::Set(d, first + static_cast<std::int64_t>(thresholds.high.size()));
  for (std::size_t k = 0; k < kVectors; ++k) hn::StoreU(hn::Add(most, above[k]), d, out + 4 * k);
}

void count_thresholds(std::span<std::int64_t> out, std::span<const std::byte> random,
                      const Thresholds& thresholds, std::int64_t first) noexcept {
  const std::size_t whole = out.size() / kDraws * kDraws;
  for (std::size_t i = 0; i < whole; i += kDraws) {
    count_group(out.data() + i, random.data() + kThresholdDrawBytes * i, thresholds, first);
  }
  kernels::count_thresholds(Isa::scalar, out.subspan(whole),
                            random.subspan(kThresholdDrawBytes * whole), thresholds, first);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {
namespace {

std::uint64_t little_endian(const std::byte* bytes) noexcept {
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < 8; ++i) x |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return x;
}

}  // namespace

void count_thresholds([[maybe_unused]] Isa isa, std::span<std::int64_t> out,
                      std::span<const std::byte> random, const Thresholds& thresholds,
                      std::int64_t first) noexcept {
#if HWY_TARGETS & HWY_AVX2
  if (isa == Isa::avx2) return N_AVX2::count_thresholds(out, random, thresholds, first);
#endif
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t low = little_endian(random.data() + kThresholdDrawBytes * i);
    const std::uint64_t high = little_endian(random.data() + kThresholdDrawBytes * i + 8);
    std::uint64_t count = 0;
    for (std::size_t j = 0; j < thresholds.high.size(); ++j) {
      const std::uint64_t below =
          ct::mask_less(high, thresholds.high[j]) |
          (ct::mask_equal(high, thresholds.high[j]) & ct::mask_less(low, thresholds.low[j]));
      count += ~below & 1;
    }
    out[i] = first + static_cast<std::int64_t>(count);
  }
}

}  // namespace lath::kernels
#endif  // HWY_ONCE
