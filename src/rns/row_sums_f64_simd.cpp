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

// Targets that are summed together, and the vectors of each, which fill the registers. As many sums
// as possible hide the latency of their products, and a vector of y serves several targets.
constexpr std::size_t kMostTargets = HWY_TARGET == HWY_AVX3 ? 2 : 3;
template <std::size_t kTargets>
constexpr std::size_t kVectorsOf = kTargets == 1 || HWY_TARGET == HWY_AVX3 ? kVectors : 2;

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

// What the rows of y hold, and which fractions are added.
enum class Scaling {
  residues,        // canonical, less floor(q/2), so that twice as many products fit in a sum
  fractions44,     // y, and round(2^44 y/q)
  fractions64,     // y, and floor(2^64 y/q) as 2^32 high + low
  single,          // y of the only source, in [-q/2, q/2]
  representative,  // the same where f = 1
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

  template <Scaling kScaling>
  [[nodiscard]] Vector row_of(Vector x) const noexcept {
    if constexpr (kScaling == Scaling::representative) return reduced(x);
    const Vector y = product(x, set(factor_), set(factor_over_q_), set(q_));
    if constexpr (kScaling == Scaling::single) return reduced(y);
    if constexpr (kScaling == Scaling::residues) {
      return hn::Sub(canonical(y, set(q_)), set(half_));
    }
    return y;
  }

  [[nodiscard]] Vector plus_fraction44(Vector sum, Vector y) const noexcept {
    return hn::Add(sum, hn::Round(hn::Mul(y, set(theta_))));
  }
  // To `high` the quotient of 2^32 y, to `low` that of 2^32 times its remainder. The quotients are
  // rounded to nearest; a negative last remainder means that the floor is one less.
  void add_fraction64(Vector& high, Vector& low, Vector y) const noexcept {
    const Vector first = hn::Round(hn::Mul(y, set(0x1p32 * q_inverse_)));
    const Vector rest = hn::NegMulAdd(first, set(0x1p32 * q_), hn::Mul(y, set(0x1p64)));
    const Vector second = hn::Round(hn::Mul(rest, set(q_inverse_)));
    const Vector remainder = hn::NegMulAdd(second, set(q_), rest);
    const Vector less = hn::IfThenElseZero(hn::Lt(remainder, hn::Zero(kD)), set(1.0));
    high = hn::Add(high, first);
    low = hn::Add(low, hn::Sub(second, less));
  }

 private:
  // The representative in [-q/2, q/2] of an integer.
  [[nodiscard]] Vector reduced(Vector y) const noexcept {
    return hn::NegMulAdd(hn::Round(hn::Mul(y, set(q_inverse_))), set(q_), y);
  }

  double q_, q_inverse_, half_, factor_, factor_over_q_, theta_;
};

// floor((2^32 high + low) / 2^64 + 1/2).
Vector quotient64(Vector high, Vector low) noexcept {
  const Vector carry = hn::Floor(hn::Mul(low, set(0x1p-32)));
  return hn::Floor(hn::Mul(hn::Add(hn::Add(high, set(0x1p31)), carry), set(0x1p-32)));
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
  const double* alpha;
  std::array<std::uint64_t*, kTargets> out;
  std::array<const std::uint64_t*, kTargets> own;  // null without
};

// Adds the products of rows `first` to `last`.
template <std::size_t kTargets>
HWY_INLINE void add_rows(Vector* high, Vector* low, const NarrowTarget* t,
                         const Group<kTargets>& group, std::size_t first,
                         std::size_t last) noexcept {
  constexpr std::size_t kWide = kVectorsOf<kTargets>;
  const double* row = group.rows + first * group.stride;
  for (std::size_t i = first; i < last; ++i, row += group.stride) {
    Vector y[kWide];
    for (std::size_t v = 0; v < kWide; ++v) y[v] = hn::LoadU(kD, row + v * kLanes);
    for (std::size_t x = 0; x < kTargets * kWide; ++x) {
      Modulo::add_product(high[x], low[x], y[x % kWide], set(t[x / kWide].factors[i]));
    }
  }
}

// The sums of kTargets targets for a whole group. kShort: they need no reduction in between, and one
// step at the end. Sums have one index, and all their products one loop, since GCC keeps arrays with
// more in memory.
template <std::size_t kTargets, bool kOwn, bool kShort>
HWY_INLINE void write_sums(const NarrowTarget* t, const Group<kTargets> group, std::size_t rows,
                           std::size_t run) noexcept {
  constexpr std::size_t kWide = kVectorsOf<kTargets>, kSums = kTargets * kWide;
  Vector high[kSums], low[kSums];
  for (std::size_t x = 0; x < kSums; ++x) {
    const NarrowTarget& target = t[x / kWide];
    high[x] = set(target.modulo.zero);
    low[x] = hn::MulAdd(hn::LoadU(kD, group.alpha + x % kWide * kLanes),
                        set(target.quotient_factor), set(target.constant));
  }
  for (std::size_t first = 0;;) {
    const std::size_t last = kShort ? rows : std::min(first + run, rows);
    add_rows(high, low, t, group, first, last);
    if (kShort || last == rows) break;
    for (std::size_t x = 0; x < kSums; ++x) {
      const Modulo modulo = t[x / kWide].modulo;
      low[x] = modulo.partial_reduce(high[x], low[x]);
      high[x] = set(modulo.zero);
    }
    first = last;
  }
  if constexpr (kOwn) {
    for (std::size_t x = 0; x < kSums; ++x) {
      const NarrowTarget& target = t[x / kWide];
      const Vector own = target.own(group.own[x / kWide] + x % kWide * kLanes);
      Modulo::add_product(high[x], low[x], own, set(target.own_factor));
    }
  }
  for (std::size_t x = 0; x < kSums; ++x) {
    const Modulo& modulo = t[x / kWide].modulo;
    low[x] = kShort ? modulo.partial_reduce_once(high[x], low[x])
                    : modulo.partial_reduce(high[x], low[x]);
  }
  for (std::size_t x = 0; x < kSums; ++x) {
    store_canonical(low[x], set(t[x / kWide].two52_and_p),
                    group.out[x / kWide] + x % kWide * kLanes);
  }
}

// A target of a single source, for a whole group.
template <Form kForm>
HWY_INLINE void write_single(const NarrowTarget& t, const Group<1>& group) noexcept {
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
        scaling_(scaling_of(sources, fraction)) {
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
    switch (scaling_) {
      case Scaling::residues:
        return scale_rows<Scaling::residues>(rows, in, first, count);
      case Scaling::fractions44:
        return scale_rows<Scaling::fractions44>(rows, in, first, count);
      case Scaling::fractions64:
        return scale_rows<Scaling::fractions64>(rows, in, first, count);
      case Scaling::single:
        return scale_rows<Scaling::single>(rows, in, first, count);
      case Scaling::representative:
        return scale_rows<Scaling::representative>(rows, in, first, count);
    }
  }

  void write(std::uint64_t* const* out, std::size_t j, std::size_t targets, const std::uint64_t* y,
             const std::uint64_t* const* own, std::size_t first,
             std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const double*>(y);
    for (std::size_t i = 0; i < targets;) {
      const Part part{rows, out + i, layout_.takes_own() ? own + i : nullptr, first, count};
      const Place place = places_[j + i];
      if (!place.narrow) {
        write_large(large_targets_[place.index], part);
        ++i;
        continue;
      }
      const NarrowTarget* t = &narrow_targets_[place.index];
      std::size_t together = 1;
      if (t->form == Form::sums) {
        while (together < kMostTargets && i + together < targets &&
               places_[j + i + together].narrow && t[together].form == Form::sums) {
          ++together;
        }
      }
      if (part.own != nullptr) {
        write_narrow<true>(t, together, part);
      } else {
        write_narrow<false>(t, together, part);
      }
      i += together;
    }
  }

 private:
  static constexpr std::size_t kBlock = 128, kCached = 3072;

  struct LargeSource {
    WordSource source;
    std::size_t index;
  };
  struct Place {
    bool narrow;
    std::size_t index;
  };
  // The rows of a block, and `count` coefficients from `first` on of rows of the result and of own.
  struct Part {
    const double* rows;
    std::uint64_t* const* out;
    const std::uint64_t* const* own;  // null without
    std::size_t first, count;
  };

  static Scaling scaling_of(std::span<const Source> sources, Fraction fraction) noexcept {
    if (fraction == Fraction::none) return Scaling::residues;
    if (sources.size() == 1) {
      return sources[0].factor == 1 ? Scaling::representative : Scaling::single;
    }
    return fraction == Fraction::bits44 ? Scaling::fractions44 : Scaling::fractions64;
  }

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

  template <Scaling kScaling>
  void scale_rows(double* rows, const std::uint64_t* const* in, std::size_t first,
                  std::size_t count) const noexcept {
    std::size_t c = 0;
    for (; c + kGroup <= count; c += kGroup) {
      scale_group<kScaling, true>(rows + c, in, first + c, first + count);
    }
    if (c < count) scale_group<kScaling, false>(rows + c, in, first + c, first + count);
  }

  template <Scaling kScaling, bool kWhole>
  HWY_INLINE void scale_group(double* rows, const std::uint64_t* const* in, std::size_t first,
                              std::size_t end) const noexcept {
    double* fractions = rows + layout_.rows() * block_;
    Vector high[kVectors], low[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[v] = low[v] = hn::Zero(kD);
      if (large_.empty()) continue;
      high[v] = hn::LoadU(kD, fractions + v * kLanes);
      low[v] = hn::LoadU(kD, fractions + block_ + v * kLanes);
    }
    for (const NarrowSource& each : narrow_) {
      const NarrowSource source = each;  // constants that no store changes
      const std::uint64_t* x = in[source.index];
      double* row = rows + source.row * block_;
      for (std::size_t v = 0; v < kVectors; ++v) {
        const Vector y =
            source.template row_of<kScaling>(load_row<kWhole>(x, first + v * kLanes, end));
        hn::StoreU(y, kD, row + v * kLanes);
        if constexpr (kScaling == Scaling::fractions44) high[v] = source.plus_fraction44(high[v], y);
        if constexpr (kScaling == Scaling::fractions64) source.add_fraction64(high[v], low[v], y);
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      Vector alpha = hn::Zero(kD);
      if constexpr (kScaling == Scaling::fractions44) {
        alpha = hn::Round(hn::Mul(high[v], set(0x1p-44)));
      } else if constexpr (kScaling == Scaling::fractions64) {
        alpha = quotient64(high[v], low[v]);
      }
      hn::StoreU(alpha, kD, fractions + v * kLanes);
    }
  }

  void write_large(const WordTarget& t, const Part& part) const noexcept {
    const double* alpha = layout_.has_alpha() ? part.rows + layout_.rows() * block_ : nullptr;
    t.write(part.out[0] + part.first, part.rows, block_, alpha,
            part.own != nullptr ? part.own[0] + part.first : nullptr, part.count);
  }

  template <bool kOwn>
  void write_narrow(const NarrowTarget* t, std::size_t together, const Part& part) const noexcept {
    switch (t->form) {
      case Form::sums:
        if (together == 1) return write_rows<Form::sums, 1, kOwn>(t, part);
        if (together == 2) return write_rows<Form::sums, 2, kOwn>(t, part);
        return write_rows<Form::sums, kMostTargets, kOwn>(t, part);
      case Form::residue:
        return write_rows<Form::residue, 1, false>(t, part);
      case Form::product:
        return write_rows<Form::product, 1, false>(t, part);
      case Form::difference:
        return write_rows<Form::difference, 1, true>(t, part);
    }
  }

  // Rows of kTargets targets.
  template <Form kForm, std::size_t kTargets, bool kOwn>
  void write_rows(const NarrowTarget* t, const Part& part) const noexcept {
    const double* alpha = part.rows + layout_.rows() * block_;
    constexpr std::size_t kWidth = kVectorsOf<kTargets> * kLanes;
    for (std::size_t c = 0; c < part.count; c += kWidth) {
      Group<kTargets> group{part.rows + c, block_, alpha + c, {}, {}};
      for (std::size_t a = 0; a < kTargets; ++a) {
        group.out[a] = part.out[a] + part.first + c;
        group.own[a] = kOwn ? part.own[a] + part.first + c : nullptr;
      }
      if (c + kWidth <= part.count) {
        write_group<kForm, kTargets, kOwn>(t, group);
      } else {
        write_some<kForm, kTargets, kOwn>(t, group, part.count - c);
      }
    }
  }
  // The first `count` coefficients of a group.
  template <Form kForm, std::size_t kTargets, bool kOwn>
  void write_some(const NarrowTarget* t, Group<kTargets> group, std::size_t count) const noexcept {
    std::array<std::array<std::uint64_t, kVectorsOf<kTargets> * kLanes>, kTargets> words{};
    const auto out = group.out;
    for (std::size_t a = 0; a < kTargets; ++a) {
      if (kOwn) std::copy_n(group.own[a], count, words[a].data());
      group.out[a] = words[a].data();
      group.own[a] = words[a].data();
    }
    write_group<kForm, kTargets, kOwn>(t, group);
    for (std::size_t a = 0; a < kTargets; ++a) std::copy_n(words[a].data(), count, out[a]);
    wipe(words.data(), sizeof words);
  }
  template <Form kForm, std::size_t kTargets, bool kOwn>
  HWY_INLINE void write_group(const NarrowTarget* t, const Group<kTargets>& group) const noexcept {
    if constexpr (kForm == Form::sums) {
      const std::size_t rows = layout_.rows() + (layout_.alpha_is_row() ? 1 : 0);
      if (rows <= layout_.run() && layout_.is_one_step()) {
        write_sums<kTargets, kOwn, true>(t, group, rows, layout_.run());
      } else {
        write_sums<kTargets, kOwn, false>(t, group, rows, layout_.run());
      }
    } else {
      write_single<kForm>(*t, group);
    }
  }

  RowLayout layout_;
  Fraction fraction_;
  std::size_t block_;
  Scaling scaling_;
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
