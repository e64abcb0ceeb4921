// SPDX-License-Identifier: Apache-2.0
#include "lath/he/coefficient_encoder.hpp"

#include <algorithm>
#include <utility>

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/word_plaintexts.hpp"

namespace lath::he {
namespace {

constexpr const char* kCoefficient = "coefficient";

}  // namespace

std::size_t CoefficientEncoder::coefficients() const noexcept { return tables_->keys()->degree(); }

Plaintext CoefficientEncoder::encode(std::span<const std::uint64_t> values) const {
  return {tables_,
          residues_of(values, coefficients(), require_word_modulus(*tables_), kCoefficient)};
}

Plaintext CoefficientEncoder::encode_signed(std::span<const std::int64_t> values) const {
  return {tables_,
          residues_of(values, coefficients(), require_word_modulus(*tables_), kCoefficient)};
}

Plaintext CoefficientEncoder::encode_either_sign(std::span<const std::int64_t> values,
                                                 const std::function<void()>& after_reading) const {
  auto residues =
      residues_of_either_sign(values, coefficients(), require_word_modulus(*tables_), kCoefficient);
  after_reading();
  return {tables_, std::move(residues)};
}

void CoefficientEncoder::decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const {
  require_places(out.size(), coefficients(), kCoefficient);
  require_plaintext(plaintext, *tables_);
  static_cast<void>(require_word_modulus(*tables_));
  std::ranges::copy(plaintext.coefficients(), out.begin());
}

void CoefficientEncoder::decode_signed(std::span<std::int64_t> out,
                                       const Plaintext& plaintext) const {
  require_places(out.size(), coefficients(), kCoefficient);
  require_plaintext(plaintext, *tables_);
  const std::uint64_t t = require_word_modulus(*tables_);
  const auto words = plaintext.coefficients();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = centered(words[i], t);
}

Buffer<std::uint64_t, Secret> CoefficientEncoder::decode(const Plaintext& plaintext) const {
  Buffer<std::uint64_t, Secret> out(coefficients());
  decode(out.span(), plaintext);
  return out;
}

Buffer<std::int64_t, Secret> CoefficientEncoder::decode_signed(const Plaintext& plaintext) const {
  Buffer<std::int64_t, Secret> out(coefficients());
  decode_signed(out.span(), plaintext);
  return out;
}

}  // namespace lath::he
