// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/plaintext_space.hpp"

#include <bit>
#include <string>

#include "arith/wide/natural_arithmetic.hpp"
#include "he/access.hpp"
#include "he/literal.hpp"
#include "he/plaintexts/wide/integer_plaintexts.hpp"
#include "he/plaintexts/wide/prime_fields.hpp"
#include "he/plaintexts/wide/short_plaintexts.hpp"
#include "he/plaintexts/word_plaintexts.hpp"

namespace lath::he {

PlaintextSpace PlaintextSpace::integer(const Natural& t) {
  require_plaintext_modulus(t);
  if (t.bits() > kMostWordBits) {
    return {t, {}, [t](std::shared_ptr<const KeyTables> keys, Scheme scheme) {
              return std::make_shared<const IntegerPlaintexts>(std::move(keys), scheme, t);
            }};
  }
  return {t, {}, [word = t.word()](std::shared_ptr<const KeyTables> keys, Scheme scheme) {
            return std::make_shared<const WordPlaintexts>(std::move(keys), scheme, word);
          }};
}

PlaintextSpace PlaintextSpace::of(const Literal& literal) {
  const ShortModulus& t = literal.short_modulus;
  if (t.index == 0 && (!t.coefficients.empty() || t.root != 0)) {
    throw Error(ErrorCode::invalid_argument,
                "a short modulus of " + std::to_string(t.coefficients.size()) +
                    " coefficients without its index",
                "need the order of its root of unity",
                "give the index, or leave the short modulus out");
  }
  return t.index == 0 ? integer(literal.plaintext_modulus)
                      : short_modulus(literal.plaintext_modulus, t);
}

PlaintextSpace PlaintextSpace::short_modulus(const Natural& p, const ShortModulus& t) {
  require_characteristic(p);
  auto space = std::make_shared<const ShortSpace>(ShortSpace{
      t, detail::ShortModulus(CyclotomicIndex::create(t.index), t.coefficients, p, t.root)});
  return {p, t, [space](const std::shared_ptr<const KeyTables>& keys, Scheme scheme) {
            return std::make_shared<const ShortPlaintexts>(keys, scheme, space);
          }};
}

PlaintextSpace PlaintextSpace::field(PrimeField field, std::uint64_t index) {
  const KnownField known = known_field(field);
  require_index_of(known, index);
  return short_modulus(known.prime, known.short_modulus);
}

PlaintextSpace PlaintextSpace::root(std::size_t degree, std::size_t k, std::uint64_t b) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 60) - 2;
  if (!std::has_single_bit(degree) || !std::has_single_bit(k) || k >= degree || b % 2 != 0 ||
      b == 0 || b > kMost) {
    throw Error(ErrorCode::invalid_argument,
                "the plaintext modulus x^" + std::to_string(k) + " - " + std::to_string(b) +
                    " in the ring of degree " + std::to_string(degree),
                "need powers of two, the exponent below the degree, and an even number to 2^60 - 2",
                "take x^64 - 2^32 in the ring of degree 8192, or another one");
  }
  const std::size_t units = degree >> std::countr_zero(k);
  Natural n = 1;
  for (std::size_t i = 0; i < units; ++i) {
    n = detail::product_vartime(n, b);
    if (n.bits() > kMostCharacteristicBits) break;
  }
  n = detail::sum_vartime(n, 1);
  ShortModulus t{.index = 2 * units, .root = b};
  t.coefficients.resize(units);
  t.coefficients[0] = -static_cast<std::int64_t>(b);
  t.coefficients[1] = 1;
  return short_modulus(n, t);
}

double PlaintextSpace::log2_size() const {
  return log2_plaintexts({.plaintext_modulus = modulus_,
                          .prime_bits = {},
                          .special_prime_bits = {},
                          .short_modulus = short_modulus_});
}

}  // namespace lath::he
