// SPDX-License-Identifier: Apache-2.0
#include "lath/he/gmp.hpp"

#include <algorithm>
#include <string>

namespace lath::he {

PlaintextSpace integer_space(const mpz_class& t) {
  return PlaintextSpace::integer(natural_from_gmp(t));
}

WideValues from_gmp_integers(std::span<const mpz_class> integers, Representative representative) {
  std::size_t words = 1;
  for (std::size_t i = 0; i < integers.size(); ++i) {
    if (integers[i] < 0 && representative == Representative::nonnegative) {
      throw Error(ErrorCode::invalid_argument, "the negative integer " + std::to_string(i),
                  "need integers from 0 on", "give them as centered ones");
    }
    words = std::max(words, lath::detail::words_for(integers[i].get_mpz_t()));
  }
  WideValues values(integers.size(), words);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    lath::detail::write_words(values[i], integers[i].get_mpz_t());
  }
  return values;
}

std::vector<mpz_class> to_gmp_integers(const WideValues& values, Representative representative) {
  std::vector<mpz_class> integers;
  integers.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    integers.push_back(lath::detail::to_integer(values[i], representative));
  }
  return integers;
}

Plaintext encode(const WideSlotEncoder& encoder, std::span<const mpz_class> values,
                 Representative representative) {
  return encoder.encode(from_gmp_integers(values, representative), representative);
}
Plaintext encode(const WideCoefficientEncoder& encoder, std::span<const mpz_class> values,
                 Representative representative) {
  return encoder.encode(from_gmp_integers(values, representative), representative);
}

std::vector<mpz_class> decode_gmp(const WideSlotEncoder& encoder, const Plaintext& plaintext,
                                  Representative representative) {
  return to_gmp_integers(encoder.decode(plaintext, representative), representative);
}
std::vector<mpz_class> decode_gmp(const WideCoefficientEncoder& encoder, const Plaintext& plaintext,
                                  Representative representative) {
  return to_gmp_integers(encoder.decode(plaintext, representative), representative);
}

std::vector<mpz_class> crt::integers_gmp(const Residues& residues, Representative representative) {
  return to_gmp_integers(residues.integers(representative), representative);
}

}  // namespace lath::he
