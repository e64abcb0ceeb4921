// SPDX-License-Identifier: Apache-2.0
//
// The sources of row maps and lifts that are below 2^50, in double precision, as row_sums.hpp
// defines their y. Included after sums_f64.inl, inside the namespace of each instruction set.

// y m - round(y m/p) p, as the family f64 multiplies: for |m| <= p/2 and |y| < 2^51 a quotient errs
// by at most 2^50 2^-52, so that |result| <= (1/2 + 1/4) p.
Vector product(Vector y, Vector m, Vector m_over_p, Vector p) noexcept {
  const Vector h = hn::Mul(y, m), l = hn::MulSub(y, m, h);
  return hn::Add(hn::NegMulAdd(nearest(y, m_over_p), p, h), l);
}

// The contents of the rows of y, and the fractions that are added.
enum class Scaling {
  residues,        // canonical, less floor(q/2), so that twice as many products fit in a sum
  fractions44,     // y, and round(2^44 y/q)
  fractions64,     // y, and floor(2^64 y/q) as 2^32 high + low
  single,          // y of the only source, in [-q/2, q/2]
  representative,  // y of the only source where f = 1
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
        fraction_(fraction_factor(s.modulus.value())) {}

  std::size_t index, row;

  template <Scaling kScaling>
  [[nodiscard]] Vector row_of(Vector x) const noexcept {
    if constexpr (kScaling == Scaling::representative) return reduced(x);
    if constexpr (kScaling == Scaling::residues) return hn::Sub(residue_of(x), set(half_));
    const Vector y = product(x, set(factor_), set(factor_over_q_), set(q_));
    return kScaling == Scaling::single ? reduced(y) : y;
  }
  // x f in [0, q).
  [[nodiscard]] Vector residue_of(Vector x) const noexcept {
    return canonical(product(x, set(factor_), set(factor_over_q_), set(q_)), set(q_));
  }

  // Adds the fraction of y, of 44 bits, to a sum that begins with kMiddle: 2^44 9/16 at most, so
  // that there is room for kFractions.
  static constexpr std::size_t kFractions = 128;
  [[nodiscard]] Vector plus_fraction44(Vector sum, Vector y) const noexcept {
    return hn::MulAdd(y, set(fraction_), sum);
  }
  [[nodiscard]] Vector plus_modulus(Vector y) const noexcept { return hn::Add(y, set(q_)); }
  // Adds to `high` the quotient of 2^32 y, to `low` the quotient of 2^32 times its remainder. The
  // quotients are rounded to nearest; a negative last remainder means that the floor is one less.
  void add_fraction64(Vector& high, Vector& low, Vector y) const noexcept {
    const Vector first = hn::Round(hn::Mul(y, set(0x1p32 * q_inverse_)));
    const Vector rest = hn::NegMulAdd(first, set(0x1p32 * q_), hn::Mul(y, set(0x1p64)));
    const Vector second = hn::Round(hn::Mul(rest, set(q_inverse_)));
    const Vector remainder = hn::NegMulAdd(second, set(q_), rest);
    const Vector below = hn::IfThenElseZero(hn::Lt(remainder, hn::Zero(kD)), set(1.0));
    high = hn::Add(high, first);
    low = hn::Add(low, hn::Sub(second, below));
  }

 private:
  // The representative in [-q/2, q/2] of an integer; never -0, see docs/decisions/0002.
  [[nodiscard]] Vector reduced(Vector y) const noexcept {
    return hn::MulAdd(nearest(y, set(-q_inverse_)), set(q_), y);
  }

  double q_, q_inverse_, half_, factor_, factor_over_q_, fraction_;
};

// alpha of the sum of all fractions: round(high / 2^44), or floor((2^32 high + low) / 2^64).
template <Scaling kScaling>
Vector quotient(Vector high, Vector low) noexcept {
  if constexpr (kScaling == Scaling::fractions44) return hn::Round(hn::Mul(high, set(0x1p-44)));
  if constexpr (kScaling != Scaling::fractions64) return hn::Zero(kD);
  const Vector carry = hn::Floor(hn::Mul(low, set(0x1p-32)));
  return hn::Floor(hn::Mul(hn::Add(high, carry), set(0x1p-32)));
}
