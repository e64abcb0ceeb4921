// SPDX-License-Identifier: Apache-2.0
#include "lath/he/rotations.hpp"

#include "lath/arith/modulus.hpp"

namespace lath::he {
namespace {

// 3 and -1 generate all odd numbers modulo a power of two.
constexpr std::uint64_t kGenerator = 3;

}  // namespace

std::uint64_t row_rotation(std::size_t degree, std::int64_t columns) noexcept {
  const auto half = static_cast<std::int64_t>(degree / 2);
  const std::int64_t steps = (columns % half + half) % half;
  return Modulus(2 * degree).pow_vartime(kGenerator, static_cast<std::uint64_t>(steps));
}

std::uint64_t row_exchange(std::size_t degree) noexcept { return 2 * degree - 1; }

}  // namespace lath::he
