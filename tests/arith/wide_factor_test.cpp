// SPDX-License-Identifier: Apache-2.0
#include "arith/wide/wide_factor.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

mpz_class random_integer(SeededValues& random, std::size_t bits) {
  mpz_class x;
  for (std::size_t i = 0; i < bits; ++i) x = 2 * x + static_cast<unsigned long>(random.below(2));
  return x;
}

std::vector<std::uint64_t> words_in(const mpz_class& x, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  mpz_export(result.data(), nullptr, -1, 8, 0, 0, x.get_mpz_t());
  return result;
}

TEST(WideFactor, MultipliesAsGmpDoes) {
  SeededValues random(33);
  SCOPED_TRACE(random.label());
  std::vector<mpz_class> moduli{2,
                                3,
                                mpz_class(1) << 64,
                                (mpz_class(1) << 64) + 1,
                                (mpz_class(1) << 256) - 1,
                                mpz_class(1) << 4095,
                                (mpz_class(1) << 4096) - 1};
  for (const std::size_t bits : {20U, 61U, 64U, 65U, 255U, 256U, 257U, 2048U, 4096U}) {
    moduli.push_back(random_integer(random, bits - 1) + (mpz_class(1) << (bits - 1)));
  }
  for (const mpz_class& t : moduli) {
    const std::size_t words = (mpz_sizeinbase(mpz_class(t - 1).get_mpz_t(), 2) + 63) / 64;
    const auto draw = [&] { return mpz_class(random_integer(random, 64 * words + 8) % t); };
    for (const mpz_class& k : {mpz_class(0), mpz_class(1), mpz_class(t - 1), draw(), draw()}) {
      const std::vector<mpz_class> factors{0, 1, t - 1, draw(), draw(), t / 2};
      std::vector<std::uint64_t> numbers;
      for (const mpz_class& a : factors)
        std::ranges::copy(words_in(a, words), std::back_inserter(numbers));
      detail::WideFactor(Natural::from_decimal(k.get_str()), Natural::from_decimal(t.get_str()))
          .multiply(numbers);
      for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::vector<std::uint64_t> found(&numbers[i * words], &numbers[i * words] + words);
        ASSERT_EQ(found, words_in(k * factors[i] % t, words)) << t << " " << k << " " << i;
      }
    }
  }
}

TEST(WideFactor, RefusesLongerModuli) {
  const Natural t = Natural::from_decimal(mpz_class((mpz_class(1) << 4096) + 1).get_str());
  expect_error([&] { detail::WideFactor(1, t); }, ErrorCode::unsupported, {"4097 bits", "4096"});
}

}  // namespace
}  // namespace lath::testing
