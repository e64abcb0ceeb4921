// SPDX-License-Identifier: Apache-2.0
//
// Row maps by the 52-bit multiply-add of AVX-512 IFMA, where all moduli are below 2^50. The y are
// scaled in double precision, see scaled_rows.inl; the sums of their products are reduced as P. L.
// Montgomery does ("Modular multiplication without trial division", 1985), with 2^52. docs/lab/0023
// has the bounds and the measurements.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/row_sums_i52_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/targets.inl"
#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"
#include "rns/factor_rows.hpp"
#include "rns/row_sums.hpp"
#include "rns/word_rows.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)
namespace {

#include "rns/sums_f64.inl"
//
#include "arith/multiply_add_52.inl"
//
#include "rns/narrow_sources.inl"
//
#include "rns/scaled_rows.inl"

// A target: its factors for own and for the rows that sums read, times 2^52.
struct DigitTarget {
  // `row_factors` stay where they are.
  DigitTarget(const RowSums::Target& t, const std::uint64_t* row_factors)
      : p(t.modulus.value()),
        inverse(inverse_of(p)),
        own_factor(scaled(t.modulus, t.own_factor)),
        factors(row_factors) {}

  static std::uint64_t scaled(const Modulus& p, std::uint64_t m) noexcept {
    return p.multiply(m, p.reduce(kDigit));
  }
  // 1/p modulo 2^52: each step of Newton's doubles the number of right bits, of which x = p has
  // three.
  static std::uint64_t inverse_of(std::uint64_t p) noexcept {
    std::uint64_t x = p;
    for (int bits = 3; bits < 52; bits *= 2) x *= 2 - p * x;
    return x % kDigit;
  }

  std::uint64_t p, inverse, own_factor;
  const std::uint64_t* factors;
};

// Targets that are summed together, and the vectors of each, which fill the registers.
constexpr std::size_t kMostTargets = 2, kWidth = kVectors * kLanes;

// The rows of one group of coefficients: the rows that sums read, `stride` apart; of the result and
// of own.
struct DigitGroup {
  const std::uint64_t* rows;
  std::size_t stride, count;
  std::array<std::uint64_t*, kMostTargets> out;
  std::array<const std::uint64_t*, kMostTargets> own;  // null without
};

// A sum S of products over 2^52, up to a multiple of p: for S < 2^52 p if kShort, for S < 3p 2^52
// otherwise.
template <bool kShort, Number kNumber>
HWY_INLINE WordVector reduced(const DigitTarget& t, WordVector high, WordVector low) noexcept {
  const WordVector p = hn::Set(kDU, t.p);
  // The low 52 bits of q p are the low 52 bits of the sum.
  const WordVector q = add_low_product(hn::Zero(kDU), low, hn::Set(kDU, t.inverse));
  const WordVector multiple = add_high_product(hn::Zero(kDU), q, p);
  const WordVector r = hn::Sub(hn::Add(high, hn::ShiftRight<52>(low)), multiple);
  if constexpr (kShort && kNumber == Number::floating) {  // in (-p, p)
    const hn::RebindToSigned<decltype(kDU)> integers;
    return hn::BitCast(kDU, hn::ConvertTo(kD, hn::BitCast(integers, r)));
  }
  if constexpr (kShort) return hn::Min(r, hn::Add(r, p));             // from (-p, p)
  const WordVector below_2p = hn::Min(r, hn::Sub(r, hn::Add(p, p)));  // from [0, 4p)
  const WordVector word = hn::Min(below_2p, hn::Sub(below_2p, p));
  return kNumber == Number::word ? word : hn::BitCast(kDU, to_double(word));
}

// Sums and products have one index, since GCC keeps arrays with more in memory.
template <std::size_t kTargets, bool kOwn, bool kShort, Number kNumber = Number::word>
HWY_INLINE void write_sums(const DigitTarget* t, const DigitGroup& group) noexcept {
  constexpr std::size_t kSums = kTargets * kVectors;
  WordVector high[kSums], low[kSums];
  for (std::size_t x = 0; x < kSums; ++x) {
    high[x] = hn::Set(kDU, kShort ? 0 : t[x / kVectors].p);  // no difference is negative then
    low[x] = hn::Zero(kDU);
  }
  const std::uint64_t* row = group.rows;
  for (std::size_t i = 0; i < group.count; ++i, row += group.stride) {
    WordVector y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::LoadU(kDU, row + v * kLanes);
    for (std::size_t x = 0; x < kSums; ++x) {
      const WordVector m = hn::Set(kDU, t[x / kVectors].factors[i]);
      low[x] = add_low_product(low[x], y[x % kVectors], m);
      high[x] = add_high_product(high[x], y[x % kVectors], m);
    }
  }
  for (std::size_t x = 0; x < kSums; ++x) {
    const DigitTarget& target = t[x / kVectors];
    const std::size_t c = x % kVectors * kLanes;
    if constexpr (kOwn) {
      const WordVector own = hn::LoadU(kDU, group.own[x / kVectors] + c);
      const WordVector w = hn::Set(kDU, target.own_factor);
      low[x] = add_low_product(low[x], own, w);
      high[x] = add_high_product(high[x], own, w);
    }
    hn::StoreU(reduced<kShort, kNumber>(target, high[x], low[x]), kDU, group.out[x / kVectors] + c);
  }
}

using DigitFactors = FactorRows<std::uint64_t>;

// A and the M of every target, times 2^52.
DigitFactors digit_factors(std::span<const RowSums::Target> targets, std::size_t sources) {
  DigitFactors factors(targets.size(), 1 + sources);
  for (std::size_t j = 0; j < targets.size(); ++j) {
    const RowSums::Target& t = targets[j];
    const auto scaled = [&t](std::uint64_t m) { return DigitTarget::scaled(t.modulus, m); };
    factors[j][0] = scaled(t.quotient_factor);
    std::ranges::transform(t.factors, factors[j] + 1, scaled);
  }
  return factors;
}

class I52RowSums final : public RowSums {
 public:
  I52RowSums(std::span<const Source> sources, std::span<const Target> targets, Fraction fraction,
             const DigitFactors& factors)
      : factors_(factors),
        fraction_(fraction),
        block_(std::clamp(kCached / (sources.size() + 2) / kGroup * kGroup, 2 * kGroup, kBlock)),
        first_row_(fraction != Fraction::none ? 0 : 1),
        is_short_(largest_sum(sources, targets) <= kTwo52),
        rows_(sources, fraction, block_, 0) {
    for (std::size_t i = 0; i < sources.size(); ++i) rows_.add(sources[i], i, 1 + i);
    targets_.reserve(targets.size());
    for (const Target& t : targets) {
      targets_.emplace_back(t, factors_[targets_.size()] + first_row_);
      takes_own_ = takes_own_ || t.own_factor != 0;
    }
  }

  // Whether there are no large moduli, no sum of products reaches 3p 2^52, and all p have an
  // inverse modulo 2^52. A single source with fractions needs no sum.
  static bool serves(std::span<const Source> sources, std::span<const Target> targets,
                     Fraction fraction) noexcept {
    if (sources.size() == 1 && fraction != Fraction::none) return false;
    const auto narrow = [](const auto& entry) { return is_narrow(entry.modulus); };
    const auto odd = [](const Target& t) { return t.modulus.value() % 2 == 1; };
    return std::ranges::all_of(sources, narrow) && std::ranges::all_of(targets, narrow) &&
           std::ranges::all_of(targets, odd) && largest_sum(sources, targets) <= 3 * kTwo52;
  }

  [[nodiscard]] std::unique_ptr<const RowSums> prefix(
      std::span<const Source> sources, std::span<const Target> targets) const override {
    return std::make_unique<I52RowSums>(sources, targets, fraction_, factors_);
  }

  [[nodiscard]] std::size_t block() const noexcept override { return block_; }
  // One row of alpha, and the rows of y.
  [[nodiscard]] std::size_t block_words() const noexcept override {
    return (rows_.size() + 1) * block_;
  }

  void scale(std::uint64_t* y, const RowStarts<const std::uint64_t>& in, std::size_t first,
             std::size_t count, Rounding rounding) const noexcept override {
    rows_.scale(reinterpret_cast<double*>(y), in, first, count, rounding);
  }

  void write(const RowStarts<std::uint64_t>& out, std::size_t j, std::size_t targets,
             const std::uint64_t* y, const RowStarts<const std::uint64_t>& own, std::size_t first,
             std::size_t count) const noexcept override {
    for (std::size_t i = 0; i < targets; i += kMostTargets) {
      const Part part{y, out, own, i, first, count};
      const DigitTarget* t = &targets_[j + i];
      if (i + 1 == targets) {
        takes_own_ ? write_rows<1, true>(t, part) : write_rows<1, false>(t, part);
      } else {
        takes_own_ ? write_rows<2, true>(t, part) : write_rows<2, false>(t, part);
      }
    }
  }

  [[nodiscard]] std::size_t doubles_unit(std::size_t /*j*/) const noexcept override {
    return kWidth;
  }
  void write_doubles(std::uint64_t* out, std::size_t j, const std::uint64_t* y,
                     const std::uint64_t* own, std::size_t count) const noexcept override {
    const auto write = [&]<bool kOwn, bool kShort>() {
      for (std::size_t c = 0; c < count; c += kWidth) {
        const DigitGroup group{summed(y) + c,
                               block_,
                               summed_rows(),
                               {out + c, nullptr},
                               {kOwn ? own + c : nullptr, nullptr}};
        write_sums<1, kOwn, kShort, Number::floating>(&targets_[j], group);
      }
    };
    if (takes_own_) {
      is_short_ ? write.template operator()<true, true>()
                : write.template operator()<true, false>();
    } else {
      is_short_ ? write.template operator()<false, true>()
                : write.template operator()<false, false>();
    }
  }

 private:
  static constexpr std::size_t kBlock = 128, kCached = 3072;

  // The rows of a block, and `count` coefficients from `first` on of the rows of the result and of
  // own from `row` on.
  struct Part {
    const std::uint64_t* rows;
    const RowStarts<std::uint64_t>& out;
    const RowStarts<const std::uint64_t>& own;  // not read without
    std::size_t row, first, count;
  };

  // The rows that sums read: of alpha, where it is not zero, and of the sources.
  [[nodiscard]] const std::uint64_t* summed(const std::uint64_t* rows) const noexcept {
    return rows + first_row_ * block_;
  }
  [[nodiscard]] std::size_t summed_rows() const noexcept { return rows_.size() + 1 - first_row_; }
  template <std::size_t kTargets, bool kOwn>
  void write_rows(const DigitTarget* t, const Part& part) const noexcept {
    for (std::size_t c = 0; c < part.count; c += kWidth) {
      DigitGroup group{summed(part.rows) + c, block_, summed_rows(), {}, {}};
      for (std::size_t a = 0; a < kTargets; ++a) {
        group.out[a] = part.out[part.row + a] + part.first + c;
        group.own[a] = kOwn ? part.own[part.row + a] + part.first + c : nullptr;
      }
      if (c + kWidth <= part.count) {
        write_group<kTargets, kOwn>(t, group);
      } else {
        write_some<kTargets, kOwn>(t, group, part.count - c);
      }
    }
  }
  // The first `count` coefficients of a group.
  template <std::size_t kTargets, bool kOwn>
  void write_some(const DigitTarget* t, DigitGroup group, std::size_t count) const noexcept {
    std::array<std::array<std::uint64_t, kWidth>, kTargets> words{};
    const auto out = group.out;
    for (std::size_t a = 0; a < kTargets; ++a) {
      if (kOwn) std::copy_n(group.own[a], count, words[a].data());
      group.out[a] = words[a].data();
      group.own[a] = words[a].data();
    }
    write_group<kTargets, kOwn>(t, group);
    for (std::size_t a = 0; a < kTargets; ++a) std::copy_n(words[a].data(), count, out[a]);
    wipe(words.data(), sizeof words);
  }

  template <std::size_t kTargets, bool kOwn>
  HWY_INLINE void write_group(const DigitTarget* t, const DigitGroup& group) const noexcept {
    is_short_ ? write_sums<kTargets, kOwn, true>(t, group)
              : write_sums<kTargets, kOwn, false>(t, group);
  }

  // The largest sum of products of a target below p, over p.
  static double largest_sum(std::span<const Source> sources,
                            std::span<const Target> targets) noexcept {
    double largest = 0, own = 0;
    for (const Target& t : targets) own = std::max(own, static_cast<double>(t.modulus.value()));
    for (const Source& s : sources) largest += 25.0 / 16 * static_cast<double>(s.modulus.value());
    return largest + own + 2 * static_cast<double>(sources.size());
  }

  DigitFactors factors_;
  Fraction fraction_;
  std::size_t block_, first_row_;
  bool is_short_, takes_own_ = false;
  ScaledRows<true> rows_;
  std::vector<DigitTarget> targets_;
};

std::unique_ptr<const RowSums> make_row_sums_of_digits(std::span<const RowSums::Source> sources,
                                                       std::span<const RowSums::Target> targets,
                                                       RowSums::Fraction fraction) {
  if (!I52RowSums::serves(sources, targets, fraction)) return nullptr;
  return std::make_unique<I52RowSums>(sources, targets, fraction,
                                      digit_factors(targets, sources.size()));
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const RowSums> make_row_sums_i52(
    Isa isa, [[maybe_unused]] std::span<const RowSums::Source> sources,
    [[maybe_unused]] std::span<const RowSums::Target> targets,
    [[maybe_unused]] RowSums::Fraction fraction) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) {
    return N_AVX3::make_row_sums_of_digits(sources, targets, fraction);
  }
#endif
  LATH_RETURN_ON_AVX2(isa, make_row_sums_of_digits(sources, targets, fraction));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
