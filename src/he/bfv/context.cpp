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
  const LimbSet& q = keys->level(level).q;
  const LimbSet r = keys->auxiliary.prefix(primes);
  const RnsBasis of_q = keys->basis(q), of_r = keys->basis(r);
  keys->engine->make_ready(r);
  return {r, RowMap::extension(of_q, of_r), RowMap::extension(of_r, of_q),
          RowMap::modulus_switch(of_q, of_r), RowMap::scale(of_r, of_q, plaintexts->modulus())};
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
