// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "algebra/wide/wide_modulus.hpp"
#include "lath/he/plaintexts/wide_values.hpp"

namespace lath::apps {

/// Products modulo N of numbers that come one after the other, for all slots at once: in Montgomery
/// form, of as many words as N. Constant time in the numbers.
class RunningProducts {
 public:
  /// Ones.
  RunningProducts(const detail::WideModulus& modulus, std::size_t count);
  /// Products that were saved.
  RunningProducts(const detail::WideModulus& modulus, he::WideValues values)
      : modulus_(modulus), values_(std::move(values)) {}

  /// Multiplies the products by numbers below N^k, of which more words are not read. Three products
  /// modulo N for each slot and k = 2. Either all slots change or, if this throws, none.
  void multiply(const he::WideValues& numbers, std::size_t k);
  /// The products, below N.
  [[nodiscard]] he::WideValues values() const;
  ///@{
  /// Their Montgomery forms.
  [[nodiscard]] const he::WideValues& saved() const& noexcept { return values_; }
  ///@}

 private:
  detail::WideModulus modulus_;
  he::WideValues values_;
};

}  // namespace lath::apps
