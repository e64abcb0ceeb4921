// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintext.hpp"

#include <algorithm>
#include <string>

#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

Plaintext::Plaintext(const SchemeParameters& parameters,
                     std::span<const std::uint64_t> coefficients)
    : tables_(parameters.plaintexts()), words_(tables_->plaintext_words()) {
  if (coefficients.size() > words_.size()) {
    throw Error(ErrorCode::mismatch, std::to_string(coefficients.size()) + " coefficients",
                "need at most the degree, " + std::to_string(words_.size()),
                "use several plaintexts");
  }
  // The last coefficient may be given by fewer words than it has: the others are zero.
  std::ranges::copy(coefficients, words_.data());
  // Only whether a coefficient is in range is revealed.
  for (std::size_t i = 0; i < coefficients.size(); i += tables_->words()) {
    if (tables_->is_reduced(words_.span().subspan(i, tables_->words()))) continue;
    throw Error(ErrorCode::invalid_argument,
                "coefficient " + std::to_string(i / tables_->words()) + " is not reduced",
                "need less than the plaintext modulus " + decimal_vartime(tables_->modulus()),
                "reduce it first");
  }
}

}  // namespace lath::he
