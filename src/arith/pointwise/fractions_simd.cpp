// SPDX-License-Identifier: Apache-2.0
//
// Sums of fractions: by the 52-bit multiply-add of AVX-512 IFMA, or in double precision on AVX2 and
// NEON. The scalar reference also handles the words after the last full vector.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/pointwise/fractions_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>

#include "arith/pointwise/fractions.hpp"
#include "base/targets.inl"
#include "lath/arith/word.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::FixedTag<std::uint64_t, HWY_MAX_BYTES / 8> kDU;
using Words = hn::Vec<decltype(kDU)>;
constexpr std::size_t kLanes = hn::MaxLanes(kDU);

#if HWY_TARGET == HWY_AVX3

#include "arith/multiply_add_52.inl"  // NOLINT(bugprone-suspicious-include)

// The factor of a vector.
struct Factor {
  Words high, low;

  explicit Factor(Fraction104 factor)
      : high(hn::Set(kDU, factor.high)), low(hn::Set(kDU, factor.low)) {}

  HWY_INLINE Words add_product(Words sum, Words x) const noexcept {
    return add_high_product(add_low_product(sum, x, high), x, low);
  }
};

HWY_INLINE Words floor_product(Words u, Words t) noexcept {
  return add_high_product(hn::Zero(kDU), u, t);
}

#else

#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)

constexpr hn::FixedTag<double, kLanes> kD;
using Doubles = hn::Vec<decltype(kD)>;
// From 2^104 to 2^105, doubles are 2^52 apart, and their patterns count the multiples of 2^52: the
// pattern of 2^104 + 2^52 h is h modulo 2^52, and the pattern of 1.5 2^104 + 2^52 h is 2^51 + h.
constexpr double kTwo104 = 0x1p104;

// A product x g = 2^52 h + l of integers below 2^52, with h = round(x g / 2^52).
struct Product {
  Doubles shifted_high;  // start + 2^52 h
  Doubles low;           // l, of magnitude at most 2^51

  HWY_INLINE Product(Doubles x, Doubles g, double start) noexcept
      : shifted_high(hn::MulAdd(x, g, hn::Set(kD, start))),
        low(hn::MulAdd(x, g, hn::Sub(hn::Set(kD, start), shifted_high))) {}

  // The pattern of start + 2^52 floor(x g / 2^52): one less where l is negative.
  [[nodiscard]] HWY_INLINE Words floor() const noexcept {
    const auto is_negative = hn::Lt(low, hn::Zero(kD));
    return hn::Add(hn::BitCast(kDU, shifted_high),
                   hn::BitCast(kDU, hn::VecFromMask(kD, is_negative)));
  }
  // 2^51 + l modulo 2^52.
  [[nodiscard]] HWY_INLINE Words remainder() const noexcept {
    return hn::BitCast(kDU, hn::Add(low, hn::Set(kD, 1.5 * kTwo52)));
  }
};

struct Factor {
  Doubles high, low;

  explicit Factor(Fraction104 factor)
      : high(hn::Set(kD, static_cast<double>(factor.high))),
        low(hn::Set(kD, static_cast<double>(factor.low))) {}

  // Two halves, 2^51 each, vanish together.
  HWY_INLINE Words add_product(Words sum, Words x) const noexcept {
    const Doubles y = doubles_of(kD, x);
    return hn::Add(sum, hn::Add(Product(y, high, kTwo104).remainder(),
                                Product(y, low, 1.5 * kTwo104).floor()));
  }
};

HWY_INLINE Words floor_product(Words u, Words t) noexcept {
  const Words low_bits = hn::Set(kDU, (std::uint64_t{1} << 52) - 1);
  const Product product(doubles_of(kD, hn::And(u, low_bits)), doubles_of(kD, t), kTwo104);
  return hn::And(product.floor(), low_bits);
}

#endif

void add_fractions(std::uint64_t* sum, const std::uint64_t* x, Fraction104 factor,
                   std::size_t count) noexcept {
  const Factor vector(factor);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    hn::StoreU(vector.add_product(hn::LoadU(kDU, sum + i), hn::LoadU(kDU, x + i)), kDU, sum + i);
  }
  detail::add_fractions(Isa::scalar, sum + i, x + i, factor, count - i);
}

void multiply_fractions(std::uint64_t* out, const std::uint64_t* sum, std::uint64_t t,
                        std::size_t count) noexcept {
  const Words factor = hn::Set(kDU, t);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    hn::StoreU(floor_product(hn::LoadU(kDU, sum + i), factor), kDU, out + i);
  }
  detail::multiply_fractions(Isa::scalar, out + i, sum + i, t, count - i);
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

constexpr std::uint64_t kLowBits = (std::uint64_t{1} << 52) - 1;

}  // namespace

Fraction104 Fraction104::quotient_vartime(std::uint64_t a, std::uint64_t q) noexcept {
  const uint128 shifted = uint128{a} << 52;
  return {static_cast<std::uint64_t>(shifted / q),
          static_cast<std::uint64_t>((shifted % q << 52) / q)};
}

void add_fractions(Isa isa, std::uint64_t* sum, const std::uint64_t* x, Fraction104 factor,
                   std::size_t count) noexcept {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) return N_AVX3::add_fractions(sum, x, factor, count);
#endif
  LATH_RETURN_ON_AVX2_OR_NEON(isa, add_fractions(sum, x, factor, count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto carried = static_cast<std::uint64_t>(uint128{x[i]} * factor.low >> 52);
    sum[i] = (sum[i] + x[i] * factor.high + carried) & kLowBits;
  }
}

void multiply_fractions(Isa isa, std::uint64_t* out, const std::uint64_t* sum, std::uint64_t t,
                        std::size_t count) noexcept {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) return N_AVX3::multiply_fractions(out, sum, t, count);
#endif
  LATH_RETURN_ON_AVX2_OR_NEON(isa, multiply_fractions(out, sum, t, count));
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<std::uint64_t>(uint128{sum[i] & kLowBits} * t >> 52);
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
