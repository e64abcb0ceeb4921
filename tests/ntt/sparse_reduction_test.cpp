// SPDX-License-Identifier: Apache-2.0
//
// Cyclotomic polynomials and reductions modulo them, against NTL.
#include <NTL/ZZX.h>
#include <NTL/ZZ_pX.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"
#include "lath/ntt/prime_powers.hpp"
#include "lath/ntt/sparse_reduction.hpp"

namespace lath {
namespace {

using testing::expect_error;
using Words = std::vector<std::uint64_t>;

// Some of many kinds: prime powers, few terms, large coefficients, even and odd.
constexpr std::uint64_t kNamed[] = {2783,  4095,  4096,  4369,  6561,  11025,
                                    13981, 15015, 21845, 30030, 40755, 65537};

// Phi_m by its definition: x^m - 1 without the polynomials of the proper divisors.
NTL::ZZX by_definition(std::uint64_t m) {
  NTL::ZZX result;
  NTL::SetCoeff(result, static_cast<long>(m), 1);
  NTL::SetCoeff(result, 0, -1);
  for (std::uint64_t d = 1; d < m; ++d) {
    if (m % d == 0) result /= by_definition(d);
  }
  return result;
}

// The same without as many divisions, by the rules for a prime p: Phi_mp(x) is Phi_m(x^p) where p
// divides m, and otherwise that divided by Phi_m(x).
NTL::ZZX by_primes(std::uint64_t m) {
  NTL::ZZX result;
  NTL::SetCoeff(result, 1, 1);
  NTL::SetCoeff(result, 0, -1);
  for (std::uint64_t p = 2, done = 1; m > 1; ++p) {
    for (; m % p == 0; m /= p, done *= p) {
      NTL::ZZX expanded;
      for (long i = 0; i <= NTL::deg(result); ++i) {
        NTL::SetCoeff(expanded, i * static_cast<long>(p), NTL::coeff(result, i));
      }
      result = done % p == 0 ? expanded : expanded / result;
    }
  }
  return result;
}

void expect_polynomial(std::uint64_t m, const NTL::ZZX& expected) {
  const auto c = cyclotomic_polynomial(m);
  ASSERT_EQ(c.size(), euler_phi(m) + 1) << m;
  ASSERT_EQ(static_cast<long>(c.size()), NTL::deg(expected) + 1) << m;
  std::size_t terms = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    ASSERT_EQ(c[i], NTL::to_long(NTL::coeff(expected, static_cast<long>(i)))) << m << ", " << i;
    terms += c[i] != 0 ? 1 : 0;
  }
  EXPECT_EQ(cyclotomic_terms(m), terms) << m;
}

TEST(CyclotomicPolynomial, IsNtls) {
  for (std::uint64_t m = 1; m <= 300; ++m) {
    const NTL::ZZX expected = by_definition(m);
    ASSERT_EQ(by_primes(m), expected);
    expect_polynomial(m, expected);
  }
  for (const std::uint64_t m : kNamed) expect_polynomial(m, by_primes(m));
  testing::SeededValues random(1);
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t m = 301 + random.below(20000);
    expect_polynomial(m, by_primes(m));
  }
}

TEST(CyclotomicPolynomial, HasTheTermsAndCoefficientsThatAreKnown) {
  EXPECT_EQ(cyclotomic_terms(2783), 41U);
  EXPECT_EQ(cyclotomic_terms(253), 41U);
  EXPECT_EQ(cyclotomic_terms(2 * 2783), 41U);
  EXPECT_EQ(cyclotomic_terms(4096), 2U);
  EXPECT_EQ(cyclotomic_terms(1), 2U);
  EXPECT_EQ(cyclotomic_polynomial(105)[7], -2);
  // The largest coefficients of any index up to those: OEIS A013594 has 359 as that of 40755.
  const auto c = cyclotomic_polynomial(40755);
  EXPECT_EQ(std::max(*std::ranges::max_element(c), -*std::ranges::min_element(c)), 359);
}

// Words of A mod Phi over NTL's current modulus.
template <class Word>
std::vector<Word> remainder_by_ntl(const std::vector<Word>& a, const NTL::ZZX& phi) {
  NTL::ZZ_pX polynomial, remainder;
  for (std::size_t i = 0; i < a.size(); ++i) {
    NTL::ZZ word;
    NTL::conv(word, static_cast<unsigned long>(a[i]));
    NTL::SetCoeff(polynomial, static_cast<long>(i), NTL::conv<NTL::ZZ_p>(word));
  }
  NTL::rem(remainder, polynomial, NTL::to_ZZ_pX(phi));
  std::vector<Word> words(static_cast<std::size_t>(NTL::deg(phi)));
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = static_cast<Word>(
        NTL::conv<unsigned long>(NTL::rep(NTL::coeff(remainder, static_cast<long>(i)))));
  }
  return words;
}

template <class Word, class Arithmetic>
void expect_remainder(const SparseReduction& reduction, const NTL::ZZX& phi, std::vector<Word> a,
                      const Arithmetic& arithmetic, Word garbage) {
  const auto expected = remainder_by_ntl(a, phi);
  const std::vector<Word> upper(a.begin() + static_cast<std::ptrdiff_t>(reduction.degree()),
                                a.end());
  std::vector<Word> scratch(reduction.scratch_words(a.size()), garbage);
  reduction.reduce(std::span(a), std::span(scratch), arithmetic);
  ASSERT_TRUE(std::equal(upper.rbegin(), upper.rend(), a.rbegin()));
  a.resize(reduction.degree());
  ASSERT_EQ(a, expected) << "index " << reduction.index() << ", " << upper.size() << " words above";
}

template <class Word>
std::vector<Word> drawn(std::size_t count, std::uint64_t modulus, testing::SeededValues& random) {
  std::vector<Word> words(count);
  for (Word& word : words) word = static_cast<Word>(random.below(modulus));
  return words;
}

template <class Word>
void expect_remainders(const SparseReduction& reduction, const NTL::ZZX& phi,
                       std::initializer_list<std::size_t> lengths, std::uint64_t q,
                       testing::SeededValues& random) {
  NTL::ZZ_p::init(NTL::conv<NTL::ZZ>(static_cast<unsigned long>(q)));
  for (const Kernel kernel : available_kernels<Word>(q)) {
    const auto arithmetic = VectorArithmetic<Word>::create(q, kernel);
    for (const std::size_t length : lengths) {
      expect_remainder(reduction, phi, drawn<Word>(length, q, random), arithmetic,
                       static_cast<Word>(q - 1));
    }
  }
}

void expect_all(std::uint64_t m, const NTL::ZZX& phi, testing::SeededValues& random) {
  const auto reduction = SparseReduction::create(m);
  const std::size_t n = reduction.degree();
  ASSERT_EQ(n, euler_phi(m));
  expect_remainders<std::uint64_t>(reduction, phi, {2 * n - 1, n + 1, 5 * n / 2 + 3},
                                   0x1fffffffffe00001, random);
  expect_remainders<std::uint64_t>(reduction, phi, {2 * n - 1}, 1000000, random);
  expect_remainders<std::uint32_t>(reduction, phi, {2 * n - 1}, 0x3ffffffe, random);
  expect_remainders<std::uint16_t>(reduction, phi, {2 * n}, 3329, random);
  NTL::ZZ_p::init(NTL::power2_ZZ(64));
  Words words(2 * n - 1);
  for (auto& word : words) word = random.next();
  expect_remainder(reduction, phi, words, WrappingArithmetic{}, ~std::uint64_t{0});
  NTL::ZZ_p::init(NTL::power2_ZZ(16));
  expect_remainder(reduction, phi, drawn<std::uint16_t>(2 * n - 1, 65536, random),
                   WrappingArithmetic{}, std::uint16_t{65535});
}

TEST(SparseReduction, GivesTheRemaindersOfNtl) {
  testing::SeededValues random(2);
  for (std::uint64_t m = 2; m <= 300; ++m) expect_all(m, by_primes(m), random);
  for (const std::uint64_t m : kNamed) expect_all(m, by_primes(m), random);
  for (int i = 0; i < 10; ++i) {
    const std::uint64_t m = 301 + random.below(10000);
    expect_all(m, by_primes(m), random);
  }
}

// Arithmetic of the program's own: it counts.
struct Counted {
  std::size_t* sum;
  void add(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
           std::size_t count) const {
    *sum += count;
    WrappingArithmetic{}.add(out, a, b, count);
  }
  void subtract(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b,
                std::size_t count) const {
    *sum += count;
    WrappingArithmetic{}.subtract(out, a, b, count);
  }
};

TEST(SparseReduction, TakesTheAdditionsThatItStates) {
  for (const std::uint64_t m : kNamed) {
    const auto reduction = SparseReduction::create(m);
    for (const std::size_t count :
         {std::size_t{3}, reduction.degree(), 2 * reduction.degree() - 1, 3 * reduction.degree()}) {
      std::size_t sum = 0;
      Words words(count), scratch(reduction.scratch_words(count));
      reduction.reduce(std::span(words), std::span(scratch), Counted{&sum});
      EXPECT_EQ(sum, reduction.additions(count)) << m;
    }
  }
  // One for each word: x^n + 1. Fewer than a block for each of the 41 terms.
  EXPECT_EQ(SparseReduction::create(4096).additions(4095), 2048U);
  const auto reduction = SparseReduction::create(2783);
  EXPECT_EQ(reduction.block(), 11U);
  EXPECT_LT(reduction.additions(4839), 16 * reduction.degree());
}

TEST(SparseReduction, LeavesShortPolynomialsAlone) {
  const auto reduction = SparseReduction::create(15);
  Words words{1, 2, 3, 4, 5, 6, 7, 8}, scratch;
  reduction.reduce(std::span(words), std::span(scratch), WrappingArithmetic{});
  EXPECT_EQ(words, (Words{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(SparseReduction, RefusesShortScratch) {
  const auto reduction = SparseReduction::create(15);
  Words words(15, 1), scratch(reduction.scratch_words(15) - 1);
  expect_error(
      [&] { reduction.reduce(std::span(words), std::span(scratch), WrappingArithmetic{}); },
      ErrorCode::invalid_argument, {"15 words", "need 16"});
  EXPECT_EQ(words, Words(15, 1));
}

TEST(SparseReduction, RefusesIndices) {
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 32) + 1}) {
    expect_error([&] { (void)SparseReduction::create(m); }, ErrorCode::invalid_argument,
                 {std::to_string(m), "2 to 2^32"});
  }
  for (const std::uint64_t m : {std::uint64_t{0}, kMaxPolynomialIndex + 1}) {
    expect_error([&] { (void)cyclotomic_polynomial(m); }, ErrorCode::invalid_argument,
                 {std::to_string(m), "1 to 2^23"});
    expect_error([&] { (void)cyclotomic_terms(m); }, ErrorCode::invalid_argument, {"1 to 2^23"});
  }
}

TEST(PrimePowers, MultiplyToTheNumber) {
  EXPECT_TRUE(prime_powers(1).empty());
  EXPECT_EQ(prime_powers(2783), (std::vector<PrimePower>{{11, 2, 121}, {23, 1, 23}}));
  EXPECT_EQ(prime_powers(96), (std::vector<PrimePower>{{2, 5, 32}, {3, 1, 3}}));
  for (std::uint64_t m = 1; m <= 2000; ++m) {
    std::uint64_t product = 1, phi = 1, last = 1;
    for (const PrimePower& q : prime_powers(m)) {
      EXPECT_GT(q.prime, last);
      product *= q.value;
      phi *= q.value / q.prime * (q.prime - 1);
      last = q.prime;
    }
    EXPECT_EQ(product, m);
    EXPECT_EQ(phi, euler_phi(m));
  }
}

TEST(PrimePowers, HaveLargePrimes) {
  using Powers = std::vector<PrimePower>;
  constexpr std::uint64_t kLargest = 18446744073709551557U, kOf32Bits = 4294967291,
                          kNext = 4294967279;
  EXPECT_EQ(prime_powers(std::uint64_t{1} << 63), (Powers{{2, 63, std::uint64_t{1} << 63}}));
  EXPECT_EQ(prime_powers(kLargest), (Powers{{kLargest, 1, kLargest}}));
  EXPECT_EQ(prime_powers(kOf32Bits * kOf32Bits), (Powers{{kOf32Bits, 2, kOf32Bits * kOf32Bits}}));
  EXPECT_EQ(prime_powers(kOf32Bits * kNext),
            (Powers{{kNext, 1, kNext}, {kOf32Bits, 1, kOf32Bits}}));
  // Three primes above the divisors that are tried, and one below.
  EXPECT_EQ(prime_powers(std::uint64_t{1021} * 1031 * 1033 * 1000003),
            (Powers{{1021, 1, 1021}, {1031, 1, 1031}, {1033, 1, 1033}, {1000003, 1, 1000003}}));
  // The method finds 1063 * 1103 first.
  EXPECT_EQ(prime_powers(std::uint64_t{1049} * 1063 * 1103),
            (Powers{{1049, 1, 1049}, {1063, 1, 1063}, {1103, 1, 1103}}));
  EXPECT_EQ(prime_powers(std::uint64_t{1031} * 1031 * 1031 * 1033),
            (Powers{{1031, 3, std::uint64_t{1031} * 1031 * 1031}, {1033, 1, 1033}}));
}

TEST(MultiplicativeOrder, IsTheLeastExponent) {
  EXPECT_EQ(multiplicative_order(2, 2783), 110U);
  EXPECT_EQ(multiplicative_order(2, 21845), 16U);
  EXPECT_EQ(multiplicative_order(7, 1), 1U);
  for (std::uint64_t m = 2; m <= 300; ++m) {
    for (const std::uint64_t a : {2U, 3U, 5U, 127U, 65537U}) {
      if (std::gcd(a, m) != 1) {
        expect_error([&] { (void)multiplicative_order(a, m); }, ErrorCode::invalid_argument,
                     {"common factor"});
        continue;
      }
      std::uint64_t d = 1;
      for (std::uint64_t power = a % m; power != 1; power = power * a % m) ++d;
      EXPECT_EQ(multiplicative_order(a, m), d) << a << " modulo " << m;
    }
  }
}

}  // namespace
}  // namespace lath
