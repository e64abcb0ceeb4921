// SPDX-License-Identifier: Apache-2.0
#include "lath/he/scheme_parameters.hpp"

#include "he/context.hpp"

namespace lath::he {

const Literal& SchemeParameters::literal() const& noexcept { return context_->literal; }
std::size_t SchemeParameters::degree() const noexcept { return context_->degree(); }
const Natural& SchemeParameters::plaintext_modulus() const& noexcept {
  return context_->plaintexts->modulus();
}
std::size_t SchemeParameters::levels() const noexcept { return context_->levels(); }
const DynamicRing& SchemeParameters::ring(std::size_t level) const& noexcept {
  return context_->level(level).ring;
}
DynamicRing SchemeParameters::key_ring() const { return context_->keys->key_ring(); }
std::size_t SchemeParameters::digits() const noexcept { return context_->level(levels()).digits; }
double SchemeParameters::log2_q(std::size_t level) const noexcept {
  return context_->noise.log2_q(level);
}
double SchemeParameters::log2_qp() const noexcept {
  return context_->noise.log2_q(levels()) + context_->noise.log2_p();
}
const NoiseModel& SchemeParameters::noise() const& noexcept { return context_->noise; }
KeySpace SchemeParameters::key_space() const noexcept { return context_->key_space; }
PlaintextSpace SchemeParameters::plaintext_space() const { return context_->plaintext_space; }
const std::shared_ptr<const PlaintextTables>& SchemeParameters::plaintexts() const& noexcept {
  return context_->plaintexts;
}

void SchemeParameters::make_ready(const Work& work) const {
  const std::size_t primes = context_->keys->chain.limbs();
  for (std::size_t i = 0; i < primes; ++i) {
    work.require_wanted();
    context_->keys->engine->make_ready(LimbSet::range(i, 1));
    work.report(i + 1);
  }
  for (std::size_t l = 1; l <= levels(); ++l) {
    work.require_wanted();
    context_->make_ready(l);
    work.report(primes + l);
  }
}

bool SchemeParameters::equal(const SchemeParameters& a, const SchemeParameters& b) noexcept {
  return a.context_ != nullptr && b.context_ != nullptr &&
         a.context_->fingerprint == b.context_->fingerprint;
}

}  // namespace lath::he
