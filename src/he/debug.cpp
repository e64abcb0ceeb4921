// SPDX-License-Identifier: Apache-2.0
#include "lath/he/debug.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "he/context.hpp"
#include "he/require_context.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he::debug {
namespace {

using Values = Poly<DynamicRing, Eval>;

double log2_of(const std::vector<std::uint64_t>& words) {
  double result = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == 0) continue;
    const double term = std::log2(static_cast<double>(words[i])) + 64 * static_cast<double>(i);
    result = std::max(result, term) + std::log2(1 + std::exp2(-std::abs(result - term)));
  }
  return result;
}

Values secret_of(const SecretKey& secret, const DynamicRing& ring) {
  // The caller asked for what depends on it.
  return drop_limbs(declassify(secret.value()), ring);
}

// (t x mod Q) / Q for the values x of c0 + c1 s + ...
double log2_noise_of(const Values& x, double log2_q, std::uint64_t t) {
  const auto factor = RnsScalar<DynamicRing>::from_integer(x.ring(), static_cast<std::int64_t>(t));
  return log2_of(infinity_norm(intt(factor * x))) - log2_q;
}

}  // namespace

double log2_noise(const bfv::Parameters& parameters, const SecretKey& secret,
                  const Ciphertext& ciphertext) {
  require_context(ciphertext.context(), parameters.context(), "a ciphertext");
  require_context(secret.context(), parameters.context(), "a secret key");
  const Level& level = parameters.context()->level(ciphertext.level());
  const Values x = ciphertext.part(1) * secret_of(secret, level.ring) + ciphertext.part(0);
  return log2_noise_of(x, level.log2_q, parameters.plaintext_modulus());
}

double log2_noise(const bfv::Parameters& parameters, const SecretKey& secret,
                  const Product& product) {
  require_context(product.context(), parameters.context(), "a product");
  require_context(secret.context(), parameters.context(), "a secret key");
  const Level& level = parameters.context()->level(product.level());
  const Values s = secret_of(secret, level.ring);
  Values x = ntt(product.part(2)) * s + ntt(product.part(1));
  x = x * s + ntt(product.part(0));
  return log2_noise_of(x, level.log2_q, parameters.plaintext_modulus());
}

}  // namespace lath::he::debug
