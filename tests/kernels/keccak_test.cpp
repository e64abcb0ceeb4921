// SPDX-License-Identifier: Apache-2.0
#include "kernels/keccak.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "kernels/keccak_constants.hpp"

namespace lath::kernels {
namespace {

using State = std::array<std::uint64_t, kKeccakWords>;

std::vector<Isa> isas() {
  std::vector<Isa> all;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa <= detected_isa()) all.push_back(isa);
  }
  return all;
}

// FIPS 202 lists neither; these are the ends of both tables as its algorithms give them.
TEST(Keccak, HasTheConstantsOfTheStandard) {
  EXPECT_EQ(kKeccakRoundConstants[0], 1U);
  EXPECT_EQ(kKeccakRoundConstants[1], 0x8082U);
  EXPECT_EQ(kKeccakRoundConstants[23], 0x8000000080008008U);
  EXPECT_EQ(kKeccakMoves.turn[0], 0);
  EXPECT_EQ(kKeccakMoves.turn[1], 1);
  EXPECT_EQ(kKeccakMoves.turn[2], 62);
  EXPECT_EQ(kKeccakMoves.turn[24], 14);
}

// SHA3-256 of the empty message by hand: the padded block, one permutation, and the first word of
// a7ffc6f8bf1ed766....
TEST(Keccak, PermutesTheBlockOfTheEmptyMessage) {
  State state{};
  state[0] = 0x06;
  state[16] = std::uint64_t{0x80} << 56;
  keccak(state.data());
  EXPECT_EQ(state[0], 0x66d71ebff8c6ffa7U);
}

TEST(Keccak, PermutesFourStatesAsItDoesEach) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas()) {
    for (int round = 0; round < 100; ++round) {
      std::array<State, kKeccakStates> states;
      std::vector<std::uint64_t> four(kKeccakWords * kKeccakStates);
      for (std::size_t k = 0; k < kKeccakStates; ++k) {
        for (std::size_t i = 0; i < kKeccakWords; ++i) {
          four[kKeccakStates * i + k] = states[k][i] = random.next();
        }
      }
      keccak_four(isa, four.data());
      for (std::size_t k = 0; k < kKeccakStates; ++k) {
        keccak(states[k].data());
        for (std::size_t i = 0; i < kKeccakWords; ++i) {
          ASSERT_EQ(four[kKeccakStates * i + k], states[k][i])
              << isa_name(isa) << ", word " << i << " of state " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::kernels
