// SPDX-License-Identifier: Apache-2.0
#include "lath/security/published_limits.hpp"

#include <array>
#include <bit>

namespace lath {
namespace {

constexpr int kFirst = 10, kLast = 17;  // log2 of the degrees
using Row = std::array<unsigned, kLast - kFirst + 1>;
using Table = std::array<Row, 3>;  // 128, 192, 256 bits

constexpr Table kClassical{{{26, 53, 106, 214, 430, 868, 1747, 3523},
                            {0, 36, 73, 147, 297, 597, 1199, 2411},
                            {0, 27, 56, 114, 230, 462, 929, 1866}}};
constexpr Table kQuantum{{{20, 40, 80, 161, 322, 644, 1289, 2578},
                          {0, 29, 59, 119, 239, 479, 959, 1920},
                          {0, 22, 47, 95, 192, 385, 773, 0}}};

}  // namespace

unsigned largest_modulus_bits(std::size_t degree, SecurityLevel level, Attacker attacker) noexcept {
  const int log2 = std::countr_zero(degree);
  if (!std::has_single_bit(degree) || log2 < kFirst || log2 > kLast) return 0;
  const Table& table = attacker == Attacker::classical ? kClassical : kQuantum;
  const auto row = (static_cast<std::size_t>(level) - 128) / 64;
  return table[row][static_cast<std::size_t>(log2 - kFirst)];
}

}  // namespace lath
