// SPDX-License-Identifier: Apache-2.0
#include "lath/he/rotations.hpp"

#include <bit>
#include <string>

#include "lath/arith/modulus.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/transform.hpp"

namespace lath::he {
namespace {

// 3 and -1 generate all odd numbers modulo a power of two.
constexpr std::uint64_t kGenerator = 3;

void require_degree(std::size_t degree) {
  if (std::has_single_bit(degree) && degree >= 2 && degree <= kMaxDegree) return;
  throw Error(ErrorCode::invalid_argument,
              "rows of slots in a ring of degree " + std::to_string(degree),
              "need a power of two from 2 to " + std::to_string(kMaxDegree),
              "give the degree of the parameters, or ask SlotAlgebra for other rings");
}

}  // namespace

std::uint64_t row_rotation(std::size_t degree, std::int64_t columns) {
  require_degree(degree);
  const auto half = static_cast<std::int64_t>(degree / 2);
  const std::int64_t steps = (columns % half + half) % half;
  return Modulus(2 * degree).pow_vartime(kGenerator, static_cast<std::uint64_t>(steps));
}

std::uint64_t row_exchange(std::size_t degree) {
  require_degree(degree);
  return 2 * degree - 1;
}

}  // namespace lath::he
