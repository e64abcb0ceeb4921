// SPDX-License-Identifier: Apache-2.0
#include "ring/value_permutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/ring/automorphism.hpp"

namespace lath::detail {
namespace {

using testing::isas;
using testing::SeededValues;

// Word j of an evaluation form is a(psi^e): the exponents e, 1, 9, 5, 13, 3, 11, 7, 15 for 8 words.
std::vector<std::size_t> exponents(std::size_t degree) {
  std::vector<std::size_t> e{1};
  for (std::size_t power = 2; power <= degree; power *= 2) {
    // Of half the degree there are half of them, each of which splits into two.
    std::vector<std::size_t> next;
    for (const std::size_t x : e) {
      next.push_back(x);
      next.push_back(x + power);
    }
    e = next;
  }
  return e;
}

template <ResidueWord Word>
void expect_permutation(Isa isa, std::size_t degree, std::uint64_t g, SeededValues& random) {
  constexpr std::size_t kGuard = 32;
  const auto e = exponents(degree);
  std::vector<Word> value_at(2 * degree), a(degree), out(degree + 2 * kGuard, Word{77});
  for (std::size_t j = 0; j < degree; ++j) {
    a[j] = static_cast<Word>(random.next());
    value_at[e[j]] = a[j];
  }
  auto expected = out;
  for (std::size_t j = 0; j < degree; ++j) {
    expected[kGuard + j] = value_at[e[j] * g % (2 * degree)];
  }
  // As one row, and as one of so many that they come from memory.
  for (const std::size_t rows : {std::size_t{1}, (std::size_t{1} << 24) / degree}) {
    std::fill(out.begin(), out.end(), Word{77});
    ValuePermutation(degree, g).apply(isa, out.data() + kGuard, a.data(), rows);
    ASSERT_EQ(out, expected) << "degree " << degree << ", g " << g << ", " << 8 * sizeof(Word)
                             << " bits on " << isa_name(isa) << ", " << rows << " rows";
  }
}

void expect_permutations(std::size_t degree, std::uint64_t g, SeededValues& random) {
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    ASSERT_NO_FATAL_FAILURE(expect_permutation<std::uint16_t>(isa, degree, g, random));
    ASSERT_NO_FATAL_FAILURE(expect_permutation<std::uint32_t>(isa, degree, g, random));
    ASSERT_NO_FATAL_FAILURE(expect_permutation<std::uint64_t>(isa, degree, g, random));
  }
}

TEST(ValuePermutation, TakesValuesAtPowersOfTheRootForEveryExponent) {
  SeededValues random(1811);
  SCOPED_TRACE(random.label());
  for (const std::size_t degree : {2U, 4U, 8U, 16U, 32U, 64U, 256U}) {
    for (std::uint64_t g = 1; g < 2 * degree; g += 2) {
      ASSERT_NO_FATAL_FAILURE(expect_permutations(degree, g, random));
    }
  }
}

// Degrees below, at and above the chunks that are fetched.
TEST(ValuePermutation, TakesValuesAtPowersOfTheRootAtLargeDegrees) {
  SeededValues random(1812);
  SCOPED_TRACE(random.label());
  for (const std::size_t degree : {1024U, 2048U, 4096U, 8192U, 16384U, 65536U}) {
    for (const std::uint64_t g : {std::uint64_t{3}, std::uint64_t{5}, random.below(2 * degree) | 1,
                                  std::uint64_t{2 * degree - 1}}) {
      ASSERT_NO_FATAL_FAILURE(expect_permutations(degree, g, random));
    }
  }
}

TEST(ValuePermutation, SlotMapsServeEveryLength) {
  SeededValues random(1813);
  SCOPED_TRACE(random.label());
  for (const std::size_t count : {1U, 7U, 2420U}) {
    std::vector<std::uint64_t> a(count), out(count + 1, 77), expected = out;
    std::vector<std::uint32_t> sources(count);
    for (std::size_t j = 0; j < count; ++j) {
      a[j] = random.next();
      sources[j] = static_cast<std::uint32_t>((j * 3 + 2) % count);  // 3 divides no count
    }
    for (std::size_t j = 0; j < count; ++j) expected[j] = a[(3 * j + 2) % count];
    permute_slots<std::uint64_t>(out.data(), a.data(), sources);
    EXPECT_EQ(out, expected);
    std::vector<std::uint16_t> narrow(a.begin(), a.end()), moved(count);
    permute_slots<std::uint16_t>(moved.data(), narrow.data(), sources);
    EXPECT_EQ(moved[count / 2], narrow[sources[count / 2]]);
    std::vector<std::uint32_t> middle(a.begin(), a.end()), other(count);
    permute_slots<std::uint32_t>(other.data(), middle.data(), sources);
    EXPECT_EQ(other[count - 1], middle[sources[count - 1]]);
  }
}

}  // namespace
}  // namespace lath::detail
