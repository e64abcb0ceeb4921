// SPDX-License-Identifier: Apache-2.0
//
// Two's complements of any number of words as coefficients and slots of many words, against GMP.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::testing {
namespace {

using Integers = std::vector<mpz_class>;
constexpr auto kCentered = Representative::centered, kNonnegative = Representative::nonnegative;

he::bfv::Parameters keys() {
  return he::bfv::Parameters::create_insecure({.degree = 32,
                                               .plaintext_modulus = 257,
                                               .prime_bits = std::vector<unsigned>(8, 49),
                                               .special_prime_bits = {49, 49}});
}

he::WideValues complements(const Integers& x, std::size_t words) {
  he::WideValues result(x.size(), words);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const mpz_class residue = modulo(x[i], mpz_class(1) << (64 * words));
    mpz_export(result[i].data(), nullptr, -1, 8, 0, 0, residue.get_mpz_t());
  }
  return result;
}
mpz_class complement_at(const he::WideValues& values, std::size_t i) {
  const mpz_class x = integer_of(values[i]), radix = mpz_class(1) << (64 * values.words());
  return 2 * x < radix ? x : mpz_class(x - radix);
}

// Whether x is a two's complement of so many words.
bool fits(const mpz_class& x, std::size_t words) {
  const mpz_class bound = mpz_class(1) << (64 * words - 1);
  return x < bound && x >= -bound;
}

// Numbers of magnitudes up to t/2 that fit into so many words, the extremes first.
Integers draw(SeededValues& values, std::size_t count, const mpz_class& t, std::size_t words) {
  const mpz_class half = t / 2, least = -(mpz_class(1) << (64 * words - 1));
  Integers x;
  for (const mpz_class& edge : {half, mpz_class(-half), mpz_class(0), mpz_class(-1), mpz_class(1),
                                least, mpz_class(-least - 1)}) {
    if (fits(edge, words) && abs(edge) <= half && x.size() < count) x.push_back(edge);
  }
  for (const mpz_class& residue : residues_and_edges(values, count - x.size(), t)) {
    const mpz_class y = centered(residue, t);
    x.push_back(fits(y, words) ? y : mpz_class(y % (mpz_class(1) << (64 * words - 1))));
  }
  return x;
}

template <class Encoder>
void expect_signed(const Encoder& encoder, std::size_t count, const mpz_class& t,
                   const char* place) {
  SeededValues values(17);
  SCOPED_TRACE(values.label() + ", " + std::to_string(count) + " modulo " + t.get_str());
  const std::size_t own = (mpz_sizeinbase(t.get_mpz_t(), 2) + 63) / 64;
  const auto refused = [&](const mpz_class& x, std::size_t words) {
    Integers all(count);
    all[count - 1] = x;
    SCOPED_TRACE(x.get_str());
    expect_error([&] { (void)encoder.encode(complements(all, words), kCentered); },
                 ErrorCode::invalid_argument,
                 {"the value of " + std::string(place) + " " + std::to_string(count - 1),
                  "magnitudes of at most half", "nonnegative numbers"});
  };
  for (std::size_t words = 1; words <= own + 2; ++words) {
    const Integers x = draw(values, count, t, words);
    const he::Plaintext plaintext = encoder.encode(complements(x, words), kCentered);
    const he::WideValues residues = encoder.decode(plaintext),
                         found = encoder.decode(plaintext, kCentered);
    EXPECT_EQ(residues.words(), encoder.words());
    EXPECT_EQ(found.words(), own);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(integer_of(residues[i]), modulo(x[i], t)) << i;
      ASSERT_EQ(complement_at(found, i), centered(x[i], t)) << i;
    }
    const auto again = encoder.decode(encoder.encode(found, kCentered), kNonnegative);
    EXPECT_TRUE(std::ranges::equal(again.span(), residues.span()));
    const mpz_class above = t / 2 + 1, least = -(mpz_class(1) << (64 * words - 1));
    for (const mpz_class& y : {above, mpz_class(-above), mpz_class(-t), mpz_class(t - 1), least,
                               mpz_class(-least - 1)}) {
      if (fits(y, words) && abs(y) > t / 2) refused(y, words);
    }
  }
}

TEST(SignedNumbers, AreCoefficientsModuloIntegers) {
  const auto parameters = keys();
  const mpz_class one = 1;
  for (const mpz_class& t :
       {mpz_class(2), mpz_class(3), mpz_class(65537), mpz_class((one << 60) - 2),
        mpz_class((one << 63) - 25), mpz_class((one << 64) - 59), mpz_class(one << 64),
        mpz_class((one << 64) + 1), mpz_class(one << 127), mpz_class((one << 128) - 1),
        mpz_class(one << 128), mpz_class((one << 200) + 235)}) {
    const he::WideCoefficientEncoder encoder(
        parameters.with_plaintexts(he::PlaintextSpace::integer(natural_of(t))));
    expect_signed(encoder, 32, t, "coefficient");
  }
}

TEST(SignedNumbers, AreCoefficientsModuloShortPolynomials) {
  const auto parameters = keys();
  for (const auto& space :
       {he::PlaintextSpace::root(32, 4, 1000), he::PlaintextSpace::root(32, 2, 65536)}) {
    const he::WideCoefficientEncoder encoder(parameters.with_plaintexts(space));
    expect_signed(encoder, encoder.coefficients(), integer_of(space.modulus()), "coefficient");
  }
}

TEST(SignedNumbers, AreSlots) {
  const auto parameters = keys();
  const auto field = he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 64);
  for (const auto& space : {field, he::PlaintextSpace::integer(field.modulus()),
                            he::PlaintextSpace::field(he::PrimeField::goldilocks, 64)}) {
    const auto encoder = he::WideSlotEncoder::create(parameters.with_plaintexts(space));
    expect_signed(encoder, encoder.slots(), integer_of(space.modulus()), "slot");
  }
}

TEST(SignedNumbers, AreWideIntegersToo) {
  const he::WideCoefficientEncoder encoder(
      keys().with_plaintexts(he::PlaintextSpace::integer(Natural::from_decimal("1000000007"))));
  const std::vector<WideInteger<3>> values{WideInteger<3>::from_signed(-5), WideInteger<3>(7)};
  const auto plaintext = encoder.encode(std::span(values), kCentered);
  EXPECT_EQ(encoder.decode(plaintext)[0][0], 1000000002U);
  EXPECT_EQ(encoder.decode(plaintext, kCentered)[0][0], ~std::uint64_t{4});
  EXPECT_EQ(encoder.decode(plaintext, kCentered)[1][0], 7U);
  expect_error([&] { (void)encoder.encode(std::span(values)); }, ErrorCode::invalid_argument,
               {"coefficient 0", "below the plaintext modulus", "two's complements"});
}

}  // namespace
}  // namespace lath::testing
