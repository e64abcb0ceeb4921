// SPDX-License-Identifier: Apache-2.0
//
// (a0 + a1 x) (b0 + b1 x) = a0 b0 + a1 zeta b1 + (a0 b1 + a1 b0) x modulo x^2 - zeta. On vectors
// the prepared words are b0, zeta b1, b0, ... and behind each vector of them b1, b0, b1, ..., all
// times R = 2^16 modulo p, so that both coefficients are sums of products of neighbours, which one
// instruction computes in 32 bits. Factors are below p in magnitude, so sums of 2 k products stay
// below 2 k p^2 < 2^31; Montgomery's reduction brings them to at most (2 k p^2 / R + p / 2).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ml_kem/quadratic_products_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/fixed_factors.hpp"
#include "base/targets.inl"
#include "ml_kem/quadratic_products.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(std::uint16_t);
constexpr hn::FixedTag<std::uint16_t, kLanes> kWords{};
constexpr hn::FixedTag<std::int16_t, kLanes> kSigned{};
constexpr hn::FixedTag<std::uint32_t, kLanes / 2> kPairs{};
constexpr hn::FixedTag<std::int32_t, kLanes / 2> kSums{};
using Words = hn::Vec<decltype(kWords)>;
using Signed = hn::Vec<decltype(kSigned)>;
using Sums = hn::Vec<decltype(kSums)>;

HWY_INLINE Signed load(const std::uint16_t* words) noexcept {
  return hn::BitCast(kSigned, hn::LoadU(kWords, words));
}
HWY_INLINE Sums add_products(Sums sums, Signed a, Signed b) noexcept {
#if HWY_TARGET == HWY_AVX3
  return hn::Add(sums, Sums{_mm512_madd_epi16(a.raw, b.raw)});
#elif HWY_TARGET == HWY_NEON  // not in Highway in the order of the lanes
  const auto low = vmull_s16(vget_low_s16(a.raw), vget_low_s16(b.raw));
  return hn::Add(sums, Sums{vpaddq_s32(low, vmull_high_s16(a.raw, b.raw))});
#else
  return hn::Add(sums, Sums{_mm256_madd_epi16(a.raw, b.raw)});
#endif
}

void prepare(std::uint16_t* prepared, const std::uint16_t* b,
             const QuadraticProducts::Factors& factors) noexcept {
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(factors.p));
  const auto r = hn::Set(kSigned, static_cast<std::int16_t>(factors.r));
  const auto r_over_p = hn::Set(kSigned, static_cast<std::int16_t>(factors.r_over_p));
  const auto product = [=](Signed x, Signed w, Signed w_over_p) {
    return hn::Sub(hn::MulHigh(x, w), hn::MulHigh(hn::Mul(x, w_over_p), modulus));
  };
  for (std::size_t i = 0; i < factors.zetas.size(); i += kLanes, prepared += 2 * kLanes) {
    const auto x = load(b + i);
    const auto plain = product(x, r, r_over_p);
    const auto times_zeta = product(x, load(&factors.zetas[i]), load(&factors.zetas_over_p[i]));
    const auto swapped = hn::RotateRight<16>(hn::BitCast(kPairs, plain));
    hn::StoreU(hn::BitCast(kWords, hn::OddEven(times_zeta, plain)), kWords, prepared);
    hn::StoreU(hn::BitCast(kWords, swapped), kWords, prepared + kLanes);
  }
}

template <std::size_t kRank>
void inner_product(std::uint16_t* out, const std::uint16_t* a, std::size_t stride,
                   const std::uint16_t* prepared,
                   const QuadraticProducts::Factors& factors) noexcept {
  const std::size_t degree = factors.zetas.size();
  const auto modulus = hn::Set(kSigned, static_cast<std::int16_t>(factors.p));
  const auto inverse = hn::Set(kSigned, static_cast<std::int16_t>(factors.inverse));
  const auto as_words = [](auto pairs) { return hn::BitCast(kSigned, pairs); };
  for (std::size_t i = 0; i < degree; i += kLanes) {
    Sums even = hn::Zero(kSums), odd = even;
    for (std::size_t k = 0; k < kRank; ++k) {
      const auto x = load(a + k * stride + i);
      const std::uint16_t* b = prepared + 2 * (k * degree + i);
      even = add_products(even, x, load(b));
      odd = add_products(odd, x, load(b + kLanes));
    }
    // The lower and the upper halves of both sums, side by side as the words will be.
    const auto evens = hn::BitCast(kPairs, even), odds = hn::BitCast(kPairs, odd);
    const auto low = hn::OddEven(as_words(hn::ShiftLeft<16>(odds)), as_words(evens));
    const auto high = hn::OddEven(as_words(odds), as_words(hn::ShiftRight<16>(evens)));
    const auto multiple = hn::MulHigh(hn::Mul(low, inverse), modulus);
    const auto reduced = hn::BitCast(kWords, hn::Sub(high, multiple));
    // Negative values are the larger words.
    hn::StoreU(hn::Min(reduced, hn::Add(reduced, hn::BitCast(kWords, modulus))), kWords, out + i);
  }
}

// For ranks from 1 on.
constexpr decltype(&inner_product<1>) kInnerProducts[] = {&inner_product<1>, &inner_product<2>,
                                                          &inner_product<3>, &inner_product<4>};

#endif  // HWY_TARGET == ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
QuadraticProducts::QuadraticProducts(Isa isa, const NttPlan<Word>& plan)
    // A vector of AVX-512 has 32 words.
    : isa_(has(isa, Isa::avx512) && plan.degree() % 32 != 0 ? Isa::avx2 : isa),
      modulus_(plan.modulus()) {
  const std::uint64_t p = plan.modulus();
  const std::uint64_t r = isa != Isa::scalar ? (std::uint64_t{1} << 32) % p : 1;
  const auto inverse = static_cast<std::uint32_t>(inverse_of_word(p));
  const auto word = [=](std::uint64_t x) { return static_cast<Word>(centered(x, p)); };
  factors_ = {plan.modulus(), static_cast<Word>(inverse), word(r), 0, {}, {}};
  factors_.r_over_p = static_cast<Word>(factors_.r * inverse);
  // x^2 modulo x^2 - zeta is zeta.
  factors_.zetas = Buffer<Word>(plan.degree());
  factors_.zetas_over_p = Buffer<Word>(plan.degree());
  factors_.zetas[2] = 1;
  plan.forward(factors_.zetas.data());
  for (std::size_t i = 0; i < plan.degree(); i += 2) {
    const std::uint64_t zeta = modulus_.multiply(factors_.zetas[i], r);
    factors_.zetas[i + 1] = isa != Isa::scalar ? word(zeta) : static_cast<Word>(zeta);
    factors_.zetas[i] = 0;  // this word of the products is not used
    factors_.zetas_over_p[i + 1] = static_cast<Word>(factors_.zetas[i + 1] * inverse);
  }
}

void QuadraticProducts::prepare(Word* prepared, const Word* b) const noexcept {
  LATH_RETURN_ON_AVX512(isa_, prepare(prepared, b, factors_));
  LATH_RETURN_ON_AVX2_OR_NEON(isa_, prepare(prepared, b, factors_));
  for (std::size_t i = 0; i < factors_.zetas.size(); i += 2) {
    prepared[2 * i] = prepared[2 * i + 3] = b[i];
    prepared[2 * i + 1] = static_cast<Word>(modulus_.multiply(b[i + 1], factors_.zetas[i + 1]));
    prepared[2 * i + 2] = b[i + 1];
  }
}

void QuadraticProducts::inner_product(Word* out, const Word* a, std::size_t stride,
                                      const Word* prepared, std::size_t rank) const noexcept {
  LATH_RETURN_ON_AVX512(isa_, kInnerProducts[rank - 1](out, a, stride, prepared, factors_));
  LATH_RETURN_ON_AVX2_OR_NEON(isa_, kInnerProducts[rank - 1](out, a, stride, prepared, factors_));
  for (std::size_t i = 0; i < factors_.zetas.size(); i += 2) {
    std::uint64_t even = 0, odd = 0;
    for (std::size_t k = 0; k < rank; ++k) {
      const std::uint64_t a0 = a[k * stride + i], a1 = a[k * stride + i + 1];
      const Word* b = prepared + k * prepared_words() + 2 * i;
      even += a0 * b[0] + a1 * b[1];
      odd += a0 * b[2] + a1 * b[3];
    }
    out[i] = static_cast<Word>(modulus_.reduce(even));
    out[i + 1] = static_cast<Word>(modulus_.reduce(odd));
  }
}

}  // namespace lath::detail
#endif  // HWY_ONCE
