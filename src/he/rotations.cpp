// SPDX-License-Identifier: Apache-2.0
#include "lath/he/rotations.hpp"

#include <bit>
#include <string>
#include <vector>

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

std::vector<std::uint64_t> sum_rotations(std::size_t degree, std::size_t columns) {
  require_degree(degree);
  if (!std::has_single_bit(columns) || columns > degree) {
    throw Error(ErrorCode::invalid_argument,
                "the rotations of a sum of " + std::to_string(columns) + " columns",
                "need a power of two from 1 to " + std::to_string(degree),
                "take the next power of two, where columns that do not count hold zeros");
  }
  std::vector<std::uint64_t> elements;
  for (std::size_t step = 1; step < columns && step < degree / 2; step *= 2) {
    elements.push_back(row_rotation(degree, static_cast<std::int64_t>(step)));
  }
  if (columns == degree) elements.push_back(row_exchange(degree));
  return elements;
}

std::vector<std::uint64_t> matrix_rotations(std::size_t degree, std::size_t size) {
  require_degree(degree);
  if (size == 0 || size > degree / 2) {
    throw Error(ErrorCode::invalid_argument, "a matrix of " + std::to_string(size) + " diagonals",
                "need 1 to " + std::to_string(degree / 2), "cut larger matrices into blocks");
  }
  std::vector<std::uint64_t> elements;
  for (std::size_t step = 1; step < size; ++step) {
    elements.push_back(row_rotation(degree, static_cast<std::int64_t>(step)));
  }
  return elements;
}

std::vector<std::uint64_t> all_rotations(std::size_t degree) {
  std::vector<std::uint64_t> elements = sum_rotations(degree, degree);
  for (std::size_t step = 1; step < degree / 4; step *= 2) {
    elements.push_back(row_rotation(degree, -static_cast<std::int64_t>(step)));
  }
  return elements;
}

}  // namespace lath::he
