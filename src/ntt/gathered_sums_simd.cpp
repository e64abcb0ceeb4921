// SPDX-License-Identifier: Apache-2.0
//
// Words from anywhere and small integers, added. The scalar reference also handles the words after
// the last full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/gathered_sums_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "ntt/gathered_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

void gathered_sums(std::uint64_t* out, const std::uint64_t* a, const std::uint16_t* places,
                   std::span<const std::int8_t> integers, std::uint64_t p) noexcept {
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(std::uint64_t);
  const hn::FixedTag<std::uint64_t, kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<std::int8_t, decltype(di)> bytes;
  const hn::Rebind<std::int32_t, decltype(di)> halves;
  const auto modulus = hn::BitCast(di, hn::Set(d, p));
  const auto plus_p_if_negative = [&](auto x) {
    return hn::Add(x, hn::And(hn::BroadcastSignBit(x), modulus));
  };
  const auto word = [&](std::size_t i) { return static_cast<std::int64_t>(a[places[i]]); };
  const std::size_t whole = integers.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    // Single loads: they take less time than the loads of the gathering instruction.
#if HWY_TARGET == HWY_AVX2
    const hn::Vec<decltype(di)> words{
        _mm256_set_epi64x(word(i + 3), word(i + 2), word(i + 1), word(i))};
#else
    const hn::Half<decltype(di)> one;
    const auto words = hn::Combine(di, hn::Set(one, word(i + 1)), hn::Set(one, word(i)));
#endif
    const auto small =
        hn::PromoteTo(di, hn::PromoteTo(halves, hn::LoadU(bytes, integers.data() + i)));
    // In [-p - 2^7, 2^7), then in [-2^7, p).
    const auto sum = plus_p_if_negative(hn::Sub(hn::Add(words, small), modulus));
    hn::StoreU(hn::BitCast(d, plus_p_if_negative(sum)), d, out + i);
  }
  detail::gathered_sums(Isa::scalar, out + whole, a, places + whole, integers.subspan(whole), p);
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void gathered_sums(Isa isa, std::uint64_t* out, const std::uint64_t* a, const std::uint16_t* places,
                   std::span<const std::int8_t> integers, std::uint64_t p) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, gathered_sums(out, a, places, integers, p));
  for (std::size_t i = 0; i < integers.size(); ++i) {
    // In (-2^7, p + 2^7), where the top bit is the sign.
    const std::uint64_t sum = a[places[i]] + static_cast<std::uint64_t>(std::int64_t{integers[i]});
    out[i] = ct::subtract_once(sum + (p & ct::mask_of_top_bit(sum)), p);
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
