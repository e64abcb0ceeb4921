// SPDX-License-Identifier: Apache-2.0
#include "expressions/by_hand.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace lath::bench::by_hand {
namespace {

constexpr double kTwo52 = 4503599627370496.0;

// An integer below 2^52 in the low bits of the pattern of 2^52 makes the double 2^52 + x.
double with_two52(std::uint64_t x) noexcept {
  return std::bit_cast<double>(x | std::bit_cast<std::uint64_t>(kTwo52));
}
double to_double(std::uint64_t x) noexcept { return with_two52(x) - kTwo52; }
double negative(std::uint64_t x) noexcept { return kTwo52 - with_two52(x); }
// The integer x below 2^52 of 2^52 + x.
std::uint64_t low_bits(double x) noexcept {
  return std::bit_cast<std::uint64_t>(x) ^ std::bit_cast<std::uint64_t>(kTwo52);
}
struct Prime {
  double p, inverse;

  explicit Prime(std::uint64_t word) noexcept
      : p(static_cast<double>(word)), inverse(1.0 / static_cast<double>(word)) {}

  // y w mod p in (-p, p) for |y|, |w| <= p.
  [[nodiscard]] double product(double y, double w) const noexcept {
    const double h = y * w, q = std::nearbyint(h * inverse);
    return std::fma(-q, p, h) + std::fma(y, w, -h);
  }
  // y w + z mod p in (-p, p) for |y|, |w|, |z| <= p.
  [[nodiscard]] double product_add(double y, double w, double z) const noexcept {
    const double h = y * w, q = std::nearbyint(std::fma(h, inverse, z * inverse));
    return std::fma(-q, p, h) + (std::fma(y, w, -h) + z);
  }
  // From (-p, p), zero being positive.
  [[nodiscard]] std::uint64_t canonical(double x) const noexcept {
    return low_bits(x + (std::bit_cast<std::int64_t>(x) < 0 ? kTwo52 + p : kTwo52));
  }
};

template <class F>
void for_each_word(std::uint64_t* __restrict out, const Limb& limb, std::size_t count,
                   const F& f) noexcept {
  const std::uint64_t* __restrict a = limb.a;
  const std::uint64_t* __restrict b = limb.b;
  const std::uint64_t* __restrict c = limb.c;
  const std::uint64_t* __restrict d = limb.d;
  for (std::size_t i = 0; i < count; ++i) out[i] = f(a[i], b[i], c[i], d[i]);
}

}  // namespace

void multiply(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto, auto) {
    return prime.canonical(prime.product(to_double(a), to_double(b)));
  });
}

void multiply_add(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto) {
    return prime.canonical(prime.product_add(to_double(a), to_double(b), to_double(c)));
  });
}

void multiply_subtract(std::uint64_t* out, const Limb& x, std::size_t count,
                       std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto) {
    return prime.canonical(prime.product_add(to_double(a), to_double(b), negative(c)));
  });
}

void subtract_product(std::uint64_t* out, const Limb& x, std::size_t count,
                      std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto) {
    return prime.canonical(prime.product_add(negative(a), to_double(b), to_double(c)));
  });
}

void add_products(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto d) {
    const double first = prime.product(to_double(a), to_double(b));
    return prime.canonical(prime.product_add(to_double(c), to_double(d), first));
  });
}

// a + b - p, in [-p, p), is as good a factor as a + b mod p, and its subtraction comes for nothing.
void multiply_sum(std::uint64_t* out, const Limb& x, std::size_t count, std::uint64_t p) noexcept {
  const Prime prime(p);
  const double bias = kTwo52 + prime.p;
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto) {
    return prime.canonical(prime.product(with_two52(a + b) - bias, to_double(c)));
  });
}

void multiply_difference(std::uint64_t* out, const Limb& x, std::size_t count,
                         std::uint64_t p) noexcept {
  const Prime prime(p);
  for_each_word(out, x, count, [=](auto a, auto b, auto c, auto) {
    return prime.canonical(prime.product(with_two52(a) - with_two52(b), to_double(c)));
  });
}

}  // namespace lath::bench::by_hand
