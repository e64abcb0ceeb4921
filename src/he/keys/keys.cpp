// SPDX-License-Identifier: Apache-2.0
#include "lath/he/keys.hpp"

#include <array>

#include "he/access.hpp"
#include "he/core/errors.hpp"
#include "he/core/key_tables.hpp"
#include "he/core/require.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/keys/key_parts.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

using SecretValues = Poly<DynamicRing, Eval, Secret>;
using Values = Poly<DynamicRing, Eval>;

// P modulo the primes of a digit, zero modulo the others.
RnsScalar<DynamicRing> digit_factor(const KeyTables& tables, const DynamicRing& ring,
                                    const LimbSet& digit) {
  std::vector<std::uint64_t> residues(ring.limbs());
  for (std::size_t i = 0; i < digit.size(); ++i) {
    const std::size_t place = digit.place(i);
    residues[place] = tables.product(tables.p, ring.modulus(place));
  }
  return RnsScalar<DynamicRing>::from_residues(ring, residues);
}

// s(x^h) of a polynomial s in evaluation form.
SecretValues substituted(const SecretValues& s, std::uint64_t h) {
  return apply_automorphism(s, Automorphism::create(s.ring().slots(), h));
}

}  // namespace

std::vector<std::uint64_t> GaloisKeys::elements() const {
  std::vector<std::uint64_t> result;
  result.reserve(keys_.size());
  for (const auto& [g, entry] : keys_) result.push_back(g);
  return result;
}

KeyGenerator::KeyGenerator(const KeySpace& key_space, Generator& generator) noexcept
    : KeyGenerator(Access::tables(key_space), generator) {}

KeyGenerator::KeyGenerator(const KeySpace& key_space, Generator&& generator)
    : tables_(Access::tables(key_space)),
      generator_(std::make_shared<Generator>(std::move(generator))) {}

void KeyGenerator::require(const SecretKey& secret) const {
  require_keys(secret.tables(), tables_, "a secret key");
}

SecretKey KeyGenerator::secret_key() {
  Buffer<std::int8_t, Secret> draws(tables_->degree());
  do {
    sample_ternary(draws.span(), *generator_);
  } while (bounds_under(*tables_, draws) != BoundOrigin::own);
  return make_secret_key(tables_, draw_key_id(*generator_), draws, BoundOrigin::own);
}

PublicKey KeyGenerator::public_key(const SecretKey& secret) {
  require(secret);
  const DynamicRing& ring = tables_->levels.back().ring;
  const PublicSeed seed = draw_public_seed(*generator_);
  const Values a = std::move(uniform_parts(ring, seed, 1).front());
  const SecretValues e = error_values(ring, tables_->errors, *generator_);
  SecretValues masked(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    ring.plan(i).arithmetic().apply(
        Operation::subtract_product, masked.limb(i).data(),
        {a.limb(i).data(), secret.value().limb(i).data(), e.limb(i).data()}, ring.degree());
  }
  // A sample of Ring-LWE hides the secret key and the error.
  return {tables_,
          secret.id(),
          seed,
          rows_in_engine(*tables_, declassify(masked)),
          rows_in_engine(*tables_, a),
          secret.bounds()};
}

SwitchingKey KeyGenerator::switching_key(KeyId id, const SecretValues& from, const SecretValues& to,
                                         const Work& work, std::uint64_t digits_before) {
  const DynamicRing ring = tables_->key_ring();
  const PublicSeed seed = draw_public_seed(*generator_);
  const std::size_t levels = tables_->levels.size(), digits = tables_->levels.back().digits;
  const std::vector<Values> a = uniform_parts(ring, seed, digits);
  std::vector<Values> b;
  for (std::size_t d = 0; d < digits; ++d) {
    work.require_wanted();
    const auto w = digit_factor(*tables_, ring, tables_->digit(levels, d));
    const SecretValues e = error_values(ring, tables_->errors, *generator_);
    const SecretValues masked = e - a[d] * to;
    // A sample of Ring-LWE hides the summand w * from.
    b.push_back(declassify(masked + w * from));
    work.report(digits_before + d + 1);
  }
  return make_switching_key(tables_, id, seed, b, a);
}

RelinKey KeyGenerator::relin_key(const SecretKey& secret, const Work& work) {
  require(secret);
  const SecretValues square = secret.value() * secret.value();
  return {switching_key(secret.id(), square, secret.value(), work, 0)};
}

GaloisKeys KeyGenerator::galois_keys(const SecretKey& secret,
                                     std::span<const std::uint64_t> elements, const Work& work) {
  require(secret);
  require_elements(*tables_, elements);
  const SlotMap& slots = secret.value().ring().slots();
  const Modulus index(slots.index());
  std::map<std::uint64_t, GaloisKeys::Entry> keys;
  std::uint64_t digits = 0;
  for (const std::uint64_t g : elements) {
    const Automorphism automorphism = Automorphism::create(slots, g);
    // A ciphertext is switched first and substituted afterwards: from s to s(x^(1/g)).
    const SecretValues target = substituted(secret.value(), index.inverse_vartime(g));
    keys.insert_or_assign(
        g, GaloisKeys::Entry{switching_key(secret.id(), secret.value(), target, work, digits),
                             automorphism});
    digits += tables_->levels.back().digits;
  }
  return {tables_, secret.id(), std::move(keys)};
}

}  // namespace lath::he
