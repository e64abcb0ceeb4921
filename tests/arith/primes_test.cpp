// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/primes.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath {
namespace {

TEST(IsPrime, AgreesWithTheSieveUpToAMillion) {
  constexpr std::size_t kEnd = 1000001;
  std::vector<bool> composite(kEnd, false);
  composite[0] = composite[1] = true;
  for (std::size_t i = 2; i * i < kEnd; ++i) {
    for (std::size_t k = i * i; !composite[i] && k < kEnd; k += i) composite[k] = true;
  }
  for (std::size_t n = 0; n < kEnd; ++n) ASSERT_EQ(is_prime(n), !composite[n]) << n;
}

TEST(IsPrime, RejectsCarmichaelNumbers) {
  for (const std::uint64_t n :
       {561ULL, 1105ULL, 1729ULL, 2465ULL, 2821ULL, 6601ULL, 8911ULL, 41041ULL, 825265ULL,
        321197185ULL, 5394826801ULL, 232250619601ULL, 9746347772161ULL, 1436697831295441ULL,
        60977817398996785ULL, 7156857700403137441ULL}) {
    ASSERT_FALSE(is_prime(n)) << n;
  }
}

// The least numbers that pass the strong test to the first k prime bases (OEIS A014233), and
// some that were published as counterexamples to smaller sets: all fool a test with too few bases.
TEST(IsPrime, RejectsStrongPseudoprimes) {
  for (const std::uint64_t n : {2047ULL, 1373653ULL, 25326001ULL, 3215031751ULL, 2152302898747ULL,
                                3474749660383ULL, 341550071728321ULL, 3825123056546413051ULL,
                                4759123141ULL, 1122004669633ULL, 46856248255981ULL}) {
    ASSERT_FALSE(is_prime(n)) << n;
  }
}

TEST(IsPrime, KnowsTheLargestPrimesOfWords) {
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  // 2^64 - 59 is the largest prime below 2^64; 2^63 - 25, 2^62 - 57, 2^61 - 1 below theirs.
  for (std::uint64_t n = kMax; n > kMax - 58; --n) ASSERT_FALSE(is_prime(n)) << n;
  EXPECT_TRUE(is_prime(kMax - 58));
  EXPECT_TRUE(is_prime((std::uint64_t{1} << 63) - 25));
  EXPECT_TRUE(is_prime((std::uint64_t{1} << 62) - 57));
  EXPECT_TRUE(is_prime((std::uint64_t{1} << 61) - 1));
  EXPECT_FALSE(is_prime((std::uint64_t{1} << 62) - 1));
}

TEST(IsPrime, RejectsSquaresAndProductsOfPrimes) {
  const std::uint64_t primes[] = {41, 43, 97, 65521, 65537, 4294967279, 4294967291};
  for (const std::uint64_t p : primes) {
    ASSERT_TRUE(is_prime(p)) << p;
    for (const std::uint64_t q : primes) ASSERT_FALSE(is_prime(p * q)) << p << " " << q;
  }
}

class Judge {
 public:
  Judge() { mpz_init(n_); }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  ~Judge() { mpz_clear(n_); }
  bool is_prime(std::uint64_t n) {
    mpz_set_ui(n_, n);
    return mpz_probab_prime_p(n_, 25) != 0;
  }

 private:
  mpz_t n_;
};

TEST(IsPrime, AgreesWithGmp) {
  static_assert(sizeof(unsigned long) == 8);
  Judge judge;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    testing::SeededValues random(seed);
    SCOPED_TRACE(random.label());
    for (int i = 0; i < 3000; ++i) {
      // All sizes; odd, so that one in about twenty is prime.
      const std::uint64_t n = random.next() >> random.below(60) | 1;
      ASSERT_EQ(is_prime(n), judge.is_prime(n)) << n;
    }
  }
  for (int bit = 7; bit < 64; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (std::uint64_t n = power - 100; n < power + 100; ++n) {
      ASSERT_EQ(is_prime(n), judge.is_prime(n)) << n;
    }
  }
}

}  // namespace
}  // namespace lath
