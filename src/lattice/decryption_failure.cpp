// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/decryption_failure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

constexpr unsigned kLargestNoise = 64;
constexpr double kFarthest = 1 << 16;

// What is below it at both ends of a distribution is cut off. The product of two probabilities that
// are not is a normal number.
constexpr double kFloor = 0x1p-400;

std::uint64_t checked_worst_case(const DecryptionNoise& noise) {
  const std::uint64_t p = noise.plaintext_modulus, beta = noise.noise;
  if (beta > kLargestNoise || p == 0 || p >= noise.modulus) {
    throw Error(ErrorCode::invalid_argument,
                "noise up to " + std::to_string(beta) + " and messages modulo " +
                    std::to_string(p) + " with the modulus " + std::to_string(noise.modulus),
                "need noise up to 64 and a plaintext modulus from 1 to less than the modulus",
                "choose smaller ones");
  }
  const uint128 n = uint128{noise.products} * beta * beta + beta;
  if (n >> 64 != 0 || (n * p + p - 1) >> 63 != 0) {
    throw Error(ErrorCode::invalid_argument,
                "noise of " + std::to_string(noise.products) + " products",
                "need a sum of all of them below 2^63", "choose smaller dimensions");
  }
  return static_cast<std::uint64_t>(n * p + p - 1);
}

// The largest integer that is not above a / b, b > 0.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// A message coefficient m fails where n >= upper or -n >= lower.
struct Thresholds {
  std::int64_t upper, lower;
};
Thresholds thresholds(const DecryptionNoise& noise, std::uint64_t m) {
  const auto q = static_cast<std::int64_t>(noise.modulus);
  const auto p = static_cast<std::int64_t>(noise.plaintext_modulus);
  const auto value = static_cast<std::int64_t>(m);
  const std::int64_t greatest = (q - 1) / 2, least = greatest + 1 - q;
  // p n + m > greatest, and p n + m < least.
  return {floor_quotient(greatest - value, p) + 1, floor_quotient(value - least, p) + 1};
}
// Those of no particular coefficient: no other fails for more n.
Thresholds thresholds(const DecryptionNoise& noise) {
  return {thresholds(noise, noise.plaintext_modulus - 1).upper, thresholds(noise, 0).lower};
}

// The probabilities of -reach, ..., reach, each with at most this relative error, of integers that
// are distributed symmetrically; `cut` is at least the probability of all others.
struct Distribution {
  std::int64_t reach;
  std::vector<double> probability;
  double error = 0, cut = 0;

  explicit Distribution(std::int64_t reach_of)
      : reach(reach_of), probability(static_cast<std::size_t>(2 * reach_of + 1), 0.0) {}
  double& operator[](std::int64_t n) { return probability[static_cast<std::size_t>(n + reach)]; }
};

// Rounded once, u = 2^-53.
Distribution uniform_values(std::int64_t beta) {
  Distribution d(beta);
  for (double& x : d.probability) x = 1.0 / static_cast<double>(2 * beta + 1);
  d.error = 0x1p-53;
  return d;
}

// Counts below 2^53, divided once.
Distribution products_of_values(std::int64_t beta) {
  Distribution d(beta * beta);
  for (std::int64_t x = -beta; x <= beta; ++x) {
    for (std::int64_t y = -beta; y <= beta; ++y) d[x * y] += 1;
  }
  const auto outcomes = static_cast<double>((2 * beta + 1) * (2 * beta + 1));
  for (double& x : d.probability) x /= outcomes;
  d.error = 0x1p-53;
  return d;
}

// Cuts off the ends that are below the floor.
void trim(Distribution& d) {
  std::size_t ends = 0;
  double cut = 0;
  for (; ends < d.probability.size() / 2 && d.probability[ends] < kFloor; ++ends) {
    cut += 2 * d.probability[ends];
  }
  d.cut += 2 * cut;  // twice, for what rounding may have taken
  d.probability.erase(d.probability.end() - static_cast<std::ptrdiff_t>(ends), d.probability.end());
  d.probability.erase(d.probability.begin(),
                      d.probability.begin() + static_cast<std::ptrdiff_t>(ends));
  d.reach -= static_cast<std::int64_t>(ends);
}

// The distribution of the sum of two independent integers. An entry is a sum of products of
// non-negative numbers: with T terms its relative error grows by less than (T + 2) 2^-52, second
// orders included.
Distribution convolution(const Distribution& a, const Distribution& b) {
  Distribution sum(a.reach + b.reach);
  const Distribution &shorter = a.reach < b.reach ? a : b, &longer = a.reach < b.reach ? b : a;
  const double* row = longer.probability.data();
  const std::size_t terms = shorter.probability.size(), width = longer.probability.size();
  // Only the upper half is summed, the lower one mirrors it. Four terms at a time spare three of
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
    for (std::size_t k = center - std::min(center - 3, i); k < width; ++k) {
      out[k] += (f[0] * row[k] + f[1] * row[k - 1]) + (f[2] * row[k - 2] + f[3] * row[k - 3]);
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

// Throws unsupported where n spreads too far: 24 standard deviations from zero probabilities are
// below the floor.
void require_narrow(const DecryptionNoise& noise) {
  const double beta = noise.noise, products = static_cast<double>(noise.products);
  const double variance = beta * (beta + 1) / 3;
  const double deviation = std::sqrt(products * variance * variance + variance);
  if (std::min(24 * deviation, products * beta * beta + beta) <= kFarthest) return;
  throw Error(ErrorCode::unsupported, "noise that spreads over more than 2^17 integers",
              "need noise whose distribution can be computed term by term",
              "take failure_bound(), or smaller dimensions");
}

Distribution distribution(const DecryptionNoise& noise) {
  require_narrow(noise);
  const auto beta = static_cast<std::int64_t>(noise.noise);
  Distribution sum = uniform_values(beta), power = products_of_values(beta);
  for (std::uint64_t left = noise.products; left != 0; left /= 2) {
    if (left % 2 == 1) sum = convolution(sum, power);
    if (left > 1) power = convolution(power, power);
  }
  return sum;
}

// The probability that n >= least, without the bounds of its errors.
double tail(const Distribution& d, std::int64_t least) {
  double sum = 0;
  for (std::int64_t n = d.reach; n >= std::max(least, -d.reach); --n) {
    sum += d.probability[static_cast<std::size_t>(n + d.reach)];
  }
  return sum;
}

double bounded_tails(const DecryptionNoise& noise, Thresholds at) {
  const Distribution d = distribution(noise);
  // Two sums of at most as many terms as there are probabilities.
  const double error = d.error + static_cast<double>(d.probability.size() + 3) * 0x1p-52;
  return std::min(1.0, (tail(d, at.upper) + tail(d, at.lower)) * (1 + 2 * error) + d.cut);
}

double of_message(const DecryptionNoise& noise, double of_coefficient) {
  return std::min(1.0, static_cast<double>(noise.coefficients) * of_coefficient);
}

// ln E[e^(t n)].
double log_moment(const DecryptionNoise& noise, double t) {
  const int beta = static_cast<int>(noise.noise);
  const double count = 2.0 * beta + 1;
  double values = 1, products = 4.0 * beta + 1;  // those of zero
  for (int x = 1; x <= beta; ++x) {
    values += 2 * std::cosh(t * x);
    for (int y = 1; y <= beta; ++y) products += 4 * std::cosh(t * x * y);
  }
  return static_cast<double>(noise.products) * std::log(products / (count * count)) +
         std::log(values / count);
}

// At least P[n >= least]: every t > 0 gives a bound, and its logarithm is a convex function of t.
double chernoff(const DecryptionNoise& noise, std::int64_t least) {
  if (least <= 0) return 1;
  const auto exponent = [&](double t) {
    return log_moment(noise, t) - t * static_cast<double>(least);
  };
  const double beta = std::max(noise.noise, 1U);
  double low = 0, high = 100 / (beta * beta);
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

std::uint64_t worst_case_noise(const DecryptionNoise& noise) { return checked_worst_case(noise); }

double failure_probability(const DecryptionNoise& noise, std::uint64_t m) {
  checked_worst_case(noise);
  return bounded_tails(noise, thresholds(noise, m));
}

double failure_probability(const DecryptionNoise& noise) {
  checked_worst_case(noise);
  return of_message(noise, bounded_tails(noise, thresholds(noise)));
}

double failure_bound(const DecryptionNoise& noise) {
  if (checked_worst_case(noise) < (noise.modulus + 1) / 2) return 0;
  const Thresholds at = thresholds(noise);
  // The logarithms are exact to less than 2^-4, and what is less than any double is not zero.
  const double bound = (chernoff(noise, at.upper) + chernoff(noise, at.lower)) * (1 + 0x1p-3) +
                       std::numeric_limits<double>::min();
  return of_message(noise, std::min(1.0, bound));
}

}  // namespace lath
