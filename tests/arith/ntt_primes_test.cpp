// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"

namespace lath {
namespace {

// All primes below 2^bits that are 1 mod 2 degree, by trial of every number, largest first.
std::vector<std::uint64_t> all_by_trial(int bits, std::size_t degree) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = (std::uint64_t{1} << bits) - 1; p > 1; --p) {
    bool prime = true;
    for (std::uint64_t d = 2; d * d <= p && prime; ++d) prime = p % d != 0;
    if (prime && p % (2 * degree) == 1) primes.push_back(p);
  }
  return primes;
}

TEST(NttPrimes, AreAllThereAreForSmallSizes) {
  for (const int bits : {2, 3, 4, 8, 12, 14}) {
    for (std::size_t degree = 1; degree <= 2048; degree *= 2) {
      const auto expected = all_by_trial(bits, degree);
      EXPECT_EQ(ntt_primes(bits, degree, expected.size()), expected) << bits << " " << degree;
      testing::expect_error([&] { (void)ntt_primes(bits, degree, expected.size() + 1); },
                            ErrorCode::invalid_argument,
                            {"only " + std::to_string(expected.size()) + " primes below 2^" +
                                 std::to_string(bits) + " are 1 mod 2 * " + std::to_string(degree),
                             "need " + std::to_string(expected.size() + 1), "smaller degree"});
    }
  }
}

TEST(NttPrimes, OfLargeSizesDescendAndSkipNone) {
  for (const int bits : {30, 50, 62}) {
    for (const std::size_t degree :
         {std::size_t{1024}, std::size_t{1} << 15, std::size_t{1} << 20}) {
      const auto primes = ntt_primes(bits, degree, 5);
      ASSERT_EQ(primes.size(), 5U);
      std::uint64_t above = std::uint64_t{1} << bits;
      for (const std::uint64_t p : primes) {
        ASSERT_LT(p, above);
        ASSERT_EQ(p % (2 * degree), 1U);
        ASSERT_TRUE(is_prime(p));
        for (std::uint64_t q = p + 2 * degree; q < above; q += 2 * degree) {
          ASSERT_FALSE(is_prime(q)) << q << " was skipped";
        }
        above = p;
      }
    }
  }
}

TEST(NttPrimes, ZeroOfThemAreNone) { EXPECT_TRUE(ntt_primes(30, 1024, 0).empty()); }

TEST(NttPrimes, RefuseSizesThatNoWordHolds) {
  for (const int bits : {-1, 0, 1, 63, 64, 1000}) {
    testing::expect_error([&] { (void)ntt_primes(bits, 1024, 1); }, ErrorCode::invalid_argument,
                          {"primes of " + std::to_string(bits) + " bits", "2 to 62", "fewer bits"});
  }
}

TEST(NttPrimes, RefuseDegreesThatAreNoPowersOfTwo) {
  testing::expect_error([] { (void)ntt_primes(30, 1000, 1); }, ErrorCode::invalid_argument,
                        {"degree 1000", "power of two", "use 512"});
  testing::expect_error([] { (void)ntt_primes(30, 0, 1); }, ErrorCode::invalid_argument,
                        {"degree 0", "power of two", "use 1"});
  testing::expect_error([] { (void)ntt_primes(30, std::numeric_limits<std::size_t>::max(), 1); },
                        ErrorCode::invalid_argument,
                        {"degree 18446744073709551615", "power of two", "use 9223372036854775808"});
}

TEST(NttPrimes, OfADegreeBeyondTheirSizeDoNotExist) {
  testing::expect_error([] { (void)ntt_primes(14, std::size_t{1} << 40, 1); },
                        ErrorCode::invalid_argument, {"only 0 primes", "need 1"});
  testing::expect_error([] { (void)ntt_primes(62, std::size_t{1} << 63, 1); },
                        ErrorCode::invalid_argument,
                        {"only 0 primes", "1 mod 2 * 9223372036854775808", "need 1"});
}

}  // namespace
}  // namespace lath
