// SPDX-License-Identifier: Apache-2.0
#include "apps/curve/field_rows.hpp"

#include <algorithm>

#include "lath/base/constant_time.hpp"

namespace lath::apps {

FieldRows::FieldRows(const Curve& curve, std::size_t count)
    : curve_(curve),
      modulus_(curve_.modulus()),
      count_(count),
      b_(modulus_.montgomery_vartime(curve.b())) {}

FieldRow FieldRows::from(const he::WideValues& numbers) const {
  FieldRow row(count_ * modulus_.words());
  modulus_.to_montgomery(row.data(), numbers.span().data(), count_);
  return row;
}

he::WideValues FieldRows::plain(const FieldRow& row) const {
  he::WideValues numbers(count_, modulus_.words());
  modulus_.from_montgomery(numbers.span().data(), row.data(), count_);
  return numbers;
}

FieldRow FieldRows::constant(const Natural& number) const {
  FieldRow row(count_ * modulus_.words());
  const std::vector<std::uint64_t> form = modulus_.montgomery_vartime(number);
  for (std::size_t i = 0; i < count_; ++i) {
    std::ranges::copy(form, row.data() + i * modulus_.words());
  }
  return row;
}

FieldRow FieldRows::product(const FieldRow& a, const FieldRow& b) const {
  FieldRow out(a.size());
  modulus_.multiply(out.data(), a.data(), b.data(), count_);
  return out;
}

FieldRow FieldRows::sum(const FieldRow& a, const FieldRow& b) const {
  FieldRow out(a.size());
  modulus_.add(out.data(), a.data(), b.data(), count_);
  return out;
}

FieldRow FieldRows::difference(const FieldRow& a, const FieldRow& b) const {
  FieldRow out(a.size());
  modulus_.subtract(out.data(), a.data(), b.data(), count_);
  return out;
}

FieldRow FieldRows::times_b(const FieldRow& a) const {
  FieldRow out(a.size());
  modulus_.scale(out.data(), a.data(), b_.data(), count_);
  return out;
}

FieldRow FieldRows::inverse(const FieldRow& a) const {
  // p is odd and above 3, so that p - 2 has no borrow beyond its lowest word, or p has one word.
  const Natural& p = modulus_.value();
  std::vector<std::uint64_t> exponent(p.words().begin(), p.words().end());
  std::uint64_t borrow = 2;
  for (std::uint64_t& word : exponent) {
    const std::uint64_t next = word < borrow ? 1 : 0;
    word -= borrow;
    borrow = next;
  }
  FieldRow result = constant(1);
  for (std::size_t bit = p.bits(); bit-- > 0;) {
    result = product(result, result);
    if ((exponent[bit >> 6] >> (bit & 63) & 1) != 0) result = product(result, a);
  }
  return result;
}

FieldRow FieldRows::select(const Buffer<std::uint64_t, Secret>& masks, const FieldRow& a,
                           const FieldRow& b) const {
  FieldRow out(a.size());
  const std::size_t words = modulus_.words();
  for (std::size_t i = 0; i < count_; ++i) {
    const std::uint64_t mask = ct::value_barrier(masks[i]);
    for (std::size_t w = 0; w < words; ++w) {
      const std::size_t at = i * words + w;
      out[at] = ct::select(mask, a[at], b[at]);
    }
  }
  return out;
}

Buffer<std::uint64_t, Secret> FieldRows::zeros(const FieldRow& a) const {
  Buffer<std::uint64_t, Secret> masks(count_);
  const std::size_t words = modulus_.words();
  for (std::size_t i = 0; i < count_; ++i) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words; ++w) any |= a[i * words + w];
    masks[i] = ct::mask_equal(any, std::uint64_t{0});
  }
  return masks;
}

ClearPoints projective(const FieldRows& field, const CurvePoints& points) {
  const CurvePoints::Coordinates& of = points.coordinates();
  return {field.from(of.x), field.from(of.y), field.from(of.z)};
}

CurvePoints::Coordinates affine(const FieldRows& field, const ClearPoints& points) {
  const FieldRow inverse = field.inverse(points.z);
  const auto is_infinity = field.zeros(points.z);
  const FieldRow zero = field.constant(0), one = field.constant(1);
  return {
      field.plain(field.select(is_infinity, zero, field.product(points.x, inverse))),
      field.plain(field.select(is_infinity, one, field.product(points.y, inverse))),
      field.plain(field.select(is_infinity, zero, one)),
  };
}

Buffer<std::uint64_t, Secret> are_on_curve(const FieldRows& field, const ClearPoints& points) {
  const FieldRow zz = field.product(points.z, points.z);
  const FieldRow left = field.product(field.product(points.y, points.y), points.z);
  const FieldRow cubic = field.product(
      field.difference(field.product(points.x, points.x), field.tripled(zz)), points.x);
  const FieldRow constant = field.times_b(field.product(zz, points.z));
  auto masks = field.zeros(field.difference(left, field.sum(cubic, constant)));
  // On the curve z = 0 only where x = 0.
  const auto no_y = field.zeros(points.y), no_z = field.zeros(points.z);
  for (std::size_t i = 0; i < masks.size(); ++i) masks[i] &= ~(no_y[i] & no_z[i]);
  return masks;
}

}  // namespace lath::apps
