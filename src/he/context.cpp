// SPDX-License-Identifier: Apache-2.0
#include "he/context.hpp"

#include <utility>

#include "he/access.hpp"
#include "he/core/dropped_primes.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// Throws unless t is a unit modulo every prime of Q.
void require_coprime(const KeyTables& keys, const Natural& t) {
  for (const Modulus& q : keys.moduli(keys.q)) {
    if (remainder_vartime(t, q.value()) != 0) continue;
    throw Error(ErrorCode::invalid_argument,
                "the plaintext modulus " + decimal_vartime(t) + ", a multiple of the prime " +
                    std::to_string(q.value()) + " of Q",
                "need one that has no prime of Q as a factor",
                "take another plaintext modulus, or give a literal with other primes");
  }
}

std::shared_ptr<const PlaintextTables> tables_over(const std::shared_ptr<const KeyTables>& keys,
                                                   Scheme scheme, const PlaintextSpace& space) {
  if (space.short_modulus().index == 0) require_coprime(*keys, space.modulus());
  return Access::tables(space, keys, scheme);
}

Literal with_plaintexts(Literal literal, const PlaintextTables& plaintexts) {
  literal.plaintext_modulus = plaintexts.modulus();
  literal.short_modulus = plaintexts.short_modulus();
  return literal;
}

ChainPrimes primes_of(const KeyTables& keys) {
  const auto values = [&](const LimbSet& limbs) {
    std::vector<std::uint64_t> primes;
    for (const Modulus& q : keys.moduli(limbs)) primes.push_back(q.value());
    return primes;
  };
  return {values(keys.q), values(keys.p), values(keys.auxiliary)};
}

}  // namespace

Context::Context(Scheme of, const KeySpace& from_keys, const PlaintextSpace& from_plaintexts)
    : scheme(of),
      key_space(from_keys),
      plaintext_space(from_plaintexts),
      keys(Access::tables(key_space)),
      plaintexts(tables_over(keys, of, plaintext_space)),
      literal(with_plaintexts(keys->literal, *plaintexts)),
      noise(of, literal, primes_of(*keys)),
      fingerprint(fingerprint_of(of, keys->fingerprint, plaintexts->modulus(),
                                 plaintexts->short_modulus())),
      error_factor(of == Scheme::bfv ? RingFactor() : plaintexts->t()),
      inverse_error_factor(of == Scheme::bfv ? RingFactor() : plaintexts->message_over_t()),
      message_scalar(of == Scheme::bgv ? RingFactor() : plaintexts->message_over_t()),
      factor_over_p(scalar_of(keys->levels.back().ring, [&](const Modulus& q) {
        const bool is_integer = !error_factor.is_one() && !error_factor.is_polynomial();
        const std::uint64_t f = is_integer ? plaintexts->residue(q) : q.reduce(1);
        return q.multiply(f, q.inverse_vartime(keys->product(keys->p, q)));
      })) {
  Natural product = 1;
  for (const Modulus& q : keys->moduli(keys->q)) {
    const Natural prime = plaintexts->integer(static_cast<std::int64_t>(q.value()));
    product = plaintexts->product(product, prime);
    message_factors_.push_back(of == Scheme::bfv ? product : 1);
    scales_of_drop_.push_back(of == Scheme::bfv ? 1 : plaintexts->inverse(prime));
  }
}

void Context::make_ready(std::size_t l) const {
  keys->make_ready(l);
  plaintexts->make_ready(l);
  for (std::size_t to = l; to-- > next_level(l, 1);) static_cast<void>(keys->drop(l, to));
}

std::string describe(const Context& context) {
  const Natural& t = context.plaintexts->modulus();
  return (context.scheme == Scheme::bfv ? "BFV" : "BGV") + std::string(" of ") +
         describe(*context.keys) + ", t " +
         (t.bits() > 64 ? "of " + std::to_string(t.bits()) + " bits" : "= " + decimal_vartime(t));
}

}  // namespace lath::he
