// SPDX-License-Identifier: Apache-2.0
#include "circuits/product_noise.hpp"

#include "he/noise/decryptable.hpp"

namespace lath::circuits {
namespace {

// A relinearised product and its level.
struct Step {
  std::size_t level;
  he::NoiseBound noise;
};

he::NoiseBound relinearized(const he::NoiseModel& model, std::size_t level,
                            const he::NoiseBound& operand) {
  return model.switched(level, model.product(level, operand, operand));
}

// The product at the best level from `level` down. Budgets rise and then fall, except that they
// first fall where a switch adds more noise than operands have.
Step best_product(const he::NoiseModel& model, std::size_t level, const he::NoiseBound& operand) {
  Step best{level, relinearized(model, level, operand)};
  if (model.scheme() == he::Scheme::bfv) return best;
  for (std::size_t l = level; l-- > 1;) {
    const he::NoiseBound lowered = model.lowered(level, l, operand, 2);
    if (!he::is_decryptable(lowered)) break;
    const he::NoiseBound noise = relinearized(model, l, lowered);
    if (noise.budget_bits() > best.noise.budget_bits()) best = {l, noise};
  }
  return best;
}

}  // namespace

std::optional<ProductNoise> noise_of_products(const he::NoiseModel& model, unsigned depth) {
  Step step{model.levels(), model.fresh()};
  if (!he::is_decryptable(step.noise)) return std::nullopt;
  ProductNoise result;
  result.levels.reserve(depth);
  for (unsigned i = 0; i < depth; ++i) {
    step = best_product(model, step.level, step.noise);
    if (!he::is_decryptable(step.noise)) return std::nullopt;
    result.levels.push_back(step.level);
  }
  result.bits = step.noise.budget_bits();
  return result;
}

}  // namespace lath::circuits
