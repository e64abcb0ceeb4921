// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "he/context.hpp"
#include "he/encryption/errors.hpp"
#include "he/encryption/limb_work.hpp"
#include "he/noise/flooding.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {
namespace {

// What is drawn.
struct Draws {
  FloodingNoise flood;
  Buffer<std::int8_t, Secret> u;
  ErrorCoefficients e;

  // Members are drawn in this order.
  Draws(const Context& context, unsigned bits, Generator& generator)
      : flood(context.degree(), bits, generator),
        u(ternary_coefficients(context, generator)),
        e(context, generator) {}
};

// Adds one limb of f (b u + E, a u + e), where f is the error factor; with scratch memory for two
// rows.
void add_limb(const Context& context, const Level& level, Ciphertext& out, const PublicKey& key,
              const Draws& draws, std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
  const std::size_t n = context.degree();
  const auto& plan = level.ring.plan(limb);
  const auto& arithmetic = plan.arithmetic();
  const Modulus& q = level.ring.modulus(limb);
  const auto& factor = context.error_factor_of_q.scalars()[limb];
  const auto u = scratch.first(n), e = scratch.subspan(n, n);
  const auto add = [&](Ciphertext::Part& part, const Poly<DynamicRing, Eval>& of_key) {
    std::uint64_t* row = part.limb(limb).data();
    arithmetic.multiply_add(e.data(), of_key.limb(limb).data(), u.data(), e.data(), n);
    arithmetic.scale_add(row, e.data(), row, factor, n);
    // A ciphertext hides what it is made of.
    ct::declassify(row, n * sizeof(std::uint64_t));
  };
  draws.flood.residues(e, u, q, arithmetic);
  plan.forward(e.data());
  plan.forward(u.data(), draws.u.data());
  add(out.part(0), key.b());
  draws.e.forward(plan, e.data());
  add(out.part(1), key.a());
}

// The integer next to zero that makes a scale factor 1.
std::int64_t inverse_of(const Modulus& t, std::uint64_t factor) {
  const std::uint64_t inverse = t.inverse_vartime(factor);
  return static_cast<std::int64_t>(inverse > t.value() / 2 ? inverse - t.value() : inverse);
}

}  // namespace

Rerandomizer::Rerandomizer(const SchemeParameters& parameters, const PublicKey& key)
    : context_(parameters.context()), key_(key) {
  require_context(key.context(), context_, "a public key");
}

Ciphertext Rerandomizer::rerandomize(const Ciphertext& ciphertext, Generator& generator,
                                     unsigned budget_bits) const {
  const Context& context = require_whole(context_, "a rerandomizer");
  require_context(ciphertext.context(), context_, "a ciphertext");
  const Level& level = context.level(ciphertext.level());
  const std::int64_t multiplier = inverse_of(context.t, ciphertext.scale_factor());
  const double log2_multiplier = std::log2(std::abs(static_cast<double>(multiplier)));
  const NoiseBound hidden = ciphertext.noise().scaled(log2_multiplier) + zero_noise(context, level);
  const double bits = largest_flooding(context, level, budget_bits);
  require_flooding(context, level, hidden, bits, "a result");
  const Draws draws(context, static_cast<unsigned>(bits), generator);

  Ciphertext out = ciphertext;
  if (multiplier != 1) {
    const auto scalar = RnsScalar<DynamicRing>::from_integer(level.ring, multiplier);
    for (std::size_t i = 0; i < 2; ++i) out.part(i) = scalar * out.part(i);
  }
  for_each_limb(context, level.q.size(), 2,
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  add_limb(context, level, out, key_, draws, limb, scratch);
                });
  // What is hidden is less than 2^-64 of this, below the error of the logarithm.
  const NoiseBound flooded = noise_of_words(context, level, bits + log2_uniform(context));
  out.set(1, flooded.with_origin(hidden.origin()));
  return out;
}

}  // namespace lath::he
