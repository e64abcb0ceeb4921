// SPDX-License-Identifier: Apache-2.0
#include "he/encryption/errors.hpp"

#include <algorithm>

#include "lath/base/buffer.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {

// That of the discrete Gaussian differs from sigma^2 by less than 2^-200: by theta functions, the
// difference is about 4 pi^2 sigma^4 2 exp(-2 pi^2 sigma^2).
double error_variance(const Context& context) noexcept {
  return context.gaussian ? kErrorSigma * kErrorSigma : kErrorEta / 2.0;
}

void sample_errors(std::span<std::int8_t> out, const Context& context, Generator& generator) {
  if (!context.gaussian) {
    sample_centered_binomial(out, kErrorEta, generator);
    return;
  }
  auto wide = Buffer<std::int64_t, Secret>::for_overwrite(out.size());
  context.gaussian->sample(wide.span(), generator);
  std::ranges::transform(wide.span(), out.begin(),
                         [](std::int64_t x) { return static_cast<std::int8_t>(x); });
}

Poly<DynamicRing, Eval, Secret> error_values(const DynamicRing& ring, const Context& context,
                                             Generator& generator) {
  auto draws = Buffer<std::int8_t, Secret>::for_overwrite(ring.degree());
  sample_errors(draws.span(), context, generator);
  return ntt(polynomial_of(ring, draws, kLargestError));
}

}  // namespace lath::he
