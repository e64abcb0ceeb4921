// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Exact distributions of sums of small random integers modulo q, as vectors of q probabilities.
///
/// All numbers are non-negative and only added and multiplied, so that errors stay relative: with
/// u = 2^-53, an entry of the convolution of two vectors with relative errors e and f is a sum of q
/// products and has a relative error of at most e + f + (q + 1) u, to first order. Entries below
/// kFloor are dropped, so that no product underflows; what that takes away is bounded by mass.
namespace lath::testing {

using Distribution = std::vector<double>;

/// 2^-500: the product of two entries that are not below it is a normal number.
inline constexpr double kFloor = 0x1p-500;

/// Drops the entries below kFloor: at most q 2^-500 of the mass.
inline void drop_tiny(Distribution& d) {
  for (double& x : d) x = x < kFloor ? 0.0 : x;
}

/// The distribution of the sum of two independent integers modulo q.
inline Distribution convolution(const Distribution& a, const Distribution& b) {
  const std::size_t q = a.size();
  // sum[k] = sum over j of a[j] b[k - j mod q]; b twice in a row makes the inner loop run straight
  // through memory, and four j at a time spare three of four passes over the sums.
  Distribution doubled(b);
  doubled.insert(doubled.end(), b.begin(), b.end());
  Distribution sum(q, 0.0);
  std::vector<std::size_t> support;
  for (std::size_t j = 0; j < q; ++j) {
    if (a[j] != 0.0) support.push_back(j);
  }
  while (support.size() % 4 != 0) support.push_back(q);  // q stands for a factor of zero
  for (std::size_t i = 0; i < support.size(); i += 4) {
    double factor[4];
    const double* row[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t j = support[i + k];
      factor[k] = j == q ? 0.0 : a[j];
      row[k] = doubled.data() + (q - j);
    }
    const double f0 = factor[0], f1 = factor[1], f2 = factor[2], f3 = factor[3];
    const double *r0 = row[0], *r1 = row[1], *r2 = row[2], *r3 = row[3];
    double* out = sum.data();
    for (std::size_t k = 0; k < q; ++k) {
      out[k] += (f0 * r0[k] + f1 * r1[k]) + (f2 * r2[k] + f3 * r3[k]);
    }
  }
  return sum;
}

/// The probabilities of the centered binomial values -eta, ..., eta modulo q, exact for eta <= 8.
inline Distribution centered_binomial_distribution(unsigned eta, std::size_t q) {
  Distribution d(q, 0.0);
  double coefficient = 1.0;
  double scale = 1.0;
  for (unsigned i = 0; i < 2 * eta; ++i) scale /= 2;
  for (unsigned k = 0; k <= 2 * eta; ++k) {
    d[(q + k - eta) % q] += coefficient * scale;
    coefficient = coefficient * (2 * eta - k) / (k + 1);
  }
  return d;
}

/// The distribution of the product of two independent integers of magnitude at most eta.
inline Distribution product_distribution(const Distribution& a, const Distribution& b, int eta) {
  const auto q = static_cast<int>(a.size());
  Distribution d(a.size(), 0.0);
  for (int x = -eta; x <= eta; ++x) {
    for (int y = -eta; y <= eta; ++y) {
      const auto at = [q](int v) { return static_cast<std::size_t>((v % q + q) % q); };
      d[at(x * y)] += a[at(x)] * b[at(y)];
    }
  }
  return d;
}

/// The noise of one coefficient: 2^squarings products of two centered binomial values, and one
/// more such value.
inline Distribution noise_distribution(unsigned eta, int squarings, std::size_t q) {
  const Distribution single = centered_binomial_distribution(eta, q);
  Distribution noise = product_distribution(single, single, static_cast<int>(eta));
  for (int i = 0; i < squarings; ++i) {
    noise = convolution(noise, noise);
    drop_tiny(noise);
  }
  return convolution(noise, single);
}

}  // namespace lath::testing
