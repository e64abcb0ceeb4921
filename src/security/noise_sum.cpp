// SPDX-License-Identifier: Apache-2.0
#include "security/noise_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

constexpr double kFarthest = 1 << 16;

// Smaller probabilities at both ends of a distribution are cut off. The product of two
// probabilities above this is a normal number, not a denormal one.
constexpr double kFloor = 0x1p-400;

// The probabilities of the integers -reach, ..., reach in a symmetric distribution, each with a
// relative error of at most `error`. `cut` is an upper bound of the probability of all other
// integers.
struct Distribution {
  std::int64_t reach;
  std::vector<double> probability;
  double error = 0, cut = 0;

  explicit Distribution(std::int64_t reach_of)
      : reach(reach_of), probability(static_cast<std::size_t>(2 * reach_of + 1), 0.0) {}
  double& operator[](std::int64_t n) { return probability[static_cast<std::size_t>(n + reach)]; }
  double operator[](std::int64_t n) const {
    return probability[static_cast<std::size_t>(n + reach)];
  }
};

// Each probability is rounded once, with a relative error of at most 2^-53.
Distribution uniform_values(std::int64_t greatest) {
  Distribution d(greatest);
  for (double& x : d.probability) x = 1.0 / static_cast<double>(2 * greatest + 1);
  d.error = 0x1p-53;
  return d;
}

// C(2 eta, eta + n) / 4^eta: the binomial coefficients are below 2^64 for eta <= 32, they are
// rounded once, and the division is exact.
Distribution binomial_values(std::int64_t eta) {
  Distribution d(eta);
  uint128 coefficient = 1;
  for (std::int64_t k = 0; k <= 2 * eta; ++k) {
    d[k - eta] = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(coefficient)),
                            static_cast<int>(-2 * eta));
    coefficient =
        coefficient * static_cast<std::uint64_t>(2 * eta - k) / static_cast<std::uint64_t>(k + 1);
  }
  d.error = 0x1p-53;
  return d;
}

Distribution values_of(const NoiseSum& noise) {
  const auto greatest = static_cast<std::int64_t>(noise.greatest);
  return noise.values == NoiseSum::Values::uniform ? uniform_values(greatest)
                                                   : binomial_values(greatest);
}

// The product of two values. A probability is a sum of at most 4 reach + 1 rounded products.
Distribution products_of(const Distribution& values) {
  const std::int64_t reach = values.reach;
  Distribution d(reach * reach);
  for (std::int64_t x = -reach; x <= reach; ++x) {
    for (std::int64_t y = -reach; y <= reach; ++y) d[x * y] += values[x] * values[y];
  }
  d.error = 2 * values.error + static_cast<double>(4 * reach + 2) * 0x1p-52;
  return d;
}

// Cuts off the ends that are below the floor.
void trim(Distribution& d) {
  std::size_t ends = 0;
  double cut = 0;
  for (; ends < d.probability.size() / 2 && d.probability[ends] < kFloor; ++ends) {
    cut += 2 * d.probability[ends];
  }
  d.cut += 2 * cut;  // twice, to cover rounding errors
  d.probability.erase(d.probability.end() - static_cast<std::ptrdiff_t>(ends), d.probability.end());
  d.probability.erase(d.probability.begin(),
                      d.probability.begin() + static_cast<std::ptrdiff_t>(ends));
  d.reach -= static_cast<std::int64_t>(ends);
}

// The distribution of the sum of two independent integers. A probability is a sum of products of
// non-negative numbers: with T terms its relative error grows by less than (T + 2) 2^-52, including
// second-order terms.
Distribution convolution(const Distribution& a, const Distribution& b) {
  Distribution sum(a.reach + b.reach);
  const Distribution &shorter = a.reach < b.reach ? a : b, &longer = a.reach < b.reach ? b : a;
  const double* row = longer.probability.data();
  const std::size_t terms = shorter.probability.size(), width = longer.probability.size();
  // Only the upper half is summed; the lower half mirrors it. Four terms at a time save three of
  // four passes over the sums.
  const std::size_t center = sum.probability.size() / 2;
  std::size_t i = 0;
  for (; i + 4 <= terms; i += 4) {
    const double* f = shorter.probability.data() + i;
    double* out = sum.probability.data() + i;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j <= k; ++j) {
        out[k] += f[j] * row[k - j];
        out[width + 2 - k] += f[3 - j] * row[width - 1 - (k - j)];
      }
    }
    const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
    for (std::size_t k = center - std::min(center - 3, i); k < width; ++k) {
      out[k] += (f0 * row[k] + f1 * row[k - 1]) + (f2 * row[k - 2] + f3 * row[k - 3]);
    }
  }
  for (; i < terms; ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      sum.probability[i + k] += shorter.probability[i] * row[k];
    }
  }
  std::reverse_copy(sum.probability.begin() + static_cast<std::ptrdiff_t>(center) + 1,
                    sum.probability.end(), sum.probability.begin());
  sum.error = a.error + b.error + static_cast<double>(terms + 2) * 0x1p-52;
  sum.cut = a.cut + b.cut;
  trim(sum);
  return sum;
}

// Throws unsupported if n spreads too far. More than 24 standard deviations from zero,
// probabilities are below the floor.
void require_narrow(const NoiseSum& noise) {
  const double greatest = noise.greatest, products = static_cast<double>(noise.products);
  const double variance =
      noise.values == NoiseSum::Values::uniform ? greatest * (greatest + 1) / 3 : greatest / 2;
  const double deviation = std::sqrt(products * variance * variance + variance);
  if (std::min(24 * deviation, products * greatest * greatest + greatest) <= kFarthest) return;
  throw Error(ErrorCode::unsupported, "noise that spreads over more than 2^17 integers",
              "need noise whose distribution can be computed term by term",
              "take failure_bound(), or smaller dimensions");
}

Distribution distribution(const NoiseSum& noise) {
  require_narrow(noise);
  Distribution sum = values_of(noise), power = products_of(sum);
  for (std::uint64_t left = noise.products; left != 0; left /= 2) {
    if (left % 2 == 1) sum = convolution(sum, power);
    if (left > 1) power = convolution(power, power);
  }
  return sum;
}

// The probability that n >= least, without error bounds.
double tail(const Distribution& d, std::int64_t least) {
  double sum = 0;
  for (std::int64_t n = d.reach; n >= std::max(least, -d.reach); --n) {
    sum += d.probability[static_cast<std::size_t>(n + d.reach)];
  }
  return sum;
}

// ln E[e^(t n)], with E[e^(t x)] = sum over x of P[x] cosh(t x) for symmetric values.
double log_moment(const NoiseSum& noise, const Distribution& values, double t) {
  double value = values[0], product = 1 - (1 - values[0]) * (1 - values[0]);  // the terms of zero
  for (std::int64_t x = 1; x <= values.reach; ++x) {
    const double tx = t * static_cast<double>(x);
    value += 2 * values[x] * std::cosh(tx);
    for (std::int64_t y = 1; y <= values.reach; ++y) {
      product += 4 * values[x] * values[y] * std::cosh(tx * static_cast<double>(y));
    }
  }
  return static_cast<double>(noise.products) * std::log(product) + std::log(value);
}

// An upper bound of P[n >= least]: every t > 0 gives one, and its logarithm is a convex function of
// t.
double chernoff(const NoiseSum& noise, const Distribution& values, std::int64_t least) {
  if (least <= 0) return 1;
  const auto exponent = [&](double t) {
    return log_moment(noise, values, t) - t * static_cast<double>(least);
  };
  const double greatest = std::max(noise.greatest, 1U);
  double low = 0, high = 100 / (greatest * greatest);
  for (int i = 0; i < 80; ++i) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (exponent(left) < exponent(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return std::exp(exponent(low));
}

}  // namespace

std::uint64_t greatest_sum(const NoiseSum& noise) noexcept {
  const uint128 n = uint128{noise.products} * noise.greatest * noise.greatest + noise.greatest;
  return n >> 63 != 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(n);
}

double failure_by_convolution(const NoiseSum& noise, FailureThresholds at) {
  const Distribution d = distribution(noise);
  // Two sums of at most as many terms as there are probabilities.
  const double error = d.error + static_cast<double>(d.probability.size() + 3) * 0x1p-52;
  return std::min(1.0, (tail(d, at.upper) + tail(d, at.lower)) * (1 + 2 * error) + d.cut);
}

double failure_by_chernoff(const NoiseSum& noise, FailureThresholds at) {
  const Distribution values = values_of(noise);
  // The logarithms are exact to less than 2^-4. The least double is added, since the bound must not
  // be zero after underflow.
  const double bound =
      (chernoff(noise, values, at.upper) + chernoff(noise, values, at.lower)) * (1 + 0x1p-3) +
      std::numeric_limits<double>::min();
  return std::min(1.0, bound);
}

}  // namespace lath::detail
