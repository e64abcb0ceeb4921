// SPDX-License-Identifier: Apache-2.0
//
// Residues of small integers, and back, by the definition.
#include "arith/pointwise/small_residues.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

class SmallResidues : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(OnEveryIsa, SmallResidues,
                         ::testing::ValuesIn(testing::isas({Isa::avx2, Isa::avx512})),
                         [](const auto& info) { return std::string(isa_name(info.param)); });

template <class Word, class Integer>
void check_small_residues(Isa isa, std::uint64_t p, Integer bound) {
  testing::SeededValues random(p);
  std::vector<Integer> integers(101);
  for (Integer& integer : integers) {
    const auto x = static_cast<std::int64_t>(random.next() >> 1);
    const auto width = 2 * static_cast<std::int64_t>(bound) + 1;
    integer = static_cast<Integer>(x % width - bound);
  }
  const Integer extremes[] = {0, 1, -1, bound, static_cast<Integer>(-bound)};
  std::ranges::copy(extremes, integers.begin());
  std::vector<Word> out(integers.size(), 77);
  small_residues(isa, out.data(), std::span<const Integer>(integers), p);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto x = static_cast<std::int64_t>(integers[i]);
    ASSERT_EQ(out[i], x < 0 ? p - static_cast<std::uint64_t>(-x) : static_cast<std::uint64_t>(x))
        << p << " " << x;
  }
}

TEST_P(SmallResidues, AreTheIntegersOrTheirComplements) {
  const Isa isa = GetParam();
  check_small_residues<std::uint16_t, std::int8_t>(isa, 12289, 127);
  check_small_residues<std::uint32_t, std::int8_t>(isa, 1073479681, 127);
  check_small_residues<std::uint64_t, std::int8_t>(isa, (1ULL << 62) - 57, 127);
  check_small_residues<std::uint64_t, std::int8_t>(isa, 2, 1);
  check_small_residues<std::uint16_t, std::int64_t>(isa, 12289, 12288);
  check_small_residues<std::uint32_t, std::int64_t>(isa, 1073479681, 1073479680);
  check_small_residues<std::uint64_t, std::int64_t>(isa, (1ULL << 61) - 1, (1LL << 61) - 2);
}

TEST_P(SmallResidues, ComeBackNextToZero) {
  for (const std::uint64_t t : {2ULL, 3ULL, 65537ULL, 1ULL << 32, (1ULL << 62) - 57, ~0ULL >> 1}) {
    testing::SeededValues random(t);
    std::vector<std::uint64_t> residues(101);
    for (std::uint64_t& residue : residues) residue = random.next() % t;
    const std::uint64_t extremes[] = {0, 1, t / 2, t / 2 + 1, t - 1};
    std::ranges::transform(extremes, residues.begin(), [t](auto x) { return x % t; });
    std::vector<std::int64_t> out(residues.size(), 77);
    centered(GetParam(), out.data(), residues, t);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const bool above = residues[i] > t / 2;
      ASSERT_EQ(out[i], static_cast<std::int64_t>(residues[i] - (above ? t : 0))) << t;
    }
  }
}

TEST_P(SmallResidues, AreRaisedToLargerModuli) {
  constexpr std::uint64_t kLargest = ~0ULL >> 1;
  for (const auto& [t, p] : {std::pair{2ULL, 3ULL},
                             {3ULL, 3ULL},
                             {65537ULL, (1ULL << 50) - 27},
                             {1ULL << 32, (1ULL << 62) - 57},
                             {kLargest - 1, kLargest}}) {
    testing::SeededValues random(t);
    std::vector<std::uint64_t> residues(101), out(residues.size(), 77);
    for (std::uint64_t& residue : residues) residue = random.next() % t;
    const std::uint64_t extremes[] = {0, 1, t / 2, t / 2 + 1, t - 1};
    std::ranges::transform(extremes, residues.begin(), [t](auto x) { return x % t; });
    raise_residues(GetParam(), out.data(), residues, t, p);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const bool above = residues[i] > t / 2;
      ASSERT_EQ(out[i], above ? p - (t - residues[i]) : residues[i]) << t << ' ' << p;
    }
  }
}

}  // namespace
}  // namespace lath::detail
