// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace lath::detail
