// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/margin_reduction.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath {

void require_margin(std::uint64_t p, int word_bits, int margin_bits) {
  if (has_margin(p, word_bits, margin_bits)) return;
  const std::string s0 = std::to_string(margin_bits);
  const std::string upper = "2^(" + std::to_string(word_bits) + " - " + s0 + ")";
  throw Error(ErrorCode::invalid_argument,
              "modulus " + std::to_string(p) + " in words of " + std::to_string(word_bits) +
                  " bits with " + s0 + " margin bits",
              "need p below " + upper + " and above (1 + 2^(-3 * " + s0 + ")) 2^" +
                  std::to_string(word_bits) + " / (2^" + s0 + " + 1)",
              "take primes from margin_primes(word_bits, margin_bits, degree, count), or reduce "
              "with Barrett");
}

}  // namespace lath
