// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/plaintext_tables.hpp"

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

}  // namespace lath::he
