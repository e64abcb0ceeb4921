// SPDX-License-Identifier: Apache-2.0
#include "he/noise/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"

namespace lath::he {
namespace {

struct Complex {
  double re, im;
};

// Block b of a layer is modulo x^2m - z^2 = (x^m - z)(x^m + z), at first x^n + 1. This is the angle
// of z^2 in turns: half of that of its parent, and half a turn more for the second child.
double turns_of(std::size_t block, std::size_t blocks) noexcept {
  double turns = 0.5;
  for (std::size_t bit = blocks / 2; bit >= 1; bit /= 2) {
    turns = turns / 2 + ((block & bit) != 0 ? 0.5 : 0);
  }
  return turns;
}

// The butterflies of one block of the transform: (u, v) becomes (u + w v, u - w v).
void transform_block(Complex* a, std::size_t half, double re, double im) noexcept {
  for (std::size_t i = 0; i < half; ++i) {
    const Complex u = a[i], v = a[i + half];
    const Complex x{v.re * re - v.im * im, v.re * im + v.im * re};
    a[i] = {u.re + x.re, u.im + x.im};
    a[i + half] = {u.re - x.re, u.im - x.im};
  }
}

}  // namespace

double squared_canonical_norm(std::span<const std::int64_t> coefficients) {
  const std::size_t n = coefficients.size();
  Buffer<Complex, Secret> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = {static_cast<double>(coefficients[i]), 0};
  for (std::size_t half = n / 2, blocks = 1; half >= 1; half /= 2, blocks *= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      const double angle = std::numbers::pi * turns_of(block, blocks);
      transform_block(a.data() + 2 * half * block, half, std::cos(angle), std::sin(angle));
    }
  }
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, a[i].re * a[i].re + a[i].im * a[i].im);
  }
  return largest;
}

double largest_secret_norm(std::size_t degree) noexcept {
  const auto n = static_cast<double>(degree);
  return 2 * n / 3 * (std::log(n) + 8);
}

}  // namespace lath::he
