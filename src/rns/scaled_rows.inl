// SPDX-License-Identifier: Apache-2.0
//
// The rows of y of the sources below 2^50, and alpha, block by block, as row_sums.hpp defines them.
// Included after narrow_sources.inl, inside the namespace of each instruction set.

// kWords: rows are words that are not negative. They hold y where it is canonical, and y + q
// otherwise; the row of alpha has alpha plus the number of sources. Where A = -q M for every
// source, a sum of products stays the same.
template <bool kWords>
class ScaledRows {
 public:
  using Source = RowSums::Source;
  using Fraction = RowSums::Fraction;
  using Rounding = RowSums::Rounding;
  // The offset of alpha is 2^32 high + low.
  struct Offset {
    double high, low;
  };

  // `sources` are all of a map. The rows stand `block` words apart; row `alpha` is the row of
  // alpha.
  ScaledRows(std::span<const Source> sources, Fraction fraction, std::size_t block,
             std::size_t alpha)
      : scaling_(scaling_of(sources, fraction)),
        all_(sources.size()),
        block_(block),
        alpha_(alpha) {}

  // A source below 2^50, whose y stands in `row`.
  void add(const Source& source, std::size_t index, std::size_t row) {
    sources_.emplace_back(source, index, row);
  }

  [[nodiscard]] std::size_t size() const noexcept { return sources_.size(); }
  [[nodiscard]] Offset offset_of(Rounding rounding) const noexcept {
    if (scaling_ != Scaling::fractions64) return {0, 0};
    if (rounding == Rounding::nearest) return {0x1p31, 0};
    return {0, static_cast<double>(all_)};
  }

  // Where there are larger sources, the row of alpha begins with the sums of their fractions, whose
  // low parts stand in the row before it; both include the offset.
  void scale(double* rows, const RowStarts<const std::uint64_t>& in, std::size_t first,
             std::size_t count, Rounding rounding) const noexcept {
    const Offset offset = offset_of(rounding);
    switch (scaling_) {
      case Scaling::residues:
        return scale_rows<Scaling::residues>(rows, in, first, count, offset);
      case Scaling::fractions44:
        return scale_rows<Scaling::fractions44>(rows, in, first, count, offset);
      case Scaling::fractions64:
        return scale_rows<Scaling::fractions64>(rows, in, first, count, offset);
      case Scaling::single:
        return scale_rows<Scaling::single>(rows, in, first, count, offset);
      case Scaling::representative:
        return scale_rows<Scaling::representative>(rows, in, first, count, offset);
    }
  }

 private:
  static Scaling scaling_of(std::span<const Source> sources, Fraction fraction) noexcept {
    if (fraction == Fraction::none) return Scaling::residues;
    if (sources.size() == 1) {
      return sources[0].factor == 1 ? Scaling::representative : Scaling::single;
    }
    return fraction == Fraction::bits44 ? Scaling::fractions44 : Scaling::fractions64;
  }

  // Row by row, then the work that the rows share: of loops with few steps a scheduler sees more
  // vectors at once.
  template <Scaling kScaling>
  void scale_rows(double* rows, const RowStarts<const std::uint64_t>& in, std::size_t first,
                  std::size_t count, Offset offset) const noexcept {
    for (const NarrowSource& source : sources_) {
      scale_row<kScaling>(source, rows + source.row * block_, in[source.index] + first, count);
    }
    for (std::size_t c = 0; c < count; c += kGroup) add_fractions<kScaling>(rows + c, offset);
  }
  // A last group is written as a whole.
  template <Scaling kScaling>
  static void scale_row(const NarrowSource& shared, double* y, const std::uint64_t* x,
                        std::size_t count) noexcept {
    const NarrowSource source = shared;  // constants that no store changes
    const auto leave = [&](std::size_t c, Vector v) HWY_ATTR {
      if constexpr (kWords && kScaling == Scaling::residues) {
        store_word(source.residue_of(v), y + c);
      } else {
        hn::StoreU(source.template row_of<kScaling>(v), kD, y + c);
      }
    };
    std::size_t c = 0;
    for (; c + kLanes <= count; c += kLanes) leave(c, load(x + c));
    for (; c < count || c % kGroup != 0; c += kLanes) {
      leave(c, load_some(x + c, c < count ? count - c : 0));
    }
  }
  static void store_word(Vector v, double* x) noexcept {
    hn::StoreU(hn::BitCast(kD, words_of(kD, v)), kD, x);
  }
  // alpha of a group.
  template <Scaling kScaling>
  HWY_INLINE void add_fractions(double* rows, Offset offset) const noexcept {
    double* fractions = rows + alpha_ * block_;
    Vector high[kVectors], low[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      high[v] = set(offset.high);
      low[v] = set(offset.low);
      if (sources_.size() == all_) continue;
      high[v] = hn::LoadU(kD, fractions + v * kLanes);
      low[v] = hn::LoadU(kD, fractions - block_ + v * kLanes);
    }
    if constexpr (kScaling == Scaling::fractions44) add_fractions44(high, rows);
    if constexpr (kScaling == Scaling::fractions64) {
      for (const NarrowSource& each : sources_) {
        const NarrowSource source = each;
        double* row = rows + source.row * block_;
        for (std::size_t v = 0; v < kVectors; ++v) {
          const Vector y = hn::LoadU(kD, row + v * kLanes);
          source.add_fraction64(high[v], low[v], y);
          if constexpr (kWords) store_word(source.plus_modulus(y), row + v * kLanes);
        }
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector alpha = quotient<kScaling>(high[v], low[v]);
      if constexpr (kWords) {
        store_word(hn::Add(alpha, set(static_cast<double>(all_))), fractions + v * kLanes);
      } else {
        hn::StoreU(alpha, kD, fractions + v * kLanes);
      }
    }
  }

  HWY_INLINE void add_fractions44(Vector (&sums)[kVectors], double* rows) const noexcept {
    const Vector middle = set(kMiddle);
    for (std::size_t first = 0; first < sources_.size(); first += NarrowSource::kFractions) {
      const std::size_t last = std::min(first + NarrowSource::kFractions, sources_.size());
      Vector some[kVectors];
      for (Vector& sum : some) sum = middle;
      for (std::size_t i = first; i < last; ++i) {
        const NarrowSource source = sources_[i];
        double* row = rows + source.row * block_;
        for (std::size_t v = 0; v < kVectors; ++v) {
          const Vector y = hn::LoadU(kD, row + v * kLanes);
          some[v] = source.plus_fraction44(some[v], y);
          if constexpr (kWords) store_word(source.plus_modulus(y), row + v * kLanes);
        }
      }
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[v] = hn::Add(sums[v], hn::Sub(some[v], middle));
      }
    }
  }

  Scaling scaling_;
  std::size_t all_, block_, alpha_;
  std::vector<NarrowSource> sources_;
};
