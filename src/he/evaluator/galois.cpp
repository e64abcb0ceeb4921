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
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/evaluator.hpp"
#include "lath/he/rotations.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

// The identifier of what is substituted. Throws mismatch unless both are of one secret key.
KeyId key_id_of(const Ciphertext& a, const GaloisKeys& keys) {
  return require_one_key("a set of Galois keys", keys.id(), a.key_id());
}

void require_operands(const std::shared_ptr<const Context>& context, const Ciphertext& a,
                      const GaloisKeys& keys, const EvaluatorWorkspace& workspace) {
  require_context(a.context(), context, "a ciphertext");
  require_keys(keys.tables(), context->keys, "a set of Galois keys");
  require_context(workspace.context(), context, "a workspace");
  static_cast<void>(key_id_of(a, keys));
}

// The noise of a substituted ciphertext, if all belongs together.
NoiseBound substituted_noise(const std::shared_ptr<const Context>& context, const Ciphertext& a,
                             const GaloisKeys& keys, const EvaluatorWorkspace& workspace) {
  require_operands(context, a, keys, workspace);
  const NoiseBound noise = context->noise.switched(a.level(), a.noise());
  require_decryptable(noise, "a substituted ciphertext");
  make_key_switch_ready(*context->keys, a.level());
  return noise;
}

// Writes the substituted ciphertext for the digits of its second part.
void substitute(const Context& context, const std::array<Rows, 2>& out, const Ciphertext& a,
                std::span<const Digit> digits, const GaloisKeys::Entry& entry,
                EvaluatorWorkspace& workspace) {
  const RowMap& map = context.keys->lower();
  switch_key(context, a.level(), digits, entry.key.prepared(),
             {{{out[0], &map, {}, rows_of(a.part(0))}, {out[1], &map, {}, {}}}},
             &entry.automorphism, workspace);
}

// The same with digits that are found first.
void substitute(const Context& context, const std::array<Rows, 2>& out, const Ciphertext& a,
                const GaloisKeys::Entry& entry, EvaluatorWorkspace& workspace) {
  const auto digits = digits_of_values(context, a.level(), rows_of(a.part(1)), workspace);
  substitute(context, out, a, digits, entry, workspace);
}

// Only the units modulo powers of two are two rows.
void require_rows(const Context& context, const char* instead) {
  if (!context.keys->errors.powerful) return;
  throw Error(
      ErrorCode::unsupported,
      "rows and columns in the ring of the index " + std::to_string(context.keys->index.value()),
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
    digits.push_back(context.keys->engine->make_rows(context.keys->q | context.keys->p));
  }
  return digits;
}

// The substitution x -> x^g, for what the caller asked for.
void apply(const std::shared_ptr<const Context>& context, Ciphertext& out, const Ciphertext& a,
           std::uint64_t g, const Substitution& use, const GaloisKeys& keys,
           EvaluatorWorkspace& workspace) {
  require_apart(&out, &a);
  const NoiseBound noise = substituted_noise(context, a, keys, workspace);
  const GaloisKeys::Entry& entry = key_for(*context->keys, keys, g, use);
  make_room(out, context, a.level());
  substitute(*context, rows_of_parts(out), a, entry, workspace);
  out.set(a.scale_factor(), noise, key_id_of(a, keys));
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
  HoistedCiphertext out(a, make_digits(*context_, context_->level(a.level()).digits));
  hoist(out, a, workspace);
  return out;
}

void Evaluator::hoist(HoistedCiphertext& out, const Ciphertext& a,
                      EvaluatorWorkspace& workspace) const {
  require_context(a.context(), context_, "a ciphertext");
  require_context(workspace.context(), context_, "a workspace");
  const KeyTables& keys = *context_->keys;
  const KeyLevel& level = keys.level(a.level());
  const std::size_t count = level.digits;
  make_key_switch_ready(keys, a.level());
  if (out.ciphertext().context() != context_ || out.digits().size() < count) {
    out = HoistedCiphertext(a, make_digits(*context_, count));
  } else {
    copy_operand(out.ciphertext(), context_, a);
  }
  Engine& engine = *keys.engine;
  const ConstRows values =
      over_error_factor(*context_, a.level(), rows_of(a.part(1)), 3, workspace);
  const Rows coefficients = workspace.rows(2).only(level.q);
  engine.inverse(coefficients, values);
  for (std::size_t d = 0; d < count; ++d) {
    const LimbSet own = keys.digit(a.level(), d), others = (level.q | keys.p) - own;
    const Rows raised = out.digits()[d].only(others);
    engine.convert(raised, coefficients.only(own), {}, keys.raise(a.level(), d), workspace.words(),
                   (keys.q | keys.p) - own);
    engine.forward(raised, raised);
    engine.copy_in(out.digits()[d].only(own), values.only(own));
  }
}

void Evaluator::apply_galois(Ciphertext& out, const HoistedCiphertext& a, std::uint64_t g,
                             const GaloisKeys& keys, EvaluatorWorkspace& workspace) const {
  const Ciphertext& ciphertext = a.ciphertext();
  const NoiseBound noise = substituted_noise(context_, ciphertext, keys, workspace);
  const GaloisKeys::Entry& entry = key_for(*context_->keys, keys, g, {Substitution::Of::exponent});
  const KeyLevel& level = context_->level(a.level());
  const std::size_t count = level.digits;
  for (std::size_t d = 0; d < count; ++d) {
    workspace.digits()[d] = {.values = a.digits()[d].only(level.q | context_->keys->p)};
  }
  make_room(out, context_, a.level());
  substitute(*context_, rows_of_parts(out), ciphertext, workspace.digits().first(count), entry,
             workspace);
  out.set(ciphertext.scale_factor(), noise, key_id_of(ciphertext, keys));
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
  const KeyLevel& level = context_->level(a.level());
  const auto entry = [&](std::size_t step) -> const GaloisKeys::Entry& {
    const auto by = static_cast<std::int64_t>(step);
    return key_for(*context_->keys, keys, row_rotation(context_->degree(), by),
                   {Substitution::Of::sum, by, columns});
  };
  NoiseBound noise = a.noise();
  for (std::size_t step = 1; step < columns; step *= 2) {
    (void)entry(step);
    noise = noise + context_->noise.switched(a.level(), noise);
  }
  require_decryptable(noise, "a sum of columns");
  make_key_switch_ready(*context_->keys, a.level());
  copy_operand(out, context_, a);
  const std::array<Rows, 2> sum = rows_of_parts(out), rotated{workspace.operand(0).only(level.q),
                                                              workspace.operand(1).only(level.q)};
  for (std::size_t step = 1; step < columns; step *= 2) {
    substitute(*context_, rotated, out, entry(step), workspace);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::array<ConstRows, 2> in{sum[i], rotated[i]};
      context_->keys->engine->apply(Operation::add, sum[i], in);
    }
  }
  out.set(out.scale_factor(), noise, key_id_of(a, keys));
}

Ciphertext Evaluator::sum_columns(const Ciphertext& a, std::size_t columns, const GaloisKeys& keys,
                                  EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  sum_columns(out, a, columns, keys, workspace);
  return out;
}

}  // namespace lath::he
