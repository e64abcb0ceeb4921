// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/apps/curve.hpp"

namespace lath::testing {

/// OpenSSL's elliptic curves, as the judge. Points are bytes in the form of SEC 1.
class CurveJudge {
 public:
  using Bytes = std::vector<std::byte>;

  static CurveJudge p256() { return CurveJudge(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)); }
  /// y^2 = x^3 - 3x + b.
  explicit CurveJudge(const apps::Curve& curve) {
    const Number p = number(curve.prime()), b = number(curve.b()), a(BN_dup(p.get()), BN_free);
    require(BN_sub_word(a.get(), 3));
    group_ = Group(EC_GROUP_new_curve_GFp(p.get(), a.get(), b.get(), context()), EC_GROUP_free);
    require(group_ != nullptr ? 1 : 0);
  }

  /// A point with a drawn x.
  [[nodiscard]] Bytes random(SeededValues& values) const {
    for (;;) {
      std::uint64_t words[4] = {values.next(), values.next(), values.next(), values.next() >> 2};
      const Number x(BN_lebin2bn(reinterpret_cast<unsigned char*>(words), 32, nullptr), BN_free);
      const Point point = empty();
      if (EC_POINT_set_compressed_coordinates(group_.get(), point.get(), x.get(),
                                              static_cast<int>(values.next() & 1),
                                              context()) == 1) {
        return bytes(point);
      }
    }
  }
  [[nodiscard]] Bytes add(const Bytes& a, const Bytes& b) const {
    const Point x = point(a), y = point(b);
    require(EC_POINT_add(group_.get(), x.get(), x.get(), y.get(), context()));
    return bytes(x);
  }
  [[nodiscard]] Bytes negate(const Bytes& a) const {
    const Point x = point(a);
    require(EC_POINT_invert(group_.get(), x.get(), context()));
    return bytes(x);
  }
  /// k P, for the words of k.
  [[nodiscard]] Bytes multiply(const Bytes& a, std::span<const std::uint64_t> k) const {
    const Point x = point(a);
    const Number scalar(BN_lebin2bn(reinterpret_cast<const unsigned char*>(k.data()),
                                    static_cast<int>(8 * k.size()), nullptr),
                        BN_free);
    require(EC_POINT_mul(group_.get(), x.get(), nullptr, x.get(), scalar.get(), context()));
    return bytes(x);
  }
  [[nodiscard]] static Bytes infinity() { return {std::byte{0}}; }

 private:
  using Number = std::unique_ptr<BIGNUM, decltype(&BN_free)>;
  using Point = std::unique_ptr<EC_POINT, decltype(&EC_POINT_free)>;
  using Group = std::unique_ptr<EC_GROUP, decltype(&EC_GROUP_free)>;

  explicit CurveJudge(EC_GROUP* group) : group_(group, EC_GROUP_free) {}

  static void require(int result) {
    if (result != 1) throw std::runtime_error("OpenSSL's curves fail");
  }
  static Number number(const Natural& n) {
    const auto words = n.words();
    return Number(BN_lebin2bn(reinterpret_cast<const unsigned char*>(words.data()),
                              static_cast<int>(8 * words.size()), nullptr),
                  BN_free);
  }
  [[nodiscard]] BN_CTX* context() const { return context_.get(); }
  [[nodiscard]] Point empty() const { return Point(EC_POINT_new(group_.get()), EC_POINT_free); }
  [[nodiscard]] Point point(const Bytes& a) const {
    Point result = empty();
    require(EC_POINT_oct2point(group_.get(), result.get(),
                               reinterpret_cast<const unsigned char*>(a.data()), a.size(),
                               context()));
    return result;
  }
  [[nodiscard]] Bytes bytes(const Point& point) const {
    Bytes result(65);
    result.resize(EC_POINT_point2oct(group_.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED,
                                     reinterpret_cast<unsigned char*>(result.data()), result.size(),
                                     context()));
    return result;
  }

  std::unique_ptr<BN_CTX, decltype(&BN_CTX_free)> context_{BN_CTX_new(), BN_CTX_free};
  Group group_{nullptr, EC_GROUP_free};
};

}  // namespace lath::testing
