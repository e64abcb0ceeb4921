// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/context.hpp"

#include <algorithm>

#include "he/literal.hpp"

namespace lath::he::bfv {

BfvContext::BfvContext(const Literal& from)
    : Context(from, Scheme::bfv, prime_lengths(from).size()),
      r(LimbSet::range(q.size() + p.size(), q.size())) {
  for (const Level& level : levels) bfv_levels.push_back(make_bfv_level(level));
  const BfvLevel& top = bfv_levels.back();
  workspace_rows = kProductRows;
  for (const RowMap* map : {&top.extend, &top.reduce, &top.shrink, &top.scale}) {
    workspace_words = std::max(workspace_words, engine->convert_words(*map));
  }
  workspace_words = std::max(workspace_words, engine->divide_words(top.lower_with_own));
}

BfvLevel BfvContext::make_bfv_level(const Level& level) const {
  const LimbSet of_r = r.prefix(level.q.size());
  const RnsBasis basis_q = basis(level.q), basis_p = basis(p), basis_r = basis(of_r);
  return {of_r,
          RowMap::remainder(basis_p, basis_q),
          RowMap::extension(basis_q, basis_r),
          RowMap::extension(basis_r, basis_q),
          RowMap::modulus_switch(basis_q, basis_r),
          RowMap::scale(basis_r, basis_q, t.value())};
}

}  // namespace lath::he::bfv
