// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/barrett.hpp"
#include "lath/arith/montgomery.hpp"
#include "lath/arith/shoup.hpp"

namespace lath {
namespace {

template <class Word>
std::uint64_t product_mod(Word a, Word b, Word p) {
  return static_cast<std::uint64_t>(uint128{a} * b % p);
}

// Every kind of modulus, from 2 to the largest that a word allows.
template <class Word>
std::vector<Word> moduli() {
  constexpr Word kLimit = Word{1} << kModulusBits<Word>;
  std::vector<Word> values;
  for (Word p = 2; p < 300; ++p) values.push_back(p);
  for (int bit = 9; bit < kModulusBits<Word>; ++bit) {
    const auto power = static_cast<Word>(Word{1} << bit);
    for (const int offset : {-1, 0, 1})
      values.push_back(static_cast<Word>(power + static_cast<Word>(offset)));
  }
  for (const int offset : {1, 2, 3, 5, 111})
    values.push_back(static_cast<Word>(kLimit - static_cast<Word>(offset)));
  testing::SeededValues random(17);
  for (int i = 0; i < 50; ++i) values.push_back(static_cast<Word>(2 + random.below(kLimit - 2)));
  return values;
}

// Residues where reductions go wrong, and random ones.
template <class Word>
std::vector<Word> residues(Word p) {
  std::vector<Word> values{0, 1, static_cast<Word>(p - 1), static_cast<Word>(p / 2),
                           static_cast<Word>(p / 2 + 1 < p ? p / 2 + 1 : 0)};
  for (Word power = 2; power < p; power = static_cast<Word>(power << 1)) {
    values.push_back(power);
    values.push_back(static_cast<Word>(p - power));
  }
  testing::SeededValues random(p);
  for (int i = 0; i < 10; ++i) values.push_back(static_cast<Word>(random.below(p)));
  return values;
}

// Words above p.
template <class Word>
std::vector<Word> any_words(Word p) {
  constexpr Word kMax = std::numeric_limits<Word>::max();
  std::vector<Word> values{p,
                           kMax,
                           static_cast<Word>(kMax - 1),
                           static_cast<Word>(kMax / 2),
                           static_cast<Word>(kMax / 2 + 1),
                           static_cast<Word>(2 * p),
                           static_cast<Word>(2 * p - 1),
                           static_cast<Word>(p + 1)};
  // The multiples of p next to the end of the range, and their neighbours below.
  const auto multiple = static_cast<Word>(kMax / p * p);
  values.push_back(multiple);
  values.push_back(static_cast<Word>(multiple - 1));
  testing::SeededValues random(p ^ 1);
  for (int i = 0; i < 20; ++i) values.push_back(static_cast<Word>(random.next()));
  return values;
}

template <class Word>
class Reductions : public ::testing::Test {};
using Words = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Reductions, Words);

TYPED_TEST(Reductions, BarrettAgreesWithDivision) {
  using Word = TypeParam;
  for (const Word p : moduli<Word>()) {
    const Barrett<Word> barrett(p);
    ASSERT_EQ(barrett.modulus(), p);
    const auto last = static_cast<Word>(p - 1);
    for (const Word x : any_words(p)) ASSERT_EQ(barrett.reduce(x), x % p) << +x << " mod " << +p;
    const auto all = residues(p);
    for (const Word a : all) {
      ASSERT_EQ(barrett.reduce(a), a);
      for (const Word b : all) {
        const std::uint64_t product = product_mod(a, b, p);
        ASSERT_EQ(barrett.multiply(a, b), product) << +a << " " << +b << " mod " << +p;
        ASSERT_EQ(barrett.multiply_add(a, b, last), (product + last) % p);
        ASSERT_EQ(barrett.add_products(a, b, last, last),
                  (product + product_mod(last, last, p)) % p)
            << +a << " " << +b << " mod " << +p;
      }
    }
  }
}

TYPED_TEST(Reductions, ShoupAgreesWithDivisionForEveryWord) {
  using Word = TypeParam;
  for (const Word p : moduli<Word>()) {
    auto factors = any_words(p);
    const auto all = residues(p);
    factors.insert(factors.end(), all.begin(), all.end());
    for (const Word w : all) {
      const ShoupFactor<Word> factor(w, p);
      for (const Word x : factors) {
        ASSERT_EQ(factor.multiply(x, p), product_mod(x, w, p)) << +x << " " << +w << " mod " << +p;
        const Word lazy = factor.multiply_lazy(x, p);
        ASSERT_LT(lazy, 2 * p);
        ASSERT_EQ(lazy % p, product_mod(x, w, p));
      }
    }
  }
}

TYPED_TEST(Reductions, MontgomeryAgreesWithDivision) {
  using Word = TypeParam;
  for (const Word p : moduli<Word>()) {
    if (p % 2 == 0) continue;
    const Montgomery<Word> montgomery(p);
    ASSERT_EQ(montgomery.modulus(), p);
    const auto r = static_cast<Word>((uint128{1} << kWordBits<Word>) % p);
    const auto all = residues(p);
    for (const Word a : all) {
      ASSERT_EQ(montgomery.to_form(a), product_mod(a, r, p)) << +a << " mod " << +p;
      ASSERT_EQ(montgomery.from_form(montgomery.to_form(a)), a) << +a << " mod " << +p;
      for (const Word b : all) {
        const Word product = montgomery.multiply(montgomery.to_form(a), montgomery.to_form(b));
        ASSERT_EQ(montgomery.from_form(product), product_mod(a, b, p))
            << +a << " " << +b << " mod " << +p;
      }
    }
    // The end of the range of reduce(): x / R, times R again, is x.
    const auto last = static_cast<Wide<Word>>((Wide<Word>{p} << kWordBits<Word>)-1);
    const Word reduced = montgomery.reduce(last);
    ASSERT_LT(reduced, p);
    ASSERT_EQ(product_mod(reduced, r, p), static_cast<Word>(last % p)) << +p;
  }
}

// Every product modulo every small modulus, and every word modulo it, in 16 bits.
TEST(Reductions16, AreExhaustivelyRightForSmallModuli) {
  using Word = std::uint16_t;
  for (Word p = 2; p <= 130; ++p) {
    const Barrett<Word> barrett(p);
    for (unsigned x = 0; x < 65536; ++x) ASSERT_EQ(barrett.reduce(static_cast<Word>(x)), x % p);
    for (Word a = 0; a < p; ++a) {
      const ShoupFactor<Word> factor(a, p);
      for (Word b = 0; b < p; ++b) {
        ASSERT_EQ(barrett.multiply(a, b), a * b % p);
        ASSERT_EQ(factor.multiply(b, p), a * b % p);
      }
      if (p % 2 == 0) continue;
      const Montgomery<Word> montgomery(p);
      for (Word b = 0; b < p; ++b) {
        ASSERT_EQ(montgomery.multiply(montgomery.to_form(a), b), a * b % p) << a << " " << b;
      }
    }
  }
}

// All factors of every residue for one large modulus: the quotient estimates see every fraction.
TEST(Reductions16, AreExhaustivelyRightForOneFactorModuloEveryPrimeSize) {
  using Word = std::uint16_t;
  for (const Word p : {Word{8191}, Word{8192}, Word{8193}, Word{12289}, Word{16381}, Word{16383}}) {
    const Barrett<Word> barrett(p);
    for (unsigned x = 0; x < 65536; ++x) ASSERT_EQ(barrett.reduce(static_cast<Word>(x)), x % p);
    for (const unsigned step : {1U, 2U, 3U, 1021U, p / 2U, p - 2U, p - 1U}) {
      for (unsigned b = 0; b < p; ++b) {
        ASSERT_EQ(barrett.multiply(static_cast<Word>(step), static_cast<Word>(b)), step * b % p);
      }
    }
    for (unsigned a = 0; a < p; ++a) {
      ASSERT_EQ(barrett.multiply(static_cast<Word>(a), static_cast<Word>(a)), a * a % p);
    }
  }
}

}  // namespace
}  // namespace lath
