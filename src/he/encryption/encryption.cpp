// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/errors.hpp"
#include "he/core/limb_work.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/keys/key_parts.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

struct Draws {
  Buffer<std::int8_t, Secret> u;
  ErrorCoefficients e0, e1;

  // Members are drawn in this order.
  Draws(const Context& context, Generator& generator)
      : u(ternary_coefficients(context.degree(), generator)),
        e0(context.keys->errors, generator),
        e1(context.keys->errors, generator) {}
};

// One limb of f (b u + e0 + the message, a u + e1), where f is the error factor, 1 in BFV. There is
// scratch memory for two rows.
void encrypt_limb(const Context& context, const std::array<RowsToWrite, 2>& out,
                  const std::array<RowsToRead, 2>& key, const Draws& draws,
                  const FreshMessage& message, std::size_t limb,
                  std::span<std::uint64_t> scratch) noexcept {
  const KeyLevel& level = context.level(context.levels());
  const std::size_t n = context.degree();
  const auto& plan = level.ring.plan(limb);
  const auto& arithmetic = plan.arithmetic();
  const Modulus& q = level.ring.modulus(limb);
  const auto u = scratch.first(n), e = scratch.subspan(n, n);
  std::uint64_t *c0 = out[0].row(limb), *c1 = out[1].row(limb);

  draws.e0.residues(e, q);
  message.add_to(e.data(), limb);
  plan.forward(e.data());
  plan.forward(u.data(), draws.u.data());
  arithmetic.multiply_add(c0, key[0].row(limb), u.data(), e.data(), n);
  message.add_to_values(c0, limb, e);

  draws.e1.forward(plan, e.data());
  arithmetic.multiply_add(c1, key[1].row(limb), u.data(), e.data(), n);
  for (std::uint64_t* part : {c0, c1}) {
    context.error_factor.multiply(arithmetic, limb, part, part, n);
    // A ciphertext hides the message, the masks and the errors.
    ct::declassify(part, n * sizeof(std::uint64_t));
  }
}

}  // namespace

Encryptor::Encryptor(const SchemeParameters& parameters, const PublicKey& key)
    : context_(parameters.context()), key_(key) {
  require_keys(key.tables(), context_->keys, "a public key");
}

// Works prime by prime, so that only draws and two rows for each thread are in use beside the
// result. Whatever fails, fails before the result is touched.
void Encryptor::encrypt(Ciphertext& out, const Plaintext& plaintext, Generator& generator) const {
  const Context& context = require_whole(context_, "an encryptor");
  require_plaintext(plaintext, *context.plaintexts);
  const NoiseBound noise = context.noise.fresh().with_origin(key_.bounds());
  require_fresh(noise);
  Draws draws(context, generator);
  const auto message = context.plaintexts->fresh(
      plaintext.words(), context.message_factor(context.levels()), draws.e0);
  LimbScratch scratch(*context.keys, context.levels(), 2);
  const auto key = parts_to_read(*context.keys, key_);
  make_room(out, context_, context.levels());
  const auto parts = parts_to_write(out);
  scratch.for_each_limb([&](std::size_t limb, std::span<std::uint64_t> rows) noexcept {
    encrypt_limb(context, parts, key, draws, *message, limb, rows);
  });
  for (const RowsToWrite& part : parts) part.store();
  Access::set(out, 1, noise, key_.id());
}

Ciphertext Encryptor::encrypt(const Plaintext& plaintext, Generator& generator) const {
  require_whole(context_, "an encryptor");
  auto out = empty_result<Ciphertext>(context_);
  encrypt(out, plaintext, generator);
  return out;
}

}  // namespace lath::he
