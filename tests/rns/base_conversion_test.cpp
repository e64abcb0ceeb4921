// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/convert_base.hpp"

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
using testing::SeededValues;

RnsBasis basis_from(int bits, std::size_t skipped, std::size_t count) {
  const auto primes = ntt_primes(bits, 16, skipped + count);
  return RnsBasis::create(
      std::vector<Modulus>(primes.begin() + static_cast<std::ptrdiff_t>(skipped), primes.end()));
}

// What the conversion made of x in [0, Q), told from its residues modulo a basis larger than k Q.
mpz_class converted(const RnsBasis& to, const std::vector<std::uint64_t>& residues,
                    std::size_t stride, std::size_t c) {
  std::vector<std::uint64_t> column(to.size()), words(to.words());
  for (std::size_t j = 0; j < to.size(); ++j) column[j] = residues[j * stride + c];
  to.lift(words.data(), column.data(), 1, 1, Representative::centered);
  return testing::two_complement(words);
}

struct Case {
  RnsBasis from, to;
  mpz_class q, error;  // the product, and an upper bound of k Q / 2^64

  Case(RnsBasis a, RnsBasis b)
      : from(std::move(a)),
        to(std::move(b)),
        q(testing::product_of(from)),
        error(((q * natural(from.size())) >> 64) + 1) {}
};

void expect_conversions(const Case& test, const std::vector<mpz_class>& integers) {
  const std::size_t k = test.from.size(), count = integers.size();
  const auto conversion = BaseConversion::create(test.from, test.to);
  const auto in = testing::residues_of(integers, test.from);
  std::vector<std::uint64_t> out(test.to.size() * count);
  for (const auto kind : {Conversion::fast, Conversion::nonnegative, Conversion::centered}) {
    conversion.convert(out.data(), count, in.data(), count, count, kind);
    for (std::size_t c = 0; c < count; ++c) {
      const mpz_class x = modulo(integers[c], test.q), y = converted(test.to, out, count, c);
      SCOPED_TRACE("x " + x.get_str() + ", conversion " + std::to_string(static_cast<int>(kind)));
      ASSERT_EQ(modulo(y, test.q), x);
      if (kind == Conversion::fast) {
        ASSERT_GE(y, 0);
        ASSERT_LT(y, test.q * natural(k));
      } else if (kind == Conversion::nonnegative) {
        if (x < test.q - test.error) {
          ASSERT_EQ(y, x);
        } else {
          ASSERT_TRUE(y == x || y == x - test.q);
        }
      } else {
        const mpz_class centered = testing::centered(x, test.q);
        if (2 * centered >= 2 * test.error - test.q) {
          ASSERT_EQ(y, centered);
        } else {
          ASSERT_TRUE(y == x || y == centered);
          ASSERT_LE(2 * abs(y), test.q + 2 * test.error);
        }
      }
    }
  }
}

// 0, Q and Q/2, and the edges of the ranges where the conversion is exact.
std::vector<mpz_class> boundaries(const Case& test) {
  std::vector<mpz_class> integers;
  for (const mpz_class& center :
       {mpz_class(0), mpz_class(test.q / 2), mpz_class(test.error), mpz_class(test.q - test.error),
        mpz_class(test.q / 2 - test.error), mpz_class(test.q / 2 + test.error)}) {
    for (int offset = -3; offset <= 3; ++offset) integers.push_back(center + offset);
  }
  return integers;
}

std::vector<Case> cases() {
  return {Case(basis_from(62, 0, 1), basis_from(61, 0, 2)),
          Case(basis_from(62, 0, 3), basis_from(62, 3, 4)),
          Case(basis_from(30, 0, 2), basis_from(50, 0, 2)),
          Case(basis_from(50, 0, 15), basis_from(50, 15, 16)),
          Case(basis_from(62, 0, 16), basis_from(62, 16, 17)),
          Case(basis_from(62, 0, 35), basis_from(62, 35, 36))};
}

TEST(BaseConversion, IsWithinItsBoundsAtTheBoundaries) {
  for (const Case& test : cases()) expect_conversions(test, boundaries(test));
}

TEST(BaseConversion, IsWithinItsBoundsForRandomIntegers) {
  const auto all = cases();
  for (std::uint64_t seed = 1; seed <= testing::seeds(30); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const Case& test = all[random.below(all.size())];
    std::vector<mpz_class> integers;
    const std::uint64_t count = 1 + random.below(seed % 10 == 0 ? 600 : 12);
    for (std::uint64_t i = 0; i < count; ++i) {
      integers.push_back(testing::random_integer(random, test.from.bits()));
    }
    expect_conversions(test, integers);
    if (HasFatalFailure()) return;
  }
}

// The largest y and the largest residues: what the sums of 128 bits must hold.
TEST(BaseConversion, AddsTheLargestProducts) {
  for (const Case& test : cases()) {
    std::vector<mpz_class> integers;
    mpz_class x = 0;
    for (std::size_t i = 0; i < test.from.size(); ++i) {
      x -= natural(test.from.punctured_product(i));  // y_i = q_i - 1
    }
    expect_conversions(test, {x, x - 1, x + 1});
  }
}

TEST(BaseConversion, ConvertsPolynomials) {
  const auto ring = testing::ring_of(512, 3);
  const auto other = DynamicRing::create(512, ntt_primes(45, 512, 6));
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  const auto a = testing::from_integers<Coeff>(ring, random);
  const auto b = convert_base(a, other, Conversion::centered);
  EXPECT_TRUE(b == testing::lifted_to(other, a));
  const auto secret = testing::from_integers<Coeff, Secret>(ring, random);
  EXPECT_TRUE(declassify(convert_base(secret, other, Conversion::nonnegative)) ==
              convert_base(declassify(secret), other, Conversion::nonnegative));
}

TEST(BaseConversion, NeedsTheRingsThatItWasMadeFor) {
  const auto ring = testing::ring_of(16, 3), other = DynamicRing::create(16, {97, 193});
  const auto conversion = BaseConversion::create(ring.basis(), other.basis());
  const testing::CoeffPoly a(ring);
  const auto convert = [&](const DynamicRing& to) {
    (void)convert_base(a, to, conversion, Conversion::fast);
  };
  expect_error([&] { convert(DynamicRing::create(16, {97})); }, ErrorCode::mismatch,
               {"1 limbs in the ring of the result", "conversion has 2", "create the conversion"});
  expect_error([&] { convert(DynamicRing::create(16, {193, 97})); }, ErrorCode::mismatch,
               {"modulus 193 in limb 0", "conversion has 97", "in its order"});
  expect_error([&] { convert(DynamicRing::create(16, {97, 257})); }, ErrorCode::mismatch,
               {"modulus 257 in limb 1", "conversion has 193", "in its order"});
  expect_error([&] { convert(DynamicRing::create(32, {193, 257})); }, ErrorCode::mismatch,
               {"degree 16", "degree 32", "one degree"});
  const testing::CoeffPoly short_one(ring.prefix(2));
  expect_error([&] { (void)convert_base(short_one, other, conversion, Conversion::fast); },
               ErrorCode::mismatch, {"2 limbs in the polynomial", "conversion has 3"});
}

}  // namespace
}  // namespace lath
