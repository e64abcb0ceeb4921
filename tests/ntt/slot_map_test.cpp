// SPDX-License-Identifier: Apache-2.0
//
// Orders of evaluation forms as data: exponents, equality, and what automorphisms do to slots.
#include "lath/ntt/slot_map.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/expect_error.hpp"

namespace lath {
namespace {

using testing::expect_error;
using Exponents = std::vector<std::uint32_t>;

Exponents exponents_of(const SlotMap& map) {
  Exponents result;
  for (std::size_t j = 0; j < map.slots(); ++j) {
    result.push_back(static_cast<std::uint32_t>(map.exponent(j)));
  }
  return result;
}

// As docs/reference.md lists them.
TEST(SlotMaps, HaveTheDocumentedExponents) {
  EXPECT_EQ(exponents_of(SlotMap::bit_reversed(8, 16)), (Exponents{1, 9, 5, 13, 3, 11, 7, 15}));
  EXPECT_EQ(exponents_of(SlotMap::bit_reversed(8, 8)), (Exponents{0, 4, 2, 6, 1, 5, 3, 7}));
  const Exponents units{1, 2, 4, 8, 7, 5};
  EXPECT_EQ(exponents_of(SlotMap::listed(9, units)), units);
}

TEST(SlotMaps, AreEqualIfTheirExponentsAre) {
  const auto map = SlotMap::bit_reversed(4, 8);
  EXPECT_TRUE(map == SlotMap::bit_reversed(4, 8));
  EXPECT_TRUE(map == SlotMap::listed(8, {1, 5, 3, 7}));
  EXPECT_FALSE(map == SlotMap::listed(8, {1, 3, 5, 7}));
  EXPECT_FALSE(SlotMap::listed(9, {1, 2}) == SlotMap::listed(9, {1, 4}));
  EXPECT_FALSE(SlotMap::listed(9, {1, 2}) == SlotMap::listed(7, {1, 2}));
  EXPECT_FALSE(map == SlotMap::bit_reversed(4, 4));
  EXPECT_FALSE(map == SlotMap::bit_reversed(4, 8, 2));
}

TEST(SlotMaps, SayWhereAutomorphismsTakeSlotsFrom) {
  for (const auto& map : {SlotMap::bit_reversed(8, 16), SlotMap::listed(9, {1, 2, 4, 8, 7, 5})}) {
    for (std::uint64_t g = 1; g < 40; ++g) {
      if (g % 2 == 0 || g % 3 == 0) continue;
      const auto sources = map.sources(g);
      for (std::size_t j = 0; j < map.slots(); ++j) {
        EXPECT_EQ(map.exponent(sources[j]), g * map.exponent(j) % map.index());
      }
    }
  }
  expect_error([] { (void)SlotMap::bit_reversed(8, 16).sources(2); }, ErrorCode::invalid_argument,
               {"inverse modulo 16"});
  expect_error([] { (void)SlotMap::listed(9, {1, 2}).sources(2); }, ErrorCode::invalid_argument,
               {"x^2"});
  expect_error([] { (void)SlotMap::bit_reversed(4, 8, 2).sources(3); }, ErrorCode::unsupported,
               {"2 words"});
}

TEST(SlotMaps, RefuseWhatIsNoOrder) {
  const auto refuses = [](const auto& action, const char* what) {
    expect_error(action, ErrorCode::invalid_argument, {what});
  };
  refuses([] { (void)SlotMap::bit_reversed(6, 12); }, "6 slots");
  refuses([] { (void)SlotMap::bit_reversed(8, 32); }, "index 32");
  refuses([] { (void)SlotMap::bit_reversed(8, 16, 0); }, "8 slots");
  refuses([] { (void)SlotMap::listed(9, {1, 2, 1}); }, "exponent 1");
  refuses([] { (void)SlotMap::listed(9, {1, 9}); }, "exponent 9");
  refuses([] { (void)SlotMap::listed(9, {}); }, "no slots");
}

}  // namespace
}  // namespace lath
