// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/sparse_reduction.hpp"

#include <string>
#include <utility>

#include "lath/base/error.hpp"
#include "ntt/cyclotomic/binomials.hpp"

namespace lath {
namespace {

// The additions of a pass that multiplies by a binomial.
std::size_t to_multiply(std::size_t step, std::size_t count) {
  return step < count ? count - step : 0;
}

// Those of the passes that divide by one, in blocks of `block` words and more.
std::size_t to_divide(std::size_t step, std::size_t count, std::size_t block) {
  std::size_t sum = 0;
  for (; step < block && step < count; step *= 2) sum += to_multiply(step, count);
  return sum + to_multiply(step, count);
}

}  // namespace

SparseReduction SparseReduction::create(std::uint64_t m) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 32;
  if (m < 2 || m > kLargest) {
    throw Error(ErrorCode::invalid_argument,
                "a reduction modulo the cyclotomic polynomial " + std::to_string(m),
                "need an index from 2 to 2^32", m < 2 ? "use 2 or more" : "use a smaller index");
  }
  detail::Binomials binomials = detail::binomials_of(m);
  SparseReduction result;
  result.index_ = m;
  result.degree_ = binomials.degree;
  result.block_ = binomials.block;
  result.plus_ = !binomials.minus;
  result.factors_ = std::move(binomials.factors);
  result.divisors_ = std::move(binomials.divisors);
  return result;
}

std::size_t SparseReduction::additions(std::size_t count) const noexcept {
  if (count <= degree_) return 0;
  const std::size_t above = count - degree_;
  std::size_t sum = degree_;
  for (const std::size_t step : divisors_) {
    sum += to_multiply(step, above) + to_divide(step, degree_, kShortBlock);
  }
  for (const std::size_t step : factors_) {
    sum += to_divide(step, above, kShortBlock) + to_multiply(step, degree_);
  }
  return sum;
}

}  // namespace lath
