// SPDX-License-Identifier: Apache-2.0
//
// Encryption and decryption of BGV.
#include <array>
#include <vector>

#include "he/bgv/context.hpp"
#include "he/bgv/noise.hpp"
#include "he/centered_plaintext.hpp"
#include "he/encryption.hpp"
#include "he/require_context.hpp"
#include "he/secret_product.hpp"
#include "lath/he/bgv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he::bgv {
namespace {

using SecretValues = Poly<DynamicRing, Eval, Secret>;
using SecretCoefficients = Poly<DynamicRing, Coeff, Secret>;

// m for x = f m + t e modulo Q.
Plaintext without_error(const Parameters& parameters, const SecretCoefficients& x,
                        std::uint64_t f) {
  const BgvContext& context = context_of(parameters);
  const std::size_t n = context.degree();
  const RowMap& map = context.bgv_level(x.ring().limbs()).to_plaintext;
  Buffer<std::uint64_t, Secret> words(n), scratch(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(x.ring().limbs());
  for (std::size_t i = 0; i < x.ring().limbs(); ++i) rows.push_back(x.limb(i).data());
  const std::array<std::uint64_t*, 1> out{words.data()};
  map.convert(out, rows, {}, n, scratch.span());
  const auto inverse = context.modulo_t.scalar(context.t.inverse_vartime(f));
  context.modulo_t.scale(words.data(), words.data(), inverse, n);
  return {parameters.context(), std::move(words)};
}

}  // namespace

Encryptor::Encryptor(const Parameters& parameters, const PublicKey& key)
    : parameters_(parameters), key_(key) {
  require_context(key.context(), parameters.context(), "a public key");
}

Ciphertext Encryptor::encrypt(const Plaintext& plaintext, Generator& generator) const {
  const BgvContext& context = context_of(parameters_);
  require_context(plaintext.context(), parameters_.context(), "a plaintext");
  const NoiseBound noise = fresh_noise(context);
  require_decryptable(noise, "a fresh ciphertext");
  const DynamicRing& ring = context.levels.back().ring;
  const std::uint64_t t = context.t.value();
  const auto m = centered(plaintext.coefficients(), t);
  auto c0 = lath::detail::Forms::for_overwrite<Eval, Public>(ring);
  auto c1 = lath::detail::Forms::for_overwrite<Eval, Public>(ring);
  he::encrypt(context, c0, c1, key_, {m.span(), t / 2, context.inverse_of_t}, generator);
  c0 = context.t_of_q * c0;
  c1 = context.t_of_q * c1;
  return {parameters_.context(), {std::move(c0), std::move(c1)}, 1, noise};
}

Decryptor::Decryptor(const Parameters& parameters, const SecretKey& key)
    : parameters_(parameters), key_(key) {
  require_context(key.context(), parameters.context(), "a secret key");
}

Plaintext Decryptor::decrypt(const Ciphertext& ciphertext) const {
  const Context& context = context_of(parameters_);
  require_context(ciphertext.context(), parameters_.context(), "a ciphertext");
  require_decryptable(ciphertext.noise(), "a ciphertext");
  const Level& level = context.level(ciphertext.level());
  SecretValues x = secret_product(context, level, rows_of(ciphertext.part(1)), key_.value(),
                                  rows_of(ciphertext.part(0)));
  return without_error(parameters_, intt(std::move(x)), ciphertext.scale_factor());
}

Plaintext Decryptor::decrypt(const Product& product) const {
  const Context& context = context_of(parameters_);
  require_context(product.context(), parameters_.context(), "a product");
  require_decryptable(product.noise(), "a product");
  const Level& level = context.level(product.level());
  SecretValues x = secret_product(context, level, rows_of(product.part(2)), key_.value(),
                                  rows_of(product.part(1)));
  x = secret_product(context, level, rows_of(x), key_.value(), rows_of(product.part(0)));
  return without_error(parameters_, intt(std::move(x)), product.scale_factor());
}

}  // namespace lath::he::bgv
