// SPDX-License-Identifier: Apache-2.0
#include "lath/he/debug.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
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
  // The caller asked for a result that depends on the secret key.
  return drop_limbs(declassify(secret.value()), ring);
}

// The noise of a ciphertext, where x is c0 + c1 s + ... in evaluation form: (t x mod Q) / Q in BFV,
// x / Q in BGV.
double log2_noise_of(const Context& context, const Values& x) {
  const double log2_q = context.noise.log2_q(x.ring().limbs());
  if (context.scheme == Scheme::bgv) return log2_of(infinity_norm(intt(x))) - log2_q;
  Values multiple = x;
  for (std::size_t i = 0; i < x.ring().limbs(); ++i) {
    std::uint64_t* row = multiple.limb(i).data();
    context.plaintexts->t().multiply(x.ring().plan(i).arithmetic(), i, row, row, context.degree());
  }
  return log2_of(infinity_norm(intt(std::move(multiple)))) - log2_q;
}

// The level of an operand that belongs to the parameters, as the key does.
template <class Operand>
const KeyLevel& require_level(const SchemeParameters& parameters, const SecretKey& secret,
                              const Operand& operand, const char* what) {
  require_context(Access::context(operand), parameters.context(), what);
  require_keys(secret.tables(), parameters.context()->keys, "a secret key");
  return parameters.context()->level(operand.level());
}

}  // namespace

double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                  const Ciphertext& ciphertext) {
  const KeyLevel& level = require_level(parameters, secret, ciphertext, "a ciphertext");
  const Values s = secret_of(secret, level.ring);
  return log2_noise_of(*parameters.context(),
                       copy_of_part(ciphertext, 1) * s + copy_of_part(ciphertext, 0));
}

double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                  const Product<Eval>& product) {
  const KeyLevel& level = require_level(parameters, secret, product, "a product");
  const Values s = secret_of(secret, level.ring);
  std::size_t i = product.parts() - 1;
  Values x = copy_of_part(product, i);
  while (i-- > 0) x = x * s + copy_of_part(product, i);
  return log2_noise_of(*parameters.context(), x);
}

double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                  const Product<Coeff>& product) {
  require_context(Access::context(product), parameters.context(), "a product");
  return log2_noise(parameters, secret, by_values(product));
}

}  // namespace lath::he::debug
