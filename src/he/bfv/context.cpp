// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/context.hpp"

#include <algorithm>
#include <utility>

#include "he/literal.hpp"

namespace lath::he::bfv {

BfvContext::BfvContext(const Literal& from)
    : Context(from, Scheme::bfv, prime_lengths(from).size()),
      r(LimbSet::range(q.size() + p.size(), q.size())) {
  for (const Level& level : levels) bfv_levels.push_back(make_bfv_level(level));
  const BfvLevel& top = bfv_levels.back();
  workspace_rows = kProductRows;
  for (const Auxiliary& auxiliary : top.auxiliaries) {
    for (const RowMap* map :
         {&auxiliary.extend, &auxiliary.reduce, &auxiliary.shrink, &auxiliary.scale}) {
      workspace_words = std::max(workspace_words, engine->convert_words(*map));
    }
  }
  workspace_words = std::max(workspace_words, engine->divide_words(top.lower_with_own));
}

// With up to eight bases for each level: of all lengths up to eight primes.
BfvLevel BfvContext::make_bfv_level(const Level& level) const {
  const std::size_t primes = level.q.size(), step = (q.size() + 7) / 8;
  std::vector<Auxiliary> auxiliaries;
  for (std::size_t k = (primes - 1) % step + 1; k <= primes; k += step) {
    auxiliaries.push_back(make_auxiliary(level, k));
  }
  return {RowMap::remainder(basis(p), basis(level.q)), std::move(auxiliaries)};
}

Auxiliary BfvContext::make_auxiliary(const Level& level, std::size_t primes) const {
  const LimbSet of_r = r.prefix(primes);
  const RnsBasis basis_q = basis(level.q), basis_r = basis(of_r);
  return {of_r,
          log2_product(of_r),
          RowMap::extension(basis_q, basis_r),
          RowMap::extension(basis_r, basis_q),
          RowMap::modulus_switch(basis_q, basis_r),
          RowMap::scale(basis_r, basis_q, t.value())};
}

}  // namespace lath::he::bfv
