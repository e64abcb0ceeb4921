// SPDX-License-Identifier: Apache-2.0
#include "lath/he/slots/cyclotomic_encoder.hpp"

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"

namespace lath::he {

CyclotomicEncoder CyclotomicEncoder::create(const SchemeParameters& parameters) {
  // Rings of parameters have an index: NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  const CyclotomicIndex index = parameters.ring(1).index().value();
  return {parameters.plaintexts(),
          SlotAlgebra::create(index, require_word_modulus(*parameters.plaintexts()))};
}

Plaintext CyclotomicEncoder::encode(std::span<const std::uint64_t> words) const {
  Buffer<std::uint64_t, Secret> coefficients(algebra_.index().degree());
  algebra_.encode(coefficients.span(), words);
  return {tables_, std::move(coefficients)};
}

Plaintext CyclotomicEncoder::encode_constants(std::span<const std::uint64_t> values) const {
  Buffer<std::uint64_t, Secret> coefficients(algebra_.index().degree());
  algebra_.encode_constants(coefficients.span(), values);
  return {tables_, std::move(coefficients)};
}

Plaintext CyclotomicEncoder::encode_constants_signed(std::span<const std::int64_t> values) const {
  // All values become residues here; the algebra refuses too many.
  const auto residues = residues_of(values, values.size(), algebra_.modulus().value(), "slot");
  return encode_constants(residues.span());
}

Buffer<std::uint64_t, Secret> CyclotomicEncoder::decode(const Plaintext& plaintext) const {
  require_plaintext(plaintext, *tables_);
  Buffer<std::uint64_t, Secret> words(algebra_.index().degree());
  algebra_.decode(words.span(), plaintext.coefficients());
  return words;
}

Buffer<std::uint64_t, Secret> CyclotomicEncoder::decode_constants(
    const Plaintext& plaintext) const {
  require_plaintext(plaintext, *tables_);
  Buffer<std::uint64_t, Secret> values(slots());
  algebra_.decode_constants(values.span(), plaintext.coefficients());
  return values;
}

Buffer<std::int64_t, Secret> CyclotomicEncoder::decode_constants_signed(
    const Plaintext& plaintext) const {
  const auto residues = decode_constants(plaintext);
  Buffer<std::int64_t, Secret> values(residues.size());
  for (std::size_t s = 0; s < values.size(); ++s) {
    values[s] = centered(residues[s], algebra_.modulus().value());
  }
  return values;
}

std::vector<EncodedRotationPart> CyclotomicEncoder::rotation(std::size_t dimension,
                                                             std::int64_t amount) const {
  std::vector<EncodedRotationPart> parts;
  for (const RotationPart& part : algebra_.rotation(dimension, amount)) {
    std::optional<Plaintext> mask;
    if (!part.mask.empty()) {
      mask.emplace(tables_, Buffer<std::uint64_t, Secret>(std::span(part.mask)));
    }
    parts.push_back({part.exponent, std::move(mask)});
  }
  return parts;
}

}  // namespace lath::he
