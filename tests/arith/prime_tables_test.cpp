// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/prime_tables.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"

namespace lath {
namespace {

class BigInteger {
 public:
  explicit BigInteger(unsigned long value) { mpz_init_set_ui(n_, value); }
  BigInteger(const BigInteger&) = delete;
  BigInteger& operator=(const BigInteger&) = delete;
  ~BigInteger() { mpz_clear(n_); }
  mpz_ptr get() { return n_; }

 private:
  mpz_t n_;
};

bool is_probable_prime(std::uint64_t n) {
  BigInteger integer(n);
  return mpz_probab_prime_p(integer.get(), 25) != 0;
}

// The tables say which sizes there are; primality, congruence, order, size and that none is left
// out are shown here for every entry.
TEST(PrimeTables, HoldTheLargestPrimesWithTheRootsAndSkipNone) {
  for (const PrimeTable& table : kPrimeTables) {
    SCOPED_TRACE(table.bits);
    const auto primes = tabulated_primes(table.bits);
    ASSERT_EQ(primes.size(), table.count);
    const std::uint64_t step = 2 * table.largest_degree;
    std::uint64_t expected = (std::uint64_t{1} << table.bits) - step + 1;
    for (const std::uint64_t p : primes) {
      ASSERT_EQ(p >> (table.bits - 1), 1U) << p;
      ASSERT_EQ(p % step, 1U) << p;
      for (; expected > p; expected -= step) ASSERT_FALSE(is_probable_prime(expected)) << expected;
      ASSERT_EQ(p, expected) << "not in order";
      expected -= step;
      ASSERT_TRUE(is_prime(p)) << p;
      ASSERT_TRUE(is_probable_prime(p)) << p;
    }
    const bool ends_at_limit = primes.size() * static_cast<std::size_t>(table.bits) >= 62000;
    for (; !ends_at_limit && expected >> (table.bits - 1) != 0; expected -= step) {
      ASSERT_FALSE(is_probable_prime(expected)) << expected << " was left out";
    }
  }
}

TEST(PrimeTables, AreWhatTheSearchAtRunTimeFinds) {
  for (const PrimeTable& table : kPrimeTables) {
    const auto primes = tabulated_primes(table.bits);
    const auto found = ntt_primes(table.bits, table.largest_degree, table.count);
    ASSERT_TRUE(std::equal(primes.begin(), primes.end(), found.begin(), found.end())) << table.bits;
  }
  EXPECT_EQ(tabulated_primes(14)[2], 12289U);
}

// What the header says of the products' sizes.
TEST(PrimeTables, OfFiftyAndSixtyTwoBitsHaveProductsOfFullLength) {
  for (const PrimeTable& table : kPrimeTables) {
    BigInteger product(1);
    std::size_t k = 0;
    for (const std::uint64_t p : tabulated_primes(table.bits)) {
      mpz_mul_ui(product.get(), product.get(), p);
      ++k;
      const std::size_t nominal = k * static_cast<std::size_t>(table.bits);
      const std::size_t bits = mpz_sizeinbase(product.get(), 2);
      ASSERT_LE(bits, nominal);
      ASSERT_GE(bits, table.bits >= 50 ? nominal : nominal - k + 1) << k << " primes";
    }
  }
}

TEST(PrimeTables, DoNotExistForOtherSizes) {
  for (const int bits : {-1, 0, 13, 15, 60, 64}) {
    EXPECT_EQ(prime_table(bits).count, 0U);
    testing::expect_error(
        [&] { (void)tabulated_primes(bits); }, ErrorCode::invalid_argument,
        {"primes of " + std::to_string(bits) + " bits", "14, 30, 50 or 62", "ntt_primes"});
  }
}

}  // namespace
}  // namespace lath
