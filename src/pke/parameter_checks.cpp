// SPDX-License-Identifier: Apache-2.0
#include "pke/parameter_checks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "lath/base/error.hpp"
#include "lath/security/security_estimate.hpp"

namespace lath::detail {
namespace {

constexpr std::size_t kLargestDimension = 4096;
constexpr unsigned kLeastSecureNoise = 2, kLargestNoise = 64;
constexpr std::uint64_t kModulusEnd = std::uint64_t{1} << 30;

[[noreturn]] void refuse(std::string found, std::string needed, std::string remedy) {
  throw Error(ErrorCode::invalid_argument, std::move(found), std::move(needed), std::move(remedy));
}

void require_dimension(std::size_t value, const char* name) {
  if (value >= 1 && value <= kLargestDimension) return;
  refuse(std::string(name) + " = " + std::to_string(value), "need 1 to 4096",
         "set all dimensions; for more message coefficients encrypt several messages");
}

// 128.04 bits are 128.0, and 127.96 are not.
std::string tenths(double bits) {
  const auto count = static_cast<long long>(std::floor(bits * 10));
  return std::to_string(count / 10) + "." + std::to_string(count % 10);
}

}  // namespace

void require_dimensions(const Dimensions& dimensions) {
  require_dimension(dimensions.rows, "rows");
  require_dimension(dimensions.columns, "columns");
  require_dimension(dimensions.message_rows, "message_rows");
  require_dimension(dimensions.message_columns, "message_columns");
}

void require_computable(const DecryptionNoise& noise) {
  const std::uint64_t q = noise.modulus, p = noise.plaintext_modulus;
  if (q < 3 || q >= kModulusEnd) {
    refuse("a modulus of " + std::to_string(q), "need 3 to 2^30 - 1",
           "choose it by the noise: worst_case_noise() or failure_bound()");
  }
  if (p < 2 || p >= q || std::gcd(p, q) != 1) {
    refuse("a plaintext modulus of " + std::to_string(p) + " with the modulus " + std::to_string(q),
           "need 2 to modulus - 1 without a common factor with the modulus",
           "choose a small prime that does not divide the modulus");
  }
  if (noise.noise < 1 || noise.noise > kLargestNoise || 2 * std::uint64_t{noise.noise} >= q) {
    refuse("noise up to " + std::to_string(noise.noise), "need 1 to 64 and less than q / 2",
           "choose it by the estimated security; 2 is the least that create() takes");
  }
}

void require_secure(const LweInstance& instance, unsigned noise, double failure_bound) {
  if (noise < kLeastSecureNoise) {
    refuse("noise up to " + std::to_string(noise),
           "need at least 2: attacks on ternary errors are not among the estimates",
           "raise noise, or use create_insecure() for a study");
  }
  LweInstance estimated = instance;
  // With moduli below 2^30 there is no need to look at larger dimensions, none of which is easier.
  estimated.dimension = std::min(instance.dimension, kLargestDimension);
  const SecurityEstimate estimate = estimate_security(estimated);
  if (!reaches(estimate, SecurityLevel::bits128)) {
    refuse("an estimate of 2^" + tenths(estimate.classical) + " operations, and 2^" +
               tenths(estimate.quantum) + " on quantum computers, for dimension " +
               std::to_string(instance.dimension) + " with the modulus " +
               std::to_string(std::llround(std::exp2(instance.log2_modulus))) +
               " and noise up to " + std::to_string(noise),
           "need 2^128 of both",
           "raise the dimension (degree, rows and columns) or the noise, lower the modulus, or use "
           "create_insecure() for a study");
  }
  if (failure_bound > 0x1p-128) {
    refuse("parameters for which decryption fails too often",
           "need a failure_bound() of at most 2^-128",
           "raise the modulus, lower the noise, or use create_insecure() for a study");
  }
}

}  // namespace lath::detail
