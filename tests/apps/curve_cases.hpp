// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "apps/curve_judge.hpp"
#include "base/seeded_values.hpp"
#include "lath/apps/curve_sums.hpp"

namespace lath::testing {

/// A plan in the ring of index 85, which has four slots of P-256: for tests only.
inline apps::CurvePlan small_curve_plan(unsigned levels,
                                        apps::CurveUse use = apps::CurveUse::kept) {
  he::Literal literal;
  literal.index = 85;
  const std::size_t more = use == apps::CurveUse::released ? 2 : 0;
  literal.prime_bits = std::vector<unsigned>(levels == 1 ? 3 + more : 2 * levels + 1 + more, 45);
  literal.special_prime_bits = {45};
  return apps::CurvePlan::create_insecure(apps::Curve::p256(), levels, literal, {.use = use});
}

/// Points for every summand and slot, and their sums by the judge. In the first and the last slot
/// each addition of the tree meets a special pair: infinity on one side or both, a doubling, or
/// inverses, whose sum is infinity; which one depends on slot, level and addition.
struct CurveCase {
  CurveCase(const CurveJudge& judge, const apps::CurvePlan& plan, SeededValues& values)
      : points(plan.curve(), plan.summands() * plan.slots()) {
    const std::size_t slots = plan.slots();
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const bool is_special = slot == 0 || slot + 1 == slots;
      std::vector<CurveJudge::Bytes> summands;
      for (std::size_t j = 0; j < plan.summands(); ++j) summands.push_back(judge.random(values));
      // The lowest additions of the first slot, and the topmost of the last one.
      if (is_special) make_special(judge, summands, slot == 0, values);
      for (std::size_t j = 0; j < plan.summands(); ++j) points.set(j * slots + slot, summands[j]);
      CurveJudge::Bytes sum = CurveJudge::infinity();
      for (const auto& summand : summands) sum = judge.add(sum, summand);
      sums.push_back(sum);
    }
  }

  apps::CurvePoints points;
  std::vector<CurveJudge::Bytes> sums;

 private:
  // Halves of every length in turn are made equal, inverse, or infinity.
  static void make_special(const CurveJudge& judge, std::vector<CurveJudge::Bytes>& summands,
                           bool is_first, SeededValues& values) {
    std::size_t kind = values.below(4);
    for (std::size_t size = 1; size < summands.size(); size *= 2) {
      for (std::size_t at = 0; at + size < summands.size(); at += 2 * size, ++kind) {
        // Larger halves keep what smaller ones are, in every second group.
        if (size != 1 && (at / (2 * size)) % 2 == (is_first ? 0U : 1U)) continue;
        for (std::size_t i = 0; i < size; ++i) {
          CurveJudge::Bytes& left = summands[at + i];
          CurveJudge::Bytes& right = summands[at + size + i];
          if (kind % 4 == 0) right = left;
          if (kind % 4 == 1) right = judge.negate(left);
          if (kind % 4 == 2) right = CurveJudge::infinity();
          if (kind % 4 == 3) left = CurveJudge::infinity();
        }
      }
    }
  }
};

/// The sums that differ.
inline std::size_t count_wrong(const apps::CurvePoints& found,
                               const std::vector<CurveJudge::Bytes>& expected) {
  std::size_t wrong = found.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    const auto bytes = found.bytes(i);
    if (!std::ranges::equal(bytes.span(), expected[i])) ++wrong;
  }
  return wrong;
}

}  // namespace lath::testing
