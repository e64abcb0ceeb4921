// SPDX-License-Identifier: Apache-2.0
//
// Plaintexts to and from GMP integers, against WideValues.
#include "lath/he/gmp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using Integers = std::vector<mpz_class>;
constexpr auto kCentered = Representative::centered, kNonnegative = Representative::nonnegative;

he::Literal literal() {
  return {.degree = 128,
          .plaintext_modulus = 257,
          .prime_bits = std::vector<unsigned>(8, 49),
          .special_prime_bits = {49, 49}};
}

mpz_class random_below(SeededValues& values, const mpz_class& bound) {
  mpz_class x;
  for (std::size_t bits = 0; bits < mpz_sizeinbase(bound.get_mpz_t(), 2) + 64; bits += 32) {
    x = (x << 32) + static_cast<unsigned long>(values.below(std::uint64_t{1} << 32));
  }
  return x % bound;
}

// The words of x modulo 2^(64 words), one by one.
he::WideValues words_one_by_one(const Integers& x, std::size_t words) {
  he::WideValues result(x.size(), words);
  for (std::size_t i = 0; i < x.size(); ++i) {
    mpz_class rest = x[i];
    for (std::size_t k = 0; k < words; ++k) {
      mpz_class word;
      mpz_fdiv_r_2exp(word.get_mpz_t(), rest.get_mpz_t(), 64);
      result[i][k] = word.get_ui();
      mpz_fdiv_q_2exp(rest.get_mpz_t(), rest.get_mpz_t(), 64);
    }
  }
  return result;
}

bool are_equal(const he::Plaintext& a, const he::Plaintext& b) {
  return std::ranges::equal(a.coefficients(), b.coefficients());
}

TEST(HeGmp, TakesNaturalsThereAndBack) {
  SeededValues values(1);
  for (std::size_t bits = 0; bits < 400; ++bits) {
    const mpz_class x = bits == 0 ? mpz_class(0)
                                  : mpz_class((mpz_class(1) << (bits - 1)) +
                                              random_below(values, mpz_class(1) << (bits - 1)));
    const Natural natural = natural_from_gmp(x);
    EXPECT_EQ(natural.bits(), bits);
    EXPECT_EQ(decimal_vartime(natural), x.get_str());
    EXPECT_EQ(to_gmp_integer(natural), x);
  }
  expect_error([&] { (void)natural_from_gmp(-5); }, ErrorCode::invalid_argument,
               {"-5", "from 0 on"});
  const mpz_class t = (mpz_class(1) << 107) - 1;
  EXPECT_EQ(he::integer_space(t), he::PlaintextSpace::integer(natural_from_gmp(t)));
  expect_error([&] { (void)he::integer_space(1); }, ErrorCode::invalid_argument, {"2 to 4096"});
  expect_error([&] { (void)he::integer_space(mpz_class(1) << 4096); }, ErrorCode::invalid_argument,
               {"4097 bits"});
}

template <class Encoder>
void expect_numbers_of(const Encoder& encoder, std::size_t count, const mpz_class& t) {
  SeededValues values(2);
  SCOPED_TRACE(values.label());
  for (int round = 0; round < 5; ++round) {
    Integers natural{0, t - 1, t / 2}, centered{0, t / 2, -(t / 2), -1};
    while (natural.size() < count) natural.push_back(random_below(values, t));
    while (centered.size() < count) centered.push_back(random_below(values, t) - t / 2);
    const auto of_natural = encode(encoder, natural),
               of_centered = encode(encoder, centered, kCentered);
    const std::size_t words = encoder.words() + 1;
    EXPECT_TRUE(are_equal(of_natural, encoder.encode(words_one_by_one(natural, words))));
    EXPECT_TRUE(
        are_equal(of_centered, encoder.encode(words_one_by_one(centered, words), kCentered)));
    EXPECT_EQ(decode_gmp(encoder, of_natural), natural);
    EXPECT_EQ(decode_gmp(encoder, of_centered, kCentered), centered);
  }
  const auto refused = [&](const mpz_class& x, Representative representative,
                           std::initializer_list<std::string_view> parts) {
    expect_error([&] { (void)encode(encoder, Integers{1, x}, representative); },
                 ErrorCode::invalid_argument, parts);
  };
  refused(-1, kNonnegative, {"negative integer 1", "centered"});
  refused(t, kNonnegative, {"1 is out of range"});
  refused(t / 2 + 1, kCentered, {"1 is out of range"});
  refused(-(mpz_class(1) << 1000), kCentered, {"1 is out of range"});
  expect_error([&] { (void)encode(encoder, Integers(count + 1)); }, ErrorCode::mismatch,
               {std::to_string(count + 1) + " values"});
  EXPECT_EQ(decode_gmp(encoder, encode(encoder, Integers{})), Integers(count));
}

TEST(HeGmp, EncodesAndDecodesAsWideValues) {
  const auto parameters = he::bfv::Parameters::create_insecure(literal());
  const auto field = he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 256);
  const mpz_class r = to_gmp_integer(field.modulus());
  for (const auto& space : {field, he::integer_space(r)}) {
    const auto with = parameters.with_plaintexts(space);
    const auto slots = he::WideSlotEncoder::create(with);
    expect_numbers_of(slots, slots.slots(), r);
    const he::WideCoefficientEncoder coefficients(with);
    expect_numbers_of(coefficients, coefficients.coefficients(), r);
  }
}

TEST(HeGmp, GivesTheIntegersOfResidues) {
  const SchemeKeys<he::Bgv> keys(literal());
  SeededValues values(3);
  const auto moduli = he::crt::Moduli::create(keys.parameters.key_space(), 1002, 45);
  const mpz_class bound = mpz_class(1) << 1000;
  Integers x{bound - 1, 1 - bound, 0, -1};
  while (x.size() < 128) x.push_back(random_below(values, 2 * bound) - bound);
  he::crt::Residues residues(moduli);
  const auto as_values = words_one_by_one(x, 16);
  he::crt::for_each_modulus(keys.parameters, moduli, [&](const auto& part) {
    const auto plaintext = encode(part, std::span<const mpz_class>(x));
    EXPECT_TRUE(are_equal(plaintext, part.encode(as_values, kCentered)));
    residues.take(part, plaintext);
  });
  EXPECT_EQ(he::crt::integers_gmp(residues, kCentered), x);
  mpz_class product = 1;
  for (std::size_t i = 0; i < moduli.size(); ++i) product *= static_cast<unsigned long>(moduli[i]);
  for (mpz_class& y : x) y = y < 0 ? mpz_class(y + product) : y;
  EXPECT_EQ(he::crt::integers_gmp(residues, kNonnegative), x);
}

}  // namespace
}  // namespace lath::testing
