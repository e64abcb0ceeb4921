// SPDX-License-Identifier: Apache-2.0
//
// Slots against their definition, values modulo G, and the algebra against products by NTL.
#include "lath/he/slots/slot_algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "he/slots/slot_cases.hpp"

namespace lath::he {
namespace {

using testing::algebra_of;
using testing::decoded;
using testing::encoded;
using testing::encoded_constants;
using testing::for_coprime;
using testing::from_words;
using testing::kLargeModuli;
using testing::kSmallModuli;
using testing::name;
using testing::Polynomials;
using testing::random_residues;
using testing::SeededValues;
using testing::Words;

Words sum(const Words& a, const Words& b, std::uint64_t t) {
  Words result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = (a[i] + b[i]) % t;
  return result;
}

void expect_values(const SlotAlgebra& algebra, SeededValues& values) {
  const std::uint64_t t = algebra.modulus().value();
  const std::size_t n = algebra.index().degree();
  ASSERT_EQ(algebra.slots() * algebra.slot_degree(), n);
  const Polynomials polynomials(algebra);
  const Words coefficients = random_residues(n, t, values);
  const Words words = decoded(algebra, coefficients);
  EXPECT_EQ(words, polynomials.slots_of(polynomials.from_powerful(coefficients), algebra));
  EXPECT_EQ(encoded(algebra, words), coefficients);
}

TEST(SlotAlgebra, SlotsAreValuesModuloTheSlotPolynomial) {
  SeededValues values(1);
  for_coprime(3, 200, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    expect_values(algebra_of(m, t), values);
  });
}
TEST(SlotAlgebra, SlotsAreValuesModuloLargeNumbers) {
  SeededValues values(2);
  for_coprime(3, 60, kLargeModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    expect_values(algebra_of(m, t), values);
  });
}
TEST(SlotAlgebra, FactorsVanishAtTheirSlots) {
  for_coprime(3, 60, kSmallModuli, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    const Polynomials polynomials(algebra);
    NTL::ZZ_pX product(1);
    for (std::size_t s = 0; s < algebra.slots(); ++s) {
      ASSERT_EQ(algebra.factor(s).size(), algebra.slot_degree() + 1);
      const NTL::ZZ_pX f = from_words(algebra.factor(s));
      product *= f;
      EXPECT_TRUE(NTL::IsZero(polynomials.value(f, algebra.representative(s)))) << "slot " << s;
    }
    EXPECT_EQ(product, polynomials.phi().val());
    EXPECT_TRUE(std::ranges::equal(algebra.slot_polynomial(), algebra.factor(0)));
  });
}
// Many slots and few, long and short ones, with products by transforms of one to three primes.
TEST(SlotAlgebra, SlotsAreValuesForLongerPolynomials) {
  SeededValues values(3);
  for (const auto& [m, t] :
       std::vector<std::pair<std::uint64_t, std::uint64_t>>{{4095, 2},
                                                            {2783, 2},
                                                            {2048, 12289},
                                                            {1155, 16777216},
                                                            {2047, 4398046511104},
                                                            {1365, std::uint64_t{1} << 60},
                                                            {1024, 3},
                                                            {1001, 15},
                                                            {1302, 31 * 31 * 31}}) {
    if (std::gcd(m, t) != 1) continue;
    SCOPED_TRACE(name(m, t));
    expect_values(algebra_of(m, t), values);
  }
}

// The ring of plaintexts by NTL against slots, one by one.
void expect_homomorphism(const SlotAlgebra& algebra, SeededValues& values) {
  const std::uint64_t t = algebra.modulus().value();
  const std::size_t n = algebra.index().degree(), d = algebra.slot_degree();
  const Polynomials polynomials(algebra);
  const Words a = random_residues(n, t, values), b = random_residues(n, t, values);
  const Words c = encoded(algebra, a), e = encoded(algebra, b);
  EXPECT_EQ(decoded(algebra, sum(c, e, t)), sum(a, b, t));
  const NTL::ZZ_pX product =
      NTL::MulMod(polynomials.from_powerful(c), polynomials.from_powerful(e), polynomials.phi());
  Words products(n);
  for (std::size_t s = 0; s < algebra.slots(); ++s) {
    const auto slot = [&](const Words& x) { return std::span(x).subspan(s * d, d); };
    algebra.multiply_in_slot(std::span(products).subspan(s * d, d), slot(a), slot(b));
    EXPECT_EQ(from_words(slot(products)),
              NTL::MulMod(from_words(slot(a)), from_words(slot(b)), polynomials.slot()));
  }
  EXPECT_EQ(polynomials.slots_of(product, algebra), products);
}

TEST(SlotAlgebra, ProductsOfPolynomialsAreThoseOfSlots) {
  SeededValues values(4);
  for_coprime(3, 100, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    expect_homomorphism(algebra_of(m, t), values);
  });
}

void expect_constants(const SlotAlgebra& algebra, SeededValues& values) {
  const std::uint64_t t = algebra.modulus().value();
  const Words constants = random_residues(algebra.slots(), t, values);
  Words words(algebra.index().degree()), found(algebra.slots());
  for (std::size_t s = 0; s < constants.size(); ++s) {
    words[s * algebra.slot_degree()] = constants[s];
  }
  const Words coefficients = encoded_constants(algebra, constants);
  EXPECT_EQ(coefficients, encoded(algebra, words));
  algebra.decode_constants(found, coefficients);
  EXPECT_EQ(found, constants);
}

TEST(SlotAlgebra, ConstantsAreWordsOfSlots) {
  SeededValues values(5);
  for_coprime(3, 100, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    expect_constants(algebra_of(m, t), values);
  });
  for (const std::uint64_t m : {std::uint64_t{4095}, std::uint64_t{13981}}) {
    SCOPED_TRACE(name(m, 2));
    expect_constants(algebra_of(m, 2), values);
  }
}

// Products and sums of bits in slots are those of bits: what batches of binary messages are for.
TEST(SlotAlgebra, BitsInSlotsAreMultipliedOneByOne) {
  SeededValues values(6);
  const auto algebra = algebra_of(4095, 2);
  const Polynomials polynomials(algebra);
  const Words a = random_residues(144, 2, values), b = random_residues(144, 2, values);
  const auto polynomial = [&](const Words& bits) {
    return polynomials.from_powerful(encoded_constants(algebra, bits));
  };
  const Words products =
      polynomials.slots_of(NTL::MulMod(polynomial(a), polynomial(b), polynomials.phi()), algebra);
  for (std::size_t s = 0; s < 144; ++s) {
    EXPECT_EQ(products[s * 12], a[s] & b[s]);
    for (std::size_t i = 1; i < 12; ++i) EXPECT_EQ(products[s * 12 + i], 0);
  }
}

TEST(SlotAlgebra, WhatIsMissingIsZero) {
  const auto algebra = algebra_of(31, 2);
  EXPECT_EQ(encoded(algebra, {1, 0, 1}), encoded(algebra, [] {
              Words words(30);
              words[0] = words[2] = 1;
              return words;
            }()));
  EXPECT_EQ(encoded(algebra, {}), Words(30));
  EXPECT_EQ(encoded_constants(algebra, {1}), encoded(algebra, {1}));
}

// The largest sums of products.
TEST(SlotAlgebra, LongSlotsOfLargeWords) {
  const std::uint64_t t = kLargeModuli[1];
  SeededValues values(7);
  const auto algebra = algebra_of(509, t);
  const std::size_t d = algebra.slot_degree();
  ASSERT_GT(d, 300);
  expect_values(algebra, values);
  const Polynomials polynomials(algebra);
  const Words most(d, t - 1);
  Words square(d);
  algebra.multiply_in_slot(square, most, most);
  const NTL::ZZ_pX a = from_words(most);
  EXPECT_EQ(from_words(square), NTL::SqrMod(a, polynomials.slot()));
}

TEST(SlotAlgebra, OperandsMayBeResultsInASlot) {
  const auto algebra = algebra_of(31, 2);
  Words a{1, 1, 0, 0, 1}, b{0, 1, 1, 0, 1}, product(5);
  algebra.multiply_in_slot(product, a, b);
  algebra.multiply_in_slot(a, a, b);
  EXPECT_EQ(a, product);
}

}  // namespace
}  // namespace lath::he
