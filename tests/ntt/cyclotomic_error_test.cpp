// SPDX-License-Identifier: Apache-2.0
//
// What rings of every index refuse, and what they say then.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/expect_error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "ntt/cyclotomic_cases.hpp"

namespace lath {
namespace {

void expect_refused(std::uint64_t m, std::uint64_t nearest) {
  EXPECT_FALSE(is_ring_index(m));
  testing::expect_error(
      [&] { (void)CyclotomicIndex::create(m); }, ErrorCode::invalid_argument,
      {"the index " + std::to_string(m), "from 3 to 262144", "use " + std::to_string(nearest)});
  EXPECT_TRUE(is_ring_index(nearest));
}

TEST(CyclotomicErrors, NameTheNearestIndex) {
  expect_refused(0, 3);
  expect_refused(1, 3);
  expect_refused(2, 3);
  // 262145 = 5 13 37 109 has prime factors that are too large above 2^18.
  expect_refused(262145, 262144);
  // The factors of 1000001 are 101 and 9901; 999999 = 3^3 7 11 13 37 has 37; 1000000 = 2^6 5^6.
  expect_refused(1000001, 1000000);
  expect_refused(~std::uint64_t{0}, std::uint64_t{1} << 21);
  // phi(2^22) is 2^21; 4194240 = 2^6 3 5 17 257 has 2^20 units.
  expect_refused(std::uint64_t{1} << 22, 4194240);
}

TEST(CyclotomicErrors, ServeTheLargestIndices) {
  for (const std::uint64_t m : {std::uint64_t{1} << 21, std::uint64_t{3} << 19,
                                std::uint64_t{510510}, std::uint64_t{16} * 65537}) {
    ASSERT_TRUE(is_ring_index(m)) << m;
    EXPECT_EQ(CyclotomicIndex::create(m).degree(), euler_phi(m));
  }
}

TEST(CyclotomicErrors, OfModuli) {
  using Plan = NttPlan<std::uint64_t>;
  const auto index = CyclotomicIndex::create(2783);
  for (const std::uint64_t p :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{12289},
        std::uint64_t{2783 * 3 + 1}, (std::uint64_t{1} << 62) / 2783 * 2783 + 2783 + 1}) {
    testing::expect_error([&] { (void)Plan::create(index, p); }, ErrorCode::invalid_argument,
                          {"modulus " + std::to_string(p), "1 mod 2783", "ntt_primes"});
  }
  const std::uint64_t p = ntt_primes(61, index, 1).front();
  testing::expect_error([&] { (void)Plan::create(index, p, {Family::f64, Isa::scalar}); },
                        ErrorCode::unsupported, {});
}

TEST(CyclotomicErrors, OfTooFewPrimes) {
  const auto index = CyclotomicIndex::create(65537);
  testing::expect_error([&] { (void)ntt_primes(34, index, 40); }, ErrorCode::invalid_argument,
                        {"2^34", "1 mod 4295032832", "65537", "need 40", "1 mod 65537"});
  testing::expect_error([&] { (void)ntt_primes(63, index, 1); }, ErrorCode::invalid_argument,
                        {"63 bits", "2 to 62"});
  testing::expect_error([&] { (void)ntt_primes(1, index, 1); }, ErrorCode::invalid_argument,
                        {"1 bits", "2 to 62"});
  for (const std::uint64_t q : ntt_primes(50, index, 5)) {
    EXPECT_EQ(q % index.root_order(), 1U);
    EXPECT_LT(q, std::uint64_t{1} << 50);
    EXPECT_TRUE(is_prime(q));
  }
}

}  // namespace
}  // namespace lath
