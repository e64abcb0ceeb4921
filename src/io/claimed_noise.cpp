// SPDX-License-Identifier: Apache-2.0
#include "io/claimed_noise.hpp"

#include <optional>
#include <string>

#include "lath/base/error.hpp"

namespace lath::io {
namespace {

using he::Context, he::NoiseBound;

NoiseBound fresh_noise(const Context& context, std::size_t level, std::size_t parts) {
  const NoiseBound at_top = context.noise.fresh();
  const NoiseBound fresh = level == context.levels()
                               ? at_top
                               : context.noise.lowered(context.levels(), level, at_top, 2);
  if (parts == 2) return fresh;
  if (parts == 3) return context.noise.product(level, fresh, fresh);
  throw Error(ErrorCode::invalid_argument,
              "a product of " + std::to_string(parts) + " parts that is claimed to be fresh",
              "need its noise budget", "give NoiseClaim::budget() of a measurement");
}

}  // namespace

// A budget is of the largest coefficient, which no deviation exceeds.
NoiseBound claimed_noise(const Context& context, std::size_t level, std::size_t parts,
                         const NoiseClaim& claim) {
  const std::optional<unsigned> bits = claim.bits();
  const double deviation =
      bits ? -1.0 - *bits : fresh_noise(context, level, parts).log2_stated_deviation();
  if (deviation >= -context.noise.log2_q(level) && deviation < 0) {
    return {deviation, context.degree(), he::BoundOrigin::claimed};
  }
  throw Error(ErrorCode::invalid_argument,
              bits ? "a claim of " + std::to_string(*bits) + " bits of noise budget"
                   : std::string("a claim to be fresh where nothing can be decrypted"),
              "need a budget from 0 to log2(Q) = " +
                  std::to_string(static_cast<int>(context.noise.log2_q(level))) + " bits",
              "claim what the other library measures, as SEAL's invariant_noise_budget() does");
}

}  // namespace lath::io
