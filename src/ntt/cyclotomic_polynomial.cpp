// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/cyclotomic_polynomial.hpp"

#include <algorithm>
#include <string>

#include "lath/base/error.hpp"
#include "lath/ntt/prime_powers.hpp"
#include "ntt/cyclotomic/binomials.hpp"

namespace lath {
namespace {

void require_index(std::uint64_t m) {
  if (m >= 1 && m <= kMaxPolynomialIndex) return;
  throw Error(ErrorCode::invalid_argument, "the cyclotomic polynomial " + std::to_string(m),
              "need an index from 1 to 2^23", m == 0 ? "use 1 or more" : "use a smaller index");
}

// The lower half of Phi_r, and the middle, for a square-free odd r from 3 on. Sums in between may
// be longer than 64 bits; modulo 2^64 nothing is lost of the coefficients.
std::vector<std::uint64_t> lower_half(std::uint64_t r) {
  const detail::Binomials binomials = detail::binomials_of(r);
  std::vector<std::uint64_t> c(binomials.degree / 2 + 1);
  c[0] = 1;
  for (const std::size_t step : binomials.factors) {
    for (std::size_t i = c.size(); i-- > step;) c[i] -= c[i - step];
  }
  for (const std::size_t step : binomials.divisors) {
    for (std::size_t i = step; i < c.size(); ++i) c[i] += c[i - step];
  }
  return c;
}

// The odd primes of m multiplied.
std::uint64_t odd_radical(std::uint64_t m) {
  std::uint64_t r = 1;
  for (const PrimePower& power : prime_powers(m)) r *= power.prime == 2 ? 1 : power.prime;
  return r;
}

}  // namespace

std::vector<std::int64_t> cyclotomic_polynomial(std::uint64_t m) {
  require_index(m);
  if (m == 1) return {-1, 1};
  const detail::Binomials binomials = detail::binomials_of(m);
  std::vector<std::int64_t> result(binomials.degree + 1);
  const std::uint64_t r = odd_radical(m);
  if (r == 1) {
    result.front() = result.back() = 1;
    return result;
  }
  const auto half = lower_half(r);
  const std::size_t degree = 2 * (half.size() - 1);
  for (std::size_t i = 0; i < half.size(); ++i) {
    const auto c = static_cast<std::int64_t>(binomials.minus || i % 2 == 0 ? half[i] : -half[i]);
    result[binomials.block * i] = c;
    result[binomials.block * (degree - i)] = c;  // the polynomial is its own mirror image
  }
  return result;
}

std::size_t cyclotomic_terms(std::uint64_t m) {
  require_index(m);
  const std::uint64_t r = odd_radical(m);
  if (r == 1) return 2;
  const auto half = lower_half(r);
  const auto zeros = static_cast<std::size_t>(std::ranges::count(half, std::uint64_t{0}));
  return 2 * (half.size() - zeros) - (half.back() != 0 ? 1 : 0);
}

}  // namespace lath
