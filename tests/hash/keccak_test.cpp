// SPDX-License-Identifier: Apache-2.0
#include "hash/keccak.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "hash/keccak_constants.hpp"

namespace lath::detail {
namespace {

using State = std::array<std::uint64_t, kKeccakWords>;

// FIPS 202 lists neither; these are the ends of both tables as its algorithms give them.
TEST(Keccak, HasTheConstantsOfTheStandard) {
  EXPECT_EQ(kKeccakRoundConstants[0], 1U);
  EXPECT_EQ(kKeccakRoundConstants[1], 0x8082U);
  EXPECT_EQ(kKeccakRoundConstants[23], 0x8000000080008008U);
  EXPECT_EQ(kKeccakTurns[0], 0);
  EXPECT_EQ(kKeccakTurns[1], 1);
  EXPECT_EQ(kKeccakTurns[2], 62);
  EXPECT_EQ(kKeccakTurns[24], 14);
}

// SHA3-256 of the empty message by hand: the padded block, one permutation, and the first word of
// a7ffc6f8bf1ed766....
TEST(Keccak, PermutesTheBlockOfTheEmptyMessage) {
  State state{};
  state[0] = 0x06;
  state[16] = std::uint64_t{0x80} << 56;
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    State permuted = state;
    keccak(isa, permuted.data());
    EXPECT_EQ(permuted[0], 0x66d71ebff8c6ffa7U) << isa_name(isa);
  }
}

TEST(Keccak, PermutesStatesSideBySideAsItDoesEach) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    const std::size_t n = keccak_states(isa);
    ASSERT_LE(n, kMaxKeccakStates);
    for (int round = 0; round < 100; ++round) {
      std::vector<State> states(n);
      std::vector<std::uint64_t> together(kKeccakWords * n);
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < kKeccakWords; ++i) {
          together[n * i + k] = states[k][i] = random.next();
        }
      }
      keccak_side_by_side(isa, together.data());
      for (std::size_t k = 0; k < n; ++k) {
        State single = states[k];
        keccak(Isa::scalar, states[k].data());
        keccak(isa, single.data());
        ASSERT_EQ(single, states[k]) << isa_name(isa);
        for (std::size_t i = 0; i < kKeccakWords; ++i) {
          ASSERT_EQ(together[n * i + k], states[k][i])
              << isa_name(isa) << ", word " << i << " of state " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
