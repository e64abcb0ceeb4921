// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts, and what switches keys and levels.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "he/bfv/context.hpp"
#include "he/bfv/noise.hpp"
#include "he/keys/key_switch.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he::bfv {
namespace {

// Rows of the workspace: two factors, and the part of a product modulo R. Key switching uses the
// first three.
constexpr std::size_t kRows = 7;

// Throws invalid_argument if a result would overwrite what it is computed from.
void require_apart(const Ciphertext& out, const Ciphertext& a) {
  if (&out != &a) return;
  throw Error(ErrorCode::invalid_argument, "a result in the memory of its operand",
              "need other memory", "give another ciphertext");
}

std::size_t workspace_words(const BfvContext& context) {
  const Engine& engine = *context.engine;
  const BfvLevel& top = context.bfv_levels.back();
  std::size_t words = std::max(engine.tensor_words(), key_switch_words(context));
  for (const RowMap* map : {&top.extend, &top.reduce, &top.shrink, &top.scale}) {
    words = std::max(words, engine.convert_words(*map));
  }
  for (const RowMap* map : {&top.lower_with_own, &context.levels.back().drop_last}) {
    words = std::max(words, engine.divide_words(*map));
  }
  return words;
}

}  // namespace

EvaluatorWorkspace::EvaluatorWorkspace(const Parameters& parameters)
    : he::EvaluatorWorkspace(context_of(parameters), kRows,
                             workspace_words(context_of(parameters))) {}

Product Evaluator::multiply(const Ciphertext& a, const Ciphertext& b,
                            EvaluatorWorkspace& workspace) const {
  Product out = empty_product(parameters_.context());
  multiply(out, a, b, workspace);
  return out;
}

// With b' = round(R b / Q), the product is round(t/R (a b')) modulo Q (Kim, Polyakov, Zucca,
// section 3.3): it is enough to know a b' modulo Q R, and what exceeds that is a multiple of Q.
void Evaluator::multiply(Product& out, const Ciphertext& a, const Ciphertext& b,
                         EvaluatorWorkspace& workspace) const {
  for (const Ciphertext* x : {&a, &b}) {
    require_context(x->context(), parameters_.context(), "a factor");
  }
  require_level(a.level(), b.level());
  const BfvContext& context = context_of(parameters_);
  const Level& level = context.level(a.level());
  const BfvLevel& maps = context.bfv_level(a.level());
  const NoiseBound noise = product_noise(context, level, a.noise(), b.noise());
  require_decryptable(noise, "a product");
  make_room(out, parameters_.context(), level);

  Engine& engine = *context.engine;
  const Workspace& words = workspace.words();
  const auto of_q = [&](std::size_t i) { return workspace.rows(i).only(level.q); };
  const auto of_r = [&](std::size_t i) { return workspace.rows(i).only(maps.r); };
  for (std::size_t i = 0; i < 2; ++i) {
    engine.inverse(of_q(i), rows_of(a.part(i)));
    engine.convert(of_r(i), of_q(i), {}, maps.extend, words);
    engine.inverse(of_q(2 + i), rows_of(b.part(i)));
    engine.convert(of_r(2 + i), of_q(2 + i), {}, maps.shrink, words);
    engine.convert(of_q(2 + i), of_r(2 + i), {}, maps.reduce, words);
    engine.forward(of_q(2 + i), of_q(2 + i));
  }
  const std::array<Rows, 3> product{rows_of(out.part(0)), rows_of(out.part(1)),
                                    rows_of(out.part(2))};
  engine.tensor(product, RowForm::coefficients, {rows_of(a.part(0)), rows_of(a.part(1))},
                {of_q(2), of_q(3)}, RowForm::values, words);
  engine.tensor({of_r(4), of_r(5), of_r(6)}, RowForm::coefficients, {of_r(0), of_r(1)},
                {of_r(2), of_r(3)}, RowForm::coefficients, words);
  for (std::size_t i = 0; i < 3; ++i) {
    engine.convert(product[i], of_r(4 + i), product[i], maps.scale, words);
  }
  out.set_noise(noise);
}

Ciphertext Evaluator::relinearize(const Product& product, const RelinKey& key,
                                  EvaluatorWorkspace& workspace) const {
  Ciphertext out = empty_ciphertext(parameters_.context());
  relinearize(out, product, key, workspace);
  return out;
}

void Evaluator::relinearize(Ciphertext& out, const Product& product, const RelinKey& key,
                            EvaluatorWorkspace& workspace) const {
  require_context(product.context(), parameters_.context(), "a product");
  require_context(key.key.context(), parameters_.context(), "a relinearisation key");
  const Context& context = *parameters_.context();
  const Level& level = context.level(product.level());
  const NoiseBound noise = switched_noise(context, level, product.noise());
  require_decryptable(noise, "a relinearised product");
  make_room(out, parameters_.context(), level);
  const RowMap* map = &context_of(parameters_).bfv_level(product.level()).lower_with_own;
  switch_key(context, level, {rows_of(product.part(2)), {}}, key.key.prepared(),
             {.words = workspace.words(), .acc = {workspace.rows(0), workspace.rows(1)}},
             {{{rows_of(out.part(0)), map, rows_of(product.part(0)), {}},
               {rows_of(out.part(1)), map, rows_of(product.part(1)), {}}}},
             nullptr);
  out.set_noise(noise);
}

Ciphertext Evaluator::apply_galois(const Ciphertext& a, std::uint64_t g, const GaloisKeys& keys,
                                   EvaluatorWorkspace& workspace) const {
  Ciphertext out = empty_ciphertext(parameters_.context());
  apply_galois(out, a, g, keys, workspace);
  return out;
}

void Evaluator::apply_galois(Ciphertext& out, const Ciphertext& a, std::uint64_t g,
                             const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  require_context(a.context(), parameters_.context(), "a ciphertext");
  require_context(keys.context(), parameters_.context(), "a set of Galois keys");
  require_apart(out, a);
  const GaloisKeys::Entry& entry = keys.entry(g);
  const Context& context = *parameters_.context();
  const Level& level = context.level(a.level());
  const NoiseBound noise = switched_noise(context, level, a.noise());
  require_decryptable(noise, "a substituted ciphertext");
  make_room(out, parameters_.context(), level);
  const Rows coefficients = workspace.rows(2).only(level.q);
  context.engine->inverse(coefficients, rows_of(a.part(1)));
  switch_key(context, level, {coefficients, rows_of(a.part(1))}, entry.key.prepared(),
             {.words = workspace.words(), .acc = {workspace.rows(0), workspace.rows(1)}},
             {{{rows_of(out.part(0)), &level.lower, {}, rows_of(a.part(0))},
               {rows_of(out.part(1)), &level.lower, {}, {}}}},
             &entry.automorphism);
  out.set_noise(noise);
}

Ciphertext Evaluator::mod_switch(const Ciphertext& a, std::size_t to,
                                 EvaluatorWorkspace& workspace) const {
  Ciphertext out = empty_ciphertext(parameters_.context());
  mod_switch(out, a, to, workspace);
  return out;
}

void Evaluator::mod_switch(Ciphertext& out, const Ciphertext& a, std::size_t to,
                           EvaluatorWorkspace& workspace) const {
  require_context(a.context(), parameters_.context(), "a ciphertext");
  require_apart(out, a);
  if (to == 0 || to > a.level()) {
    throw Error(ErrorCode::invalid_argument, "level " + std::to_string(to),
                "need 1 to " + std::to_string(a.level()) + ", the level of the ciphertext",
                "levels only fall: encrypt again for a higher one");
  }
  if (to == a.level()) {
    out = a;
    return;
  }
  const Context& context = *parameters_.context();
  NoiseBound noise = a.noise();
  for (std::size_t l = a.level(); l-- > to;)
    noise = lowered_noise(context, context.level(l), noise);
  require_decryptable(noise, "a ciphertext of a lower level");
  make_room(out, parameters_.context(), context.level(to));
  for (std::size_t i = 0; i < 2; ++i) {
    ConstRows part = rows_of(a.part(i));
    for (std::size_t l = a.level(); l > to; --l) {
      const Level &from = context.level(l), &next = context.level(l - 1);
      const Rows last = workspace.rows(0).only(from.q - next.q);
      const Rows lower = l - 1 == to ? rows_of(out.part(i)) : workspace.rows(1).only(next.q);
      context.engine->inverse(last, part.only(last.limbs));
      context.engine->divide(lower,
                             {.acc = part.only(next.q),
                              .in = last,
                              .map = &from.drop_last,
                              .w = from.factor_over_last.scalars()},
                             workspace.words());
      part = lower;
    }
  }
  out.set_noise(noise);
}

}  // namespace lath::he::bfv
