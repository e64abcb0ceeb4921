// SPDX-License-Identifier: Apache-2.0
#include "arith/pointwise/fractions.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/word.hpp"

namespace lath::detail {
namespace {

constexpr std::uint64_t kTwo51 = std::uint64_t{1} << 51, kTwo52 = std::uint64_t{1} << 52;

class Fractions : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(Isas, Fractions,
                         ::testing::ValuesIn(testing::isas({Isa::avx2, Isa::avx512ifma})),
                         [](const auto& test) { return std::string(isa_name(test.param)); });

// Words of all lengths below a bound, and both ends.
std::vector<std::uint64_t> words_below(std::uint64_t bound, std::size_t count,
                                       testing::SeededValues& random) {
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = (random.next() >> (i % 52)) % bound;
  for (std::size_t i = 0; i < count && i < 4; ++i) {
    words[i] = std::array<std::uint64_t, 4>{bound - 1, 0, 1, bound / 2}[i];
  }
  return words;
}

TEST(Fraction104, IsTheQuotientRoundedDown) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t q = 2 + (random.next() >> (12 + i % 50)) % (kTwo52 - 2);
    for (const std::uint64_t a : {std::uint64_t{0}, std::uint64_t{1}, q - 1, random.next() % q}) {
      const mpz_class expected = (mpz_class(a) << 104) / q;
      const Fraction104 found = Fraction104::quotient_vartime(a, q);
      ASSERT_LT(found.high, kTwo52);
      ASSERT_LT(found.low, kTwo52);
      ASSERT_EQ((mpz_class(found.high) << 52) + found.low, expected) << a << " / " << q;
    }
  }
}

TEST_P(Fractions, AreAddedModuloOne) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  const std::vector<std::uint64_t> parts = {0, 1, kTwo51, kTwo52 - 1, random.next() % kTwo52};
  for (const std::uint64_t high : parts) {
    for (const std::uint64_t low : parts) {
      for (const std::size_t count : {0U, 1U, 3U, 4U, 7U, 8U, 100U}) {
        const auto x = words_below(kTwo51 + 1, count, random);
        auto sum = words_below(kTwo52, count, random);
        const auto before = sum;
        add_fractions(GetParam(), sum.data(), x.data(), {high, low}, count);
        for (std::size_t i = 0; i < count; ++i) {
          const mpz_class product = mpz_class(x[i]) * high + ((mpz_class(x[i]) * low) >> 52);
          const mpz_class expected = (before[i] + product) % kTwo52;
          ASSERT_EQ(mpz_class(sum[i] % kTwo52), expected) << x[i] << " " << high << " " << low;
        }
      }
    }
  }
}

// A tie of the product by the low part, which a rounding to even would round up.
TEST_P(Fractions, AreRoundedDown) {
  const std::vector<std::uint64_t> x(9, 3);
  for (const std::uint64_t low : {kTwo51 / 3, kTwo51 / 3 + 1, kTwo51, kTwo51 + 1, kTwo52 - 1}) {
    std::vector<std::uint64_t> sum(9, 5);
    add_fractions(GetParam(), sum.data(), x.data(), {0, low}, x.size());
    for (const std::uint64_t word : sum) ASSERT_EQ(word % kTwo52, 5 + 3 * low / kTwo52) << low;
  }
}

TEST_P(Fractions, MultipliedByANumberAreBelowIt) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const std::uint64_t t : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{65537},
                                std::uint64_t{1} << 30, kTwo52 - 1}) {
    for (const std::size_t count : {0U, 1U, 5U, 8U, 100U}) {
      auto sum = words_below(kTwo52, count, random);
      // Bits above the fraction do not count.
      for (std::size_t i = 0; i < count; i += 2) sum[i] += kTwo52 * (random.next() % 4096);
      const auto before = sum;
      multiply_fractions(GetParam(), sum.data(), sum.data(), t, count);
      for (std::size_t i = 0; i < count; ++i) {
        const mpz_class expected = (mpz_class(before[i] % kTwo52) * t) >> 52;
        ASSERT_EQ(mpz_class(sum[i]), expected) << before[i] << " " << t;
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
