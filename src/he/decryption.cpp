// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "he/context.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

using SecretValues = Poly<DynamicRing, Eval, Secret>;

// What c0 + c1 s + ... begins with.
const Level& require_operand(const std::shared_ptr<const Context>& context,
                             const std::shared_ptr<const Context>& found, std::size_t level,
                             const NoiseBound& noise, const char* what) {
  require_context(found, context, what);
  require_decryptable(noise, what);
  return context->level(level);
}

// x s + y modulo the primes of a level.
SecretValues secret_product(const Context& context, const Level& level, const ConstRows& x,
                            const SecretKey& key, const ConstRows& y) {
  SecretValues result(level.ring);
  const std::array<ConstRows, 3> operands{x, rows_of(key.value()).only(level.q), y};
  context.engine->apply(Operation::multiply_add, rows_of(result), operands);
  return result;
}

// The plaintext of x = c0 + c1 s + ..., over the factor.
Plaintext plaintext_of(const std::shared_ptr<const Context>& context, const Level& level,
                       SecretValues values, std::uint64_t scale_factor) {
  const std::size_t n = context->degree();
  const RowMap& map = level.to_plaintext;
  const auto x = intt(std::move(values));
  Buffer<std::uint64_t, Secret> words(n), scratch(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(level.q.size());
  for (std::size_t i = 0; i < level.q.size(); ++i) rows.push_back(x.limb(i).data());
  const std::array<std::uint64_t*, 1> out{words.data()};
  map.convert(out, rows, {}, n, scratch.span());
  if (scale_factor != 1) {
    const auto inverse = context->modulo_t.scalar(context->t.inverse_vartime(scale_factor));
    context->modulo_t.scale(words.data(), words.data(), inverse, n);
  }
  return {context, std::move(words)};
}

}  // namespace

Decryptor::Decryptor(const SchemeParameters& parameters, const SecretKey& key)
    : context_(parameters.context()), key_(key) {
  require_context(key.context(), context_, "a secret key");
}

Plaintext Decryptor::decrypt(const Ciphertext& ciphertext) const {
  const Level& level = require_operand(context_, ciphertext.context(), ciphertext.level(),
                                       ciphertext.noise(), "a ciphertext");
  return plaintext_of(context_, level,
                      secret_product(*context_, level, rows_of(ciphertext.part(1)), key_,
                                     rows_of(ciphertext.part(0))),
                      ciphertext.scale_factor());
}

Plaintext Decryptor::decrypt(const Product<Eval>& product) const {
  const Level& level =
      require_operand(context_, product.context(), product.level(), product.noise(), "a product");
  SecretValues x =
      secret_product(*context_, level, rows_of(product.part(2)), key_, rows_of(product.part(1)));
  x = secret_product(*context_, level, rows_of(x), key_, rows_of(product.part(0)));
  return plaintext_of(context_, level, std::move(x), product.scale_factor());
}

Plaintext Decryptor::decrypt(const Product<Coeff>& product) const {
  require_context(product.context(), context_, "a product");
  return decrypt(Product<Eval>(product.context(),
                               {ntt(product.part(0)), ntt(product.part(1)), ntt(product.part(2))},
                               product.scale_factor(), product.noise()));
}

}  // namespace lath::he
