// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintext.hpp"

#include <algorithm>
#include <string>

#include "he/context.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

Plaintext::Plaintext(const SchemeParameters& parameters,
                     std::span<const std::uint64_t> coefficients)
    : context_(parameters.context()), coefficients_(parameters.degree()) {
  if (coefficients.size() > coefficients_.size()) {
    throw Error(ErrorCode::mismatch, std::to_string(coefficients.size()) + " coefficients",
                "need at most the degree, " + std::to_string(coefficients_.size()),
                "use several plaintexts");
  }
  const std::uint64_t t = parameters.plaintext_modulus().word();
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    // Only whether all coefficients are in range is revealed.
    const std::uint64_t in_range = ct::mask_less(coefficients[i], t);
    ct::declassify(&in_range, sizeof in_range);
    if (in_range == 0) {
      throw Error(ErrorCode::invalid_argument,
                  "coefficient " + std::to_string(i) + " is not reduced",
                  "need less than the plaintext modulus " + std::to_string(t), "reduce it first");
    }
  }
  std::ranges::copy(coefficients, coefficients_.data());
}

}  // namespace lath::he
