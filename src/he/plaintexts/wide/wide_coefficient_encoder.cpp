// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/wide/wide_numbers.hpp"

namespace lath::he {

WideCoefficientEncoder::WideCoefficientEncoder(const SchemeParameters& parameters)
    : tables_(parameters.plaintexts()) {}

std::size_t WideCoefficientEncoder::coefficients() const noexcept { return tables_->numbers(); }
std::size_t WideCoefficientEncoder::words() const noexcept { return tables_->words_of_number(); }

Plaintext WideCoefficientEncoder::encode(std::span<const std::uint64_t> words, std::size_t count,
                                         std::size_t words_each,
                                         Representative representative) const {
  require_count(count, coefficients(), "coefficient");
  Buffer<std::uint64_t, Secret> numbers(tables_->numbers() * tables_->words_of_number()),
      coefficients(tables_->plaintext_words());
  copy_numbers(numbers.span(), tables_->words_of_number(), words, words_each, tables_->modulus(),
               representative, "coefficient");
  tables_->from_numbers(coefficients.span(), numbers.span());
  return {tables_, std::move(coefficients)};
}

Plaintext WideCoefficientEncoder::constant(const Natural& value) const {
  return encode(value.words(), value == 0 ? 0 : 1, value.words().size(),
                Representative::nonnegative);
}

WideValues WideCoefficientEncoder::decode(const Plaintext& plaintext,
                                          Representative representative) const {
  require_plaintext(plaintext, *tables_);
  WideValues result(coefficients(), words());
  tables_->to_numbers(result.span(), plaintext.words());
  return representative == Representative::centered ? centered(result, tables_->modulus()) : result;
}

}  // namespace lath::he
