// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algebra/wide/wide_modulus.hpp"
#include "lath/apps/complete_addition.hpp"
#include "lath/apps/curve.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/plaintexts/wide_values.hpp"

namespace lath::apps {

/// Numbers modulo p, in Montgomery form, one behind the other.
using FieldRow = Buffer<std::uint64_t, Secret>;

/// The arithmetic of rows of `count` coordinates in the clear, for complete_addition(). Constant
/// time in them.
class FieldRows {
 public:
  FieldRows(const Curve& curve, std::size_t count);

  ///@{
  /// To Montgomery form and back.
  [[nodiscard]] FieldRow from(const he::WideValues& numbers) const;
  [[nodiscard]] he::WideValues plain(const FieldRow& row) const;
  ///@}
  /// A row of one public number.
  [[nodiscard]] FieldRow constant(const Natural& number) const;

  [[nodiscard]] FieldRow product(const FieldRow& a, const FieldRow& b) const;
  [[nodiscard]] FieldRow sum(const FieldRow& a, const FieldRow& b) const;
  [[nodiscard]] FieldRow difference(const FieldRow& a, const FieldRow& b) const;
  [[nodiscard]] FieldRow sum_of_products(const FieldRow& a, const FieldRow& b, const FieldRow& c,
                                         const FieldRow& d) const {
    return sum(product(a, b), product(c, d));
  }
  [[nodiscard]] FieldRow difference_of_products(const FieldRow& a, const FieldRow& b,
                                                const FieldRow& c, const FieldRow& d) const {
    return difference(product(a, b), product(c, d));
  }
  [[nodiscard]] FieldRow tripled(const FieldRow& a) const { return sum(sum(a, a), a); }
  [[nodiscard]] FieldRow times_b(const FieldRow& a) const;
  [[nodiscard]] FieldRow reduced(FieldRow a) const { return a; }

  /// 1/a, or 0 for 0: the power of p - 2.
  [[nodiscard]] FieldRow inverse(const FieldRow& a) const;
  /// a where a mask is all ones, and b where it is zero.
  [[nodiscard]] FieldRow select(const Buffer<std::uint64_t, Secret>& masks, const FieldRow& a,
                                const FieldRow& b) const;
  /// All ones for each zero, and zero for each other number.
  [[nodiscard]] Buffer<std::uint64_t, Secret> zeros(const FieldRow& a) const;

 private:
  Curve curve_;
  const lath::detail::WideModulus& modulus_;
  std::size_t count_;
  std::vector<std::uint64_t> b_;  // in Montgomery form
};

/// Points in the clear.
using ClearPoints = ProjectivePoint<FieldRow>;

/// The projective points, and back: Z becomes 1, or a point infinity.
[[nodiscard]] ClearPoints projective(const FieldRows& field, const CurvePoints& points);
[[nodiscard]] CurvePoints::Coordinates affine(const FieldRows& field, const ClearPoints& points);
/// All ones for each point with y^2 z = x^3 - 3 x z^2 + b z^3 that is not (0, 0, 0).
[[nodiscard]] Buffer<std::uint64_t, Secret> are_on_curve(const FieldRows& field,
                                                         const ClearPoints& points);

}  // namespace lath::apps
