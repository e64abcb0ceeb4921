// SPDX-License-Identifier: Apache-2.0
#include "arith/wide/natural_arithmetic.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

using namespace lath::detail;

Natural natural_of(const mpz_class& x) { return Natural::from_decimal(x.get_str()); }

mpz_class draw(SeededValues& random, std::size_t bits) {
  mpz_class x = 1;
  for (std::size_t i = 1; i < bits; ++i) x = 2 * x + static_cast<unsigned long>(random.below(2));
  return x;
}

TEST(NaturalArithmetic, IsTheArithmeticOfGmp) {
  SeededValues random(31);
  SCOPED_TRACE(random.label());
  for (const std::size_t bits : {1U, 2U, 63U, 64U, 65U, 255U, 256U, 1000U, 4096U}) {
    for (const std::size_t other : {1U, 64U, 65U, 300U, 4096U}) {
      const mpz_class x = draw(random, bits), y = draw(random, other), m = draw(random, 200) + 1;
      const Natural a = natural_of(x), b = natural_of(y), n = natural_of(m);
      EXPECT_EQ(sum_vartime(a, b), natural_of(x + y));
      EXPECT_EQ(product_vartime(a, b), natural_of(x * y));
      EXPECT_EQ(compare_vartime(a, b) < 0, x < y);
      EXPECT_EQ(compare_vartime(a, b) == 0, x == y);
      if (x >= y) {
        EXPECT_EQ(difference_vartime(a, b), natural_of(x - y));
      }
      EXPECT_EQ(quotient_vartime(a, b), natural_of(x / y));
      EXPECT_EQ(quotient_vartime(a, b, 130), natural_of((x << 130) / y));
      EXPECT_EQ(remainder_vartime(a, b), natural_of(x % y));
      EXPECT_EQ(product_modulo_vartime(a, b, n), natural_of(x * y % m));
      mpz_class power, inverse;
      mpz_powm(power.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t(), m.get_mpz_t());
      EXPECT_EQ(power_modulo_vartime(a, b, n), natural_of(power));
      const bool unit = mpz_invert(inverse.get_mpz_t(), x.get_mpz_t(), m.get_mpz_t()) != 0;
      EXPECT_EQ(is_coprime_vartime(a, n), unit);
      ASSERT_EQ(inverse_modulo_vartime(a, n).has_value(), unit);
      if (unit) {
        EXPECT_EQ(*inverse_modulo_vartime(a, n), natural_of(inverse));
      }
    }
  }
  EXPECT_EQ(compare_vartime(0, 0), std::strong_ordering::equal);
  EXPECT_EQ(inverse_modulo_vartime(0, 1), Natural(0));
  EXPECT_EQ(remainder_vartime(Natural(5), Natural(1)), Natural(0));
}

TEST(NaturalArithmetic, FindsThePrimesThatGmpFinds) {
  SeededValues random(32);
  SCOPED_TRACE(random.label());
  const auto expect = [](const mpz_class& n) {
    EXPECT_EQ(is_probable_prime_vartime(natural_of(n)), mpz_probab_prime_p(n.get_mpz_t(), 40) != 0)
        << n;
  };
  for (unsigned n = 0; n < 2000; ++n) expect(n);
  for (const std::size_t bits : {63U, 64U, 65U, 66U, 100U, 128U, 300U}) {
    mpz_class p = draw(random, bits), q = draw(random, bits);
    for (int i = 0; i < 100; ++i, ++p) expect(p);
    mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
    mpz_nextprime(q.get_mpz_t(), q.get_mpz_t());
    EXPECT_TRUE(is_probable_prime_vartime(natural_of(p)));
    expect(p * q);
    expect(p * p);
  }
  // Products of three primes that pass the test of Fermat to every base (J. Chernick, 1939).
  const auto is_prime_number = [](const mpz_class& n) {
    return mpz_probab_prime_p(n.get_mpz_t(), 40) != 0;
  };
  int found = 0;
  for (mpz_class k = 1U << 22; found < 3; ++k) {
    const mpz_class a = 6 * k + 1, b = 12 * k + 1, c = 18 * k + 1;
    if (!is_prime_number(a) || !is_prime_number(b) || !is_prime_number(c)) continue;
    ++found;
    EXPECT_FALSE(is_probable_prime_vartime(natural_of(a * b * c))) << a;
  }
  // 2^89 - 1 is a prime, 2^83 - 1 and 2^128 + 1 are none and pass to the base 2.
  expect((mpz_class(1) << 89) - 1);
  expect((mpz_class(1) << 83) - 1);
  expect((mpz_class(1) << 128) + 1);
}

}  // namespace
}  // namespace lath::testing
