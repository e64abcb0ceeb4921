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

// The additions of the passes that divide by a binomial, in blocks of `block` words and more.
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
  return SparseReduction(std::make_shared<const State>(
      State{m, binomials.degree, binomials.block, !binomials.minus, std::move(binomials.factors),
            std::move(binomials.divisors)}));
}

void SparseReduction::require_scratch(std::size_t count, std::size_t words) const {
  const std::size_t needed = scratch_words(count);
  if (words >= needed) return;
  throw Error(ErrorCode::invalid_argument, "scratch of " + std::to_string(words) + " words",
              "need " + std::to_string(needed) + " for a polynomial of " + std::to_string(count),
              "allocate scratch_words(count) words once");
}

std::size_t SparseReduction::additions(std::size_t count) const noexcept {
  if (count <= degree()) return 0;
  const std::size_t above = count - degree();
  std::size_t sum = degree();
  for (const std::size_t step : state_->divisors) {
    sum += to_multiply(step, above) + to_divide(step, degree(), kShortBlock);
  }
  for (const std::size_t step : state_->factors) {
    sum += to_divide(step, above, kShortBlock) + to_multiply(step, degree());
  }
  return sum;
}

}  // namespace lath
