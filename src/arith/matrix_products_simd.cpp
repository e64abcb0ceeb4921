// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/matrix_products_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/matrix_products.hpp"
#include "base/targets.inl"

#ifndef LATH_KERNELS_MATRIX_PRODUCTS
#define LATH_KERNELS_MATRIX_PRODUCTS
namespace lath::detail {

// The arguments of one call: sums and matrix have rows of `width` numbers.
struct MatrixProduct {
  double* sums;
  Factors factors;
  const double* matrix;
  std::size_t width;
};

// The columns from `first` on, number by number.
inline void add_columns(const MatrixProduct& product, std::size_t first) noexcept {
  const auto& [sums, factors, matrix, width] = product;
  for (std::size_t i = 0; i < factors.rows; ++i) {
    for (std::size_t t = 0; t < factors.columns; ++t) {
      const double factor = factors.numbers[i * factors.stride + t];
      for (std::size_t j = first; j < width; ++j) {
        sums[i * width + j] += factor * matrix[t * width + j];
      }
    }
  }
}

}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
constexpr D kTag;
constexpr std::size_t kLanes = hn::MaxLanes(kTag);

// kRows rows of sums from row i on, and kVectors vectors of columns from column j on, in registers.
template <std::size_t kRows, std::size_t kVectors>
HWY_INLINE void add_tile(const MatrixProduct& product, std::size_t i, std::size_t j) noexcept {
  const auto& [sums, factors, matrix, width] = product;
  hn::Vec<D> sum[kRows][kVectors];
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[r][v] = hn::LoadU(kTag, sums + (i + r) * width + j + v * kLanes);
    }
  }
  const double* factor = factors.numbers + i * factors.stride;
  for (std::size_t t = 0; t < factors.columns; ++t) {
    hn::Vec<D> entries[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      entries[v] = hn::LoadU(kTag, matrix + t * width + j + v * kLanes);
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      const auto same = hn::Set(kTag, factor[r * factors.stride + t]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sum[r][v] = hn::MulAdd(same, entries[v], sum[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sum[r][v], kTag, sums + (i + r) * width + j + v * kLanes);
    }
  }
}

// All rows of kVectors vectors of columns: their part of the matrix stays in the cache.
template <std::size_t kVectors>
HWY_INLINE void add_rows(const MatrixProduct& product, std::size_t j) noexcept {
  std::size_t i = 0;
  for (; i + 4 <= product.factors.rows; i += 4) add_tile<4, kVectors>(product, i, j);
  for (; i < product.factors.rows; ++i) add_tile<1, kVectors>(product, i, j);
}

void add_matrix_product(const MatrixProduct& product) noexcept {
  std::size_t j = 0;
  for (; j + 2 * kLanes <= product.width; j += 2 * kLanes) add_rows<2>(product, j);
  for (; j + kLanes <= product.width; j += kLanes) add_rows<1>(product, j);
  if (j < product.width) add_columns(product, j);
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void add_matrix_product(Isa isa, std::span<double> sums, const Factors& factors,
                        std::span<const double> matrix, std::size_t width) noexcept {
  const MatrixProduct product{sums.data(), factors, matrix.data(), width};
  LATH_RETURN_ON_AVX512(isa, add_matrix_product(product));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, add_matrix_product(product));
  add_columns(product, 0);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
