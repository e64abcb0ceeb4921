// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/expect_error.hpp"
#include "lath/base/cpu.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using Plan64 = NttPlan<std::uint64_t>;

constexpr std::uint64_t kPrime = 12289;  // 3 * 2^12 + 1

TEST(PlanErrors, DegreesThatAreNoPowersOfTwoInRange) {
  const auto refuses = [](std::size_t degree, const char* remedy) {
    expect_error([&] { (void)Plan64::create(degree, kPrime); }, ErrorCode::invalid_argument,
                 {"degree " + std::to_string(degree), "power of two from 2 to 1048576", remedy});
  };
  refuses(0, "use 2");
  refuses(1, "use 2");
  refuses(3, "use 4");
  refuses(1000, "use 1024");
  refuses(std::size_t{1} << 21, "use 1048576");
  refuses(std::numeric_limits<std::size_t>::max(), "use 1048576");
}

TEST(PlanErrors, ModuliThatAreComposite) {
  for (const std::uint64_t p :
       {std::uint64_t{65}, std::uint64_t{4097}, std::uint64_t{7681 * 12289ULL}}) {
    expect_error(
        [&] { (void)Plan64::create(8, p); }, ErrorCode::invalid_argument,
        {"modulus " + std::to_string(p) + " for degree 8", "prime that is 1 mod 16", "ntt_primes"});
  }
}

TEST(PlanErrors, PrimesThatLackTheRoots) {
  expect_error([] { (void)Plan64::create(4096, kPrime); }, ErrorCode::invalid_argument,
               {"modulus 12289 for degree 4096", "prime that is 1 mod 8192", "ntt_primes"});
  expect_error([] { (void)Plan64::create(2, 7); }, ErrorCode::invalid_argument,
               {"modulus 7 for degree 2", "1 mod 4", "ntt_primes"});
}

TEST(PlanErrors, MoreSkippedLayersThanThereAre) {
  for (const unsigned skipped : {3U, 4U, std::numeric_limits<unsigned>::max()}) {
    expect_error([&] { (void)Plan64::create(64, kPrime, {Convolution::negacyclic, skipped}); },
                 ErrorCode::invalid_argument,
                 {std::to_string(skipped) + " skipped layers", "need 0, 1 or 2", "higher order"});
  }
}

TEST(PlanErrors, DegreesThatAreTooSmallToSkipLayers) {
  const auto refuses = [](std::size_t degree, unsigned skipped, const std::string& least) {
    for (const Convolution convolution : {Convolution::negacyclic, Convolution::cyclic}) {
      expect_error([&] { (void)Plan64::create(degree, kPrime, {convolution, skipped}); },
                   ErrorCode::invalid_argument,
                   {"degree " + std::to_string(degree),
                    "power of two from " + least + " to 1048576", "use " + least});
    }
  };
  refuses(2, 1, "4");
  refuses(3, 1, "4");
  refuses(8, 2, "16");
  refuses(2, 2, "16");
}

TEST(PlanErrors, PrimesThatLackTheRootsOfTheShape) {
  // Skipping layers is no advice where it does not help.
  const auto refuses = [](std::size_t degree, std::uint64_t p, NttShape shape,
                          const std::string& order, bool advises_to_skip = true) {
    const auto create = [&] { (void)Plan64::create(degree, p, shape); };
    expect_error(create, ErrorCode::invalid_argument,
                 {"modulus " + std::to_string(p) + " for degree " + std::to_string(degree),
                  "prime that is 1 mod " + order, "ntt_primes"});
    try {
      create();
    } catch (const Error& error) {
      EXPECT_EQ(error.remedy().find("skip layers") != std::string::npos, advises_to_skip);
    }
  };
  refuses(256, 3329, {}, "512");
  refuses(512, 3329, {Convolution::negacyclic, 1}, "512");
  refuses(512, 3329, {Convolution::cyclic, 0}, "512");
  refuses(1024, 3329, {Convolution::negacyclic, 2}, "512", false);
  refuses(4096, 3329, {}, "8192", false);
  refuses(256, 3329 * 2 + 1, {}, "512", false);
  refuses(256, 257 * 257, {Convolution::negacyclic, 1}, "256", false);  // 1 mod 512, not a prime
  refuses(8, 13, {}, "16", false);                                      // too small to skip two
}

// The root of unity that ML-KEM's standard computes with.
TEST(Plans, TakeTheLeastRootOfTheOrderThatTheShapeNeeds) {
  EXPECT_EQ(Plan64::create(256, 3329, {Convolution::negacyclic, 1}).root(), 17U);
  EXPECT_EQ(NttPlan<std::uint16_t>::create(256, 3329, {Convolution::cyclic, 0}).root(), 17U);
  EXPECT_EQ(Plan64::create(2, 17, {Convolution::cyclic, 0}).root(), 16U);
  const NttShape shape{Convolution::negacyclic, 1};
  EXPECT_EQ(Plan64::create(256, 3329, shape).shape(), shape);
}

TEST(PlanErrors, ModuliThatAreNotNumbersToReduceBy) {
  for (const std::uint64_t p : {0U, 1U}) {
    expect_error([&] { (void)Plan64::create(2, p); }, ErrorCode::invalid_argument,
                 {"modulus " + std::to_string(p), "prime below 2^62", "ntt_primes"});
  }
}

template <class Word>
class TooLarge : public ::testing::Test {};
TYPED_TEST_SUITE(TooLarge, testing::PlanWords);

// The least prime that is too large for the word, found independently.
TYPED_TEST(TooLarge, ModuliDoNotFitTheWord) {
  std::uint64_t p = (std::uint64_t{1} << kModulusBits<TypeParam>)+1;
  while (!is_prime(p)) p += 32;
  expect_error([p] { (void)NttPlan<TypeParam>::create(16, p); }, ErrorCode::invalid_argument,
               {"modulus " + std::to_string(p),
                "below 2^" + std::to_string(kModulusBits<TypeParam>), "a wider word"});
}

TEST(PlanErrors, KernelsThatDoNotExist) {
  const auto refuses = [](std::uint64_t p, Kernel kernel, const char* name) {
    expect_error([&] { (void)Plan64::create(2, p, kernel); }, ErrorCode::unsupported,
                 {"kernel " + std::string(name) + " for modulus " + std::to_string(p),
                  "need one of u64/scalar", "call create() without a kernel"});
  };
  refuses(5, {Family::i16, Isa::scalar}, "i16/scalar");
  refuses(5, {Family::f64, Isa::scalar}, "f64/scalar");
  // The least prime of 51 bits is beyond the range of f64, on every CPU.
  std::uint64_t p = (std::uint64_t{1} << 50) + 1;
  while (!is_prime(p)) p += 4;
  refuses(p, {Family::f64, Isa::avx2}, "f64/avx2");
  if (active_isa() == Isa::scalar) refuses(5, {Family::f64, Isa::avx2}, "f64/avx2");
}

TEST(Plans, PreferTheLastKernelThatIsAvailable) {
  const auto kernels = available_kernels<std::uint64_t>(kPrime);
  ASSERT_FALSE(kernels.empty());
  EXPECT_EQ(kernels.front(), (Kernel{Family::u64, Isa::scalar}));
  EXPECT_EQ(Plan64::create(1024, kPrime).kernel(), kernels.back());
  const Isa active = active_isa();
  EXPECT_EQ(kernels.back().isa, active == Isa::neon ? active : common(active, Isa::avx512ifma));
}

TEST(Plans, ComputeWithTheVectorsThatAreFastest) {
  const auto vectors = VectorArithmetic<std::uint64_t>::create(kPrime).kernel();
  EXPECT_EQ(Plan64::create(1024, kPrime).arithmetic().kernel(), vectors);
  EXPECT_EQ(vectors.family == Family::i52, has(active_isa(), Isa::avx512ifma));
  // Those that were asked for by name are what they are called.
  for (const Kernel& kernel : available_kernels<std::uint64_t>(kPrime)) {
    const auto plan = Plan64::create(1024, kPrime, kernel);
    EXPECT_EQ(plan.kernel(), kernel);
    EXPECT_EQ(plan.arithmetic().kernel(), kernel);
  }
}

TEST(Plans, CopiesShareTheirTables) {
  const auto plan = Plan64::create(1024, kPrime);
  const auto copy = plan;  // NOLINT(performance-unnecessary-copy-initialization): it is the test
  EXPECT_EQ(copy.degree(), 1024U);
  EXPECT_EQ(copy.modulus(), kPrime);
  EXPECT_EQ(copy.root(), plan.root());
  EXPECT_EQ(copy.kernel(), plan.kernel());
}

TEST(Families, HaveNames) {
  EXPECT_EQ(family_name(Family::i16), "i16");
  EXPECT_EQ(family_name(Family::u32), "u32");
  EXPECT_EQ(family_name(Family::u64), "u64");
  EXPECT_EQ(family_name(Family::f64), "f64");
  EXPECT_EQ(family_name(Family::i52), "i52");
}

}  // namespace
}  // namespace lath
