// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/key_switch.hpp"

#include <algorithm>
#include <vector>

namespace lath::he {
namespace {

// Digit d of the polynomial with these coefficients and, if it is known, this evaluation form.
Digit digit_of(const KeyTables& keys, std::size_t level, const ConstRows& coefficients,
               const ConstRows& values, std::size_t d) {
  const LimbSet own = keys.digit(level, d);
  const bool has_values = values.limbs.size() != 0;
  // The map goes to the limbs of all levels.
  return {coefficients.only(own), has_values ? values.only(own) : ConstRows{},
          &keys.raise(level, d), (keys.q | keys.p) - own};
}

// Multiplies the quotient by P with a polynomial error factor, adds what there is to add, and
// permutes the sum.
void finish_by_polynomial(const Context& context, const SwitchResult& result, const Rows& quotient,
                          const Automorphism* by) {
  Engine& engine = *context.keys->engine;
  const Rows sum = by == nullptr ? result.out : quotient;
  if (result.add_values.limbs.size() != 0) {
    context.error_factor.multiply_add(engine, sum, quotient, result.add_values);
  } else {
    context.error_factor.multiply(engine, sum, quotient);
  }
  if (by != nullptr) engine.permute(result.out, sum, *by);
}

std::span<const Digit> digits_of(const Context& context, std::size_t level,
                                 const ConstRows& coefficients, const ConstRows& values,
                                 EvaluatorWorkspace& workspace) {
  const std::size_t count = context.level(level).digits;
  for (std::size_t d = 0; d < count; ++d) {
    workspace.digits()[d] = digit_of(*context.keys, level, coefficients, values, d);
  }
  return workspace.digits().first(count);
}

}  // namespace

std::size_t key_switch_words(const Context& context) {
  const KeyTables& keys = *context.keys;
  const std::size_t top = keys.levels.size();
  std::vector<Digit> digits;
  digits.reserve(keys.level(top).digits);
  for (std::size_t d = 0; d < keys.level(top).digits; ++d) {
    digits.push_back(digit_of(keys, top, {}, {}, d));
  }
  return std::max(keys.engine->inner_products_words(digits),
                  keys.engine->divide_words(keys.lower()));
}

ConstRows over_error_factor(const Context& context, const ConstRows& x, std::size_t row,
                            EvaluatorWorkspace& workspace) {
  if (context.inverse_error_factor.is_one()) return x;
  const Rows quotient = workspace.rows(row).only(x.limbs);
  context.inverse_error_factor.multiply(*context.keys->engine, quotient, x);
  return quotient;
}

std::span<const Digit> digits_of_values(const Context& context, std::size_t level,
                                        const ConstRows& x, EvaluatorWorkspace& workspace) {
  const ConstRows values = over_error_factor(context, x, 3, workspace);
  const Rows coefficients = workspace.rows(2).only(context.level(level).q);
  context.keys->engine->inverse(coefficients, values);
  return digits_of(context, level, coefficients, values, workspace);
}

std::span<const Digit> digits_of_coefficients(const Context& context, std::size_t level,
                                              const ConstRows& x, EvaluatorWorkspace& workspace) {
  return digits_of(context, level, x, {}, workspace);
}

void switch_key(const Context& context, std::size_t level, std::span<const Digit> digits,
                const PreparedKey& key, const std::array<SwitchResult, 2>& results,
                const Automorphism* by, EvaluatorWorkspace& workspace) {
  const KeyTables& keys = *context.keys;
  Engine& engine = *keys.engine;
  const LimbSet& q = keys.level(level).q;
  const LimbSet qp = q | keys.p;
  const std::array<Rows, 2> acc{workspace.rows(0).only(qp), workspace.rows(1).only(qp)};
  engine.inner_products(acc, digits, key, workspace.words());
  const bool by_polynomial = context.error_factor.is_polynomial();
  for (std::size_t i = 0; i < 2; ++i) {
    const Rows special = acc[i].only(keys.p), values = acc[i].only(q);
    engine.inverse(special, special);
    Engine::Division division{.acc = values,
                              .in = special,
                              .map = results[i].map,
                              .own = results[i].own,
                              .w = context.factor_over_p.scalars().first(level)};
    if (!by_polynomial) division.add = results[i].add_values, division.by = by;
    engine.divide(by_polynomial ? values : results[i].out, division, workspace.words());
    if (by_polynomial) finish_by_polynomial(context, results[i], values, by);
  }
}

}  // namespace lath::he
