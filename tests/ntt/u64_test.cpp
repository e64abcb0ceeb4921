// SPDX-License-Identifier: Apache-2.0
//
// The vectors of u64 with twiddles that no plan would choose: those that drive products to the ends
// of their range, and those that the kernel must leave to the reference.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/isas.hpp"
#include "lath/arith/word.hpp"
#include "ntt/plan_cases.hpp"
#include "ntt/transform_makers.hpp"

namespace lath {
namespace {

using testing::SeededValues;

detail::Roots equal_twiddles_of(std::size_t n, const Modulus& p, std::uint64_t w) {
  return {n, p, {}, w, w, std::vector<std::uint64_t>(n, w), std::vector<std::uint64_t>(n, w)};
}
// Tables with one twiddle w, for which w 2^32 = (p - distance) / 2 mod p.
detail::Roots equal_twiddles(std::size_t n, const Modulus& p, std::uint64_t distance) {
  const std::uint64_t power = p.inverse_vartime((std::uint64_t{1} << 32) % p.value());
  return equal_twiddles_of(n, p, p.multiply((p.value() - distance) / 2, power));
}

// The vectors under test through both directions, in the vectors of an instruction set and in the
// reference.
void expect_reference(const detail::Roots& roots, Isa isa, SeededValues& random) {
  const auto kernels = detail::make_u64(roots, isa);
  const auto reference = detail::make_reference<std::uint64_t>(roots);
  for (const std::vector<std::uint64_t>& input :
       testing::vectors_under_test<std::uint64_t>(roots.degree, roots.modulus.value(), random)) {
    std::vector<std::uint64_t> words = input, expected = input;
    kernels->forward(words.data());
    reference->forward(expected.data());
    ASSERT_EQ(words, expected) << "forward";
    words = expected = input;
    kernels->inverse(words.data());
    reference->inverse(expected.data());
    ASSERT_EQ(words, expected) << "inverse";
  }
}

Modulus largest_prime(std::size_t n) { return Modulus(ntt_primes(62, n, 1)[0]); }
Modulus largest_prime_with_unit_digit() { return largest_prime(std::size_t{1} << 31); }

TEST(Montgomery, ProductsWithTwiddlesAtTheEndsOfTheirRangeAreThoseOfTheReference) {
  if (active_isa() == Isa::scalar) GTEST_SKIP() << "only the scalar reference is here";
  for (const std::size_t n : {std::size_t{4}, std::size_t{32}, std::size_t{256}}) {
    for (const Modulus& p : {largest_prime(n), largest_prime_with_unit_digit()}) {
      SeededValues random(n);
      // Both multiples of the twiddle are near p/2 for 1 / 2^32 + k 2^30; see docs/lab/0010.
      for (const std::uint64_t distance :
           {std::uint64_t{1}, std::uint64_t{3} << 30 | 1, (std::uint64_t{5} << 30) - 1,
            (std::uint64_t{9} << 30) + 1, std::uint64_t{1} << 40 | 1}) {
        SCOPED_TRACE("distance " + std::to_string(distance));
        expect_reference(equal_twiddles(n, p, distance), testing::kFirstVectors, random);
      }
    }
  }
}

// Quotients whose lower digit is the largest, the least or any leave out the most of a product.
TEST(Shoup, ProductsWithEveryLowerDigitOfAQuotientAreThoseOfTheReference) {
  if (!has(active_isa(), Isa::avx512ifma)) GTEST_SKIP() << "no 52-bit multiply-add here";
  for (const std::size_t n : {std::size_t{32}, std::size_t{256}}) {
    for (const int bits : {20, 52, 61, 62}) {
      const Modulus p(ntt_primes(bits, n, 1)[0]);
      SeededValues random(n);
      for (const std::uint64_t digit : {std::uint64_t{0}, std::uint64_t{0xfff}}) {
        std::uint64_t w = random.below(p.value());
        const auto ends = [&](std::uint64_t x) {
          return (static_cast<std::uint64_t>((uint128{x} << 64) / p.value()) & 0xfff) == digit;
        };
        for (int i = 0; i < 100000 && !ends(w); ++i) w = random.below(p.value());
        EXPECT_TRUE(ends(w)) << bits;
        expect_reference(equal_twiddles_of(n, p, w), Isa::avx512ifma, random);
      }
      for (const std::uint64_t w : {std::uint64_t{1}, p.value() / 2, p.value() - 1}) {
        expect_reference(equal_twiddles_of(n, p, w), Isa::avx512ifma, random);
      }
    }
  }
}

TEST(Montgomery, LeavesTwiddlesThatCouldOverflowToTheReference) {
  if (active_isa() == Isa::scalar) GTEST_SKIP() << "only the scalar reference is here";
  const Modulus p = largest_prime(32);
  const auto isa_for = [&](std::uint64_t distance) {
    return detail::make_u64(equal_twiddles(32, p, distance), testing::kFirstVectors)
        ->arithmetic()
        .kernel()
        .isa;
  };
  EXPECT_EQ(isa_for((std::uint64_t{1} << 30) - 1), Isa::scalar);
  EXPECT_EQ(isa_for((std::uint64_t{1} << 30) - 3), testing::kFirstVectors);
  EXPECT_EQ(isa_for(1), testing::kFirstVectors);
}

}  // namespace
}  // namespace lath
