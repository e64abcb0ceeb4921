// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/roots.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"

namespace lath {
namespace {

// The multiplicative order of x modulo p, by walking through its powers.
std::uint64_t order_by_walking(std::uint64_t x, std::uint64_t p) {
  std::uint64_t order = 1;
  for (std::uint64_t power = x; power != 1; power = power * x % p) ++order;
  return order;
}

std::uint64_t least_by_walking(std::uint64_t p, std::uint64_t order) {
  for (std::uint64_t x = 1;; ++x) {
    if (order_by_walking(x, p) == order) return x;
  }
}

TEST(LeastPrimitiveRoot, IsTheFirstOneThatWalkingFinds) {
  for (std::uint64_t p = 3; p < 400; ++p) {
    if (!is_prime(p)) continue;
    for (std::uint64_t order = 2; (p - 1) % order == 0; order *= 2) {
      ASSERT_EQ(least_primitive_root(Modulus(p), order), least_by_walking(p, order))
          << p << " " << order;
    }
  }
}

TEST(LeastPrimitiveRoot, IsTheFirstOneForTheModuliOfEncryption) {
  for (const std::uint64_t p : {7681ULL, 12289ULL}) {
    for (std::uint64_t order = 2; (p - 1) % order == 0; order *= 2) {
      ASSERT_EQ(least_primitive_root(Modulus(p), order), least_by_walking(p, order))
          << p << " " << order;
    }
  }
}

// For a prime p, x has the order 2^k exactly if x^(2^(k-1)) = -1.
bool has_order(const Modulus& p, std::uint64_t x, std::uint64_t order) {
  return p.pow_vartime(x, order / 2) == p.value() - 1;
}

TEST(LeastPrimitiveRoot, OfLargePrimesHasTheOrderAndIsTheLeast) {
  for (const int bits : {30, 50, 62}) {
    for (const std::size_t degree : {std::size_t{4}, std::size_t{1024}, std::size_t{1} << 15}) {
      const Modulus p(ntt_primes(bits, degree, 1).front());
      const std::uint64_t order = 2 * degree;
      const std::uint64_t root = least_primitive_root(p, order);
      ASSERT_TRUE(has_order(p, root, order));
      // Every other element of this order is an odd power of it: none is less.
      const std::uint64_t square = p.multiply(root, root);
      std::uint64_t power = root;
      for (std::uint64_t i = 1; i < degree; ++i) {
        power = p.multiply(power, square);
        ASSERT_GT(power, root) << p.value();
      }
      // And none below it has the order, in case the two facts above share a mistake.
      for (std::uint64_t x = root - 1; x > 0 && x + 1000 > root; --x) {
        ASSERT_FALSE(has_order(p, x, order)) << x << " modulo " << p.value();
      }
    }
  }
}

TEST(LeastPrimitiveRoot, IsTheSameWhenItIsAskedForAgain) {
  const Modulus p(12289);
  EXPECT_EQ(least_primitive_root(p, 2048), least_primitive_root(p, 2048));
  EXPECT_NE(least_primitive_root(p, 2048), least_primitive_root(p, 4096));
}

// Of every order that divides p - 1, by trying all numbers.
TEST(LeastPrimitiveRoot, IsTheLeastOfEveryOrder) {
  for (const std::uint64_t p : {7ULL, 31ULL, 127ULL, 421ULL, 769ULL}) {
    const Modulus modulus(p);
    std::vector<std::uint64_t> least(p, 0);  // by the order
    for (std::uint64_t x = p - 1; x > 0; --x) {
      std::uint64_t order = 1;
      for (std::uint64_t power = x; power != 1; power = power * x % p) ++order;
      least[order] = x;
    }
    for (std::uint64_t order = 2; order < p; ++order) {
      if ((p - 1) % order != 0) continue;
      EXPECT_EQ(least_primitive_root(modulus, order), least[order]) << p << ", order " << order;
    }
  }
}

TEST(LeastPrimitiveRoot, RefusesOrdersThatDoNotExist) {
  for (const std::uint64_t order : {0ULL, 1ULL, 5ULL, 9ULL, 8192ULL, 1ULL << 63}) {
    testing::expect_error([&] { (void)least_primitive_root(Modulus(12289), order); },
                          ErrorCode::invalid_argument,
                          {"modulus 12289 with roots of order " + std::to_string(order),
                           "prime that is 1 mod the order", "ntt_primes"});
  }
}

TEST(LeastPrimitiveRoot, RefusesCompositeModuli) {
  testing::expect_error([] { (void)least_primitive_root(Modulus(65), 16); },
                        ErrorCode::invalid_argument, {"modulus 65", "need a prime", "ntt_primes"});
  testing::expect_error([] { (void)least_primitive_root(Modulus(2), 2); },
                        ErrorCode::invalid_argument, {"modulus 2", "need a prime", "ntt_primes"});
}

}  // namespace
}  // namespace lath
