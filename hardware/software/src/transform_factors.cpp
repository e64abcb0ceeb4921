// SPDX-License-Identifier: Apache-2.0
#include "transform_factors.hpp"

#include <algorithm>

namespace lath::hardware::detail {
namespace {

// a modulo x^1024 + 1, the first `count` words of it; a has whole blocks of 1024 words.
template <ResidueWord T>
void fold_blocks(T* out, const T* a, std::size_t blocks, std::size_t count,
                 const VectorArithmetic<T>& arithmetic) noexcept {
  arithmetic.subtract(out, a, a + kShortWords, count);
  for (std::size_t b = 2; b < blocks; ++b) {
    const T* const block = a + b * kShortWords;
    b % 2 == 0 ? arithmetic.add(out, out, block, count)
               : arithmetic.subtract(out, out, block, count);
  }
}

}  // namespace

void split_binary(std::int8_t* out, const std::int8_t* u) noexcept {
  std::copy_n(u, kDegree, out);
  std::fill(out + kDegree, out + kLongWords, std::int8_t{0});
  const std::int8_t* const block = out;
  for (std::size_t i = 0; i < kShortWords; ++i) {
    out[kLongWords + i] =
        static_cast<std::int8_t>(block[i] - block[kShortWords + i] + block[2 * kShortWords + i]);
  }
}

template <ResidueWord T>
TransformFactors<T>::TransformFactors(std::uint64_t prime, const T* key)
    : long_(NttPlan<T>::create(kLongWords, prime)),
      short_(NttPlan<T>::create(kShortWords, prime)),
      half_(long_.arithmetic().scalar(static_cast<T>((prime + 1) / 2))),
      key_(kFactorWords),
      quotients_(kFactorWords) {
  T* const rest = key_.data() + kLongWords;
  std::copy_n(key, kDegree, key_.data());
  fold_blocks(rest, key_.data(), 3, kShortWords, arithmetic());
  arithmetic().scale(rest, rest, half_, kShortWords);
  long_.forward(key_.data());
  short_.forward(rest);
  arithmetic().prepare(quotients_.data(), key_.data(), kFactorWords);
}

// With A and B the product modulo x^4096 + 1 and x^1024 + 1, it is A + K (x^4096 + 1) with
// K = (B - A) / 2 modulo x^1024 + 1: x^4096 is 1 there. Modulo x^2783 - 1, x^4096 is x^1313.
template <ResidueWord T>
void TransformFactors<T>::multiply(T* product, const std::int8_t* split) const noexcept {
  const VectorArithmetic<T>& by = arithmetic();
  T *const b = product + kLongWords, *const values = product + kFactorWords;
  long_.forward(values, split);
  short_.forward(values + kLongWords, split + kLongWords);
  by.multiply_prepared(product, values, key_.data(), quotients_.data(), kFactorWords);
  long_.inverse(product);
  short_.inverse(b);
  T *const k = values, *const a = values + kShortWords;
  fold_blocks(a, product, kLongWords / kShortWords, kBeyond, by);
  by.apply(Operation::subtract_scaled, k, {a, b, &half_.value}, kBeyond);
  by.add(product, product, product + kIndex, kLongWords - kIndex);
  by.add(product, product, k, kBeyond);
  by.add(product + kLongWords - kIndex, product + kLongWords - kIndex, k, kBeyond);
}

template class TransformFactors<std::uint32_t>;
template class TransformFactors<std::uint64_t>;

}  // namespace lath::hardware::detail
