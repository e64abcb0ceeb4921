// SPDX-License-Identifier: Apache-2.0
#include "random/sorting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

// A network that sorts all vectors of zeros and ones sorts everything (Knuth, The Art of Computer
// Programming, volume 3, theorem 5.3.4Z).
TEST(SortWords, SortsAllZerosAndOnes) {
  for (const Isa isa : testing::isas({Isa::avx2})) {
    for (std::size_t n = 0; n <= 16; ++n) {
      for (std::uint64_t bits = 0; bits < std::uint64_t{1} << n; ++bits) {
        std::vector<std::uint64_t> words(n);
        for (std::size_t i = 0; i < n; ++i) words[i] = bits >> i & 1;
        sort_words(isa, words);
        ASSERT_TRUE(std::is_sorted(words.begin(), words.end())) << n << " " << bits;
      }
    }
  }
}

TEST(SortWords, SortsLikeTheStandardLibrary) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const Isa isa : testing::isas({Isa::avx2})) {
    for (const std::size_t n : {17U, 31U, 32U, 33U, 100U, 255U, 1000U, 1024U, 1025U, 4096U}) {
      std::vector<std::uint64_t> words(n);
      for (std::uint64_t& word : words) word = random.next() >> 1;
      words[n / 2] = words[0];  // two equal ones, and the ends of the range
      words[1] = 0;
      words[2] = ~std::uint64_t{0} >> 1;
      std::vector<std::uint64_t> expected = words;
      std::sort(expected.begin(), expected.end());
      sort_words(isa, words);
      ASSERT_EQ(words, expected) << n;
    }
  }
}

}  // namespace
}  // namespace lath::detail
