// SPDX-License-Identifier: Apache-2.0
//
// Conversion sums in double precision, see sums_f64.inl.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/conversion_sums_f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/targets.inl"
#include "lath/base/secret.hpp"
#include "rns/conversion_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA
namespace {

#include "rns/sums_f64.inl"

class F64ConversionSums final : public ConversionSumsOf<F64ConversionSums> {
 public:
  F64ConversionSums(std::span<const Source> sources, std::span<const Target> targets) {
    for (const Source& s : sources) sources_.emplace_back(s);
    for (const Target& t : targets) sums_.push_back(sum_of(sources, t));
    // The block size keeps all rows in the first-level cache, unless there are too many of them.
    block_ = std::clamp(kCached / (sources.size() + 1) / kGroup * kGroup, 2 * kGroup, kBlock);
  }

  // Rows of y, one row of alpha, and two rows of fractions.
  [[nodiscard]] std::size_t scratch_words() const noexcept override {
    return (sources_.size() + 3) * block_;
  }

  template <ResidueWord Word>
  void convert_limbs(Word* out, std::size_t out_stride, const Word* in, std::size_t in_stride,
                     std::size_t count, Quotient quotient, std::uint64_t* scratch) const noexcept {
    auto* rows = reinterpret_cast<double*>(scratch);
    const std::size_t k = sources_.size();
    const std::size_t used = k + (quotient == Quotient::none ? 0 : 1);
    for (std::size_t first = 0; first < count; first += block_) {
      const std::size_t block = std::min(block_, count - first);
      if (quotient == Quotient::none) {
        for (std::size_t i = 0; i < k; ++i) {
          scale_row<false>(rows + i * block_, nullptr, nullptr, sources_[i],
                           in + i * in_stride + first, block);
        }
      } else {
        scale_rows(rows, in + first, in_stride, block, quotient);
      }
      for (std::size_t j = 0; j < sums_.size(); ++j) {
        sums_[j].write(out + j * out_stride + first, rows, used, block_, block);
      }
    }
  }

  template <ResidueWord Word>
  void scale_limbs(std::uint64_t* y, std::uint64_t* quotients, const Word* in, std::size_t stride,
                   std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += kLanes) {
      Vector high = hn::Zero(kD), low = hn::Zero(kD);
      for (std::size_t i = 0; i < sources_.size(); ++i) {
        const ScaledSource& s = sources_[i];
        const Vector value = s.scaled(load_some(in + i * stride + c, count - c));
        s.add_fraction(high, low, value);
        store(value, y + i * kScaled + c);
      }
      store(quotient_of(high, low), quotients + c);
    }
  }

 private:
  static constexpr std::size_t kBlock = 256, kCached = 3072;

  struct ScaledSource {
    double q, q_inverse, half, factor, factor_over_q;

    explicit ScaledSource(const Source& s)
        : q(static_cast<double>(s.modulus)),
          q_inverse(1.0 / q),
          half(static_cast<double>(s.modulus / 2)),
          factor(centered(s.factor, s.modulus)),
          factor_over_q(factor / q) {}

    // x f mod q, with the product of the family f64.
    [[nodiscard]] Vector scaled(Vector x) const noexcept {
      const Vector f = set(factor), h = hn::Mul(x, f), l = hn::MulSub(x, f, h);
      const Vector quotient = hn::Round(hn::Mul(x, set(factor_over_q)));
      return canonical(hn::Add(hn::NegMulAdd(quotient, set(q), h), l), set(q));
    }

    // Adds floor(2^64 y / q) to 2^32 high + low: to `high` the quotient of 2^32 y, to `low` that of
    // 2^32 times its remainder. The quotients are rounded to nearest; a negative last remainder
    // means that the floor is one less.
    void add_fraction(Vector& high, Vector& low, Vector y) const noexcept {
      const Vector first = hn::Round(hn::Mul(y, set(0x1p32 * q_inverse)));
      const Vector rest = hn::NegMulAdd(first, set(0x1p32 * q), hn::Mul(y, set(0x1p64)));
      const Vector second = hn::Round(hn::Mul(rest, set(q_inverse)));
      const Vector remainder = hn::NegMulAdd(second, set(q), rest);
      const Vector less = hn::IfThenElseZero(hn::Lt(remainder, hn::Zero(kD)), set(1.0));
      high = hn::Add(high, first);
      low = hn::Add(low, hn::Sub(second, less));
    }
  };

  // floor((2^32 high + low) / 2^64).
  static Vector quotient_of(Vector high, Vector low) noexcept {
    const Vector carry = hn::Floor(hn::Mul(low, set(0x1p-32)));
    return hn::Floor(hn::Mul(hn::Add(high, carry), set(0x1p-32)));
  }

  // Rows hold y - floor(q/2), so that twice as many products fit in a sum; the constant compensates
  // for it. The last factor is that of alpha.
  static Sum<49> sum_of(std::span<const Source> sources, const Target& t) {
    const Modulus p(t.modulus);
    std::uint64_t constant = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      constant = p.add(constant, p.multiply(p.reduce(sources[i].modulus / 2), t.factors[i]));
    }
    std::vector<std::uint64_t> factors = t.factors;
    factors.push_back(t.quotient_factor);
    return {t.modulus, factors, constant};
  }

  template <bool kFractions, ResidueWord Word>
  static void scale_row(double* row, double* high, double* low, ScaledSource s, const Word* in,
                        std::size_t count) noexcept {
    for (std::size_t c = 0; c < count; c += kLanes) {
      const Vector y = s.scaled(load_some(in + c, count - c));
      hn::StoreU(hn::Sub(y, set(s.half)), kD, row + c);
      if constexpr (kFractions) {
        Vector h = hn::LoadU(kD, high + c), l = hn::LoadU(kD, low + c);
        s.add_fraction(h, l, y);
        hn::StoreU(h, kD, high + c);
        hn::StoreU(l, kD, low + c);
      }
    }
  }

  template <ResidueWord Word>
  void scale_rows(double* rows, const Word* in, std::size_t stride, std::size_t count,
                  Quotient quotient) const noexcept {
    const std::size_t k = sources_.size();
    double *alpha = rows + k * block_, *high = alpha + block_, *low = high + block_;
    std::fill_n(high, block_, quotient == Quotient::nearest ? 0x1p31 : 0.0);
    std::fill_n(low, block_, quotient == Quotient::nearest ? 0.0 : static_cast<double>(k));
    for (std::size_t i = 0; i < k; ++i) {
      scale_row<true>(rows + i * block_, high, low, sources_[i], in + i * stride, count);
    }
    for (std::size_t c = 0; c < count; c += kLanes) {
      hn::StoreU(quotient_of(hn::LoadU(kD, high + c), hn::LoadU(kD, low + c)), kD, alpha + c);
    }
  }

  std::vector<ScaledSource> sources_;
  std::vector<Sum<49>> sums_;
  std::size_t block_;
};

std::unique_ptr<const ConversionSums> make_conversion_sums(
    std::span<const ConversionSums::Source> sources,
    std::span<const ConversionSums::Target> targets) {
  return std::make_unique<F64ConversionSums>(sources, targets);
}

}  // namespace
#endif  // HWY_NATIVE_FMA
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const ConversionSums> make_conversion_sums_f64(
    Isa isa, [[maybe_unused]] std::span<const ConversionSums::Source> sources,
    [[maybe_unused]] std::span<const ConversionSums::Target> targets) {
  LATH_RETURN_ON_AVX2(isa, make_conversion_sums(sources, targets));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
