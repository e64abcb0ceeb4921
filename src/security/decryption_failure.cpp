// SPDX-License-Identifier: Apache-2.0
#include "lath/security/decryption_failure.hpp"

#include <algorithm>
#include <string>

#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"
#include "security/noise_sum.hpp"

namespace lath {
namespace {

using detail::FailureThresholds;
using detail::NoiseSum;

constexpr unsigned kLargestNoise = 64, kLargestEta = 32;

NoiseSum sum_of(const DecryptionNoise& noise) {
  return {NoiseSum::Values::uniform, noise.products, noise.noise};
}
NoiseSum sum_of(const BinomialDecryptionNoise& noise) {
  return {NoiseSum::Values::centered_binomial, noise.products, noise.eta};
}

[[noreturn]] void refuse_products(std::uint64_t products) {
  throw Error(ErrorCode::invalid_argument, "noise of " + std::to_string(products) + " products",
              "need a sum of all of them below 2^63", "choose smaller dimensions");
}

std::uint64_t checked_worst_case(const DecryptionNoise& noise) {
  const std::uint64_t p = noise.plaintext_modulus, beta = noise.noise;
  if (beta > kLargestNoise || p == 0 || p >= noise.modulus || noise.modulus >> 62 != 0) {
    throw Error(ErrorCode::invalid_argument,
                "noise up to " + std::to_string(beta) + " and messages modulo " +
                    std::to_string(p) + " with the modulus " + std::to_string(noise.modulus),
                "need noise up to 64 and a plaintext modulus from 1 to less than the modulus, "
                "which is below 2^62",
                "choose smaller ones");
  }
  const std::uint64_t n = greatest_sum(sum_of(noise));
  const uint128 all = uint128{n} * p + p - 1;
  if (all >> 63 != 0) refuse_products(noise.products);
  return static_cast<std::uint64_t>(all);
}

std::uint64_t checked_worst_case(const BinomialDecryptionNoise& noise) {
  if (noise.eta > kLargestEta || noise.modulus < 3 || noise.modulus >> 62 != 0) {
    throw Error(ErrorCode::invalid_argument,
                "centered binomial noise with eta = " + std::to_string(noise.eta) +
                    " and the modulus " + std::to_string(noise.modulus),
                "need eta up to 32 and a modulus from 3 to 2^62 - 1", "choose smaller ones");
  }
  const std::uint64_t n = greatest_sum(sum_of(noise));
  if (n >> 63 != 0) refuse_products(noise.products);
  return n;
}

void require_residue(std::uint64_t m, std::uint64_t p) {
  if (m < p) return;
  throw Error(ErrorCode::invalid_argument, "a coefficient " + std::to_string(m) + " of a message",
              "need one below " + std::to_string(p), "reduce it modulo the plaintext modulus");
}

// floor(a / b) for b > 0.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// The thresholds for a message coefficient m.
FailureThresholds thresholds(const DecryptionNoise& noise, std::uint64_t m) {
  const auto q = static_cast<std::int64_t>(noise.modulus);
  const auto p = static_cast<std::int64_t>(noise.plaintext_modulus);
  const auto value = static_cast<std::int64_t>(m);
  const std::int64_t greatest = (q - 1) / 2, least = greatest + 1 - q;
  // Decryption fails if p n + m > greatest or p n + m < least.
  return {floor_quotient(greatest - value, p) + 1, floor_quotient(value - least, p) + 1};
}
// The thresholds for an unknown coefficient: the union of the failures of all values.
FailureThresholds thresholds(const DecryptionNoise& noise) {
  return {thresholds(noise, noise.plaintext_modulus - 1).upper, thresholds(noise, 0).lower};
}

// A zero fails if n is not in [-quarter, quarter], a one if half + n is not in
// [quarter + 1, q - quarter - 1].
FailureThresholds thresholds(const BinomialDecryptionNoise& noise, std::uint64_t bit) {
  const auto q = static_cast<std::int64_t>(noise.modulus);
  const std::int64_t quarter = q / 4, half = q / 2;
  if (bit == 0) return {quarter + 1, quarter + 1};
  return {q - quarter - half, half - quarter};
}
FailureThresholds thresholds(const BinomialDecryptionNoise& noise) {
  const FailureThresholds zero = thresholds(noise, 0), one = thresholds(noise, 1);
  return {std::min(zero.upper, one.upper), std::min(zero.lower, one.lower)};
}

double of_message(std::size_t coefficients, double of_coefficient) {
  return std::min(1.0, static_cast<double>(coefficients) * of_coefficient);
}

}  // namespace

std::uint64_t worst_case_noise(const DecryptionNoise& noise) { return checked_worst_case(noise); }
std::uint64_t worst_case_noise(const BinomialDecryptionNoise& noise) {
  return checked_worst_case(noise);
}

double failure_probability(const DecryptionNoise& noise, std::uint64_t m) {
  checked_worst_case(noise);
  require_residue(m, noise.plaintext_modulus);
  return failure_by_convolution(sum_of(noise), thresholds(noise, m));
}
double failure_probability(const BinomialDecryptionNoise& noise, std::uint64_t bit) {
  checked_worst_case(noise);
  require_residue(bit, 2);
  return failure_by_convolution(sum_of(noise), thresholds(noise, bit));
}

double failure_probability(const DecryptionNoise& noise) {
  checked_worst_case(noise);
  return of_message(noise.coefficients, failure_by_convolution(sum_of(noise), thresholds(noise)));
}
double failure_probability(const BinomialDecryptionNoise& noise) {
  checked_worst_case(noise);
  return of_message(noise.coefficients, failure_by_convolution(sum_of(noise), thresholds(noise)));
}

double failure_bound(const DecryptionNoise& noise) {
  if (checked_worst_case(noise) < (noise.modulus + 1) / 2) return 0;
  return of_message(noise.coefficients, failure_by_chernoff(sum_of(noise), thresholds(noise)));
}
double failure_bound(const BinomialDecryptionNoise& noise) {
  const FailureThresholds at = thresholds(noise);
  const auto greatest = static_cast<std::int64_t>(checked_worst_case(noise));
  if (greatest < std::min(at.upper, at.lower)) return 0;
  return of_message(noise.coefficients, failure_by_chernoff(sum_of(noise), at));
}

}  // namespace lath
