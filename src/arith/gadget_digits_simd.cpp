// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/gadget_digits_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/gadget_digits.hpp"
#include "base/targets.inl"
#include "lath/base/constant_time.hpp"

#ifndef LATH_KERNELS_GADGET_DIGITS
#define LATH_KERNELS_GADGET_DIGITS
namespace lath::detail {

enum class Digits { unsigned_, balanced };

// The words from `first` on, one by one.
template <Digits kDigits>
void write_each(const DigitShape& shape, std::span<std::uint64_t* const> out,
                const std::uint64_t* x, std::size_t first, std::size_t count) noexcept {
  for (std::size_t i = first; i < count; ++i) {
    std::uint64_t y = x[i];
    if constexpr (kDigits == Digits::balanced) {
      y = y + shape.offset - (shape.modulus & ct::mask_less(shape.half, y));
    }
    for (std::size_t d = 0; d < shape.digits; ++d) {
      std::uint64_t digit = (y >> (shape.base_bits * static_cast<int>(d))) & shape.mask(d);
      if constexpr (kDigits == Digits::balanced) {
        digit -= shape.middle(d);
        digit += shape.q & ct::mask_of_top_bit(digit);
      }
      out[d][i] = digit;
    }
  }
}

}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::FixedTag<std::uint64_t, HWY_MAX_BYTES / 8>;
using DS = hn::RebindToSigned<D>;
constexpr D kD;
constexpr DS kDS;
constexpr std::size_t kLanes = hn::MaxLanes(D());
// Several vectors for each digit, whose constants are found once.
constexpr std::size_t kVectors = 4, kGroup = kVectors * kLanes;

HWY_INLINE auto set(std::uint64_t x) noexcept { return hn::Set(kD, x); }

// All ones where the number is negative.
HWY_INLINE hn::Vec<D> sign(hn::Vec<D> x) noexcept {
  return hn::BitCast(kD, hn::BroadcastSignBit(hn::BitCast(kDS, x)));
}

template <Digits kDigits>
void write_digits(const DigitShape shape, std::span<std::uint64_t* const> out,
                  const std::uint64_t* x, std::size_t count) noexcept {
  std::size_t i = 0;
  for (; i + kGroup <= count; i += kGroup) {
    hn::Vec<D> y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      y[v] = hn::LoadU(kD, x + i + v * kLanes);
      if constexpr (kDigits == Digits::balanced) {
        // The sign of half - x, both below 2^62.
        const auto upper = hn::And(sign(hn::Sub(set(shape.half), y[v])), set(shape.modulus));
        y[v] = hn::Sub(hn::Add(y[v], set(shape.offset)), upper);
      }
    }
    for (std::size_t d = 0; d < shape.digits; ++d) {
      const int place = shape.base_bits * static_cast<int>(d);
      for (std::size_t v = 0; v < kVectors; ++v) {
        auto digit = hn::And(hn::ShiftRightSame(y[v], place), set(shape.mask(d)));
        if constexpr (kDigits == Digits::balanced) {
          digit = hn::Sub(digit, set(shape.middle(d)));
          digit = hn::Add(digit, hn::And(sign(digit), set(shape.q)));
        }
        hn::StoreU(digit, kD, out[d] + i + v * kLanes);
      }
    }
  }
  write_each<kDigits>(shape, out, x, i, count);
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void write_unsigned_digits(Isa isa, const DigitShape& shape, std::span<std::uint64_t* const> out,
                           const std::uint64_t* x, std::size_t count) noexcept {
  LATH_RETURN_ON_AVX512(isa, write_digits<Digits::unsigned_>(shape, out, x, count));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, write_digits<Digits::unsigned_>(shape, out, x, count));
  write_each<Digits::unsigned_>(shape, out, x, 0, count);
}

void write_balanced_digits(Isa isa, const DigitShape& shape, std::span<std::uint64_t* const> out,
                           const std::uint64_t* x, std::size_t count) noexcept {
  LATH_RETURN_ON_AVX512(isa, write_digits<Digits::balanced>(shape, out, x, count));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, write_digits<Digits::balanced>(shape, out, x, count));
  write_each<Digits::balanced>(shape, out, x, 0, count);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
