// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace lath::detail {

/// The roots of unity exp(pi i r(j)) for j from 0 on, where r(j) has the bits of j behind the
/// binary point, the lowest one first: r(1) = 1/2, r(2) = 1/4, r(3) = 3/4. They do not depend on
/// the length of a transform: block j of a layer, x^2k - z^2 with z = exp(pi i r(j)), splits into
/// x^k - z, block 2j of the next layer, and x^k + z, block 2j + 1. Each part has an error of less
/// than 2^-51, in single precision 2^-24.
template <class Real>
class ComplexRootsOf {
 public:
  /// At least `count` roots. Throws std::bad_alloc. Tables for transforms of up to 2^16 values are
  /// kept for later calls.
  [[nodiscard]] static std::shared_ptr<const ComplexRootsOf> create(std::size_t count);

  [[nodiscard]] const Real* re() const noexcept { return re_.data(); }
  [[nodiscard]] const Real* im() const noexcept { return im_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return re_.size(); }

  ///@cond
  explicit ComplexRootsOf(std::size_t count);
  ///@endcond

 private:
  std::vector<Real> re_, im_;
};
using ComplexRoots = ComplexRootsOf<double>;
using ShortComplexRoots = ComplexRootsOf<float>;

}  // namespace lath::detail
