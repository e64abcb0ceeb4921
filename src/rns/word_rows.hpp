// SPDX-License-Identifier: Apache-2.0
//
// The sources and targets of row maps one coefficient at a time, in integers of 64 and 128 bits:
// all sources and targets of the scalar reference, and for vectors the ones whose moduli are too
// large for double precision.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/shoup.hpp"
#include "rns/row_sums.hpp"

namespace lath::detail {

__extension__ using int128 = __int128;

/// Whether vectors in double precision serve a modulus.
inline bool is_narrow(const Modulus& modulus) noexcept { return modulus.bits() <= kF64ModulusBits; }

/// x - p where x > p/2: the representative of least magnitude. Constant time.
inline std::int64_t centered_word(std::uint64_t x, std::uint64_t p) noexcept {
  return static_cast<std::int64_t>(x - (p & ct::mask_less(p / 2, x)));
}

/// v rounded to an integer, ties to even, for |v| < 2^51.
inline double round_to_even(double v) noexcept { return (v + 0x1.8p52) - 0x1.8p52; }

/// fl(2^44/q) with an odd significand m 2^-s, for which 2^s > 2^8 q. So y times it is no tie
/// between two integers for |y| < q.
inline double fraction_factor(std::uint64_t q) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(0x1p44 / static_cast<double>(q)) | 1);
}

/// Multiplies by a number below 2^52 and rounds once, to an integer, ties to even: as a fused
/// multiply-add to 1.5 2^52 does, where that is in range. Constant time.
class RoundedProduct {
 public:
  explicit RoundedProduct(double factor) noexcept {
    int exponent = 0;
    significand_ = static_cast<std::int64_t>(std::ldexp(std::frexp(factor, &exponent), 53));
    shift_ = factor == 0 ? 1 : 53 - exponent;
  }

  [[nodiscard]] std::int64_t operator()(std::int64_t x) const noexcept {
    const int128 product = int128{x} * significand_;
    const int128 below_half = (int128{1} << (shift_ - 1)) - 1, odd = (product >> shift_) & 1;
    return static_cast<std::int64_t>((product + below_half + odd) >> shift_);
  }

 private:
  std::int64_t significand_;
  int shift_;
};

/// Modulus q and factor f of a source.
class WordSource {
 public:
  /// `alone`: it is the only source of a map with fractions.
  WordSource(const RowSums::Source& s, RowSums::Fraction fraction, bool alone)
      : barrett_(s.modulus.value()),
        factor_(s.factor, s.modulus.value()),
        narrow_(is_narrow(s.modulus)),
        canonical_(fraction == RowSums::Fraction::none),
        alone_(alone),
        is_representative_(alone && s.factor == 1),
        centered_(centered_word(s.factor, modulus())),
        factor_over_q_(static_cast<double>(centered_) / q()),
        q_inverse_(1.0 / q()),
        fraction_(fraction_factor(modulus())) {}

  [[nodiscard]] std::uint64_t modulus() const noexcept { return barrett_.modulus(); }

  /// x f in [0, q) for a canonical x.
  [[nodiscard]] std::uint64_t residue(std::uint64_t x) const noexcept {
    return factor_.multiply(x, modulus());
  }
  /// y for a canonical x.
  [[nodiscard]] std::int64_t scaled(std::uint64_t x) const noexcept {
    if (!narrow_ || canonical_) {
      const std::uint64_t y = residue(x);
      return canonical_ ? static_cast<std::int64_t>(y) : centered_word(y, modulus());
    }
    auto y = static_cast<std::int64_t>(x);
    if (!is_representative_) {
      y = less_multiple(x * static_cast<std::uint64_t>(centered_), factor_over_q_(y));
    }
    return alone_ ? less_multiple(static_cast<std::uint64_t>(y), q_inverse_(y)) : y;
  }

  /// y, less floor(q/2) where it is canonical: of magnitude at most q/2 for a large q.
  [[nodiscard]] std::int64_t shifted(std::int64_t y) const noexcept {
    return canonical_ ? y - static_cast<std::int64_t>(modulus() / 2) : y;
  }

  /// round(2^44 y/q), up to the error of fraction_factor().
  [[nodiscard]] std::int64_t fraction44(std::int64_t y) const noexcept { return fraction_(y); }
  /// floor(2^64 y/q).
  [[nodiscard]] int128 fraction64(std::int64_t y) const noexcept {
    const std::uint64_t negative = ct::mask_of_top_bit(static_cast<std::uint64_t>(y));
    const std::uint64_t residue = static_cast<std::uint64_t>(y) + (modulus() & negative);
    return static_cast<int128>(residue_fraction64(residue)) -
           (static_cast<int128>(negative & 1) << 64);
  }
  /// floor(2^64 y/q) for y in [0, q).
  [[nodiscard]] std::uint64_t residue_fraction64(std::uint64_t y) const noexcept {
    return barrett_.shoup_quotient(y);
  }

 private:
  [[nodiscard]] double q() const noexcept { return static_cast<double>(modulus()); }
  // product - quotient q, which fits in a word, from the low words of both.
  [[nodiscard]] std::int64_t less_multiple(std::uint64_t product,
                                           std::int64_t quotient) const noexcept {
    return static_cast<std::int64_t>(product - static_cast<std::uint64_t>(quotient) * modulus());
  }

  Barrett<std::uint64_t> barrett_;
  ShoupFactor<std::uint64_t> factor_;
  bool narrow_, canonical_, alone_, is_representative_;
  std::int64_t centered_;
  RoundedProduct factor_over_q_, q_inverse_, fraction_;
};

/// Modulus p of a result with a factor for each row, rows being integers of magnitude up to 2^61.
class WordTarget {
 public:
  /// The numbers A and W of `t`, and the summand of its sums; all in [0, p). `factors` are the
  /// centered factors of the rows, which stay where they are.
  WordTarget(const RowSums::Target& t, std::span<const std::int64_t> factors,
             std::uint64_t constant)
      : modulus_(t.modulus),
        factors_(factors),
        constant_(static_cast<std::int64_t>(constant)),
        quotient_factor_(centered_word(t.quotient_factor, p())),
        own_factor_(centered_word(t.own_factor, p())),
        one_(modulus_.reduce(1), p()),
        high_(modulus_.add(modulus_.reduce(~std::uint64_t{0}), modulus_.reduce(1)), p()),
        offset_((uint128{1} << 126) / p() * p() + p()) {}

  /// Writes `count` results from rows of integers as words or as doubles, `stride` apart. `alpha`
  /// or `own` may be null.
  template <class Row>
  void write(std::uint64_t* out, const Row* rows, std::size_t stride, const Row* alpha,
             const std::uint64_t* own, std::size_t count) const noexcept {
    std::size_t c = 0;
    for (; c + kLanes <= count; c += kLanes) {
      write_lanes<kLanes>(out + c, rows + c, stride, alpha, own, c);
    }
    for (; c < count; ++c) write_lanes<1>(out + c, rows + c, stride, alpha, own, c);
  }

 private:
  // Several sums side by side, since a single sum would wait for its carries.
  static constexpr std::size_t kLanes = 4;
  // Twelve products below 2^61 2^61, one of own below 2^62 2^61, one of alpha below 2^17 2^61 and
  // the remainder of the sum before are less than 2^126.
  static constexpr std::size_t kSum = 12;

  [[nodiscard]] std::uint64_t p() const noexcept { return modulus_.value(); }

  static int128 product(std::int64_t a, std::int64_t b) noexcept { return int128{a} * b; }

  template <std::size_t kCount, class Row>
  void write_lanes(std::uint64_t* out, const Row* rows, std::size_t stride, const Row* alpha,
                   const std::uint64_t* own, std::size_t c) const noexcept {
    int128 sums[kCount];
    for (std::size_t l = 0; l < kCount; ++l) {
      sums[l] = constant_;
      if (alpha != nullptr) {
        sums[l] += product(static_cast<std::int64_t>(alpha[c + l]), quotient_factor_);
      }
      if (own != nullptr) sums[l] += product(static_cast<std::int64_t>(own[c + l]), own_factor_);
    }
    for (std::size_t first = 0; first < factors_.size(); first += kSum) {
      if (first != 0) {
        for (int128& sum : sums) sum = static_cast<std::int64_t>(reduced(sum));
      }
      const std::size_t last = std::min(first + kSum, factors_.size());
      for (std::size_t i = first; i < last; ++i) {
        const Row* row = rows + i * stride;
        for (std::size_t l = 0; l < kCount; ++l) {
          sums[l] += product(static_cast<std::int64_t>(row[l]), factors_[i]);
        }
      }
    }
    for (std::size_t l = 0; l < kCount; ++l) out[l] = reduced(sums[l]);
  }

  // sum mod p for |sum| < 2^126.
  [[nodiscard]] std::uint64_t reduced(int128 sum) const noexcept {
    const uint128 positive = static_cast<uint128>(sum) + offset_;
    const std::uint64_t r = one_.multiply(static_cast<std::uint64_t>(positive), p()) +
                            high_.multiply(static_cast<std::uint64_t>(positive >> 64), p());
    return ct::subtract_once(r, p());
  }

  Modulus modulus_;
  std::span<const std::int64_t> factors_;
  std::int64_t constant_, quotient_factor_, own_factor_;
  ShoupFactor<std::uint64_t> one_, high_;  // 1 and 2^64
  uint128 offset_;                         // the least multiple of p above 2^126
};

}  // namespace lath::detail
