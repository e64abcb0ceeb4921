// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/ring/bytes.hpp"

namespace lath::detail {
class WideModulus;
}

namespace lath::apps {

/// An elliptic curve y^2 = x^3 - 3x + b over a prime field that has a short modulus. A value, cheap
/// to copy, public.
class Curve {
 public:
  /// NIST P-256 (FIPS 186, SEC 2: secp256r1).
  [[nodiscard]] static Curve p256();
  /// A curve over another field, or with another b. Throws invalid_argument unless b is below p and
  /// the curve is smooth without points of order 2: the complete addition needs that. Takes
  /// milliseconds.
  [[nodiscard]] static Curve create(he::PrimeField field, const Natural& b);

  ///@{
  /// The field, its prime p, and b.
  [[nodiscard]] he::PrimeField field() const noexcept { return field_; }
  [[nodiscard]] const Natural& prime() const& noexcept;
  const Natural& prime() const&& = delete;  // the curve is a temporary: give it a name
  [[nodiscard]] const Natural& b() const& noexcept { return b_; }
  const Natural& b() const&& = delete;  // the curve is a temporary: give it a name
  ///@}
  /// The bytes of a coordinate, 32 for P-256.
  [[nodiscard]] std::size_t coordinate_bytes() const noexcept;
  /// Whether both are the same curve.
  friend bool operator==(const Curve& a, const Curve& b) noexcept {
    return a.field_ == b.field_ && a.b_ == b.b_;
  }

  ///@cond
  [[nodiscard]] const lath::detail::WideModulus& modulus() const noexcept { return *modulus_; }
  ///@endcond

 private:
  Curve(he::PrimeField field, Natural b, std::shared_ptr<const lath::detail::WideModulus> modulus);

  he::PrimeField field_;
  Natural b_;
  std::shared_ptr<const lath::detail::WideModulus> modulus_;
};

/// Points of a curve, in memory that is wiped. Each is set before it is used.
class CurvePoints {
 public:
  /// So many points, none of them set.
  CurvePoints(const Curve& curve, std::size_t count);

  /// The curve.
  [[nodiscard]] const Curve& curve() const& noexcept { return curve_; }
  const Curve& curve() const&& = delete;  // the points are a temporary: give them a name
  /// The number of points.
  [[nodiscard]] std::size_t size() const noexcept { return is_set_.size(); }
  /// Whether point i < size() was set.
  [[nodiscard]] bool is_set(std::size_t i) const noexcept { return is_set_[i] != 0; }

  /// Sets point i from its bytes in the form of SEC 1, version 2, section 2.3.4, not compressed: 4,
  /// x and y with the most significant byte first, or a single 0 for infinity. Constant time in x
  /// and y, apart from errors; whether the point is infinity is public here. Throws malformed for
  /// other bytes, for coordinates that are not below p and for points off the curve, and
  /// invalid_argument unless i < size(); the point then stays as it was.
  void set(std::size_t i, ByteView bytes);
  /// Sets a point to infinity if `mask` is all ones, and leaves it if it is zero. Constant time.
  /// Throws invalid_argument unless i < size() and the point is set.
  void set_infinity(std::size_t i, std::uint64_t mask);
  /// The bytes of point i in that form. The point becomes public. Throws invalid_argument unless i
  /// < size() and the point is set.
  [[nodiscard]] Buffer<std::byte, Secret> bytes(std::size_t i) const;

  ///@cond
  // Coordinates of all points, plain numbers: x and y, and for infinity 0, 1 and z = 0.
  struct Coordinates {
    he::WideValues x, y, z;
  };
  [[nodiscard]] const Coordinates& coordinates() const noexcept { return coordinates_; }
  // Points whose coordinates are right.
  CurvePoints(const Curve& curve, Coordinates coordinates);
  ///@endcond

 private:
  void require_point(std::size_t i) const;

  Curve curve_;
  Coordinates coordinates_;
  std::vector<std::uint8_t> is_set_;
};

}  // namespace lath::apps
