// SPDX-License-Identifier: Apache-2.0
//
// Encryption and decryption of BFV.
#include <array>
#include <vector>

#include "he/bfv/context.hpp"
#include "he/bfv/noise.hpp"
#include "he/bfv/scaled_plaintext.hpp"
#include "he/encryption.hpp"
#include "he/require_context.hpp"
#include "he/secret_product.hpp"
#include "lath/he/bfv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he::bfv {
namespace {

using SecretValues = Poly<DynamicRing, Eval, Secret>;
using SecretCoefficients = Poly<DynamicRing, Coeff, Secret>;

// round(t x / Q) mod t.
Plaintext scaled_to_t(const Parameters& parameters, const SecretCoefficients& x) {
  const std::size_t n = parameters.degree();
  const RowMap& map = context_of(parameters).bfv_level(x.ring().limbs()).to_plaintext;
  Buffer<std::uint64_t, Secret> words(n), scratch(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(x.ring().limbs());
  for (std::size_t i = 0; i < x.ring().limbs(); ++i) rows.push_back(x.limb(i).data());
  const std::array<std::uint64_t*, 1> out{words.data()};
  map.convert(out, rows, {}, n, scratch.span());
  return {parameters.context(), std::move(words)};
}

}  // namespace

Encryptor::Encryptor(const Parameters& parameters, const PublicKey& key)
    : parameters_(parameters), key_(key) {
  require_context(key.context(), parameters.context(), "a public key");
}

Ciphertext Encryptor::encrypt(const Plaintext& plaintext, Generator& generator) const {
  const auto& context = parameters_.context();
  require_context(plaintext.context(), context, "a plaintext");
  const Level& level = context->levels.back();
  const BfvContext& tables = context_of(parameters_);
  const auto r = scaled_remainders(tables, level, plaintext);
  auto c0 = lath::detail::Forms::for_overwrite<Eval, Public>(level.ring);
  auto c1 = lath::detail::Forms::for_overwrite<Eval, Public>(level.ring);
  he::encrypt(*context, c0, c1, key_,
              {r.span(), context->t.value(), tables.bfv_levels.back().minus_inverse_of_t},
              generator);
  return {context, std::move(c0), std::move(c1), fresh_noise(*context)};
}

Decryptor::Decryptor(const Parameters& parameters, const SecretKey& key)
    : parameters_(parameters), key_(key) {
  require_context(key.context(), parameters.context(), "a secret key");
}

Plaintext Decryptor::decrypt(const Ciphertext& ciphertext) const {
  const auto& context = parameters_.context();
  require_context(ciphertext.context(), context, "a ciphertext");
  require_decryptable(ciphertext.noise(), "a ciphertext");
  const Level& level = context->level(ciphertext.level());
  SecretValues x = secret_product(*context, level, rows_of(ciphertext.part(1)), key_.value(),
                                  rows_of(ciphertext.part(0)));
  return scaled_to_t(parameters_, intt(std::move(x)));
}

Plaintext Decryptor::decrypt(const Product& product) const {
  const auto& context = parameters_.context();
  require_context(product.context(), context, "a product");
  require_decryptable(product.noise(), "a product");
  const Level& level = context->level(product.level());
  const auto c0 = ntt(product.part(0)), c1 = ntt(product.part(1)), c2 = ntt(product.part(2));
  SecretValues x = secret_product(*context, level, rows_of(c2), key_.value(), rows_of(c1));
  x = secret_product(*context, level, rows_of(x), key_.value(), rows_of(c0));
  return scaled_to_t(parameters_, intt(std::move(x)));
}

}  // namespace lath::he::bfv
