// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bgv_parameters.hpp"

#include <algorithm>
#include <utility>

#include "he/context.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/literal.hpp"
#include "lath/arith/word.hpp"

namespace lath::he::bgv {

Parameters::Parameters(std::shared_ptr<const Context> context) noexcept
    : SchemeParameters(std::move(context)) {}

Parameters Parameters::create_insecure(const Literal& literal) {
  return Parameters(std::make_shared<const Context>(literal, Scheme::bgv, 0));
}

Parameters Parameters::create(const Literal& literal) {
  require_secure(literal);
  return create_insecure(literal);
}

Parameters Parameters::recommended(std::size_t degree, const Natural& plaintext_modulus,
                                   SecurityLevel security, Attacker attacker) {
  // With twice the noise that a switch leaves, t sqrt(n/12), in both factors, a product has 2^2.7 t
  // n times as much.
  constexpr unsigned kLeast = 30, kMost = 60, kProduct = 5;
  const auto at = [&](std::size_t of_degree) {
    const auto bits = static_cast<unsigned>(plaintext_modulus.bits()) +
                      static_cast<unsigned>(bit_length(of_degree)) - 1;
    const unsigned wanted = std::clamp(bits + kProduct, kLeast, kMost);
    Literal literal{.degree = of_degree,
                    .plaintext_modulus = plaintext_modulus,
                    .prime_bits = {},
                    .special_prime_bits = {},
                    .security = security,
                    .attacker = attacker};
    divide_modulus(literal, wanted, kMost);
    return create(literal);
  };
  const Parameters result = at(degree);
  require_room(*result.context(), [&](std::size_t larger) { return at(larger).context(); });
  return result;
}

}  // namespace lath::he::bgv
