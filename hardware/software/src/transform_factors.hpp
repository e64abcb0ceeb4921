// SPDX-License-Identifier: Apache-2.0
//
// Products of polynomials in x modulo x^2783 - 1 and one prime, by transforms modulo x^4096 + 1 and
// x^1024 + 1: a product of two remainders has fewer than 4096 + 1024 words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/buffer.hpp"
#include "lath/hardware/encryption_product.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::hardware::detail {

inline constexpr std::size_t kLongWords = 4096, kShortWords = 1024;
inline constexpr std::size_t kFactorWords = kLongWords + kShortWords;
/// The words of a product beyond x^4096.
inline constexpr std::size_t kBeyond = 2 * kDegree - 1 - kLongWords;
static_assert(kBeyond <= kShortWords);

/// U modulo both, kFactorWords integers from -1 to 2, from kDegree of 0 and 1.
void split_binary(std::int8_t* out, const std::int8_t* u) noexcept;

/// The transforms of one prime that is 1 mod 8192, and a key in them.
template <ResidueWord T>
class TransformFactors {
 public:
  /// With the key's kDegree residues.
  TransformFactors(std::uint64_t prime, const T* key);

  [[nodiscard]] const VectorArithmetic<T>& arithmetic() const noexcept {
    return long_.arithmetic();
  }
  /// The words that multiply() takes; the first kIndex become the product modulo x^2783 - 1.
  static constexpr std::size_t kProductWords = 2 * kFactorWords;
  /// The product of the key with what split_binary() gives.
  void multiply(T* product, const std::int8_t* split) const noexcept;

 private:
  NttPlan<T> long_, short_;
  Scalar<T> half_;
  Buffer<T> key_, quotients_;  // modulo x^4096 + 1, and half of it modulo x^1024 + 1
};

extern template class TransformFactors<std::uint32_t>;
extern template class TransformFactors<std::uint64_t>;

}  // namespace lath::hardware::detail
