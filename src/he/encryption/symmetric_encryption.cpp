// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/errors.hpp"
#include "he/core/limb_work.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/keys/key_parts.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

// Rows for a part of a ciphertext of this level.
EngineRows new_part(const Context& context, std::size_t level) {
  return {context.keys->engine, context.level(level).q};
}

EngineRows uniform_part(const Context& context, std::size_t level, const PublicSeed& seed) {
  Generator draws = Generator::from_seed(Seed(seed), "lath he c");
  EngineRows part = new_part(context, level);
  const RowsToWrite rows(*context.keys->engine, part.rows());
  for (std::size_t limb = 0; limb < level; ++limb) {
    sample_uniform(std::span(rows.row(limb), context.degree()),
                   context.keys->chain.modulus(limb).value(), draws);
  }
  rows.store();
  return part;
}

// One limb of f (e + the message) - a s, where f is the error factor; with scratch memory for two
// rows.
void encrypt_limb(const Context& context, const RowsToWrite& c0, const RowsToRead& a,
                  const SecretKey& key, const ErrorCoefficients& draws, const FreshMessage& message,
                  std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
  const KeyLevel& level = context.level(context.levels());
  const std::size_t n = context.degree();
  const auto& plan = level.ring.plan(limb);
  const auto& arithmetic = plan.arithmetic();
  const Modulus& q = level.ring.modulus(limb);
  const auto e = scratch.first(n);
  std::uint64_t* out = c0.row(limb);
  draws.residues(e, q);
  message.add_to(e.data(), limb);
  plan.forward(e.data());
  message.add_to_values(e.data(), limb, scratch.subspan(n, n));
  context.error_factor.multiply(arithmetic, limb, e.data(), e.data(), n);
  arithmetic.apply(Operation::subtract_product, out,
                   {a.row(limb), key.value().limb(limb).data(), e.data()}, n);
  // A ciphertext hides the message, the secret key and the error.
  ct::declassify(out, n * sizeof(std::uint64_t));
}

struct Encryption {
  PublicSeed seed;
  EngineRows c0, a;
  NoiseBound noise;
};

Encryption encrypt_symmetric(const std::shared_ptr<const Context>& shared, const SecretKey& key,
                             const Plaintext& plaintext, Generator& generator) {
  const Context& context = require_whole(shared, "an encryptor");
  require_plaintext(plaintext, *context.plaintexts);
  const NoiseBound noise = context.noise.symmetric().with_origin(key.bounds());
  require_fresh(noise);
  const PublicSeed seed = draw_public_seed(generator);
  ErrorCoefficients e(context.keys->errors, generator);
  EngineRows c0 = new_part(context, context.levels());
  EngineRows a = uniform_part(context, context.levels(), seed);
  const auto message =
      context.plaintexts->fresh(plaintext.words(), context.message_factor(context.levels()), e);
  Engine& engine = *context.keys->engine;
  const RowsToWrite c0_rows(engine, c0.rows());
  const RowsToRead a_rows(engine, a.rows());
  for_each_limb(*context.keys, context.levels(), 2,
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  encrypt_limb(context, c0_rows, a_rows, key, e, *message, limb, scratch);
                });
  c0_rows.store();
  return {seed, std::move(c0), std::move(a), noise};
}

Ciphertext ciphertext_of(std::shared_ptr<const Context> context, EngineRows c0, EngineRows a,
                         const Natural& factor, const NoiseBound& noise, KeyId key_id) {
  std::vector<EngineRows> parts;
  parts.reserve(2);
  parts.push_back(std::move(c0));
  parts.push_back(std::move(a));
  return Access::ciphertext<Ciphertext>(std::move(context), std::move(parts), factor, noise,
                                        key_id);
}

}  // namespace

SymmetricEncryptor::SymmetricEncryptor(const SchemeParameters& parameters, const SecretKey& key)
    : context_(parameters.context()), key_(key) {
  require_keys(key.tables(), context_->keys, "a secret key");
}

Ciphertext SymmetricEncryptor::encrypt(const Plaintext& plaintext, Generator& generator) const {
  Encryption x = encrypt_symmetric(context_, key_, plaintext, generator);
  return ciphertext_of(context_, std::move(x.c0), std::move(x.a), 1, x.noise, key_.id());
}

SeededCiphertext SymmetricEncryptor::encrypt_seeded(const Plaintext& plaintext,
                                                    Generator& generator) const {
  Encryption x = encrypt_symmetric(context_, key_, plaintext, generator);
  return Access::seeded(context_, std::move(x.c0), x.seed, 1, x.noise, key_.id());
}

Ciphertext SeededCiphertext::expand() const& {
  require_whole(context_, "a seeded ciphertext");
  return ciphertext_of(context_, c0_, uniform_part(*context_, level(), seed_), factor_, noise_,
                       key_id_);
}

Ciphertext SeededCiphertext::expand() && {
  require_whole(context_, "a seeded ciphertext");
  auto a = uniform_part(*context_, level(), seed_);
  return ciphertext_of(std::move(context_), std::move(c0_), std::move(a), factor_, noise_, key_id_);
}

}  // namespace lath::he
