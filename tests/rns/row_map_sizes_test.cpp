// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "base/expect_error.hpp"
#include "lath/arith/primes.hpp"
#include "lath/rns/row_map.hpp"

namespace lath {
namespace {

TEST(RowMap, HasNoSizesThatWrap) {
  const auto primes = ntt_primes(40, 16, 3);
  const std::vector<Modulus> from{Modulus(primes[0]), Modulus(primes[1])}, to{Modulus(primes[2])};
  const auto map = RowMap::extension(RnsBasis::create(from), RnsBasis::create(to));
  EXPECT_EQ(map.scaled_words(0), 0U);
  EXPECT_GE(map.scaled_words(std::size_t{1} << 50), std::size_t{1} << 50);
  for (const std::size_t count : {~std::size_t{0}, ~std::size_t{0} / 2}) {
    testing::expect_error([&] { (void)map.scaled_words(count); }, ErrorCode::invalid_argument,
                          {"words of scaled rows", "fewer than 2^64"});
  }
}

}  // namespace
}  // namespace lath
