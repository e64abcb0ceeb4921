// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/context.hpp"

#include <algorithm>

namespace lath::he::bfv {

BfvContext::BfvContext(const KeySpace& of_keys, const PlaintextSpace& of_plaintexts)
    : Context(Scheme::bfv, of_keys, of_plaintexts) {
  for (std::size_t l = 1; l <= levels(); ++l) {
    for (std::size_t k = noise.fewest_auxiliary_primes(l); k <= l; k += noise.auxiliary_step()) {
      auxiliaries_.try_emplace({l, k});
    }
  }
}

std::size_t BfvContext::product_words() const {
  const Engine& engine = *keys->engine;
  const Auxiliary& longest = auxiliary(levels(), levels());
  std::size_t words = engine.divide_words(keys->lower_with_own());
  for (const RowMap* map : {&longest.extend, &longest.reduce, &longest.shrink, &longest.scale}) {
    words = std::max(words, engine.convert_words(*map));
  }
  return words;
}

const Auxiliary& BfvContext::auxiliary(std::size_t level, std::size_t primes) const {
  return auxiliaries_.at({level, primes}).get([&] { return make_auxiliary(level, primes); });
}

Auxiliary BfvContext::make_auxiliary(std::size_t level, std::size_t primes) const {
  const auto& [from_q, from_r] = maps_.get([this] {
    const std::vector<Modulus> q = keys->moduli(keys->q), r = keys->moduli(keys->auxiliary);
    return Maps{detail::PrefixMaps(q, r), detail::PrefixMaps(r, q)};
  });
  const LimbSet r = keys->auxiliary.prefix(primes);
  keys->engine->make_ready(r);
  using Residues = std::vector<std::uint64_t>;
  const Residues zeros_of_q(level, 0), zeros_of_r(primes, 0), ones_of_q(level, 1),
      ones_of_r(primes, 1);
  Residues r_of_q, minus_t_of_q, minus_tq_of_r;
  // The second factor is multiplied by a polynomial t before.
  const auto t_of = [&](const Modulus& m) {
    return plaintexts->t().is_polynomial() ? m.reduce(1) : plaintexts->residue(m);
  };
  for (std::size_t i = 0; i < level; ++i) {
    const Modulus& m = from_q.from()[i];
    r_of_q.push_back(from_r.product(primes, i));
    minus_t_of_q.push_back(m.negate(t_of(m)));
  }
  for (std::size_t i = 0; i < primes; ++i) {
    const Modulus& m = from_r.from()[i];
    minus_tq_of_r.push_back(m.negate(m.multiply(t_of(m), from_q.product(level, i))));
  }
  return {r, from_q.map(ones_of_q, zeros_of_r), from_r.map(ones_of_r, zeros_of_q),
          from_q.map(r_of_q, zeros_of_r), from_r.map(minus_tq_of_r, minus_t_of_q)};
}

void BfvContext::make_ready(std::size_t l) const {
  Context::make_ready(l);
  for (const auto& [base, tables] : auxiliaries_) {
    if (base.first == l) static_cast<void>(auxiliary(l, base.second));
  }
}

std::size_t BfvContext::auxiliaries_made() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      auxiliaries_, [](const auto& entry) { return entry.second.peek() != nullptr; }));
}

}  // namespace lath::he::bfv
