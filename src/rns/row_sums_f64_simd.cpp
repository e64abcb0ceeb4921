// SPDX-License-Identifier: Apache-2.0
//
// Row maps in double precision, see sums_f64.inl. A source below 2^50 has a row of y. A larger one
// is scaled in integers, and has two rows of halves; a larger target is summed in integers from the
// same rows. docs/adr/0017 has the bounds and the measurements.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rns/row_sums_f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/targets.inl"
#include "lath/base/secret.hpp"
#include "rns/row_layout.hpp"
#include "rns/row_sums.hpp"
#include "rns/word_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)
namespace {

#include "rns/sums_f64.inl"

using Fraction = RowSums::Fraction;

// Registers for sums of two targets at a time.
constexpr bool kPairs = HWY_TARGET == HWY_AVX3;

// The words from `from` on that are in a row of `count`, as a vector.
template <bool kWhole>
Vector load_row(const std::uint64_t* row, std::size_t from, std::size_t count) noexcept {
  if constexpr (kWhole) return load(row + from);
  return load_some(row + from, from < count ? count - from : 0);
}

// v in (-p, p), as canonical words. v is never -0: fused products make no -0 of other values.
void store_canonical(Vector v, Vector two52_and_p, std::uint64_t* out) noexcept {
  const Vector two52 = set(kTwo52);
  const Vector shifted = hn::Add(v, hn::IfNegativeThenElse(v, two52_and_p, two52));
  hn::StoreU(hn::Xor(hn::BitCast(kDU, shifted), hn::BitCast(kDU, two52)), kDU, out);
}

// y m - round(y m/p) p, below (1/2 + 1/8) p for |y| <= p, as the family f64 multiplies.
Vector product(Vector y, Vector m, Vector m_over_p, Vector p) noexcept {
  const Vector h = hn::Mul(y, m), l = hn::MulSub(y, m, h);
  return hn::Add(hn::NegMulAdd(hn::Round(hn::Mul(y, m_over_p)), p, h), l);
}

// Sums of fractions: round(2^44 y/q) in `high`; or 2^64 y/q, rounded down, as 2^32 high + low.
struct Fractions {
  Vector high, low;
};

class NarrowSource {
 public:
  NarrowSource(const RowSums::Source& s, std::size_t index, std::size_t row)
      : index(index),
        row(row),
        q_(static_cast<double>(s.modulus.value())),
        q_inverse_(1.0 / q_),
        half_(static_cast<double>(s.modulus.value() / 2)),
        factor_(centered(s.factor, s.modulus.value())),
        factor_over_q_(factor_ / q_),
        theta_(0x1p44 / q_) {}

  std::size_t index, row;

  [[nodiscard]] Vector scaled(Vector x) const noexcept {
    return product(x, set(factor_), set(factor_over_q_), set(q_));
  }
  [[nodiscard]] Vector centered_residue(Vector y) const noexcept {
    return hn::NegMulAdd(hn::Round(hn::Mul(y, set(q_inverse_))), set(q_), y);
  }
  // The canonical residue less floor(q/2), so that twice as many products fit in a sum.
  [[nodiscard]] Vector shifted_residue(Vector y) const noexcept {
    return hn::Sub(canonical(y, set(q_)), set(half_));
  }

  void add_fraction44(Fractions& sum, Vector y) const noexcept {
    sum.high = hn::Add(sum.high, hn::Round(hn::Mul(y, set(theta_))));
  }
  // floor(2^64 y/q): to `high` the quotient of 2^32 y, to `low` that of 2^32 times its remainder.
  // The quotients are rounded to nearest; a negative last remainder means that the floor is one
  // less.
  void add_fraction64(Fractions& sum, Vector y) const noexcept {
    const Vector first = hn::Round(hn::Mul(y, set(0x1p32 * q_inverse_)));
    const Vector rest = hn::NegMulAdd(first, set(0x1p32 * q_), hn::Mul(y, set(0x1p64)));
    const Vector second = hn::Round(hn::Mul(rest, set(q_inverse_)));
    const Vector remainder = hn::NegMulAdd(second, set(q_), rest);
    const Vector less = hn::IfThenElseZero(hn::Lt(remainder, hn::Zero(kD)), set(1.0));
    sum.high = hn::Add(sum.high, first);
    sum.low = hn::Add(sum.low, hn::Sub(second, less));
  }

 private:
  double q_, q_inverse_, half_, factor_, factor_over_q_, theta_;
};

// floor((2^32 high + low) / 2^64 + 1/2).
Vector quotient64(const Fractions& sum) noexcept {
  const Vector carry = hn::Floor(hn::Mul(sum.low, set(0x1p-32)));
  const Vector high = hn::Add(hn::Add(sum.high, set(0x1p31)), carry);
  return hn::Floor(hn::Mul(high, set(0x1p-32)));
}

// How the result for one target is computed. The others than `sums` are for a single source.
enum class Form {
  sums,        // in two parts
  residue,     // y, M being 1
  product,     // y M
  difference,  // (own - y) W, M being -W
};

struct NarrowTarget {
  NarrowTarget(const RowSums::Target& t, const RowLayout& layout)
      : modulo(t.modulus.value(), layout.spread(t.modulus)),
        two52_and_p(kTwo52 + modulo.p),
        own_factor(centered(t.own_factor, t.modulus.value())),
        own_offset(kTwo52),
        quotient_factor(layout.alpha_is_row() ? 0 : centered(t.quotient_factor, t.modulus.value())),
        form(form_of(t, layout)) {
    const Modulus& p = t.modulus;
    std::uint64_t sum = layout.constant(t);
    if (form == Form::sums) {
      // Own words less floor(p/2), so that more products fit in a sum.
      own_offset += static_cast<double>(p.value() / 2);
      sum = p.add(sum, p.multiply(p.value() / 2, t.own_factor));
    }
    constant = centered(sum, p.value());
    for (const std::uint64_t m : layout.factors(t)) factors.push_back(centered(m, p.value()));
    factor = form == Form::difference ? own_factor : factors[0];
    factor_over_p = factor / modulo.p;
  }

  static Form form_of(const RowSums::Target& t, const RowLayout& layout) noexcept {
    if (!layout.alone() || layout.rows() != 1) return Form::sums;
    const std::uint64_t m = t.factors[0];
    if (!layout.takes_own()) return m == 1 ? Form::residue : Form::product;
    return m == t.modulus.negate(t.own_factor) ? Form::difference : Form::sums;
  }

  [[nodiscard]] Vector own(const std::uint64_t* x) const noexcept {
    const WordVector words = hn::Or(hn::LoadU(kDU, x), hn::BitCast(kDU, set(kTwo52)));
    return hn::Sub(hn::BitCast(kD, words), set(own_offset));
  }

  Modulo modulo;
  std::vector<double> factors;
  double two52_and_p, own_factor, own_offset, quotient_factor, constant, factor, factor_over_p;
  Form form;
};

// The rows of one group of coefficients: of y and alpha, `stride` apart; kTargets of the result and
// of own.
template <std::size_t kTargets>
struct Group {
  const double* rows;
  std::size_t stride;
  const double* alpha;  // null if it is a row, or zero
  std::array<std::uint64_t*, kTargets> out;
  std::array<const std::uint64_t*, kTargets> own;  // null without
};

// Adds rows `first` to `last`.
template <std::size_t kTargets>
HWY_INLINE void add_rows(Vector (&high)[kTargets][kVectors], Vector (&low)[kTargets][kVectors],
                         const NarrowTarget* t, const Group<kTargets>& group, std::size_t first,
                         std::size_t last) noexcept {
  const double* row = group.rows + first * group.stride;
  for (std::size_t i = first; i < last; ++i, row += group.stride) {
    Vector y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::LoadU(kD, row + v * kLanes);
    for (std::size_t a = 0; a < kTargets; ++a) {
      const Vector m = set(t[a].factors[i]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        Modulo::add_product(high[a][v], low[a][v], y[v], m);
      }
    }
  }
}

// The sums of kTargets targets for a whole group.
template <std::size_t kTargets>
HWY_INLINE void write_sums(const NarrowTarget* t, const Group<kTargets>& group, std::size_t rows,
                           std::size_t run) noexcept {
  Vector high[kTargets][kVectors], low[kTargets][kVectors];
  for (std::size_t a = 0; a < kTargets; ++a) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[a][v] = set(t[a].modulo.zero);
      low[a][v] = set(t[a].constant);
      if (group.alpha != nullptr) {
        const Vector alpha = hn::LoadU(kD, group.alpha + v * kLanes);
        low[a][v] = hn::MulAdd(alpha, set(t[a].quotient_factor), low[a][v]);
      }
    }
  }
  std::size_t first = 0;
  for (; first + run < rows; first += run) {
    add_rows(high, low, t, group, first, first + run);
    for (std::size_t a = 0; a < kTargets; ++a) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        low[a][v] = t[a].modulo.partial_reduce(high[a][v], low[a][v]);
        high[a][v] = set(t[a].modulo.zero);
      }
    }
  }
  add_rows(high, low, t, group, first, rows);
  for (std::size_t a = 0; a < kTargets; ++a) {
    const Modulo modulo = t[a].modulo;
    for (std::size_t v = 0; v < kVectors; ++v) {
      if (group.own[a] != nullptr) {
        const Vector own = t[a].own(group.own[a] + v * kLanes);
        Modulo::add_product(high[a][v], low[a][v], own, set(t[a].own_factor));
      }
      store_canonical(modulo.partial_reduce(high[a][v], low[a][v]), set(t[a].two52_and_p),
                      group.out[a] + v * kLanes);
    }
  }
}

// A target of a single source, for a whole group.
template <Form kForm>
HWY_INLINE void write_simple(const NarrowTarget& t, const Group<1>& group) noexcept {
  const Vector p = set(t.modulo.p), m = set(t.factor), m_over_p = set(t.factor_over_p);
  for (std::size_t v = 0; v < kVectors; ++v) {
    Vector y = hn::LoadU(kD, group.rows + v * kLanes);
    if constexpr (kForm == Form::difference) {
      y = hn::Sub(t.own(group.own[0] + v * kLanes), y);
    }
    y = kForm == Form::residue ? t.modulo.partial_reduce(y) : product(y, m, m_over_p, p);
    store_canonical(y, set(t.two52_and_p), group.out[0] + v * kLanes);
  }
}

class F64RowSums final : public RowSums {
 public:
  F64RowSums(std::span<const Source> sources, std::span<const Target> targets, Fraction fraction)
      : layout_(sources, targets, fraction),
        fraction_(fraction),
        // Blocks keep all rows in the first-level cache, unless there are too many of them.
        block_(std::clamp(kCached / (layout_.rows() + 2) / kGroup * kGroup, 2 * kGroup, kBlock)),
        is_unit_(layout_.alone() && sources[0].factor == 1) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (is_narrow(sources[i].modulus)) {
        narrow_.emplace_back(sources[i], i, layout_.row(i));
      } else {
        large_.push_back({WordSource(sources[i], fraction, layout_.alone()), i});
      }
    }
    for (const Target& t : targets) {
      const bool narrow = is_narrow(t.modulus);
      places_.push_back({narrow, narrow ? narrow_targets_.size() : large_targets_.size()});
      if (narrow) {
        narrow_targets_.emplace_back(t, layout_);
      } else {
        const auto factors = layout_.factors(t);
        large_targets_.emplace_back(t, std::span(factors).first(layout_.rows()),
                                    layout_.constant(t));
      }
    }
  }

  [[nodiscard]] std::size_t block() const noexcept override { return block_; }
  // Rows of y, one of alpha, and one more for fractions of large sources.
  [[nodiscard]] std::size_t block_words() const noexcept override {
    return (layout_.rows() + 2) * block_;
  }

  void scale(std::uint64_t* y, const std::uint64_t* const* in, std::size_t first,
             std::size_t count) const noexcept override {
    auto* rows = reinterpret_cast<double*>(y);
    if (!large_.empty()) scale_large(rows, in, first, count);
    switch (fraction_) {
      case Fraction::none:
        return scale_rows<Fraction::none>(rows, in, first, count);
      case Fraction::bits44:
        return scale_rows<Fraction::bits44>(rows, in, first, count);
      case Fraction::bits64:
        return scale_rows<Fraction::bits64>(rows, in, first, count);
    }
  }

  void write(std::uint64_t* const* out, std::size_t j, std::size_t targets, const std::uint64_t* y,
             const std::uint64_t* const* own, std::size_t first,
             std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const double*>(y);
    for (std::size_t i = 0; i < targets;) {
      const Place place = places_[j + i];
      const std::uint64_t* const* own_rows = layout_.takes_own() ? own + i : nullptr;
      if (!place.narrow) {
        const double* alpha = layout_.has_alpha() ? rows + layout_.rows() * block_ : nullptr;
        large_targets_[place.index].write(out[i] + first, rows, block_, alpha,
                                          own_rows != nullptr ? own_rows[0] + first : nullptr,
                                          count);
      } else if (kPairs && i + 1 < targets && places_[j + i + 1].narrow) {
        write_rows<2>(out + i, place.index, rows, own_rows, first, count);
        ++i;
      } else {
        write_rows<1>(out + i, place.index, rows, own_rows, first, count);
      }
      ++i;
    }
  }

 private:
  static constexpr std::size_t kBlock = 256, kCached = 3072;

  struct LargeSource {
    WordSource source;
    std::size_t index;
  };
  struct Place {
    bool narrow;
    std::size_t index;
  };

  // Writes the halves of large sources, and the sums of their fractions to the last two rows.
  void scale_large(double* rows, const std::uint64_t* const* in, std::size_t first,
                   std::size_t count) const noexcept {
    double* fractions = rows + layout_.rows() * block_;
    // A group is read as a whole.
    const std::size_t rest = (kGroup - count % kGroup) % kGroup;
    for (std::size_t r = 0; r < layout_.rows() + 2; ++r) {
      std::fill_n(rows + r * block_ + count, rest, 0.0);
    }
    for (std::size_t c = 0; c < count; ++c) {
      WordFraction sum;
      for (const auto& [source, index] : large_) {
        const std::int64_t y = source.scaled(in[index][first + c]);
        source.add_fraction(sum, y, fraction_);
        constexpr std::int64_t kHalf = std::int64_t{1} << 30;
        const std::int64_t v = source.shifted(y), low = ((v + kHalf) & (2 * kHalf - 1)) - kHalf;
        double* row = rows + layout_.row(index) * block_ + c;
        row[0] = static_cast<double>((v - low) >> 31);
        row[block_] = static_cast<double>(low);
      }
      const auto low = static_cast<std::uint64_t>(sum.bits64) & 0xffffffff;
      fractions[c] = fraction_ == Fraction::bits44
                         ? sum.bits44
                         : static_cast<double>(static_cast<std::int64_t>(sum.bits64 >> 32));
      fractions[block_ + c] = static_cast<double>(static_cast<std::int64_t>(low));
    }
  }

  template <Fraction kFraction>
  void scale_rows(double* rows, const std::uint64_t* const* in, std::size_t first,
                  std::size_t count) const noexcept {
    std::size_t c = 0;
    for (; c + kGroup <= count; c += kGroup) {
      scale_group<kFraction, true>(rows + c, in, first + c, first + count);
    }
    if (c < count) scale_group<kFraction, false>(rows + c, in, first + c, first + count);
  }

  template <Fraction kFraction, bool kWhole>
  void scale_group(double* rows, const std::uint64_t* const* in, std::size_t first,
                   std::size_t end) const noexcept {
    double* fractions = rows + layout_.rows() * block_;
    Fractions sums[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      sums[v] = {hn::Zero(kD), hn::Zero(kD)};
      if (!large_.empty()) {
        sums[v] = {hn::LoadU(kD, fractions + v * kLanes),
                   hn::LoadU(kD, fractions + block_ + v * kLanes)};
      }
    }
    for (const NarrowSource& source : narrow_) {
      const std::uint64_t* x = in[source.index];
      double* row = rows + source.row * block_;
      for (std::size_t v = 0; v < kVectors; ++v) {
        Vector y = load_row<kWhole>(x, first + v * kLanes, end);
        if (!is_unit_) y = source.scaled(y);
        if (kFraction == Fraction::none) {
          y = source.shifted_residue(y);
        } else if (layout_.alone()) {
          y = source.centered_residue(y);
        } else if (kFraction == Fraction::bits44) {
          source.add_fraction44(sums[v], y);
        } else {
          source.add_fraction64(sums[v], y);
        }
        hn::StoreU(y, kD, row + v * kLanes);
      }
    }
    if (!layout_.has_alpha()) return;
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector alpha = kFraction == Fraction::bits44
                               ? hn::Round(hn::Mul(sums[v].high, set(0x1p-44)))
                               : quotient64(sums[v]);
      hn::StoreU(alpha, kD, fractions + v * kLanes);
    }
  }

  // Rows of kTargets narrow targets from t on.
  template <std::size_t kTargets>
  void write_rows(std::uint64_t* const* out, std::size_t t, const double* rows,
                  const std::uint64_t* const* own, std::size_t first,
                  std::size_t count) const noexcept {
    const bool adds_alpha = layout_.has_alpha() && !layout_.alpha_is_row();
    const double* alpha = adds_alpha ? rows + layout_.rows() * block_ : nullptr;
    std::size_t c = 0;
    for (; c < count; c += kGroup) {
      Group<kTargets> group{rows + c, block_, adds_alpha ? alpha + c : nullptr, {}, {}};
      for (std::size_t a = 0; a < kTargets; ++a) {
        group.out[a] = out[a] + first + c;
        if (own != nullptr) group.own[a] = own[a] + first + c;
      }
      if (c + kGroup <= count) {
        write_group(t, group);
      } else {
        write_part(t, group, count - c);
      }
    }
  }
  // The first `count` coefficients of a group.
  template <std::size_t kTargets>
  void write_part(std::size_t t, Group<kTargets>& group, std::size_t count) const noexcept {
    std::array<std::array<std::uint64_t, kGroup>, kTargets> words{};
    const auto out = group.out;
    for (std::size_t a = 0; a < kTargets; ++a) {
      if (group.own[a] != nullptr) {
        std::copy_n(group.own[a], count, words[a].data());
        group.own[a] = words[a].data();
      }
      group.out[a] = words[a].data();
    }
    write_group(t, group);
    for (std::size_t a = 0; a < kTargets; ++a) std::copy_n(words[a].data(), count, out[a]);
    wipe(words.data(), sizeof words);
  }
  template <std::size_t kTargets>
  void write_group(std::size_t t, const Group<kTargets>& group) const noexcept {
    const NarrowTarget* targets = &narrow_targets_[t];
    if (layout_.alone()) {
      for (std::size_t a = 0; a < kTargets; ++a) {
        write_single(targets[a],
                     {group.rows, group.stride, nullptr, {group.out[a]}, {group.own[a]}});
      }
      return;
    }
    const std::size_t rows = layout_.rows() + (layout_.alpha_is_row() ? 1 : 0);
    write_sums(targets, group, rows, layout_.run());
  }
  void write_single(const NarrowTarget& t, const Group<1>& group) const noexcept {
    switch (t.form) {
      case Form::sums:
        return write_sums(&t, group, layout_.rows(), layout_.run());
      case Form::residue:
        return write_simple<Form::residue>(t, group);
      case Form::product:
        return write_simple<Form::product>(t, group);
      case Form::difference:
        return write_simple<Form::difference>(t, group);
    }
  }

  RowLayout layout_;
  Fraction fraction_;
  std::size_t block_;
  bool is_unit_;
  std::vector<NarrowSource> narrow_;
  std::vector<LargeSource> large_;
  std::vector<NarrowTarget> narrow_targets_;
  std::vector<WordTarget> large_targets_;
  std::vector<Place> places_;
};

std::unique_ptr<const RowSums> make_row_sums(std::span<const RowSums::Source> sources,
                                             std::span<const RowSums::Target> targets,
                                             Fraction fraction) {
  return std::make_unique<F64RowSums>(sources, targets, fraction);
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

std::unique_ptr<const RowSums> make_row_sums_f64(
    Isa isa, [[maybe_unused]] std::span<const RowSums::Source> sources,
    [[maybe_unused]] std::span<const RowSums::Target> targets,
    [[maybe_unused]] RowSums::Fraction fraction) {
  const auto narrow = [](const auto& entry) { return is_narrow(entry.modulus); };
  if (std::ranges::none_of(sources, narrow) && std::ranges::none_of(targets, narrow)) {
    return nullptr;
  }
  LATH_RETURN_ON_AVX512(isa, make_row_sums(sources, targets, fraction));
  LATH_RETURN_ON_AVX2(isa, make_row_sums(sources, targets, fraction));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
