// SPDX-License-Identifier: Apache-2.0
#include "he/slots/powerful_reduction.hpp"

#include <algorithm>

#include "lath/base/constant_time.hpp"

namespace lath::he::slots {
namespace {

// Along one axis from q to phi(q) cells, in place: `outer` blocks of q rows of `inner` words.
template <class Subtract>
void fold(std::uint64_t* words, std::size_t outer, const CyclotomicIndex::Axis& axis,
          std::size_t inner, const Subtract& subtract) noexcept {
  const std::size_t all = static_cast<std::size_t>(axis.value) * inner;
  const std::size_t kept = axis.degree * inner, step = all - kept;
  for (std::size_t block = 0; block < outer; ++block) {
    // What is written lies before what is still to be read.
    const std::uint64_t* from = words + block * all;
    std::uint64_t* out = words + block * kept;
    for (std::size_t row = 0; row < kept; row += step) {
      for (std::size_t i = 0; i < step; ++i) {
        out[row + i] = subtract(from[row + i], from[kept + i]);
      }
    }
  }
}

}  // namespace

PowerfulReduction::PowerfulReduction(const CyclotomicIndex& index, const Modulus& t)
    : index_(index), t_(t), cell_of_(index.value()), power_of_(index.degree()) {
  const std::uint64_t m = index.value();
  for (const auto& axis : index.axes()) {
    const std::uint64_t q = axis.value, rest = m / q;
    const std::uint64_t inverse = q == m ? 1 : Modulus(q).inverse_vartime(rest % q);
    for (std::uint64_t k = 0, place = 0; k < m; ++k) {
      cell_of_[k] = static_cast<std::uint32_t>(cell_of_[k] * q + place);
      place += inverse;
      if (place >= q) place -= q;
    }
  }
  for (std::size_t i = 0; i < power_of_.size(); ++i) {
    power_of_[i] = static_cast<std::uint32_t>(index.power(i));
    terms_ = std::max<std::size_t>(terms_, power_of_[i] + 1);
  }
}

template <class Subtract>
void PowerfulReduction::fold_axes(std::span<std::uint64_t> cells,
                                  const Subtract& subtract) const noexcept {
  std::size_t outer = 1, inner = cells.size();
  for (const auto& axis : index_.axes()) {
    inner /= static_cast<std::size_t>(axis.value);
    fold(cells.data(), outer, axis, inner, subtract);
    outer *= axis.degree;
  }
}

void PowerfulReduction::reduce_bits(std::span<std::uint64_t> cells) const noexcept {
  fold_axes(cells, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
}

SecretWords PowerfulReduction::reduce(std::span<const std::uint64_t> c) const {
  const std::uint64_t m = index_.value();
  const bool signs = m % 4 == 2;  // x^(m/2) = -1 has no axis
  SecretWords cells(signs ? m / 2 : m);
  for (std::size_t k = 0; k < c.size(); ++k) {
    std::uint64_t& cell = cells[cell_of_[k]];
    cell = signs && (k & 1) != 0 ? t_.subtract(cell, c[k]) : t_.add(cell, c[k]);
  }
  fold_axes(cells.span(), [&](std::uint64_t a, std::uint64_t b) { return t_.subtract(a, b); });
  return SecretWords(std::span<const std::uint64_t>(cells.data(), index_.degree()));
}

SecretWords PowerfulReduction::expand(std::span<const std::uint64_t> coefficients) const {
  SecretWords c(terms_);
  for (std::size_t i = 0; i < coefficients.size(); ++i) c[power_of_[i]] = coefficients[i];
  return c;
}

}  // namespace lath::he::slots
