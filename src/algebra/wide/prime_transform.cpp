// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/prime_transform.hpp"

#include <algorithm>

namespace lath::detail {
namespace {

// Rows of the matrices that rows times columns multiply.
constexpr std::size_t kMostRows = 16;

// The least length from `least` on that halves down to kMostRows or less.
std::size_t halving_length(std::size_t least) {
  std::size_t scale = 1;
  while ((least + scale - 1) / scale > kMostRows) scale *= 2;
  return (least + scale - 1) / scale * scale;
}

}  // namespace

// T consists of quarters T1, T0 in the first rows and T2, T1 below, so that T x is (T0 + T1) x1 +
// T1 (x0 - x1) and (T1 + T2) x0 - T1 (x0 - x1).
void multiply_toeplitz(const WideModulus& modulus, std::uint64_t* out, const std::uint64_t* t,
                       const std::uint64_t* x, std::size_t n, std::uint64_t* scratch) noexcept {
  const std::size_t words = modulus.words(), half = n / 2;
  if (n <= kMostRows || n % 2 != 0) {
    for (std::size_t i = 0; i < n; ++i) {
      modulus.inner_product(out + i * words, t + (n - 1 - i) * words, x, n);
    }
    return;
  }
  const std::uint64_t *t2 = t, *t1 = t + half * words, *t0 = t + n * words;
  const std::uint64_t* x1 = x + half * words;
  std::uint64_t *sum = scratch, *difference = sum + n * words, *middle = difference + half * words;
  std::uint64_t *out1 = out + half * words, *rest = middle + half * words;
  modulus.subtract(difference, x, x1, half);
  multiply_toeplitz(modulus, middle, t1, difference, half, rest);
  modulus.add(sum, t0, t1, n - 1);
  multiply_toeplitz(modulus, out, sum, x1, half, rest);
  modulus.add(sum, t1, t2, n - 1);
  multiply_toeplitz(modulus, out1, sum, x, half, rest);
  modulus.add(out, out, middle, half);
  modulus.subtract(out1, out1, middle, half);
}

WidePrimeTransform::WidePrimeTransform(const WideModulus& modulus, std::uint64_t prime,
                                       std::uint64_t generator,
                                       std::span<const std::uint64_t> powers)
    : words_(modulus.words()),
      length_(halving_length(static_cast<std::size_t>(prime - 1))),
      powers_(static_cast<std::size_t>(prime - 1)),
      matrix_((2 * length_ - 1) * words_) {
  std::uint64_t power = 1;
  for (std::uint32_t& x : powers_) {
    x = static_cast<std::uint32_t>(power);
    power = power * generator % prime;
  }
  // Row e has w^(g^(e-u)) in column u.
  const std::size_t order = powers_.size();
  for (std::size_t k = 0; k < 2 * length_ - 1; ++k) {
    const std::size_t exponent = (length_ - 1 + order - k % order) % order;
    std::copy_n(&powers[powers_[exponent] * words_], words_, &matrix_[k * words_]);
  }
}

// Element g^-u of a stands in place u, and element g^e of the result in place e.
void WidePrimeTransform::transform(const WideModulus& modulus, std::uint64_t* out,
                                   const std::uint64_t* a, std::uint64_t* scratch) const noexcept {
  const std::size_t order = powers_.size();
  std::uint64_t *column = scratch, *result = column + length_ * words_;
  std::fill_n(column, length_ * words_, 0);
  for (std::size_t u = 0; u < order; ++u) {
    const std::uint64_t* from = a + powers_[u == 0 ? 0 : order - u] * words_;
    std::copy_n(from, words_, column + u * words_);
  }
  multiply_toeplitz(modulus, result, matrix_.data(), column, length_, result + length_ * words_);
  std::copy_n(a, words_, out);
  for (std::size_t i = 1; i <= order; ++i) modulus.add(out, out, a + i * words_);
  for (std::size_t e = 0; e < order; ++e) {
    modulus.add(out + powers_[e] * words_, a, result + e * words_);
  }
}

}  // namespace lath::detail
