// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numbers>

#include "security/lwe_attacks.hpp"

// Every secret is tried, the likely ones first, and judged by the samples.
namespace lath::detail {
namespace {

bool is_quantum(CostModel model) {
  return model == CostModel::core_svp_quantum || model == CostModel::standard_2018_quantum ||
         model == CostModel::chailloux_loyer;
}

}  // namespace

// Where errors are narrow, each sample holds log2 q bits less the entropy of its error. Where they
// are wide, the sum of cos(2 pi x / q) over the residues x = b - <a, s> of m samples is about m
// bias for the secret and 0 for others: by Hoeffding's inequality one of them is on the wrong side
// of m bias / 2 with a probability below 2^log2_guesses e^(-m bias^2 / 8).
double needed_samples(const NormalInstance& lwe, double log2_guesses) {
  const double information = lwe.log_modulus / std::numbers::ln2 - lwe.log2_error_guesses;
  const double narrow = log2_guesses / std::max(information, 0.0);
  const double wide =
      8 * (log2_guesses + 1) * std::numbers::ln2 / (lwe.error_bias * lwe.error_bias);
  return std::min(narrow, wide);
}

AttackEstimate estimate_exhaustive_search(const NormalInstance& lwe, CostModel model) {
  const double log2_guesses = lwe.dimension * lwe.log2_guesses;
  if (!(needed_samples(lwe, log2_guesses) <= lwe.samples)) return no_attack();
  return {.log2_operations = is_quantum(model) ? log2_guesses / 2 : log2_guesses,
          .guessed = static_cast<std::size_t>(lwe.dimension)};
}

}  // namespace lath::detail
