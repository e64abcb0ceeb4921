// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/context.hpp"

namespace lath::he::bfv {

BfvContext::BfvContext(const Literal& from)
    : Context(from, from.prime_bits.size(), 1), r(LimbSet::range(q.size() + p.size(), q.size())) {
  for (const Level& level : levels) bfv_levels.push_back(make_bfv_level(level));
}

BfvLevel BfvContext::make_bfv_level(const Level& level) const {
  const LimbSet of_r = r.prefix(level.q.size());
  const RnsBasis basis_q = basis(level.q), basis_p = basis(p), basis_r = basis(of_r);
  const auto minus_inverse = [&](const Modulus& m) {
    return m.negate(m.inverse_vartime(m.reduce(t.value())));
  };
  return {of_r,
          scalar_of(level.ring, minus_inverse),
          modulo_t.scalar(product(level.q, t)),
          RowMap::round_to_plaintext(basis_q, t),
          RowMap::remainder(basis_p, basis_q),
          RowMap::extension(basis_q, basis_r),
          RowMap::extension(basis_r, basis_q),
          RowMap::modulus_switch(basis_q, basis_r),
          RowMap::scale(basis_r, basis_q, t.value())};
}

}  // namespace lath::he::bfv
