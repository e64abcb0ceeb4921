// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "lath/arith/barrett.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::detail {

/// The scalar reference of the operations on canonical words, kLanesOf words at a time. Tests
/// compare every other arithmetic with this one.
template <ResidueWord T, std::size_t kLanesOf>
class ReferenceWords {
 public:
  using Word = T;
  using Vector = std::array<T, kLanesOf>;
  static constexpr std::size_t kLanes = kLanesOf, kGroup = 1;

  explicit ReferenceWords(const Modulus& modulus)
      : barrett_(static_cast<T>(modulus.value())),
        p_(barrett_.modulus()),
        two_p_(static_cast<T>(2 * p_)) {}

  Vector load_words(const T* x) const noexcept {
    Vector v;
    for (std::size_t i = 0; i < kLanes; ++i) v[i] = x[i];
    return v;
  }
  void store_words(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = v[i];
  }
  Vector set_words(T x) const noexcept {
    Vector v;
    v.fill(x);
    return v;
  }
  Vector zero_words() const noexcept { return {}; }
  // Reduces words in [0, 4p).
  Vector reduce(Vector a) const noexcept {
    for (T& x : a) x = ct::subtract_once(reduce_to_two_p(x), p_);
    return a;
  }
  // floor(b 2^w / p) without a division, whose time would depend on b. The quotient by the stored
  // reciprocal is exact or one too small.
  Vector prepare(Vector b) const noexcept {
    for (T& x : b) x = barrett_.shoup_quotient(x);
    return b;
  }
  Vector multiply_prepared(Vector a, const Vector& b, const Vector& quotients) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const T q = multiply_high(a[i], quotients[i]);
      a[i] = ct::subtract_once(static_cast<T>(multiply_low(a[i], b[i]) - multiply_low(q, p_)), p_);
    }
    return a;
  }
  Vector multiply(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) a[i] = barrett_.multiply(a[i], b[i]);
    return a;
  }
  // A product and its summand, and two products, are reduced together.
  Vector multiply_add(Vector a, const Vector& b, const Vector& c) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) a[i] = barrett_.multiply_add(a[i], b[i], c[i]);
    return a;
  }
  Vector add_products(Vector a, const Vector& b, const Vector& c, const Vector& d) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      a[i] = barrett_.add_products(a[i], b[i], c[i], d[i]);
    }
    return a;
  }
  Vector add(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      a[i] = ct::subtract_once(static_cast<T>(a[i] + b[i]), p_);
    }
    return a;
  }
  Vector subtract(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      a[i] = ct::subtract_once(static_cast<T>(a[i] + p_ - b[i]), p_);
    }
    return a;
  }
  Vector negate(const Vector& a) const noexcept { return subtract(zero_words(), a); }

 protected:
  // [0, 4p) -> [0, 2p). 4p may reach the top bit, so a comparison gives the borrow.
  T reduce_to_two_p(T v) const noexcept {
    return ct::select(ct::mask_less(v, two_p_), v, static_cast<T>(v - two_p_));
  }

  Barrett<T> barrett_;
  T p_, two_p_;
};

}  // namespace lath::detail
