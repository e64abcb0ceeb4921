// SPDX-License-Identifier: Apache-2.0
#include "algebra/exact_products.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "lath/arith/primes.hpp"

namespace lath::detail {
namespace {

constexpr int kPrimeBits = 49;
constexpr std::size_t kLeastTransform = 64;
// Products of fewer terms than this, or of fewer coefficients than kLeastTransform, are faster by
// the definition.
constexpr std::size_t kFewTerms = 12;

// For coefficients below min(a, b) t^2; primes of 49 bits are above 2^48. At most three.
std::size_t primes_for(const Modulus& t, std::size_t longest) {
  const int bits = 2 * t.bits() + bit_length(std::uint64_t{longest});
  return static_cast<std::size_t>(bits / (kPrimeBits - 1)) + 1;
}

}  // namespace

ExactProducts::ExactProducts(const Modulus& t, std::size_t longest) : t_(t) {
  const std::size_t largest = std::max(std::bit_ceil(longest), kLeastTransform);
  std::uint64_t weight = 1;
  for (const std::uint64_t p : ntt_primes(kPrimeBits, largest, primes_for(t, longest))) {
    const Modulus prime(p);
    std::uint64_t before = 1;
    for (const Modulus& other : primes_) {
      before = prime.multiply(before, prime.reduce(other.value()));
    }
    inverses_.push_back(prime.inverse_vartime(before));
    weights_.push_back(weight);
    weight = t.multiply(weight, t.reduce(p));
    primes_.push_back(prime);
    plans_.emplace_back();
    for (std::size_t n = kLeastTransform; n <= largest; n *= 2) {
      plans_.back().push_back(Plan::create(n, p));
    }
  }
}

const NttPlan<std::uint64_t>& ExactProducts::plan(std::size_t prime,
                                                  std::size_t degree) const noexcept {
  return plans_[prime][static_cast<std::size_t>(std::countr_zero(degree / kLeastTransform))];
}

PreparedPolynomial ExactProducts::prepare(Coefficients coefficients, std::size_t length) const {
  PreparedPolynomial factor{std::move(coefficients), 0, {}};
  const std::size_t terms = factor.coefficients.size(), size = terms + length - 1;
  if (size < kLeastTransform || std::min(terms, length) < kFewTerms) return factor;
  factor.degree = std::bit_ceil(size);
  factor.transforms.resize(primes_.size() * factor.degree);
  for (std::size_t i = 0; i < primes_.size(); ++i) {
    std::uint64_t* row = &factor.transforms[i * factor.degree];
    std::ranges::transform(factor.coefficients, row,
                           [&](std::uint64_t x) { return primes_[i].reduce(x); });
    plan(i, factor.degree).forward(row);
  }
  return factor;
}

void ExactProducts::multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                             const PreparedPolynomial& b) const {
  if (b.degree == 0) {
    detail::multiply(out, a, b.coefficients, t_);
    return;
  }
  SecretWords residues(primes_.size() * b.degree);
  for (std::size_t i = 0; i < primes_.size(); ++i) {
    std::uint64_t* row = &residues[i * b.degree];
    std::ranges::transform(a, row, [&](std::uint64_t x) { return primes_[i].reduce(x); });
    plan(i, b.degree).convolve_transformed(row, &b.transforms[i * b.degree]);
  }
  join(out, residues.span(), b.degree);
}

// x = d_0 + d_1 p_0 + d_2 p_0 p_1 + ... (H. Garner, IRE Trans. Electron. Comput. 8, 1959).
void ExactProducts::join(std::span<std::uint64_t> out, std::span<const std::uint64_t> residues,
                         std::size_t stride) const noexcept {
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::uint64_t sum = 0, digits[3] = {};
    for (std::size_t i = 0; i < primes_.size(); ++i) {
      const Modulus& p = primes_[i];
      std::uint64_t below = 0;
      for (std::size_t j = i; j-- > 0;) {
        below = p.add(p.multiply(below, p.reduce(primes_[j].value())), p.reduce(digits[j]));
      }
      digits[i] = p.multiply(p.subtract(residues[i * stride + k], below), inverses_[i]);
      sum = t_.add(sum, t_.multiply(t_.reduce(digits[i]), weights_[i]));
    }
    out[k] = sum;
  }
}

}  // namespace lath::detail
