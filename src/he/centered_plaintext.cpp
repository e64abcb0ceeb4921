// SPDX-License-Identifier: Apache-2.0
#include "he/centered_plaintext.hpp"

#include "lath/base/constant_time.hpp"

namespace lath::he {

Buffer<std::int64_t, Secret> centered(std::span<const std::uint64_t> coefficients,
                                      std::uint64_t t) {
  Buffer<std::int64_t, Secret> result(coefficients.size());
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const std::uint64_t x = coefficients[i];
    result[i] = static_cast<std::int64_t>(x - (t & ct::mask_less(t / 2, x)));
  }
  return result;
}

}  // namespace lath::he
