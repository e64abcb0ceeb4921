// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

/// @file
/// The complete addition of points on y^2 = x^3 - 3x + b (J. Renes, C. Costello, L. Batina,
/// EUROCRYPT 2016, algorithm 4): one circuit for all pairs of points, equal, inverse or infinity,
/// on a curve without points of order 2. Points are projective, (X : Y : Z) for (X/Z, Y/Z), and
/// (0 : Y : 0) for infinity.
///
/// The circuit is a template over the arithmetic of coordinates: rows of numbers in the clear,
/// ciphertexts, and noise bounds. An arithmetic has
///
///     product(a, b), sum_of_products(a, b, c, d), difference_of_products(a, b, c, d)
///                                  a b, a b + c d and a b - c d
///     reduced(product)             a product as an operand of later products
///     sum(a, b), difference(a, b), tripled(a), times_b(a)
namespace lath::apps {

/// A projective point.
template <class Value>
struct ProjectivePoint {
  ///@{
  /// X, Y and Z.
  Value x;
  Value y;
  Value z;
  ///@}
};

/// A point as second summand, with the numbers in which b occurs.
template <class Value>
struct SecondSummand {
  ///@{
  /// X, Y and Z.
  Value x;
  Value y;
  Value z;
  ///@}
  Value x_less_bz;         ///< X - b Z
  Value bx_less_triple_z;  ///< b X - 3 Z
};

/// The second summand of a point: two products with b.
template <class Arithmetic, class Value>
[[nodiscard]] SecondSummand<Value> second_summand(Arithmetic& field, ProjectivePoint<Value> p) {
  Value l = field.difference(p.x, field.times_b(p.z));
  Value m = field.difference(field.times_b(p.x), field.tripled(p.z));
  return {std::move(p.x), std::move(p.y), std::move(p.z), std::move(l), std::move(m)};
}

/// The sum of two points: 17 products, which become 9 operands, 6 and then 3, at depth 2. With
/// algorithm 4's names: XX = X1 X2, and so on, XY = X1 Y2 + X2 Y1, and so on,
///
///     s = 3 (XX - ZZ)    h = 3 (XZ - b ZZ)    v = 3 (b XZ - XX - 3 ZZ)
///     X3 = XY (YY + h) - YZ v
///     Y3 = s v + (YY - h)(YY + h)
///     Z3 = YZ (YY - h) + XY s
///
/// where h = 3 (X1 Z2 + Z1 (X2 - b Z2)) and v = 3 (Z1 (b X2 - 3 Z2) - X1 (X2 - b Z2)).
template <class Arithmetic, class Value>
[[nodiscard]] auto complete_addition(Arithmetic& field, const ProjectivePoint<Value>& p,
                                     const SecondSummand<Value>& q) {
  const auto yy = field.reduced(field.product(p.y, q.y));
  const auto xy = field.reduced(field.sum_of_products(p.x, q.y, p.y, q.x));
  const auto yz = field.reduced(field.sum_of_products(p.y, q.z, p.z, q.y));
  const auto s = field.tripled(field.reduced(field.difference_of_products(p.x, q.x, p.z, q.z)));
  const auto h = field.tripled(field.reduced(field.sum_of_products(p.x, q.z, p.z, q.x_less_bz)));
  const auto v = field.tripled(
      field.reduced(field.difference_of_products(p.z, q.bx_less_triple_z, p.x, q.x_less_bz)));
  const auto sum = field.sum(yy, h), difference = field.difference(yy, h);
  auto x = field.reduced(field.difference_of_products(xy, sum, yz, v));
  auto y = field.reduced(field.sum_of_products(s, v, difference, sum));
  auto z = field.reduced(field.sum_of_products(yz, difference, xy, s));
  return ProjectivePoint<decltype(x)>{std::move(x), std::move(y), std::move(z)};
}

}  // namespace lath::apps
