// SPDX-License-Identifier: Apache-2.0
#include "lath/rns/rns_basis.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/expect_error.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::modulo;
using testing::natural;
using testing::product_of;
using testing::SeededValues;
using testing::two_complement;
using testing::words_of_integer;

std::vector<Modulus> moduli_of(std::initializer_list<std::uint64_t> values) {
  return {values.begin(), values.end()};
}

RnsBasis basis_with(std::size_t limbs) {
  const auto primes = testing::mixed_primes(16, limbs);
  return RnsBasis::create(std::vector<Modulus>(primes.begin(), primes.end()));
}

// Residues, integers and residues again, both representatives, against GMP.
void expect_round_trip(const RnsBasis& basis, const std::vector<mpz_class>& integers) {
  const mpz_class product = product_of(basis);
  const std::size_t count = integers.size(), n = basis.words();
  const auto residues = testing::residues_of(integers, basis);
  for (const auto representative : {Representative::nonnegative, Representative::centered}) {
    std::vector<std::uint64_t> words(count * n), back(residues.size());
    basis.lift(words.data(), residues.data(), count, count, representative);
    for (std::size_t c = 0; c < count; ++c) {
      const std::span<const std::uint64_t> one(&words[c * n], n);
      const mpz_class expected = modulo(integers[c], product);
      if (representative == Representative::centered) {
        ASSERT_EQ(two_complement(one), testing::centered(expected, product));
      } else {
        ASSERT_EQ(natural(one), expected);
      }
    }
    basis.reduce(back.data(), count, words.data(), n, count, representative);
    ASSERT_EQ(back, residues);
  }
}

std::vector<mpz_class> boundaries(const RnsBasis& basis) {
  const mpz_class q = product_of(basis), half = q / 2;
  return {0, 1, 2, q - 1, q - 2, half, half + 1, half - 1, half + 2, q / 3};
}

TEST(RnsBasis, KnowsTheProductsOfItsModuli) {
  for (const std::size_t limbs : {1U, 2U, 3U, 7U, 16U, 17U, 33U, 100U}) {
    const auto basis = basis_with(limbs);
    const mpz_class product = product_of(basis);
    ASSERT_EQ(basis.size(), limbs);
    ASSERT_EQ(natural(basis.product()), product);
    ASSERT_EQ(basis.bits(), mpz_sizeinbase(product.get_mpz_t(), 2));
    ASSERT_EQ(basis.words(), (basis.bits() + 63) / 64);
    for (std::size_t i = 0; i < limbs; ++i) {
      const mpz_class q = natural(basis.modulus(i).value());
      const mpz_class punctured = natural(basis.punctured_product(i));
      ASSERT_EQ(punctured * q, product);
      ASSERT_EQ(modulo(punctured * natural(basis.punctured_inverse(i)), q), 1);
    }
  }
}

TEST(RnsBasis, LiftsTheBoundaries) {
  for (std::size_t limbs = 1; limbs <= 20; ++limbs) {
    SCOPED_TRACE("limbs " + std::to_string(limbs));
    const auto basis = basis_with(limbs);
    expect_round_trip(basis, boundaries(basis));
  }
  // Small moduli, an even one among them: Q/2 is an integer, and it is its own representative.
  const auto even = RnsBasis::create(moduli_of({2, 3}));
  expect_round_trip(even, {0, 1, 2, 3, 4, 5});
  expect_round_trip(RnsBasis::create(moduli_of({2})), {0, 1});
  // Q of exactly 64 bits, so that the centered representatives fill their word.
  expect_round_trip(RnsBasis::create(moduli_of({4294967295, 4294967291})),
                    {0, 1, mpz_class("9223372026117357572"), mpz_class("9223372026117357573")});
}

TEST(RnsBasis, LiftsWhatWasReduced) {
  const std::uint64_t count = testing::seeds(60);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const auto basis = basis_with(1 + random.below(seed % 10 == 0 ? 150 : 24));
    std::vector<mpz_class> integers;
    for (std::uint64_t i = 0; i < 1 + random.below(20); ++i) {
      integers.push_back(testing::random_integer(random, basis.bits()));
    }
    expect_round_trip(basis, integers);
    if (HasFatalFailure()) return;
  }
}

TEST(RnsBasis, ReducesIntegersOfAnySize) {
  const auto basis = basis_with(5);
  SeededValues random(8);
  SCOPED_TRACE(random.label());
  for (const std::size_t size : {1U, 2U, 5U, 40U}) {
    std::vector<std::uint64_t> integers(12 * size), residues(5 * 12);
    for (std::uint64_t& word : integers) word = random.next();
    std::fill_n(integers.begin(), size, ~std::uint64_t{0});
    std::fill_n(integers.begin() + static_cast<std::ptrdiff_t>(size), size, 0);
    for (const auto representative : {Representative::nonnegative, Representative::centered}) {
      basis.reduce(residues.data(), 12, integers.data(), size, 12, representative);
      for (std::size_t c = 0; c < 12; ++c) {
        const std::span<const std::uint64_t> words(&integers[c * size], size);
        const mpz_class x =
            representative == Representative::centered ? two_complement(words) : natural(words);
        for (std::size_t i = 0; i < 5; ++i) {
          ASSERT_EQ(residues[i * 12 + c], modulo(x, basis.modulus(i).value())) << x;
        }
      }
    }
  }
}

TEST(RnsBasis, LiftsAndReducesAtTheLargestSize) {
  const auto primes = ntt_primes(50, 1024, 1240);
  const auto basis = RnsBasis::create(std::vector<Modulus>(primes.begin(), primes.end()));
  EXPECT_GT(basis.bits(), 61990U);
  SeededValues random(9);
  SCOPED_TRACE(random.label());
  auto integers = boundaries(basis);
  for (int i = 0; i < 10; ++i) integers.push_back(testing::random_integer(random, basis.bits()));
  expect_round_trip(basis, integers);
}

TEST(RnsBasis, NeedsCoprimeModuli) {
  expect_error([] { (void)RnsBasis::create({}); }, ErrorCode::invalid_argument,
               {"no modulus", "at least one", "moduli of a ring"});
  expect_error([] { (void)RnsBasis::create(moduli_of({15, 7, 21})); }, ErrorCode::invalid_argument,
               {"moduli 15 and 21", "coprime", "replace"});
}

}  // namespace
}  // namespace lath
