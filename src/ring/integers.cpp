// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/integers.hpp"

#include "lath/base/error.hpp"

namespace lath::detail {

void throw_too_many(std::size_t count, std::size_t degree) {
  throw Error(
      ErrorCode::mismatch, std::to_string(count) + " coefficients",
      "need at most " + std::to_string(degree) + ", one for each power of x below the degree",
      "reduce modulo x^n + 1 first, or use a ring of a larger degree");
}

void throw_does_not_fit(std::size_t bits, int digits) {
  throw Error(ErrorCode::unsupported, "a ring modulus of " + std::to_string(bits) + " bits",
              "need at most " + std::to_string(digits) + " bits for these integers",
              "use to_wide_integers, lift or to_gmp_integers");
}

}  // namespace lath::detail
