// SPDX-License-Identifier: Apache-2.0
#include "arith/wide/wide_reduction.hpp"

#include <algorithm>
#include <array>

#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {

WideReduction::WideReduction(const Natural& p) : words_(p.words().size()), modulus_(words_ + 2) {
  std::ranges::copy(p.words(), modulus_.begin());
  const Natural mu = quotient_vartime(1, p, 64 * (words_ + 2));
  std::ranges::copy(mu.words().first(std::min<std::size_t>(mu.words().size(), 3)), reciprocal_);
}

void WideReduction::reduce(std::span<std::uint64_t> sum) const noexcept {
  const std::uint64_t* high = &sum[words_ - 1];
  std::array<std::uint64_t, 6> product{};
  for (std::size_t i = 0; i < 3; ++i) {
    product[i + 3] = multiword::add_product(&product[i], reciprocal_, 3, high[i]);
  }
  // The quotient has less than 71 bits.
  for (std::size_t i = 0; i < 2; ++i) {
    static_cast<void>(
        multiword::subtract_product(&sum[i], modulus_.data(), words_ + 2 - i, product[i + 3]));
  }
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t borrow =
        multiword::subtract(sum.data(), sum.data(), modulus_.data(), words_ + 2);
    static_cast<void>(multiword::add_masked(sum.data(), modulus_.data(), words_ + 2,
                                            0 - ct::value_barrier(borrow)));
  }
  wipe(product.data(), sizeof product);
}

}  // namespace lath::detail
