// SPDX-License-Identifier: Apache-2.0
//
// Relinearisation. In BFV the lower parts of a product are coefficients and are added before the
// division by P, as multiples of P, so that they need no transforms of their own. In BGV they are
// values and are added after it.
#include <array>
#include <memory>
#include <string>
#include <type_traits>

#include "he/access.hpp"
#include "he/evaluator/key_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"

namespace lath::he {
namespace {

void require_three_parts(std::size_t parts) {
  if (parts == 3) return;
  throw Error(
      ErrorCode::invalid_argument,
      "a product of " + std::to_string(parts) + " parts to relinearise",
      "need one of three parts, the product of two ciphertexts",
      "relinearise the factors before they are multiplied, or decrypt the product as it is");
}

template <class Form>
void write_relinearized(SessionState& session, Ciphertext& out, const Product<Form>& product) {
  constexpr bool kOfValues = std::is_same_v<Form, Eval>;
  const std::shared_ptr<const RelinKey> relin = session.relin_key();
  const SwitchingKey& key = relin->key;
  const std::shared_ptr<const Context>& context = session.context;
  require_context(Access::context(product), context, "a product");
  require_three_parts(product.parts());
  const KeyId key_id = require_one_key("a relinearisation key", key.id(), product.key_id());
  const std::size_t level = product.level();
  const NoiseBound noise = context->noise.switched(level, product.noise(), key.log2_error_factor());
  require_decryptable(noise, "a relinearised product");
  context->keys->make_ready(level);
  session.workspace.reserve(SessionWork::key_switch, context->level(level).q);
  make_room(out, context, level);
  const std::array<Rows, 2> parts = rows_of_parts(out);
  const EachPart<ConstRows> of_product = rows_of_parts(product);
  const auto result = [&](std::size_t i) -> SwitchResult {
    if constexpr (kOfValues) {
      return {parts[i], &context->keys->lower(), {}, of_product[i]};
    } else {
      return {parts[i], &context->keys->lower_with_own(), of_product[i], {}};
    }
  };
  const auto digits =
      kOfValues ? digits_of_values(*context, level, of_product[2], session.workspace)
                : digits_of_coefficients(*context, level, of_product[2], session.workspace);
  switch_key(*context, level, digits, key.prepared(), {result(0), result(1)}, nullptr,
             session.workspace);
  Access::set(out, product.scale_factor(), noise, key_id);
}

}  // namespace

template <>
void Session<Bfv>::relinearize(Ciphertext& out, const Product& product) {
  write_relinearized(*SessionUse(state()), out, product);
}

template <>
void Session<Bgv>::relinearize(Ciphertext& out, const Product& product) {
  write_relinearized(*SessionUse(state()), out, product);
}

}  // namespace lath::he
