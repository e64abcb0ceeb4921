// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The constants of Keccak-f[1600], computed from the definitions of FIPS 202, section 3.2. Word
/// x + 5 y of a state is its lane (x, y).
namespace lath::detail {

inline constexpr std::size_t kKeccakWords = 25, kKeccakRounds = 24;

/// The number of bits by which rho rotates each word to the left.
constexpr std::array<int, kKeccakWords> keccak_turns() {
  std::array<int, kKeccakWords> turns{};
  std::size_t x = 1, y = 0;
  for (int t = 0; t < 24; ++t) {
    turns[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
    const std::size_t next = (2 * x + 3 * y) % 5;
    x = y;
    y = next;
  }
  return turns;
}
inline constexpr std::array<int, kKeccakWords> kKeccakTurns = keccak_turns();

/// The constant that iota adds in each round: bit 2^j - 1 is rc(j + 7 round), where rc is the
/// output of a linear feedback shift register (algorithm 5).
constexpr std::array<std::uint64_t, kKeccakRounds> keccak_round_constants() {
  std::array<std::uint64_t, kKeccakRounds> constants{};
  unsigned bits = 1;
  for (std::uint64_t& constant : constants) {
    for (unsigned j = 0; j <= 6; ++j) {
      constant |= std::uint64_t{bits & 1} << ((1U << j) - 1);
      bits = (bits << 1) ^ (bits >> 7) * 0x171;
    }
  }
  return constants;
}
inline constexpr std::array<std::uint64_t, kKeccakRounds> kKeccakRoundConstants =
    keccak_round_constants();

}  // namespace lath::detail
