// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/gmp.hpp"

#include "lath/base/quote.hpp"

namespace lath {

Natural natural_from_gmp(const mpz_class& x) {
  if (x < 0) {
    throw Error(ErrorCode::invalid_argument, "the integer " + quote(x.get_str()),
                "need one from 0 on", "take its residue modulo a modulus");
  }
  std::vector<std::uint64_t> words(detail::words_for(x.get_mpz_t()));
  detail::write_words(words, x.get_mpz_t());
  return Natural::from_words(words);
}

mpz_class to_gmp_integer(const Natural& x) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), x.words().size(), -1, sizeof(std::uint64_t), 0, 0,
             x.words().data());
  return result;
}

}  // namespace lath

namespace lath::detail {

mpz_class to_integer(std::span<const std::uint64_t> words, Representative representative) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (representative == Representative::centered && (words.back() >> 63) != 0) {
    x -= mpz_class(1) << (64 * words.size());
  }
  return x;
}

void write_words(std::span<std::uint64_t> words, mpz_srcptr x) {
  mpz_class reduced;
  mpz_fdiv_r_2exp(reduced.get_mpz_t(), x, 64 * words.size());
  std::size_t written = 0;
  mpz_export(words.data(), &written, -1, sizeof(std::uint64_t), 0, 0, reduced.get_mpz_t());
  std::fill(words.begin() + static_cast<std::ptrdiff_t>(written), words.end(), 0);
}

std::size_t words_for(mpz_srcptr x) noexcept {
  return mpz_sizeinbase(x, 2) / 64 + 1;  // one bit more than |x| has, for the sign
}

}  // namespace lath::detail
