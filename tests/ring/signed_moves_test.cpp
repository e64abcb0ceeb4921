// SPDX-License-Identifier: Apache-2.0
#include "ring/signed_moves.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/isas.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/monomial.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::from_integers;
using testing::isas;
using testing::ring_of;
using testing::SeededValues;

// Residues modulo p, some of them zero, and the last p - 1.
template <ResidueWord Word>
std::vector<Word> residues(std::size_t count, Word p, SeededValues& random) {
  std::vector<Word> a(count);
  for (Word& x : a) x = random.below(4) == 0 ? Word{0} : static_cast<Word>(random.below(p));
  a.back() = static_cast<Word>(p - 1);
  return a;
}

// x^k a modulo x^n + 1, every monomial by itself; k in [0, 2n).
template <ResidueWord Word>
std::vector<Word> shifted(const std::vector<Word>& a, std::size_t k, Word p) {
  const std::size_t n = a.size();
  std::vector<Word> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t power = (i + k) % (2 * n);
    out[power % n] = power < n ? a[i] : static_cast<Word>((p - a[i]) % p);
  }
  return out;
}

template <ResidueWord Word>
void expect_negations(Isa isa, std::size_t count, Word p, SeededValues& random) {
  const auto a = residues(count, p, random);
  std::vector<Word> out(count + 1, Word{77}), expected = out;
  for (std::size_t i = 0; i < count; ++i) expected[i] = static_cast<Word>((p - a[i]) % p);
  detail::negate_words(isa, out.data(), a.data(), count, p);
  ASSERT_EQ(out, expected) << count << " words mod " << p << " on " << isa_name(isa);
}

TEST(SignedMoves, NegateRowsOfEveryLength) {
  SeededValues random(1821);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    for (const std::size_t count : {1U, 7U, 8U, 31U, 64U, 65U, 2420U}) {
      ASSERT_NO_FATAL_FAILURE(expect_negations<std::uint16_t>(isa, count, 16383, random));
      ASSERT_NO_FATAL_FAILURE(expect_negations<std::uint32_t>(isa, count, (1U << 30) - 1, random));
      for (const int bits : {14, 50, 62}) {
        ASSERT_NO_FATAL_FAILURE(
            expect_negations<std::uint64_t>(isa, count, (1ULL << bits) - 1, random));
      }
    }
  }
}

template <ResidueWord Word>
void expect_gathers(Isa isa, std::size_t n, Word p, SeededValues& random) {
  const auto a = residues(n, p, random);
  for (const std::size_t step : {std::size_t{1}, std::size_t{5}, 2 * n - 1,
                                 static_cast<std::size_t>(random.below(2 * n) | 1)}) {
    std::vector<Word> out(n + 1, Word{77}), expected = out;
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t place = j * (step % (2 * n)) % (2 * n);
      expected[j] = place < n ? a[place] : static_cast<Word>((p - a[place - n]) % p);
    }
    detail::gather_coefficients(isa, out.data(), a.data(), n, step % (2 * n), p);
    ASSERT_EQ(out, expected) << "n " << n << ", step " << step << ", " << 8 * sizeof(Word)
                             << " bits on " << isa_name(isa);
  }
}

TEST(SignedMoves, GatherCoefficientsWithTheirSigns) {
  SeededValues random(1822);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    for (std::size_t n = 2; n <= 1U << 17; n *= 2) {
      ASSERT_NO_FATAL_FAILURE(expect_gathers<std::uint16_t>(isa, n, 12289, random));
      ASSERT_NO_FATAL_FAILURE(expect_gathers<std::uint32_t>(isa, n, (1U << 30) - 1, random));
      ASSERT_NO_FATAL_FAILURE(expect_gathers<std::uint64_t>(isa, n, (1ULL << 62) - 1, random));
    }
  }
}

template <ResidueWord Word>
void expect_monomials(std::size_t n, Word p, SeededValues& random) {
  const auto a = residues(n, p, random);
  const auto order = static_cast<std::int64_t>(2 * n);
  for (const std::int64_t k :
       {std::int64_t{0}, std::int64_t{1}, order / 2 - 1, order / 2, order / 2 + 1, order - 1,
        static_cast<std::int64_t>(random.below(2 * n))}) {
    const auto expected = shifted(a, static_cast<std::size_t>(k % order), p);
    for (const std::int64_t same : {k, k - order, k + 5 * order, k - 1000 * order}) {
      std::vector<Word> out(n);
      const auto monomial = Monomial::create(n, same);
      EXPECT_EQ(monomial, Monomial::create(n, k));
      monomial.multiply(out.data(), a.data(), p);
      ASSERT_EQ(out, expected) << "n " << n << ", k " << same;
    }
  }
}

TEST(Monomial, MovesEveryCoefficientAndItsSign) {
  SeededValues random(1823);
  SCOPED_TRACE(random.label());
  for (const std::size_t n : {1U, 2U, 7U, 64U, 2420U, 16384U}) {
    ASSERT_NO_FATAL_FAILURE(expect_monomials<std::uint16_t>(n, 12289, random));
    ASSERT_NO_FATAL_FAILURE(expect_monomials<std::uint32_t>(n, 1073479681, random));
    ASSERT_NO_FATAL_FAILURE(expect_monomials<std::uint64_t>(n, (1ULL << 62) - 57, random));
  }
}

TEST(Monomial, TakesEveryInteger) {
  EXPECT_EQ(Monomial::create(16, -1).exponent(), 31U);
  EXPECT_EQ(Monomial::create(16, INT64_MIN).exponent(), 0U);
  EXPECT_EQ(Monomial::create(16, INT64_MAX).exponent(), 31U);
  EXPECT_FALSE(Monomial::create(16, 1) == Monomial::create(16, 2));
  EXPECT_FALSE(Monomial::create(16, 1) == Monomial::create(8, 1));
}

TEST(Monomial, MultipliesPolynomials) {
  const auto ring = ring_of(64, 3);
  SeededValues random(1824);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff, Secret>(ring, random);
  Poly<DynamicRing, Coeff> x5(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) x5.limb(i)[5] = 1;
  const auto product = multiply_by_monomial(a, 5);
  static_assert(std::is_same_v<decltype(product), const Poly<DynamicRing, Coeff, Secret>>);
  EXPECT_TRUE(declassify(product) == intt(ntt(declassify(a)) * ntt(x5)));
  EXPECT_TRUE(declassify(multiply_by_monomial(product, -5)) == declassify(a));
  EXPECT_TRUE(declassify(multiply_by_monomial(a, 64)) == -declassify(a));
}

TEST(Monomial, NeedsADegree) {
  for (const std::size_t degree : {std::size_t{0}, kMaxDegree + 1}) {
    expect_error([&] { (void)Monomial::create(degree, 3); }, ErrorCode::invalid_argument,
                 {"degree " + std::to_string(degree), "from 1 to", "degree of the ring"});
  }
}

}  // namespace
}  // namespace lath
