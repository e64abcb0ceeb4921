// SPDX-License-Identifier: Apache-2.0
#include "he/keys/key_switch.hpp"

#include <algorithm>
#include <vector>

namespace lath::he {
namespace {

// Digit d of x.
Digit digit_of(const Context& context, const Level& level, const SwitchedPart& x, std::size_t d) {
  const LimbSet& own = level.digits[d];
  const bool has_values = x.values.limbs.size() != 0;
  return {x.coefficients.only(own), has_values ? x.values.only(own) : ConstRows{}, &level.raise[d],
          (level.q | context.p) - own};
}

}  // namespace

std::size_t key_switch_words(const Context& context) {
  const Level& top = context.levels.back();
  const Engine& engine = *context.engine;
  std::vector<Digit> digits;
  for (std::size_t d = 0; d < top.digits.size(); ++d) {
    digits.push_back(digit_of(context, top, {}, d));
  }
  return std::max(engine.inner_products_words(digits), engine.divide_words(top.lower));
}

std::span<const Digit> digits_of(const Context& context, const Level& level, const SwitchedPart& x,
                                 EvaluatorWorkspace& workspace) {
  const std::size_t count = level.digits.size();
  for (std::size_t d = 0; d < count; ++d) {
    workspace.digits()[d] = digit_of(context, level, x, d);
  }
  return workspace.digits().first(count);
}

void switch_key(const Context& context, const Level& level, std::span<const Digit> digits,
                const PreparedKey& key, const std::array<SwitchResult, 2>& results,
                const Automorphism* by, EvaluatorWorkspace& workspace) {
  Engine& engine = *context.engine;
  const LimbSet qp = level.q | context.p;
  const std::array<Rows, 2> acc{workspace.rows(0).only(qp), workspace.rows(1).only(qp)};
  engine.inner_products(acc, digits, key, workspace.words());
  for (std::size_t i = 0; i < 2; ++i) {
    const Rows special = acc[i].only(context.p);
    engine.inverse(special, special);
    engine.divide(results[i].out,
                  {.acc = acc[i].only(level.q),
                   .in = special,
                   .map = results[i].map,
                   .own = results[i].own,
                   .w = level.factor_over_p.scalars(),
                   .add = results[i].add_values,
                   .by = by},
                  workspace.words());
  }
}

}  // namespace lath::he
