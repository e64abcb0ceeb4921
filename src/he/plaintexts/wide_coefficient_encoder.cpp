// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"

#include <algorithm>

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/wide_numbers.hpp"

namespace lath::he {

WideCoefficientEncoder::WideCoefficientEncoder(const SchemeParameters& parameters)
    : tables_(parameters.plaintexts()) {}

std::size_t WideCoefficientEncoder::coefficients() const noexcept {
  return tables_->keys()->degree();
}
std::size_t WideCoefficientEncoder::words() const noexcept { return tables_->words(); }

Plaintext WideCoefficientEncoder::encode(std::span<const std::uint64_t> words, std::size_t count,
                                         std::size_t words_each) const {
  require_count(count, coefficients(), "coefficient");
  Buffer<std::uint64_t, Secret> coefficients(tables_->plaintext_words());
  copy_numbers(coefficients.span(), tables_->words(), words, words_each, tables_->modulus(),
               "coefficient");
  return {tables_, std::move(coefficients)};
}

Plaintext WideCoefficientEncoder::constant(const Natural& value) const {
  return encode(value.words(), value == 0 ? 0 : 1, value.words().size());
}

WideValues WideCoefficientEncoder::decode(const Plaintext& plaintext) const {
  require_plaintext(plaintext, *tables_);
  WideValues result(coefficients(), words());
  std::ranges::copy(plaintext.words(), result.span().begin());
  return result;
}

}  // namespace lath::he
