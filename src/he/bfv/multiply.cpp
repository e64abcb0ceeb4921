// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts. With b' = round(R b / Q), the product is round(t/R (a b')) modulo Q
// (Kim, Polyakov, Zucca, section 3.3): it is enough to know a b' modulo Q R, since the rest
// contributes a multiple of Q. So the residues of a sum of products are enough, too. The maps
// divide by -Q modulo R and by -R modulo Q on their way, and the last one makes up for it.
#include <algorithm>
#include <array>

#include "he/access.hpp"
#include "he/bfv/context.hpp"
#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/he/bfv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

using bfv::Auxiliary;
using bfv::BfvContext;

const BfvContext& bfv_context(const std::shared_ptr<const Context>& context) noexcept {
  return static_cast<const BfvContext&>(*context);
}

// The rows of a workspace during a product. The products of a term modulo R take the memory of its
// factors, and so do the coefficients modulo Q of one part of the first factor after the other's.
class ProductRows {
 public:
  ProductRows(const EvaluatorWorkspace& workspace, const KeyLevel& level, const Auxiliary& maps)
      : workspace_(workspace), level_(level), maps_(maps) {}

  // The coefficients of a part of the first factor modulo Q, and -1/Q times them modulo R.
  [[nodiscard]] Rows a_of_q() const { return of_q(0); }
  [[nodiscard]] Rows a_of_r(std::size_t i) const { return of_r(4 + i); }
  // The second one modulo R, and -1/R times the second one modulo Q.
  [[nodiscard]] Rows b_of_r(std::size_t i) const { return of_r(6 + i); }
  [[nodiscard]] Rows b_of_q(std::size_t i) const { return of_q(1 + i); }
  // A term modulo Q; -1/Q times a term and times the sum of terms modulo R.
  [[nodiscard]] std::array<Rows, 3> term_of_q() const { return {of_q(3), of_q(8), of_q(9)}; }
  [[nodiscard]] std::array<Rows, 3> term_of_r() const { return {of_r(4), of_r(6), of_r(5)}; }
  [[nodiscard]] std::array<Rows, 3> sum_of_r() const { return {of_r(10), of_r(11), of_r(12)}; }

 private:
  [[nodiscard]] Rows of_q(std::size_t i) const { return workspace_.rows(i).only(level_.q); }
  [[nodiscard]] Rows of_r(std::size_t i) const { return workspace_.rows(i).only(maps_.r); }

  const EvaluatorWorkspace& workspace_;
  const KeyLevel& level_;
  const Auxiliary& maps_;
};

// The longest base that a term needs.
const Auxiliary& auxiliary_for_all(const BfvContext& context, std::size_t level,
                                   std::span<const Ciphertext> a, std::span<const Ciphertext> b) {
  std::size_t primes = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    primes = std::max(primes,
                      context.noise.auxiliary_primes(level, scaled_at(context, a[i], level).noise,
                                                     scaled_at(context, b[i], level).noise));
  }
  return context.auxiliary(level, primes);
}

// The coefficients of a over -Q modulo R, of b' modulo R, and of b' over -R modulo Q.
void extend_factors(const BfvContext& context, const Auxiliary& maps, const ProductRows& rows,
                    const Factors& factors, const Workspace& words) {
  Engine& engine = *context.keys->engine;
  for (std::size_t i = 0; i < 2; ++i) {
    engine.inverse(rows.a_of_q(), factors.a[i]);
    engine.convert(rows.a_of_r(i), rows.a_of_q(), {}, maps.extend, words);
    ConstRows b_of_q = rows.a_of_q();
    if (factors.a[i].base != factors.b[i].base) {
      engine.inverse(rows.b_of_q(i), factors.b[i]);
      b_of_q = rows.b_of_q(i);
    }
    engine.convert(rows.b_of_r(i), b_of_q, {}, maps.shrink, words);
    engine.convert(rows.b_of_q(i), rows.b_of_r(i), {}, maps.reduce, words);
  }
}

// a b' over -R modulo Q and over -Q modulo R, of extended factors. A polynomial t multiplies a
// here, an integer t is part of the map that follows.
void tensor(const BfvContext& context, const ProductRows& rows, const std::array<ConstRows, 2>& a,
            const std::array<Rows, 3>& of_q, const std::array<Rows, 3>& of_r, RowForm form,
            const Workspace& words) {
  Engine& engine = *context.keys->engine;
  const RingFactor& t = context.plaintexts->t();
  const ConstRows times = t.is_polynomial() ? t.values() : ConstRows();
  engine.tensor(of_q, form, {a, RowForm::values, times},
                {{rows.b_of_q(0), rows.b_of_q(1)}, RowForm::coefficients}, words);
  engine.tensor(of_r, form, {{rows.a_of_r(0), rows.a_of_r(1)}, RowForm::coefficients, times},
                {{rows.b_of_r(0), rows.b_of_r(1)}, RowForm::coefficients}, words);
}

void add_terms(Engine& engine, const std::array<Rows, 3>& sum, const std::array<Rows, 3>& term) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::array<ConstRows, 2> in{sum[i], term[i]};
    engine.apply(Operation::add, sum[i], in);
  }
}

}  // namespace

template <>
void Session<Bfv>::dot_product(Product& out, std::span<const Ciphertext> a,
                               std::span<const Ciphertext> b) {
  const SessionUse session(state());
  EvaluatorWorkspace* const switching = session->switching();
  EvaluatorWorkspace& workspace = session->workspace;
  const SumOfProducts result = sum_of_products(session->context, a, b, switching);
  const BfvContext& context = bfv_context(session->context);
  const KeyLevel& level = context.level(result.level);
  const Auxiliary& maps = auxiliary_for_all(context, result.level, a, b);
  const bool is_sum = a.size() > 1;
  workspace.reserve(is_sum ? SessionWork::sum_of_products : SessionWork::product, level.q, maps.r);
  make_room(out, session->context, result.level);

  Engine& engine = *context.keys->engine;
  const Workspace& words = workspace.words();
  const ProductRows rows(workspace, level, maps);
  const std::array<Rows, 3> product = rows_of_parts(out);
  // One product needs no values.
  const RowForm form = is_sum ? RowForm::values : RowForm::coefficients;
  const std::array<Rows, 3> product_of_r = is_sum ? rows.sum_of_r() : rows.term_of_r();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Factors factors = factors_at(context, a[i], b[i], result.level, switching);
    extend_factors(context, maps, rows, factors, words);
    if (i == 0) {
      tensor(context, rows, factors.a, product, product_of_r, form, words);
    } else {
      tensor(context, rows, factors.a, rows.term_of_q(), rows.term_of_r(), form, words);
      add_terms(engine, product, rows.term_of_q());
      add_terms(engine, product_of_r, rows.term_of_r());
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Rows& sum = product_of_r[i];
    if (form == RowForm::values) {
      engine.inverse(product[i], product[i]);
      engine.inverse(sum, sum);
    }
    engine.convert(product[i], sum, product[i], maps.scale, words);
  }
  Access::set(out, result.factor, result.noise, result.key_id);
}

}  // namespace lath::he
