// SPDX-License-Identifier: Apache-2.0
#include "apps/exponentiation/running_products.hpp"

#include <algorithm>
#include <vector>

#include "lath/base/buffer.hpp"

namespace lath::apps {

RunningProducts::RunningProducts(const detail::WideModulus& modulus, std::size_t count)
    : modulus_(modulus), values_(count, modulus.words()) {
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::copy_n(modulus_.one(), static_cast<std::ptrdiff_t>(modulus_.words()),
                        values_[i].begin());
  }
}

// With a number x_0 + x_1 R + ... and R = 2^(64 words), the product a x / R modulo N is a sum of
// Montgomery products a x_i times R^i: by the method of Horner, from the last word up.
void RunningProducts::multiply(const he::WideValues& numbers, std::size_t k) {
  const std::size_t w = modulus_.words();
  Buffer<std::uint64_t, Secret> part(w), sum(w);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const auto number = numbers[i];
    std::uint64_t* const value = values_[i].data();
    for (std::size_t j = k; j-- > 0;) {
      std::ranges::fill(part.span(), 0);
      if (j * w < number.size()) {
        const auto words = number.subspan(j * w, std::min(w, number.size() - j * w));
        std::ranges::copy(words, part.begin());
      }
      modulus_.multiply(part.data(), part.data(), value);
      if (j + 1 == k) {
        std::ranges::copy(part.span(), sum.begin());
      } else {
        modulus_.to_montgomery(sum.data(), sum.data());
        modulus_.add(sum.data(), sum.data(), part.data());
      }
    }
    // a x / R has lost the form of a; it comes back.
    modulus_.to_montgomery(value, sum.data());
  }
}

he::WideValues RunningProducts::values() const {
  he::WideValues result(values_.size(), modulus_.words());
  modulus_.from_montgomery(result.span().data(), values_.span().data(), values_.size());
  return result;
}

}  // namespace lath::apps
