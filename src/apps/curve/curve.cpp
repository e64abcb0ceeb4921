// SPDX-License-Identifier: Apache-2.0
#include "lath/apps/curve.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "algebra/wide/wide_modulus.hpp"
#include "apps/curve/field_rows.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "he/plaintexts/wide/prime_fields.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::apps {
namespace {

using lath::detail::difference_vartime;
using lath::detail::product_modulo_vartime;
using lath::detail::remainder_vartime;
using lath::detail::sum_vartime;

// Polynomials modulo x^3 - 3x + b over the field, of public numbers.
class CubicRing {
 public:
  using Element = std::array<Natural, 3>;

  CubicRing(const Natural& p, const Natural& b) : p_(p), b_(b) {}

  [[nodiscard]] Element multiply(const Element& f, const Element& g) const {
    std::array<Natural, 5> all;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        all[i + j] = sum(all[i + j], product_modulo_vartime(f[i], g[j], p_));
      }
    }
    // x^4 = 3 x^2 - b x, and x^3 = 3x - b.
    for (std::size_t i = 4; i >= 3; --i) {
      all[i - 2] = sum(all[i - 2], product_modulo_vartime(all[i], 3, p_));
      all[i - 3] = difference(all[i - 3], product_modulo_vartime(all[i], b_, p_));
    }
    return {all[0], all[1], all[2]};
  }
  // x^p - x, which is zero at all roots of the cubic in the field.
  [[nodiscard]] Element frobenius_less_x() const {
    const Element x{0, 1, 0};
    Element power{1, 0, 0};
    for (std::size_t bit = p_.bits(); bit-- > 0;) {
      power = multiply(power, power);
      if ((p_.words()[bit >> 6] >> (bit & 63) & 1) != 0) power = multiply(power, x);
    }
    power[1] = difference(power[1], 1);
    return power;
  }
  // The determinant of the product with g: zero if g and the cubic have a common factor.
  [[nodiscard]] Natural norm(const Element& g) const {
    const Element xg = multiply(g, {0, 1, 0}), xxg = multiply(xg, {0, 1, 0});
    const auto minor = [&](std::size_t i, std::size_t j) {
      return difference(product_modulo_vartime(xg[i], xxg[j], p_),
                        product_modulo_vartime(xg[j], xxg[i], p_));
    };
    const Natural first = product_modulo_vartime(g[0], minor(1, 2), p_),
                  second = product_modulo_vartime(g[1], minor(0, 2), p_),
                  third = product_modulo_vartime(g[2], minor(0, 1), p_);
    return sum(difference(first, second), third);
  }

 private:
  [[nodiscard]] Natural sum(const Natural& a, const Natural& b) const {
    return remainder_vartime(sum_vartime(a, b), p_);
  }
  [[nodiscard]] Natural difference(const Natural& a, const Natural& b) const {
    return remainder_vartime(difference_vartime(sum_vartime(a, p_), b), p_);
  }

  Natural p_, b_;
};

[[noreturn]] void refuse_curve(const char* found, const char* needed) {
  throw Error(ErrorCode::invalid_argument, found, needed, "take another b");
}

// The bytes of a coordinate as words, and whether it is below p: all ones or zero.
std::uint64_t read_coordinate(std::span<std::uint64_t> out, std::span<const std::byte> bytes,
                              const Natural& p) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t byte = std::to_integer<std::uint64_t>(bytes[bytes.size() - 1 - i]);
    out[i >> 3] |= byte << (8 * (i & 7));
  }
  std::uint64_t borrow = 0;
  for (std::size_t w = 0; w < out.size(); ++w) {
    const std::uint64_t word = p.words()[w];
    const std::uint64_t less = ct::mask_less(out[w], word);
    const std::uint64_t equal = ct::mask_equal(out[w], word);
    borrow = less | (equal & borrow);
  }
  return borrow;
}

void write_coordinate(std::span<std::byte> out, std::span<const std::uint64_t> words) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[out.size() - 1 - i] = static_cast<std::byte>(words[i >> 3] >> (8 * (i & 7)) & 0xff);
  }
}

[[noreturn]] void refuse_point(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, found, needed,
              "give points of this curve, in the form of SEC 1");
}

}  // namespace

Curve::Curve(he::PrimeField field, Natural b,
             std::shared_ptr<const lath::detail::WideModulus> modulus)
    : field_(field), b_(std::move(b)), modulus_(std::move(modulus)) {}

Curve Curve::p256() {
  static const Natural b = Natural::from_decimal(
      "41058363725152142129326129780047268409114441015993725554835256314039467401291");
  const Natural p = he::known_field(he::PrimeField::p256).prime;
  return {he::PrimeField::p256, b, std::make_shared<const lath::detail::WideModulus>(p)};
}

Curve Curve::create(he::PrimeField field, const Natural& b) {
  const Natural p = he::known_field(field).prime;
  if (lath::detail::compare_vartime(b, p) >= 0) refuse_curve("b that is not below p", "need b < p");
  // The discriminant is 27 (4 - b^2).
  if (product_modulo_vartime(b, b, p) == Natural(4)) {
    refuse_curve("y^2 = x^3 - 3x + b with a singular point", "need b other than 2 and -2");
  }
  const CubicRing ring(p, b);
  if (ring.norm(ring.frobenius_less_x()) == Natural(0)) {
    refuse_curve("a curve with points of order 2",
                 "need x^3 - 3x + b without roots modulo p: else additions are not complete");
  }
  return {field, b, std::make_shared<const lath::detail::WideModulus>(p)};
}

const Natural& Curve::prime() const& noexcept { return modulus_->value(); }

std::size_t Curve::coordinate_bytes() const noexcept { return (modulus_->value().bits() + 7) >> 3; }

CurvePoints::CurvePoints(const Curve& curve, std::size_t count)
    : curve_(curve),
      coordinates_{he::WideValues(count, curve.modulus().words()),
                   he::WideValues(count, curve.modulus().words()),
                   he::WideValues(count, curve.modulus().words())},
      is_set_(count) {}

CurvePoints::CurvePoints(const Curve& curve, Coordinates coordinates)
    : curve_(curve), coordinates_(std::move(coordinates)), is_set_(coordinates_.x.size(), 1) {}

void CurvePoints::set(std::size_t i, ByteView bytes) {
  if (i >= size()) require_point(i);
  const std::span<const std::byte> all = bytes.span();
  const std::size_t length = curve_.coordinate_bytes(), words = curve_.modulus().words();
  Coordinates point{he::WideValues(1, words), he::WideValues(1, words), he::WideValues(1, words)};
  if (all.size() == 1 && all[0] == std::byte{0}) {
    point.y[0][0] = 1;
  } else {
    if (all.size() != 2 * length + 1 || all[0] != std::byte{4}) {
      refuse_point(
          "a point of " + std::to_string(all.size()) + " bytes",
          "need 4 and two coordinates of " + std::to_string(length) + " bytes, or 0 for infinity");
    }
    std::uint64_t is_right = read_coordinate(point.x[0], all.subspan(1, length), curve_.prime()) &
                             read_coordinate(point.y[0], all.subspan(1 + length), curve_.prime());
    point.z[0][0] = 1;
    const FieldRows field(curve_, 1);
    is_right &=
        are_on_curve(field, {field.from(point.x), field.from(point.y), field.from(point.z)})[0];
    ct::declassify(&is_right, sizeof is_right);  // the error tells
    if (is_right == 0) {
      refuse_point("coordinates of no point", "need numbers below p with y^2 = x^3 - 3x + b");
    }
  }
  std::ranges::copy(point.x[0], coordinates_.x[i].begin());
  std::ranges::copy(point.y[0], coordinates_.y[i].begin());
  std::ranges::copy(point.z[0], coordinates_.z[i].begin());
  is_set_[i] = 1;
}

void CurvePoints::set_infinity(std::size_t i, std::uint64_t mask) {
  require_point(i);
  const std::uint64_t kept = ~ct::value_barrier(mask);
  for (std::size_t w = 0; w < coordinates_.x.words(); ++w) {
    coordinates_.x[i][w] &= kept;
    coordinates_.z[i][w] &= kept;
    coordinates_.y[i][w] = ct::select(kept, coordinates_.y[i][w], std::uint64_t{w == 0 ? 1U : 0U});
  }
}

Buffer<std::byte, Secret> CurvePoints::bytes(std::size_t i) const {
  require_point(i);
  std::uint64_t is_finite = coordinates_.z[i][0];
  ct::declassify(&is_finite, sizeof is_finite);  // the number of bytes tells
  if (is_finite == 0) return Buffer<std::byte, Secret>(1);
  const std::size_t length = curve_.coordinate_bytes();
  Buffer<std::byte, Secret> result(2 * length + 1);
  result[0] = std::byte{4};
  write_coordinate(result.span().subspan(1, length), coordinates_.x[i]);
  write_coordinate(result.span().subspan(1 + length), coordinates_.y[i]);
  return result;
}

void CurvePoints::require_point(std::size_t i) const {
  if (i < size() && is_set(i)) return;
  throw Error(ErrorCode::invalid_argument,
              "point " + std::to_string(i) + " of " + std::to_string(size()) +
                  (i < size() ? ", which is not set" : ""),
              "need a point that is there and set", "set it first");
}

}  // namespace lath::apps
