// SPDX-License-Identifier: Apache-2.0
//
// Substitutions and rotations: the second part is switched to the key's secret first, and then all
// is substituted, so that the digits do not depend on the substitution.
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "he/context.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/keys/key_switch.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/evaluator.hpp"
#include "lath/he/rotations.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

void require_operands(const std::shared_ptr<const Context>& context, const Ciphertext& a,
                      const GaloisKeys& keys, const EvaluatorWorkspace& workspace) {
  require_context(a.context(), context, "a ciphertext");
  require_context(keys.context(), context, "a set of Galois keys");
  require_context(workspace.context(), context, "a workspace");
}

// The noise of a substituted ciphertext, if all belongs together.
NoiseBound substituted_noise(const std::shared_ptr<const Context>& context, const Ciphertext& a,
                             const GaloisKeys& keys, const EvaluatorWorkspace& workspace) {
  require_operands(context, a, keys, workspace);
  const NoiseBound noise = switched_noise(*context, context->level(a.level()), a.noise());
  require_decryptable(noise, "a substituted ciphertext");
  return noise;
}

// Writes the substituted ciphertext for the digits of its second part.
void substitute(const Context& context, const std::array<Rows, 2>& out, const Ciphertext& a,
                std::span<const Digit> digits, const GaloisKeys::Entry& entry,
                EvaluatorWorkspace& workspace) {
  const Level& level = context.level(a.level());
  switch_key(context, level, digits, entry.key.prepared(),
             {{{out[0], &level.lower, {}, rows_of(a.part(0))}, {out[1], &level.lower, {}, {}}}},
             &entry.automorphism, workspace);
}

// The same with digits that are found first.
void substitute(const Context& context, const std::array<Rows, 2>& out, const Ciphertext& a,
                const GaloisKeys::Entry& entry, EvaluatorWorkspace& workspace) {
  const Level& level = context.level(a.level());
  const Rows coefficients = workspace.rows(2).only(level.q);
  context.engine->inverse(coefficients, rows_of(a.part(1)));
  const auto digits = digits_of(context, level, {coefficients, rows_of(a.part(1))}, workspace);
  substitute(context, out, a, digits, entry, workspace);
}

// Only the units modulo powers of two are two rows.
void require_rows(const Context& context, const char* instead) {
  if (!context.powerful) return;
  throw Error(
      ErrorCode::unsupported,
      "rows and columns in the ring of the index " + std::to_string(context.index.value()),
      "need x^n + 1 with a power of two n",
      std::string("call apply_galois() with the exponents that CyclotomicEncoder has: ") + instead);
}

void require_columns(std::size_t columns, std::size_t most) {
  if (std::has_single_bit(columns) && columns <= most) return;
  const std::string all = "sum_columns(" + std::to_string(most) + ")";
  const std::string remedy =
      columns == 0     ? "give 1 for the ciphertext itself"
      : columns < most ? "sum " + std::to_string(std::bit_ceil(columns)) +
                             " columns, where those that do not count hold zeros"
      : columns <= 2 * most
          ? "for the sum of all slots add " + all + " to exchange_rows() of its result"
          : "a ciphertext has two rows of " + std::to_string(most) + " columns: add the " + all +
                " of several ciphertexts";
  throw Error(ErrorCode::invalid_argument, "a sum of " + std::to_string(columns) + " columns",
              "need a power of two from 1 to " + std::to_string(most), remedy);
}

std::vector<RowBuffer> make_digits(const Context& context, std::size_t count) {
  std::vector<RowBuffer> digits;
  digits.reserve(count);
  for (std::size_t d = 0; d < count; ++d) {
    digits.push_back(context.engine->make_rows(context.q | context.p));
  }
  return digits;
}

// The substitution x -> x^g, for what the caller asked for.
void apply(const std::shared_ptr<const Context>& context, Ciphertext& out, const Ciphertext& a,
           std::uint64_t g, const Substitution& use, const GaloisKeys& keys,
           EvaluatorWorkspace& workspace) {
  require_apart(&out, &a);
  const NoiseBound noise = substituted_noise(context, a, keys, workspace);
  const GaloisKeys::Entry& entry = key_for(*context, keys, g, use);
  make_room(out, context, context->level(a.level()));
  substitute(*context, rows_of_parts(out), a, entry, workspace);
  out.set(a.scale_factor(), noise);
}

}  // namespace

void Evaluator::apply_galois(Ciphertext& out, const Ciphertext& a, std::uint64_t g,
                             const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  apply(context_, out, a, g, {Substitution::Of::exponent}, keys, workspace);
}

Ciphertext Evaluator::apply_galois(const Ciphertext& a, std::uint64_t g, const GaloisKeys& keys,
                                   EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  apply_galois(out, a, g, keys, workspace);
  return out;
}

HoistedCiphertext Evaluator::hoist(const Ciphertext& a, EvaluatorWorkspace& workspace) const {
  require_context(a.context(), context_, "a ciphertext");
  HoistedCiphertext out(a, make_digits(*context_, context_->level(a.level()).digits.size()));
  hoist(out, a, workspace);
  return out;
}

void Evaluator::hoist(HoistedCiphertext& out, const Ciphertext& a,
                      EvaluatorWorkspace& workspace) const {
  require_context(a.context(), context_, "a ciphertext");
  require_context(workspace.context(), context_, "a workspace");
  const Level& level = context_->level(a.level());
  const std::size_t count = level.digits.size();
  if (out.ciphertext().context() != context_ || out.digits().size() < count) {
    out = HoistedCiphertext(a, make_digits(*context_, count));
  } else {
    copy_operand(out.ciphertext(), context_, a);
  }
  Engine& engine = *context_->engine;
  const Rows coefficients = workspace.rows(2).only(level.q);
  engine.inverse(coefficients, rows_of(a.part(1)));
  for (std::size_t d = 0; d < count; ++d) {
    const LimbSet &own = level.digits[d], others = (level.q | context_->p) - own;
    const Rows raised = out.digits()[d].only(others);
    engine.convert(raised, coefficients.only(own), {}, level.raise[d], workspace.words());
    engine.forward(raised, raised);
    engine.copy_in(out.digits()[d].only(own), rows_of(a.part(1)).only(own));
  }
}

void Evaluator::apply_galois(Ciphertext& out, const HoistedCiphertext& a, std::uint64_t g,
                             const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  const Ciphertext& ciphertext = a.ciphertext();
  const NoiseBound noise = substituted_noise(context_, ciphertext, keys, workspace);
  const GaloisKeys::Entry& entry = key_for(*context_, keys, g, {Substitution::Of::exponent});
  const Level& level = context_->level(a.level());
  const std::size_t count = level.digits.size();
  for (std::size_t d = 0; d < count; ++d) {
    workspace.digits()[d] = {.values = a.digits()[d].only(level.q | context_->p)};
  }
  make_room(out, context_, level);
  substitute(*context_, rows_of_parts(out), ciphertext, workspace.digits().first(count), entry,
             workspace);
  out.set(ciphertext.scale_factor(), noise);
}

Ciphertext Evaluator::apply_galois(const HoistedCiphertext& a, std::uint64_t g,
                                   const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  apply_galois(out, a, g, keys, workspace);
  return out;
}

void Evaluator::rotate_rows(Ciphertext& out, const Ciphertext& a, std::int64_t columns,
                            const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  require_operands(context_, a, keys, workspace);
  require_rows(*context_, "its rotation()");
  require_apart(&out, &a);
  const std::uint64_t g = row_rotation(context_->degree(), columns);
  if (g == 1) {
    copy_operand(out, context_, a);
  } else {
    apply(context_, out, a, g, {Substitution::Of::rotation, columns}, keys, workspace);
  }
}

Ciphertext Evaluator::rotate_rows(const Ciphertext& a, std::int64_t columns, const GaloisKeys& keys,
                                  EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  rotate_rows(out, a, columns, keys, workspace);
  return out;
}

void Evaluator::exchange_rows(Ciphertext& out, const Ciphertext& a, const GaloisKeys& keys,
                              EvaluatorWorkspace& workspace) const {
  require_operands(context_, a, keys, workspace);
  require_rows(*context_, "its rotation()");
  apply(context_, out, a, row_exchange(context_->degree()), {Substitution::Of::exchange}, keys,
        workspace);
}

Ciphertext Evaluator::exchange_rows(const Ciphertext& a, const GaloisKeys& keys,
                                    EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  exchange_rows(out, a, keys, workspace);
  return out;
}

// All is checked before the first word of `out` is written.
void Evaluator::sum_columns(Ciphertext& out, const Ciphertext& a, std::size_t columns,
                            const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  require_operands(context_, a, keys, workspace);
  require_rows(*context_, "total() of its algebra()");
  require_columns(columns, context_->degree() / 2);
  const Level& level = context_->level(a.level());
  const auto entry = [&](std::size_t step) -> const GaloisKeys::Entry& {
    const auto by = static_cast<std::int64_t>(step);
    return key_for(*context_, keys, row_rotation(context_->degree(), by),
                   {Substitution::Of::sum, by, columns});
  };
  NoiseBound noise = a.noise();
  for (std::size_t step = 1; step < columns; step *= 2) {
    (void)entry(step);
    noise = noise + switched_noise(*context_, level, noise);
  }
  require_decryptable(noise, "a sum of columns");
  copy_operand(out, context_, a);
  const std::array<Rows, 2> sum = rows_of_parts(out), rotated{workspace.operand(0).only(level.q),
                                                              workspace.operand(1).only(level.q)};
  for (std::size_t step = 1; step < columns; step *= 2) {
    substitute(*context_, rotated, out, entry(step), workspace);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::array<ConstRows, 2> in{sum[i], rotated[i]};
      context_->engine->apply(Operation::add, sum[i], in);
    }
  }
  out.set(out.scale_factor(), noise);
}

Ciphertext Evaluator::sum_columns(const Ciphertext& a, std::size_t columns, const GaloisKeys& keys,
                                  EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  sum_columns(out, a, columns, keys, workspace);
  return out;
}

}  // namespace lath::he
