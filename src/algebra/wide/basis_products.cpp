// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/basis_products.hpp"

#include <algorithm>
#include <cmath>

namespace lath::detail {
namespace {

using Axis = CyclotomicIndex::Axis;

// The coordinates of an element on all axes.
std::vector<std::size_t> coordinates(const CyclotomicIndex& index, std::size_t place) {
  const auto axes = index.axes();
  std::vector<std::size_t> result(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    result[a] = place % axes[a].degree;
    place /= axes[a].degree;
  }
  return result;
}

// zeta_q^e, for e below 2 phi(q), along an axis.
std::vector<BasisProducts::Term> power_along(const Axis& axis, std::size_t e) {
  if (e < axis.degree) return {{e, false}};
  if (axis.prime == 2) return {{e - axis.degree, true}};
  const auto q = static_cast<std::size_t>(axis.value);
  if (e >= q) return {{e - q, false}};
  std::vector<BasisProducts::Term> terms;
  const std::size_t step = q / static_cast<std::size_t>(axis.prime);
  for (std::size_t s = 1; s < axis.prime; ++s) terms.push_back({e - s * step, true});
  return terms;
}

}  // namespace

std::uint64_t BasisProducts::exponent(std::size_t i) const {
  const std::vector<std::size_t> at = coordinates(index_, i);
  std::uint64_t e = 0;
  for (std::size_t a = 0; a < at.size(); ++a) {
    e += index_.value() / index_.axes()[a].value * at[a];
  }
  return e % index_.value();
}

std::vector<BasisProducts::Term> BasisProducts::product(std::size_t i, std::size_t j) const {
  const std::vector<std::size_t> x = coordinates(index_, i), y = coordinates(index_, j);
  std::vector<Term> terms{{0, false}};
  for (std::size_t a = 0; a < x.size(); ++a) {
    const Axis& axis = index_.axes()[a];
    const std::vector<Term> along = power_along(axis, x[a] + y[a]);
    std::vector<Term> next;
    for (const Term& term : terms) {
      for (const Term& by : along) {
        next.push_back({term.at * axis.degree + by.at, term.negative != by.negative});
      }
    }
    terms = std::move(next);
  }
  return terms;
}

std::vector<std::int64_t> product_matrix(const CyclotomicIndex& index,
                                         std::span<const std::int64_t> element) {
  const BasisProducts basis(index);
  const std::size_t n = element.size();
  std::vector<std::int64_t> matrix(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& [at, negative] : basis.product(i, j)) {
        matrix[at * n + j] += negative ? -element[i] : element[i];
      }
    }
  }
  return matrix;
}

double largest_row_sum(std::span<const double> matrix, std::size_t size) noexcept {
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j) sum += std::abs(matrix[i * size + j]);
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace lath::detail
