// SPDX-License-Identifier: Apache-2.0
#include "lath/security/security_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/names.hpp"
#include "lath/base/error.hpp"
#include "security/lwe_attacks.hpp"

namespace lath {
namespace {

constexpr std::size_t kLargestDimension = std::size_t{1} << 20;
constexpr double kLargestLog2Modulus = 1 << 15;
// The standard deviation of uniform errors: errors that wide hide the secret completely.
constexpr double kUniformDeviation = 0.2886751345948129;  // 1 / sqrt(12), of the modulus

void require_of_instance(bool good, const std::string& found, const char* needed) {
  if (good) return;
  throw Error(ErrorCode::invalid_argument, found, needed,
              "set dimension, log2_modulus, secret, error and samples of the instance");
}

// Where many secrets fit, no attack finds the right one, and this is no strength of the instance.
void require_determined(const LweInstance& instance) {
  const std::size_t needed = determining_samples(instance);
  if (needed == kUnlimitedSamples) {
    throw Error(ErrorCode::invalid_argument,
                "errors of standard deviation " +
                    std::to_string(instance.error.standard_deviation()) +
                    ", with which no number of samples determines the secret",
                "need errors that are narrower than the modulus",
                "set error and log2_modulus of the instance as its users have them");
  }
  if (instance.samples >= needed) return;
  throw Error(ErrorCode::invalid_argument,
              std::to_string(instance.samples) + " samples of dimension " +
                  std::to_string(instance.dimension) + ", which do not determine the secret",
              "need about " + std::to_string(needed) + " or more",
              "count a sample of Ring-LWE as its degree, and of Module-LWE as its degree for each "
              "row; kUnlimitedSamples is right where nobody counts");
}

}  // namespace

const char* name_of(CostModel model) noexcept {
  using enum CostModel;
  constexpr detail::Named<CostModel> kNames[] = {{core_svp_classical, "core-SVP"},
                                                 {core_svp_quantum, "core-SVP, quantum"},
                                                 {standard_2018_classical, "2018 standard"},
                                                 {standard_2018_quantum, "2018 standard, quantum"},
                                                 {matzov, "MATZOV"},
                                                 {chailloux_loyer, "Chailloux-Loyer, quantum"}};
  return detail::name_in(kNames, model, "");
}

const char* name_of(Attack attack) noexcept {
  using enum Attack;
  constexpr detail::Named<Attack> kNames[] = {{primal_usvp, "primal uSVP"},
                                              {primal_bdd, "primal BDD"},
                                              {dual_hybrid, "dual hybrid"},
                                              {exhaustive_search, "exhaustive"}};
  return detail::name_in(kNames, attack, "");
}

detail::NormalInstance detail::normalised(const LweInstance& instance) {
  require_of_instance(instance.dimension >= 1 && instance.dimension <= kLargestDimension,
                      "dimension " + std::to_string(instance.dimension), "need 1 to 2^20");
  require_of_instance(instance.log2_modulus > 1 && instance.log2_modulus <= kLargestLog2Modulus,
                      "a modulus of 2^" + std::to_string(instance.log2_modulus),
                      "need 2^1 to 2^32768");
  require_of_instance(instance.samples >= 1, "no samples", "need at least one");
  const double log_modulus = instance.log2_modulus * std::log(2.0);
  const double log_error = std::log(instance.error.standard_deviation());
  require_of_instance(
      log_error <= log_modulus + std::log(kUniformDeviation),
      "errors of standard deviation " + std::to_string(instance.error.standard_deviation()),
      "need less than q / sqrt(12), that of uniform residues");
  const double log_secret = std::log(instance.secret.standard_deviation());
  // Modulo q there are no more values than residues.
  const double error_guesses = std::min(instance.error.log2_guesses(), instance.log2_modulus);
  return {.dimension = static_cast<double>(instance.dimension),
          .log_modulus = log_modulus,
          .log_secret = std::min(log_secret, log_error),
          .log_error = log_error,
          .samples = static_cast<double>(instance.samples),
          .log2_secret_guesses = std::min(instance.secret.log2_guesses(), instance.log2_modulus),
          .log2_guesses = std::min(instance.secret.log2_guesses(), error_guesses),
          .log2_error_guesses = error_guesses,
          .error_bias = instance.error.bias(instance.log2_modulus)};
}

double detail::NormalInstance::secret() const { return std::exp(log_secret); }

AttackEstimate estimate_attack(const LweInstance& instance, Attack attack, CostModel model) {
  const detail::NormalInstance lwe = detail::normalised(instance);
  switch (attack) {
    case Attack::primal_usvp:
      return detail::estimate_primal_usvp(lwe, model);
    case Attack::primal_bdd:
      return detail::estimate_primal_bdd(lwe, model);
    case Attack::exhaustive_search:
      return detail::estimate_exhaustive_search(lwe, model);
    default:
      return detail::estimate_dual_hybrid(lwe, model);
  }
}

std::size_t determining_samples(const LweInstance& instance) {
  const detail::NormalInstance lwe = detail::normalised(instance);
  const double needed = detail::needed_samples(lwe, lwe.dimension * lwe.log2_secret_guesses);
  constexpr double kMost = 0x1p63;
  return needed < kMost ? static_cast<std::size_t>(std::ceil(needed)) : kUnlimitedSamples;
}

double estimated_security(const LweInstance& instance, CostModel model) {
  require_determined(instance);
  double least = std::numeric_limits<double>::infinity();
  for (const Attack attack : kAttacks) {
    least = std::min(least, estimate_attack(instance, attack, model).log2_operations);
  }
  return least;
}

SecurityEstimate estimate_security(const LweInstance& instance) {
  return {.classical = estimated_security(instance, CostModel::matzov),
          .quantum = estimated_security(instance, CostModel::chailloux_loyer)};
}

bool reaches(const SecurityEstimate& estimate, SecurityLevel level) noexcept {
  return std::min(estimate.classical, estimate.quantum) >= static_cast<double>(level);
}

}  // namespace lath
