// SPDX-License-Identifier: Apache-2.0
#include "lath/he/core/key_space.hpp"

#include "he/access.hpp"
#include "he/core/key_tables.hpp"
#include "he/literal.hpp"

namespace lath::he {

KeySpace KeySpace::create_insecure(const Literal& literal) {
  const Literal whole = checked_key_space(literal);
  PrimePool pool;
  return KeySpace(std::make_shared<const KeyTables>(whole, chain_primes(whole, pool)));
}

KeySpace KeySpace::create(const Literal& literal) {
  require_secure(literal);
  return create_insecure(literal);
}

std::size_t KeySpace::degree() const noexcept { return tables_->degree(); }
std::size_t KeySpace::levels() const noexcept { return tables_->levels.size(); }
std::size_t KeySpace::digits() const noexcept { return tables_->levels.back().digits; }
const DynamicRing& KeySpace::ring(std::size_t level) const& noexcept {
  return tables_->level(level).ring;
}
DynamicRing KeySpace::key_ring() const { return tables_->key_ring(); }

bool operator==(const KeySpace& a, const KeySpace& b) noexcept {
  return a.tables_ == b.tables_ || a.tables_->fingerprint == b.tables_->fingerprint;
}

}  // namespace lath::he
