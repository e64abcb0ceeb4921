// SPDX-License-Identifier: Apache-2.0
//
// Row maps in double precision, see sums_f64.inl. A source below 2^50 has a row of y. A larger one
// is scaled in integers, and has two rows of halves; a larger target is summed in integers from the
// same rows. docs/lab/0017 has the bounds and the measurements.

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
#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"
#include "rns/factor_rows.hpp"
#include "rns/row_layout.hpp"
#include "rns/row_sums.hpp"
#include "rns/word_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))
namespace {

#include "rns/sums_f64.inl"
//
#include "rns/narrow_sources.inl"
//
#include "rns/scaled_rows.inl"
//
#include "rns/narrow_targets.inl"

using Fraction = RowSums::Fraction;

// The factors of all targets: for those below 2^50, A and the factors of the rows of sources; for
// the others, the latter alone.
struct SharedFactors {
  FactorRows<double> narrow;
  FactorRows<std::int64_t> large;

  SharedFactors(std::span<const RowSums::Target> targets, const RowLayout& layout)
      : narrow(count_narrow(targets), 1 + layout.rows()),
        large(targets.size() - count_narrow(targets), layout.rows()) {
    std::size_t narrow_targets = 0, large_targets = 0;
    for (const RowSums::Target& t : targets) {
      const std::uint64_t p = t.modulus.value();
      const std::vector<std::uint64_t> factors = layout.factors(t);
      if (is_narrow(t.modulus)) {
        double* row = narrow[narrow_targets++];
        row[0] = centered(t.quotient_factor, p);
        std::ranges::transform(factors, row + 1, [p](std::uint64_t m) { return centered(m, p); });
      } else {
        std::ranges::transform(factors, large[large_targets++],
                               [p](std::uint64_t m) { return centered_word(m, p); });
      }
    }
  }

  static std::size_t count_narrow(std::span<const RowSums::Target> targets) {
    return static_cast<std::size_t>(std::ranges::count_if(
        targets, [](const RowSums::Target& t) { return is_narrow(t.modulus); }));
  }
};

class F64RowSums final : public RowSums {
 public:
  F64RowSums(std::span<const Source> sources, std::span<const Target> targets, Fraction fraction,
             const RowLayout& layout, const SharedFactors& factors)
      : layout_(layout),
        factors_(factors),
        fraction_(fraction),
        splits_(sources.size() == 1 && !is_narrow(sources[0].modulus) && sources[0].factor == 1 &&
                fraction == Fraction::none),
        // Blocks keep all rows in the first-level cache, unless there are too many of them.
        block_(std::clamp(kCached / (layout_.rows() + 2) / kGroup * kGroup, 2 * kGroup, kBlock)),
        narrow_(sources, fraction, block_, RowLayout::kAlphaRow) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (is_narrow(sources[i].modulus)) {
        narrow_.add(sources[i], i, layout_.row(i));
      } else {
        large_.push_back({WordSource(sources[i], fraction, layout_.alone()), i});
      }
    }
    narrow_targets_.reserve(SharedFactors::count_narrow(targets));
    large_targets_.reserve(targets.size() - SharedFactors::count_narrow(targets));
    places_.reserve(targets.size());
    for (const Target& t : targets) {
      const bool narrow = is_narrow(t.modulus);
      places_.push_back({narrow, narrow ? narrow_targets_.size() : large_targets_.size()});
      if (narrow) {
        narrow_targets_.emplace_back(t, layout_, factors_.narrow[narrow_targets_.size()]);
      } else {
        const std::int64_t* row = factors_.large[large_targets_.size()];
        large_targets_.emplace_back(t, std::span(row, layout_.rows()), layout_.constant(t));
      }
    }
  }

  [[nodiscard]] std::unique_ptr<const RowSums> prefix(
      std::span<const Source> sources, std::span<const Target> targets) const override {
    return std::make_unique<F64RowSums>(sources, targets, fraction_,
                                        RowLayout(sources, targets, fraction_), factors_);
  }

  [[nodiscard]] std::size_t block() const noexcept override { return block_; }
  // Rows of y, one row of alpha, and one more for fractions of large sources.
  [[nodiscard]] std::size_t block_words() const noexcept override {
    return (layout_.rows() + 2) * block_;
  }

  void scale(std::uint64_t* y, const RowStarts<const std::uint64_t>& in, std::size_t first,
             std::size_t count, Rounding rounding) const noexcept override {
    auto* rows = reinterpret_cast<double*>(y);
    if (!large_.empty()) {
      const std::size_t done = splits_ ? split(rows, in[0] + first, count) : 0;
      scale_large(rows, in, first, done, count, narrow_.offset_of(rounding));
    }
    narrow_.scale(rows, in, first, count, rounding);
  }

  void write(const RowStarts<std::uint64_t>& out, std::size_t j, std::size_t targets,
             const std::uint64_t* y, const RowStarts<const std::uint64_t>& own, std::size_t first,
             std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const double*>(y);
    for (std::size_t i = 0; i < targets;) {
      const Part part{rows, out, own, i, first, count};
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
      if (layout_.takes_own()) {
        write_narrow<true>(t, together, part);
      } else {
        write_narrow<false>(t, together, part);
      }
      i += together;
    }
  }

  // Only sums of few rows are written as doubles.
  [[nodiscard]] std::size_t doubles_unit(std::size_t j) const noexcept override {
    const Place place = places_[j];
    const bool few = summed_rows() >= 2 && summed_rows() <= 4 && is_short();
    const bool sums = place.narrow && narrow_targets_[place.index].form == Form::sums;
    return few && sums ? kSummedChunk : 0;
  }
  void write_doubles(std::uint64_t* out, std::size_t j, const std::uint64_t* y,
                     const std::uint64_t* own, std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const double*>(y);
    const NarrowTarget& t = narrow_targets_[places_[j].index];
    const Group<1> group{summed(rows), block_, alpha_of(rows), {out}, {own}};
    if (layout_.takes_own()) {
      write_few<true, Number::floating>(t, group, count);
    } else {
      write_few<false, Number::floating>(t, group, count);
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
  // The rows of a block, and `count` coefficients from `first` on of the rows of the result and of
  // own from `row` on.
  struct Part {
    const double* rows;
    const RowStarts<std::uint64_t>& out;
    const RowStarts<const std::uint64_t>& own;  // not read without
    std::size_t row, first, count;
  };
  // Writes the halves of the only source for whole vectors, where y is the word of the source and
  // there are no fractions; gives their number.
  std::size_t split(double* rows, const std::uint64_t* x, std::size_t count) const noexcept {
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 30, kOffset = std::uint64_t{1} << 62;
    const WordVector offset = hn::Set(kDU, kOffset + kHalf - large_[0].source.modulus() / 2);
    const WordVector low_bits = hn::Set(kDU, 2 * kHalf - 1);
    std::size_t c = 0;
    for (; c + kLanes <= count; c += kLanes) {
      const WordVector v = hn::Add(hn::LoadU(kDU, x + c), offset);
      const Vector high = to_double(hn::ShiftRight<31>(v)), low = to_double(hn::And(v, low_bits));
      double* row = rows + RowLayout::kFirstRow * block_ + c;
      hn::StoreU(hn::Sub(high, set(0x1p31)), kD, row);
      hn::StoreU(hn::Sub(low, set(0x1p30)), kD, row + block_);
    }
    std::fill_n(rows, RowLayout::kFirstRow * block_, 0.0);
    return c;
  }
  // Writes the halves of large sources, and the sums of their fractions to the first two rows, from
  // coefficient `done` on.
  void scale_large(double* rows, const RowStarts<const std::uint64_t>& in, std::size_t first,
                   std::size_t done, std::size_t count,
                   ScaledRows<false>::Offset offset) const noexcept {
    double* fractions = rows + RowLayout::kAlphaRow * block_;
    // A group is read as a whole.
    const std::size_t rest = (kGroup - count % kGroup) % kGroup;
    for (std::size_t r = 0; r < layout_.rows() + 2; ++r) {
      std::fill_n(rows + r * block_ + count, rest, 0.0);
    }
    for (std::size_t c = done; c < count; ++c) {
      std::int64_t sum44 = 0;
      int128 sum64 = 0;
      for (const auto& [source, index] : large_) {
        const std::int64_t y = source.scaled(in[index][first + c]);
        if (fraction_ == Fraction::bits44) sum44 += source.fraction44(y);
        if (fraction_ == Fraction::bits64) sum64 += source.fraction64(y);
        constexpr std::int64_t kHalf = std::int64_t{1} << 30;
        const std::int64_t v = source.shifted(y), low = ((v + kHalf) & (2 * kHalf - 1)) - kHalf;
        double* row = rows + layout_.row(index) * block_ + c;
        row[0] = static_cast<double>((v - low) >> 31);
        row[block_] = static_cast<double>(low);
      }
      const auto low = static_cast<std::uint64_t>(sum64) & 0xffffffff;
      fractions[c] =
          fraction_ == Fraction::bits44
              ? static_cast<double>(sum44)
              : static_cast<double>(static_cast<std::int64_t>(sum64 >> 32)) + offset.high;
      rows[c] = static_cast<double>(static_cast<std::int64_t>(low)) + offset.low;
    }
  }

  void write_large(const WordTarget& t, const Part& part) const noexcept {
    const double* alpha = layout_.has_alpha() ? alpha_of(part.rows) : nullptr;
    t.write(part.out[part.row] + part.first, part.rows + RowLayout::kFirstRow * block_, block_,
            alpha, layout_.takes_own() ? part.own[part.row] + part.first : nullptr, part.count);
  }

  template <bool kOwn>
  void write_narrow(const NarrowTarget* t, std::size_t together, const Part& part) const noexcept {
    switch (t->form) {
      case Form::sums:
        if (together == 1) return write_one<kOwn>(t, part);
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

  template <bool kOwn>
  void write_one(const NarrowTarget* t, const Part& part) const noexcept {
    std::size_t done = 0;
    if (is_short()) {
      const Group<1> group{summed(part.rows),
                           block_,
                           alpha_of(part.rows),
                           {part.out[part.row] + part.first},
                           {kOwn ? part.own[part.row] + part.first : nullptr}};
      done = write_few<kOwn, Number::word>(*t, group, part.count);
    }
    write_rows<Form::sums, 1, kOwn>(t, part, done);
  }
  // Whole chunks of sums of few rows; returns their number.
  template <bool kOwn, Number kNumber>
  std::size_t write_few(const NarrowTarget& t, const Group<1>& group,
                        std::size_t count) const noexcept {
    if (summed_rows() == 2) return write_chunks<2, kOwn, kNumber>(t, group, count);
    if (summed_rows() == 3) return write_chunks<3, kOwn, kNumber>(t, group, count);
    if (summed_rows() == 4) return write_chunks<4, kOwn, kNumber>(t, group, count);
    return 0;
  }
  // The rows that sums read: of alpha, where it is a row, and of the sources.
  [[nodiscard]] const double* summed(const double* rows) const noexcept {
    return rows + (layout_.alpha_is_row() ? RowLayout::kAlphaRow : RowLayout::kFirstRow) * block_;
  }
  [[nodiscard]] std::size_t summed_rows() const noexcept {
    return layout_.rows() + (layout_.alpha_is_row() ? 1 : 0);
  }
  [[nodiscard]] const double* alpha_of(const double* rows) const noexcept {
    return rows + RowLayout::kAlphaRow * block_;
  }
  // Whether sums need no reduction in between, and one step at the end.
  [[nodiscard]] bool is_short() const noexcept {
    return summed_rows() <= layout_.run() && layout_.is_one_step();
  }

  // Rows of kTargets targets, from coefficient `c` on.
  template <Form kForm, std::size_t kTargets, bool kOwn>
  void write_rows(const NarrowTarget* t, const Part& part, std::size_t c = 0) const noexcept {
    const double *rows = summed(part.rows), *alpha = alpha_of(part.rows);
    constexpr std::size_t kWidth = kVectorsOf<kTargets> * kLanes;
    std::array<std::uint64_t*, kTargets> out;
    std::array<const std::uint64_t*, kTargets> own{};
    for (std::size_t a = 0; a < kTargets; ++a) {
      out[a] = part.out[part.row + a] + part.first;
      if (kOwn) own[a] = part.own[part.row + a] + part.first;
    }
    for (; c < part.count; c += kWidth) {
      Group<kTargets> group{rows + c, block_, alpha + c, {}, {}};
      for (std::size_t a = 0; a < kTargets; ++a) {
        group.out[a] = out[a] + c;
        group.own[a] = kOwn ? own[a] + c : nullptr;
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
      if (is_short()) {
        write_sums<kTargets, kOwn, true>(t, group, summed_rows(), layout_.run());
      } else {
        write_sums<kTargets, kOwn, false>(t, group, summed_rows(), layout_.run());
      }
    } else {
      write_single<kForm>(*t, group);
    }
  }

  RowLayout layout_;
  SharedFactors factors_;
  Fraction fraction_;
  bool splits_;
  std::size_t block_;
  ScaledRows<false> narrow_;
  std::vector<LargeSource> large_;
  std::vector<NarrowTarget> narrow_targets_;
  std::vector<WordTarget> large_targets_;
  std::vector<Place> places_;
};

std::unique_ptr<const RowSums> make_row_sums(std::span<const RowSums::Source> sources,
                                             std::span<const RowSums::Target> targets,
                                             Fraction fraction) {
  const RowLayout layout(sources, targets, fraction);
  return std::make_unique<F64RowSums>(sources, targets, fraction, layout,
                                      SharedFactors(targets, layout));
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
  LATH_RETURN_ON_AVX2_OR_NEON(isa, make_row_sums(sources, targets, fraction));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
