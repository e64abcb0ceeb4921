// SPDX-License-Identifier: Apache-2.0
#include "he/keys/key_switch.hpp"

#include <algorithm>
#include <vector>

namespace lath::he {
namespace {

std::vector<Digit> digits_of(const Context& context, const Level& level, const SwitchedPart& x) {
  std::vector<Digit> digits;
  digits.reserve(level.digits.size());
  for (std::size_t d = 0; d < level.digits.size(); ++d) {
    const LimbSet& own = level.digits[d];
    const bool has_values = x.values.limbs.size() != 0;
    digits.push_back({x.coefficients.only(own), has_values ? x.values.only(own) : ConstRows{},
                      &level.raise[d], (level.q | context.p) - own});
  }
  return digits;
}

}  // namespace

std::size_t key_switch_words(const Context& context) {
  const Level& top = context.levels.back();
  const Engine& engine = *context.engine;
  return std::max(engine.inner_products_words(digits_of(context, top, {})),
                  engine.divide_words(top.lower));
}

void switch_key(const Context& context, const Level& level, const SwitchedPart& x,
                const PreparedKey& key, const SwitchScratch& scratch,
                const std::array<SwitchResult, 2>& results, const Automorphism* by) {
  Engine& engine = *context.engine;
  const LimbSet qp = level.q | context.p;
  const std::array<Rows, 2> acc{scratch.acc[0].only(qp), scratch.acc[1].only(qp)};
  const std::vector<Digit> digits = digits_of(context, level, x);
  engine.inner_products(acc, digits, key, scratch.words);
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
                  scratch.words);
  }
}

}  // namespace lath::he
