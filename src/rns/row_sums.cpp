// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of row maps, for every modulus; and the choice between it and vectors.
#include "rns/row_sums.hpp"

#include <algorithm>
#include <vector>

#include "rns/factor_rows.hpp"
#include "rns/row_layout.hpp"
#include "rns/word_rows.hpp"

namespace lath::detail {
namespace {

// The rows of a block, for up to a hundred limbs, stay in the second-level cache.
constexpr std::size_t kBlock = 256;

using WordFactors = FactorRows<std::int64_t>;

// The centered M of every target.
WordFactors word_factors(std::span<const RowSums::Target> targets, std::size_t sources) {
  WordFactors factors(targets.size(), sources);
  for (std::size_t j = 0; j < targets.size(); ++j) {
    const std::uint64_t p = targets[j].modulus.value();
    std::ranges::transform(targets[j].factors, factors[j],
                           [p](std::uint64_t m) { return centered_word(m, p); });
  }
  return factors;
}

class WordRowSums final : public RowSums {
 public:
  WordRowSums(std::span<const Source> sources, std::span<const Target> targets, Fraction fraction,
              const WordFactors& factors)
      : factors_(factors),
        fraction_(fraction),
        alone_(fraction != Fraction::none && sources.size() == 1) {
    // Sums with fractions of 64 bits do not depend on which y are taken. The residues in [0, q)
    // need fewest operations; rows hold floor(q/2) less.
    const Fraction of_rows = fraction == Fraction::bits64 && !alone_ ? Fraction::none : fraction;
    const RowLayout layout(sources, targets, of_rows);
    sources_.reserve(sources.size());
    targets_.reserve(targets.size());
    for (const Source& s : sources) sources_.emplace_back(s, of_rows, alone_);
    for (const Target& t : targets) {
      const std::int64_t* row = factors_[targets_.size()];
      targets_.emplace_back(t, std::span(row, sources.size()), layout.constant(t));
      takes_own_ = takes_own_ || t.own_factor != 0;
    }
  }

  [[nodiscard]] std::unique_ptr<const RowSums> prefix(
      std::span<const Source> sources, std::span<const Target> targets) const override {
    return std::make_unique<WordRowSums>(sources, targets, fraction_, factors_);
  }

  [[nodiscard]] std::size_t block() const noexcept override { return kBlock; }
  // Rows of y, and one of alpha.
  [[nodiscard]] std::size_t block_words() const noexcept override {
    return (sources_.size() + 1) * kBlock;
  }

  void scale(std::uint64_t* y, const RowStarts<const std::uint64_t>& in, std::size_t first,
             std::size_t count, Rounding rounding) const noexcept override {
    switch (alone_ ? Fraction::none : fraction_) {
      case Fraction::none:
        return scale_rows<Fraction::none>(y, in, first, count, 0);
      case Fraction::bits44:
        return scale_rows<Fraction::bits44>(y, in, first, count, 0);
      case Fraction::bits64:
        return scale_rows<Fraction::bits64>(
            y, in, first, count,
            rounding == Rounding::nearest ? int128{1} << 63 : int128{sources_.size()});
    }
  }

  void write(const RowStarts<std::uint64_t>& out, std::size_t j, std::size_t targets,
             const std::uint64_t* y, const RowStarts<const std::uint64_t>& own, std::size_t first,
             std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const std::int64_t*>(y);
    const bool has_quotient = fraction_ != Fraction::none && !alone_;
    const std::int64_t* alpha = has_quotient ? rows + sources_.size() * kBlock : nullptr;
    for (std::size_t i = 0; i < targets; ++i) {
      targets_[j + i].write(out[i] + first, rows, kBlock, alpha,
                            takes_own_ ? own[i] + first : nullptr, count);
    }
  }

 private:
  // Several sums side by side, since a single sum would wait for its carries.
  static constexpr std::size_t kLanes = 4;

  template <Fraction kFraction>
  void scale_rows(std::uint64_t* y, const RowStarts<const std::uint64_t>& in, std::size_t first,
                  std::size_t count, int128 offset) const noexcept {
    auto* rows = reinterpret_cast<std::int64_t*>(y);
    std::size_t c = 0;
    for (; c + kLanes <= count; c += kLanes) {
      scale_lanes<kFraction, kLanes>(rows + c, in, first + c, offset);
    }
    for (; c < count; ++c) scale_lanes<kFraction, 1>(rows + c, in, first + c, offset);
  }
  template <Fraction kFraction, std::size_t kCount>
  void scale_lanes(std::int64_t* rows, const RowStarts<const std::uint64_t>& in, std::size_t first,
                   int128 offset) const noexcept {
    std::int64_t sums44[kCount] = {};
    int128 sums64[kCount];
    std::fill_n(sums64, kCount, offset);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const WordSource& source = sources_[i];
      const std::uint64_t* x = in[i] + first;
      for (std::size_t l = 0; l < kCount; ++l) {
        if constexpr (kFraction == Fraction::bits64) {
          const std::uint64_t y = source.residue(x[l]);
          rows[i * kBlock + l] = static_cast<std::int64_t>(y - source.modulus() / 2);
          sums64[l] += source.residue_fraction64(y);
        } else {
          const std::int64_t y = source.scaled(x[l]);
          rows[i * kBlock + l] = source.shifted(y);
          if (kFraction == Fraction::bits44) sums44[l] += source.fraction44(y);
        }
      }
    }
    for (std::size_t l = 0; l < kCount; ++l) {
      rows[sources_.size() * kBlock + l] =
          kFraction == Fraction::bits44
              ? static_cast<std::int64_t>(round_to_even(static_cast<double>(sums44[l]) * 0x1p-44))
              : static_cast<std::int64_t>(sums64[l] >> 64);
    }
  }

  WordFactors factors_;
  std::vector<WordSource> sources_;
  std::vector<WordTarget> targets_;
  Fraction fraction_;
  bool alone_, takes_own_ = false;
};

}  // namespace

std::unique_ptr<const RowSums> RowSums::create(Isa isa, std::span<const Source> sources,
                                               std::span<const Target> targets, Fraction fraction) {
  if (has(isa, Isa::avx512ifma)) {
    if (auto sums = make_row_sums_i52(isa, sources, targets, fraction)) return sums;
  }
  if (auto sums = make_row_sums_f64(isa, sources, targets, fraction)) return sums;
  return std::make_unique<WordRowSums>(sources, targets, fraction,
                                       word_factors(targets, sources.size()));
}

}  // namespace lath::detail
