// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/dynamic_ring.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;

TEST(DynamicRing, KnowsItsDegreeModuliAndPlans) {
  const auto ring = DynamicRing::create(1024, {12289, 40961});
  EXPECT_EQ(ring.degree(), 1024U);
  EXPECT_EQ(ring.limbs(), 2U);
  EXPECT_EQ(ring.modulus(0).value(), 12289U);
  EXPECT_EQ(ring.modulus(1).value(), 40961U);
  EXPECT_EQ(ring.plan(1).modulus(), 40961U);
  EXPECT_EQ(ring.plan(1).degree(), 1024U);
}

TEST(DynamicRing, IsEqualToARingWithTheSameDegreeAndModuliInTheSameOrder) {
  const auto ring = DynamicRing::create(1024, {12289, 40961});
  const auto copy = ring;  // NOLINT(performance-unnecessary-copy-initialization): it is the test
  EXPECT_TRUE(ring == copy);
  EXPECT_TRUE(ring == DynamicRing::create(1024, {12289, 40961}));
  EXPECT_FALSE(ring == DynamicRing::create(512, {12289, 40961}));
  EXPECT_FALSE(ring == DynamicRing::create(1024, {40961, 12289}));
  EXPECT_FALSE(ring == DynamicRing::create(1024, {12289}));
  EXPECT_FALSE(ring == DynamicRing::create(1024, {12289, 59393}));
}

// Its transforms are complete: to skip layers, as a plan may, is no advice here.
TEST(DynamicRing, AdvisesWhatCanBeDone) {
  for (const std::uint64_t p : {3329U, 101U, 2145U}) {
    try {
      (void)DynamicRing::create(256, {p});
      ADD_FAILURE() << p;
    } catch (const Error& error) {
      EXPECT_EQ(error.remedy(), "take primes from ntt_primes(bits, degree, count)");
    }
  }
}

TEST(DynamicRing, NeedsAModulus) {
  expect_error([] { (void)DynamicRing::create(1024, std::vector<std::uint64_t>{}); },
               ErrorCode::invalid_argument, {"no modulus", "at least one", "ntt_primes"});
}

TEST(DynamicRing, NeedsDistinctModuli) {
  expect_error([] { (void)DynamicRing::create(1024, {12289, 40961, 12289}); },
               ErrorCode::invalid_argument, {"modulus 12289 twice", "distinct", "leave one"});
}

TEST(DynamicRing, NeedsAPowerOfTwoAsDegree) {
  for (const std::size_t degree : {0U, 1U, 3U, 1U << 21}) {
    expect_error([&] { (void)DynamicRing::create(degree, {12289}); }, ErrorCode::invalid_argument,
                 {"degree " + std::to_string(degree), "power of two", "use "});
  }
}

TEST(DynamicRing, NeedsPrimesWithTheRoots) {
  for (const std::uint64_t p :
       {std::uint64_t{12287}, std::uint64_t{1025}, std::uint64_t{0}, std::uint64_t{1} << 62}) {
    expect_error([&] { (void)DynamicRing::create(1024, {12289, p}); }, ErrorCode::invalid_argument,
                 {"modulus " + std::to_string(p), "need a prime", "ntt_primes"});
  }
}

// A chain plans its transforms when they are selected; what is planned stays where it is.
TEST(DynamicRing, OfAChainPlansWhatIsSelected) {
  const auto index = CyclotomicIndex::create(64);
  const auto primes = ntt_primes(40, 32, 5);
  const auto chain = DynamicRing::chain(index, primes), whole = DynamicRing::create(index, primes);
  EXPECT_EQ(chain, whole);
  const auto low = chain.prefix(2);
  const auto some = chain.select(LimbSet::range(1, 3));
  EXPECT_EQ(&low.plan(1), &some.plan(0));
  EXPECT_EQ(&chain.plan(4), &chain.plan(4));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(chain.plan(i).modulus(), primes[i]);
  EXPECT_EQ(chain.slots(), whole.slots());
}

// A modulus that serves no transform is refused before it is planned.
TEST(DynamicRing, OfAChainRefusesModuliAtOnce) {
  const auto index = CyclotomicIndex::create(64);
  const auto prime = ntt_primes(40, 32, 1)[0];
  for (const std::uint64_t bad : {prime + 64, std::uint64_t{65}, std::uint64_t{97} * 193, prime}) {
    const std::vector<std::uint64_t> moduli{prime, bad};
    testing::expect_error([&] { (void)DynamicRing::chain(index, moduli); },
                          ErrorCode::invalid_argument, {std::to_string(bad)});
  }
}

}  // namespace
}  // namespace lath
