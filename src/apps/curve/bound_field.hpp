// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

#include "lath/he/noise/noise_model.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::apps {

/// A noise bound at a level, of so many parts.
struct BoundAtLevel {
  he::NoiseBound noise;
  std::size_t level, parts;
};

/// The arithmetic of noise bounds in BGV, for complete_addition(): whoever knows the circuit knows
/// the bound of its result. As RelinearizedField, or as UnreducedField without a least level.
class BoundField {
 public:
  BoundField(const he::NoiseModel& model, double log2_b, std::size_t least_level,
             bool is_relinearized)
      : model_(model),
        log2_b_(log2_b),
        least_level_(least_level),
        is_relinearized_(is_relinearized) {}

  [[nodiscard]] BoundAtLevel product(const BoundAtLevel& a, const BoundAtLevel& b) const {
    return {model_.product(a.level, a.noise, b.noise), a.level, a.parts + b.parts - 1};
  }
  [[nodiscard]] BoundAtLevel sum(const BoundAtLevel& a, const BoundAtLevel& b) const {
    return {a.noise + b.noise, a.level, a.parts};
  }
  [[nodiscard]] BoundAtLevel difference(const BoundAtLevel& a, const BoundAtLevel& b) const {
    return sum(a, b);
  }
  [[nodiscard]] BoundAtLevel sum_of_products(const BoundAtLevel& a, const BoundAtLevel& b,
                                             const BoundAtLevel& c, const BoundAtLevel& d) const {
    return sum(product(a, b), product(c, d));
  }
  [[nodiscard]] BoundAtLevel difference_of_products(const BoundAtLevel& a, const BoundAtLevel& b,
                                                    const BoundAtLevel& c,
                                                    const BoundAtLevel& d) const {
    return sum_of_products(a, b, c, d);
  }
  [[nodiscard]] BoundAtLevel tripled(const BoundAtLevel& a) const { return sum(sum(a, a), a); }
  [[nodiscard]] BoundAtLevel times_b(const BoundAtLevel& a) const {
    return {a.noise.scaled(log2_b_), a.level, a.parts};
  }
  [[nodiscard]] BoundAtLevel reduced(const BoundAtLevel& a) const {
    if (!is_relinearized_) return a;
    const BoundAtLevel result{model_.switched(a.level, a.noise), a.level, 2};
    return a.level <= least_level_ ? result : lowered(result, a.level - 1);
  }
  [[nodiscard]] BoundAtLevel lowered(const BoundAtLevel& a, std::size_t to) const {
    return {model_.lowered(a.level, to, a.noise, a.parts), to, a.parts};
  }

 private:
  const he::NoiseModel& model_;
  double log2_b_;
  std::size_t least_level_;
  bool is_relinearized_;
};

}  // namespace lath::apps
