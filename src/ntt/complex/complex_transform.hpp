// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "ntt/complex/complex_roots.hpp"

/// @file
/// Values of polynomials at complex roots of unity, in double precision or in single precision: for
/// bounds of noise, and not for exact products. All operations are as in the definition,
/// without fused ones, so that results do not depend on the instruction set. Their order does not
/// depend on the numbers.
namespace lath::detail {

/// Complex numbers, the real parts and the imaginary ones apart. Secret.
template <class Real>
class ComplexWordsOf {
 public:
  explicit ComplexWordsOf(std::size_t size) : re_(size), im_(size) {}
  /// Numbers that are not initialised.
  [[nodiscard]] static ComplexWordsOf for_overwrite(std::size_t size) {
    return {Buffer<Real, Secret>::for_overwrite(size), Buffer<Real, Secret>::for_overwrite(size)};
  }
  [[nodiscard]] std::size_t size() const noexcept { return re_.size(); }
  [[nodiscard]] Real* re() noexcept { return re_.data(); }
  [[nodiscard]] Real* im() noexcept { return im_.data(); }

 private:
  ComplexWordsOf(Buffer<Real, Secret> re, Buffer<Real, Secret> im) noexcept
      : re_(std::move(re)), im_(std::move(im)) {}

  Buffer<Real, Secret> re_, im_;
};
using ComplexWords = ComplexWordsOf<double>;
using ShortComplexWords = ComplexWordsOf<float>;

/// The numbers a_k + i a_(k + size), for 2 size integers a_k.
[[nodiscard]] ComplexWords words_of(Isa isa, std::span<const std::int64_t> integers);

/// The roots that transforms of `size` numbers, a power of two, take.
template <class Real>
[[nodiscard]] std::shared_ptr<const ComplexRootsOf<Real>> roots_of_transform(std::size_t size) {
  return ComplexRootsOf<Real>::create(size + size / 2);
}

/// Replaces the coefficients of a polynomial modulo x^size - i, a power of two, by its values at
/// the roots of x^size - i, in an order that depends on the instruction set.
template <class Real>
void complex_transform(Isa isa, ComplexWordsOf<Real>& a,
                       const ComplexRootsOf<Real>& roots) noexcept;
/// Replaces values in that order by the coefficients times `size`.
void inverse_complex_transform(Isa isa, ComplexWords& a, const ComplexRoots& roots) noexcept;

/// The largest |z|^2 over the roots z of x^n + 1 of the values of a polynomial with these n > 1
/// coefficients, n a power of two up to 2^20. Each of log2(n) layers adds a relative error of less
/// than 2^-50 to the sum of all squared values, which is at most n times the largest one: the
/// relative error of the root is below 20 2^-50 2^10 < 2^-35.
[[nodiscard]] double largest_squared_value(Isa isa, std::span<const std::int64_t> coefficients);

/// The largest |z|^2 as above, and the sum of the magnitudes of the coefficients.
struct ShortNorms {
  double largest, sum;
};
/// Both for a polynomial whose n > 1 coefficients, n a power of two up to 2^16, are these residues
/// modulo t < 2^40, next to zero. In single precision: each of log2(n) layers adds a relative error
/// of less than 2^-21 to the sum of all squared values, so that the relative error of the root of
/// the largest one is below (log2(n) + 1) 2^-21 sqrt(n), at most 2^-8.9.
[[nodiscard]] ShortNorms short_norms(Isa isa, std::span<const std::uint64_t> residues,
                                     std::uint64_t t);

/// The sum of the magnitudes of at most 2^20 integers, rounded to double precision once.
[[nodiscard]] double sum_of_magnitudes(Isa isa, std::span<const std::int64_t> integers) noexcept;

}  // namespace lath::detail
