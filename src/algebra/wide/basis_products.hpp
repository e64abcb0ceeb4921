// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// Products of elements of the powerful basis of Z[zeta_d], which are sums of such elements with
/// signs. For small d: the time is about phi(d) for each product.
class BasisProducts {
 public:
  explicit BasisProducts(const CyclotomicIndex& index) : index_(index) {}

  [[nodiscard]] std::size_t size() const noexcept { return index_.degree(); }
  /// e with element i = zeta_d^e.
  [[nodiscard]] std::uint64_t exponent(std::size_t i) const;

  /// Element `at` with a sign, as a term of a product.
  struct Term {
    std::size_t at;
    bool negative;
  };
  /// The terms of the product of elements i and j.
  [[nodiscard]] std::vector<Term> product(std::size_t i, std::size_t j) const;

 private:
  CyclotomicIndex index_;
};

/// The matrix of the product with an element of these coefficients, row after row. An entry is a
/// sum of some coefficients with signs; the sum of all their magnitudes is below 2^62.
[[nodiscard]] std::vector<std::int64_t> product_matrix(const CyclotomicIndex& index,
                                                       std::span<const std::int64_t> element);
/// The largest sum of magnitudes in a row.
[[nodiscard]] double largest_row_sum(std::span<const double> matrix, std::size_t size) noexcept;

}  // namespace lath::detail
