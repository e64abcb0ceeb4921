// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/security/security_estimate.hpp"

namespace lath::detail {

/// An instance in the form that the attacks use: checked, with the secret not wider than the error,
/// and with natural logarithms.
struct NormalInstance {
  double dimension, log_modulus, log_secret, log_error, samples;
  double log2_secret_guesses;             ///< of a coefficient of the secret as it was given
  double log2_guesses;                    ///< of one that is not wider than the error
  double log2_error_guesses, error_bias;  ///< see SmallDistribution
  [[nodiscard]] double secret() const;    ///< the standard deviation of the secret
};
[[nodiscard]] NormalInstance normalised(const LweInstance& instance);

[[nodiscard]] AttackEstimate estimate_primal_usvp(const NormalInstance& lwe, CostModel model);
[[nodiscard]] AttackEstimate estimate_primal_bdd(const NormalInstance& lwe, CostModel model);
[[nodiscard]] AttackEstimate estimate_dual_hybrid(const NormalInstance& lwe, CostModel model);
[[nodiscard]] AttackEstimate estimate_exhaustive_search(const NormalInstance& lwe, CostModel model);

/// The number of samples that tell a secret from 2^log2_guesses others.
[[nodiscard]] double needed_samples(const NormalInstance& lwe, double log2_guesses);

/// The estimate for an attack that never succeeds.
[[nodiscard]] AttackEstimate no_attack();

/// The least number in [low, high] from which on `holds` is true, to a precision of `step`; high if
/// it is never true.
template <class Condition>
double least_where(double low, double high, double step, const Condition& holds) {
  if (holds(low)) return low;
  while (high - low > step) {
    const double middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace lath::detail
