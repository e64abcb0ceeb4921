// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/errors.hpp"
#include "he/core/limb_work.hpp"
#include "he/keys/key_parts.hpp"
#include "he/noise/flooding.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {
namespace {

// The random values of a rerandomisation.
struct MaskDraws {
  FloodingNoise flood;
  Buffer<std::int8_t, Secret> u;
  ErrorCoefficients e;

  // Members are drawn in this order.
  MaskDraws(const Context& context, unsigned bits, Generator& generator)
      : flood(context.degree(), bits, generator),
        u(ternary_coefficients(context.degree(), generator)),
        e(context.keys->errors, generator) {}
};

// Adds one limb of f (b u + E, a u + e), where f is the error factor; with scratch memory for two
// rows.
void add_limb(const Context& context, const KeyLevel& level, const std::array<RowsToWrite, 2>& out,
              std::span<const RowsToRead> in, const std::array<RowsToRead, 2>& key,
              const MaskDraws& draws, std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
  const std::size_t n = context.degree();
  const auto& plan = level.ring.plan(limb);
  const auto& arithmetic = plan.arithmetic();
  const Modulus& q = level.ring.modulus(limb);
  const auto u = scratch.first(n), e = scratch.subspan(n, n);
  const auto add = [&](std::size_t part) {
    std::uint64_t* row = out[part].row(limb);
    arithmetic.multiply_add(e.data(), key[part].row(limb), u.data(), e.data(), n);
    context.error_factor.multiply_add(arithmetic, limb, row, e.data(), in[part].row(limb), n);
    // A ciphertext hides the masks and the errors.
    ct::declassify(row, n * sizeof(std::uint64_t));
  };
  draws.flood.residues(e, u, q, arithmetic);
  plan.forward(e.data());
  plan.forward(u.data(), draws.u.data());
  add(0);
  draws.e.forward(plan, e.data());
  add(1);
}

}  // namespace

Rerandomizer::Rerandomizer(const SchemeParameters& parameters, const PublicKey& key)
    : context_(parameters.context()), key_(key) {
  require_keys(key.tables(), context_->keys, "a public key");
}

Ciphertext Rerandomizer::rerandomize(const Ciphertext& ciphertext, Generator& generator,
                                     unsigned budget_bits) const {
  const Context& context = require_whole(context_, "a rerandomizer");
  require_context(Access::context(ciphertext), context_, "a ciphertext");
  const KeyId key_id = require_one_key("a ciphertext", ciphertext.key_id(), key_.id());
  const KeyLevel& level = context.level(ciphertext.level());
  const PlaintextTables& plaintexts = *context.plaintexts;
  // The integer that makes the scale factor 1.
  const Natural multiplier = plaintexts.inverse(ciphertext.scale_factor());
  const double log2_multiplier = plaintexts.log2_magnitude(multiplier);
  const NoiseBound hidden = ciphertext.noise().scaled(log2_multiplier) +
                            context.noise.zero(ciphertext.level()).with_origin(key_.bounds());
  const double bits = largest_flooding(context.noise, ciphertext.level(), budget_bits);
  require_flooding(context.noise, ciphertext.level(), hidden, bits, "a result");
  const MaskDraws draws(context, static_cast<unsigned>(bits), generator);

  Ciphertext out = ciphertext;
  if (multiplier != 1) {
    const RingFactor factor = plaintexts.factor_of(multiplier, level.q);
    for (const Rows& part : rows_of_parts(out)) {
      factor.multiply(*context.keys->engine, part, part);
    }
  }
  const auto in = parts_to_read(out);
  const auto key = parts_to_read(*context.keys, key_);
  const auto parts = parts_to_write(out);
  for_each_limb(*context.keys, ciphertext.level(), 2,
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  add_limb(context, level, parts, in, key, draws, limb, scratch);
                });
  for (const RowsToWrite& part : parts) part.store();
  // The hidden noise is less than 2^-64 of this bound, below the error of the logarithm.
  const NoiseBound flooded =
      context.noise.error(ciphertext.level(), bits + context.noise.log2_uniform_error());
  Access::set(out, 1, flooded.with_origin(hidden.origin()), key_id);
  return out;
}

}  // namespace lath::he
