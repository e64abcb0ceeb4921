// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/plaintext_tables.hpp"

#include "lath/base/buffer.hpp"
#include "ring/engine/program_rows.hpp"

namespace lath::he {
namespace {

template <class Residue>
RingFactor integer_factor(const KeyTables& keys, const Residue& residue) {
  return RingFactor(scalar_of(keys.levels.back().ring, residue));
}

}  // namespace

PlaintextTables::PlaintextTables(std::shared_ptr<const KeyTables> keys, Scheme scheme,
                                 Natural modulus)
    : keys_(std::move(keys)),
      scheme_(scheme),
      modulus_(std::move(modulus)),
      t_(integer_factor(*keys_, [&](const Modulus& q) { return residue(q); })),
      message_over_t_(integer_factor(*keys_, [&](const Modulus& q) {
        const std::uint64_t inverse = q.inverse_vartime(residue(q));
        return scheme_ == Scheme::bfv ? q.negate(inverse) : inverse;
      })) {}

RingFactor PlaintextTables::factor_of(const Natural& a, const LimbSet& limbs) const {
  if (is_integer(a)) {
    return RingFactor(scalar_of(keys_->level(limbs.size()).ring,
                                [&](const Modulus& q) { return integer_residue(a, q); }));
  }
  Buffer<std::uint64_t, Secret> constant(plaintext_words());
  write_constant(constant.span(), a);
  Buffer<std::uint64_t, Secret> memory(lift_words());
  Engine& engine = *keys_->engine;
  const RowBuffer values = engine.make_rows(limbs);
  const detail::RowsToWrite coefficients(engine, values.rows());
  lift(coefficients.rows(), constant.span(), 1, memory.span());
  coefficients.store();
  engine.forward(values.rows(), values.rows());
  return {engine, values};
}

}  // namespace lath::he
