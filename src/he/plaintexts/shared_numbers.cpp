// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/shared_numbers.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "arith/wide/natural_arithmetic.hpp"
#include "he/access.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// The rows of ciphertexts of one level, as an engine takes the rows of a key.
PreparedKey prepared_rows(const std::shared_ptr<const Context>& context,
                          std::span<const Ciphertext> numbers) {
  require_terms(numbers.size(), numbers.size());
  std::vector<std::array<ConstRows, 2>> rows;
  rows.reserve(numbers.size());
  for (const Ciphertext& number : numbers) {
    require_context(Access::context(number), context, "a number");
    if (number.level() != numbers[0].level()) {
      throw Error(ErrorCode::mismatch,
                  "numbers of levels " + std::to_string(number.level()) + " and " +
                      std::to_string(numbers[0].level()),
                  "need one level", "switch them to the lowest");
    }
    rows.push_back({number.part(0), number.part(1)});
  }
  return context->keys->engine->prepare(rows);
}

// Throws mismatch unless a plaintext was prepared for these parameters and for this level.
void require_factor(const PlainFactor& factor, const Context& to, std::size_t level) {
  const PlaintextTables& tables = require_operand(factor.tables(), "a plaintext");
  if (&tables != to.plaintexts.get()) {
    require_keys(tables.keys(), to.keys, "a plaintext");
    require_plaintexts(tables, *to.plaintexts);
  }
  if (factor.level() >= level) return;
  throw Error(ErrorCode::mismatch,
              "a plaintext prepared for level " + std::to_string(factor.level()) +
                  " and numbers of level " + std::to_string(level),
              "need one that serves the level of the numbers", "prepare it for a higher level");
}

// T/t, rounded. T is odd or long: no half stands in its way.
Natural rounded_quotient(const Natural& large, const Natural& t) {
  const Natural half = detail::quotient_vartime(t, 2);
  return detail::quotient_vartime(detail::sum_vartime(large, half), t);
}

// -Q modulo t.
Natural minus_q_modulo(const Context& to, std::size_t level) {
  const Modulus t(to.plaintexts->modulus().word());
  return t.negate(to.keys->product(to.level(level).q, t));
}

// Throws unless t is a word below T.
void require_longer(const Natural& large, const Natural& t) {
  if (t.bits() <= 60 && detail::compare_vartime(t, large) < 0) return;
  throw Error(ErrorCode::invalid_argument,
              "numbers modulo a T of " + std::to_string(large.bits()) + " bits, and a t of " +
                  std::to_string(t.bits()),
              "need a t of at most 60 bits below T", "encrypt the numbers modulo a longer T");
}

}  // namespace

SharedNumbers::SharedNumbers(const bfv::Parameters& parameters, std::span<const Ciphertext> numbers)
    : context_(parameters.context()), prepared_(prepared_rows(context_, numbers)) {
  noises_.reserve(numbers.size());
  for (const Ciphertext& number : numbers) {
    noises_.push_back(number.noise());
    key_id_ = require_one_key("a number", number.key_id(), key_id_);
  }
}

NoiseBound SharedNumbers::noise(const NoiseModel& from, const NoiseModel& to, const NoiseBound& sum,
                                double log2_result) {
  const double log2_error = to.log2_t() - from.log2_t() - 1;  // of t R/T
  const double log2_multiple = std::log1p(std::exp2(log2_error)) / std::log(2.0);
  return sum.scaled(log2_multiple) + to.chosen(log2_result + log2_error);
}

void SharedNumbers::dot_plain(Ciphertext& out, const bgv::Parameters& parameters,
                              std::span<const PlainFactor> b, double log2_result) const {
  const std::shared_ptr<const Context>& to = parameters.context();
  require_keys(to->keys, context_->keys, "parameters");
  require_terms(size(), b.size());
  const Natural& large = context_->plaintexts->modulus();
  const Natural& t = to->plaintexts->modulus();
  require_longer(large, t);
  for (const PlainFactor& factor : b) require_factor(factor, *to, level());
  NoiseBound sum = noises_[0].scaled(b[0].log2_norm());
  for (std::size_t i = 1; i < size(); ++i) sum = sum + noises_[i].scaled(b[i].log2_norm());
  const NoiseBound result = noise(context_->noise, to->noise, sum, log2_result);
  require_decryptable(result, "a sum of products with plaintexts");

  Engine& engine = *to->keys->engine;
  const KeyLevel& own = to->level(level());
  std::vector<Digit> digits;
  digits.reserve(size());
  for (const PlainFactor& factor : b) digits.push_back({.values = factor.values().only(own.q)});
  const Workspace workspace(engine, engine.inner_products_words(digits));
  const Natural multiple = detail::product_vartime(t, rounded_quotient(large, t));
  const RnsScalar<DynamicRing> scalar =
      scalar_of(own.ring, [&](const Modulus& q) { return remainder_vartime(multiple, q.value()); });
  make_room(out, to, level());
  const std::array<Rows, 2> parts = rows_of_parts(out);
  engine.inner_products(parts, digits, prepared_, workspace);
  for (const Rows& part : parts) {
    const std::array<ConstRows, 1> in{part};
    engine.apply(Operation::scale, part, in, scalar.scalars());
    declassify_rows(*to, part);
  }
  Access::set(out, minus_q_modulo(*to, level()), result, key_id_);
}

Ciphertext SharedNumbers::dot_plain(const bgv::Parameters& parameters,
                                    std::span<const PlainFactor> b, double log2_result) const {
  Ciphertext out = empty_result<Ciphertext>(parameters.context());
  dot_plain(out, parameters, b, log2_result);
  return out;
}

}  // namespace lath::he
