// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/reference/axis_reference.hpp"

#include <algorithm>

#include "ntt/cyclotomic/stages.hpp"

namespace lath::detail {
namespace {

std::uint64_t inverse_of(const Modulus& m, std::uint64_t x) {
  return m.inverse_vartime(m.reduce(x));
}

}  // namespace

AxisReference::AxisReference(const Modulus& m, const CyclotomicIndex::Axis& axis,
                             std::uint64_t root)
    : m_(m),
      prime_(m, axis.prime, m.pow_vartime(root, axis.value / axis.prime)),
      powers_(axis.value, 1),
      places_(places_of_slots(axis)),
      prime_inverse_(inverse_of(m, axis.prime)),
      degree_inverse_(inverse_of(m, axis.value)) {
  for (std::size_t i = 1; i < powers_.size(); ++i) powers_[i] = m_.multiply(powers_[i - 1], root);
}

std::size_t AxisReference::scratch_words() const noexcept {
  // A line of this axis; a column of the prime; the scratch memory of the prime.
  return degree() + prime_.prime() + prime_.scratch_words();
}

// x_0, ..., x_(p-1) to the sums over all of them.
void AxisReference::forward_prime(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  std::uint64_t sum = x[0];
  for (std::size_t i = 1; i < prime_.prime(); ++i) sum = m_.add(sum, x[i]);
  prime_.core(x + 1, scratch);
  for (std::size_t i = 1; i < prime_.prime(); ++i) x[i] = m_.add(x[i], x[0]);
  x[0] = sum;
}

// The sums with inverse roots: x_i for x_(p-i).
void AxisReference::inverse_prime(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  forward_prime(x, scratch);
  std::reverse(x + 1, x + prime_.prime());
}

void AxisReference::forward(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  const std::size_t p = prime_.prime(), length = degree() / (p - 1);
  std::uint64_t* column = scratch + degree();
  for (std::size_t i0 = 0; i0 < length; ++i0) {
    for (std::size_t i1 = 0; i1 < p - 1; ++i1) column[i1] = x[i1 * length + i0];
    column[p - 1] = 0;
    forward_prime(column, column + p);
    for (std::size_t j0 = 1; j0 < p; ++j0) {
      x[(j0 - 1) * length + i0] = m_.multiply(column[j0], power(j0 * i0));
    }
  }
  for (std::size_t j0 = 1; j0 < p; ++j0) forward_length(x + (j0 - 1) * length, length, scratch);
  std::copy_n(x, degree(), scratch);
  for (std::size_t b = 0; b < degree(); ++b) x[b] = scratch[places_[b]];
}

// The sums over `length` words, a power of p, with the root w^(q / length).
void AxisReference::forward_length(std::uint64_t* x, std::size_t length,
                                   std::uint64_t* scratch) const noexcept {
  if (length <= 1) return;
  const std::size_t p = prime_.prime(), part = length / p, weight = powers_.size() / length;
  std::uint64_t* column = scratch + degree();
  for (std::size_t i0 = 0; i0 < part; ++i0) {
    for (std::size_t i1 = 0; i1 < p; ++i1) column[i1] = x[i1 * part + i0];
    forward_prime(column, column + p);
    for (std::size_t j0 = 0; j0 < p; ++j0) {
      x[j0 * part + i0] = m_.multiply(column[j0], power(weight * j0 * i0));
    }
  }
  for (std::size_t j0 = 0; j0 < p; ++j0) forward_length(x + j0 * part, part, scratch);
}

void AxisReference::inverse_length(std::uint64_t* x, std::size_t length,
                                   std::uint64_t* scratch) const noexcept {
  if (length <= 1) return;
  const std::size_t p = prime_.prime(), part = length / p, weight = powers_.size() / length;
  for (std::size_t j0 = 0; j0 < p; ++j0) inverse_length(x + j0 * part, part, scratch);
  std::uint64_t* column = scratch + degree();
  for (std::size_t i0 = 0; i0 < part; ++i0) {
    for (std::size_t j0 = 0; j0 < p; ++j0) {
      const std::uint64_t inverse = powers_.size() - weight * j0 * i0 % powers_.size();
      column[j0] = m_.multiply(x[j0 * part + i0], power(inverse));
    }
    inverse_prime(column, column + p);
    for (std::size_t i1 = 0; i1 < p; ++i1) x[i1 * part + i0] = column[i1];
  }
}

void AxisReference::inverse(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  const std::size_t p = prime_.prime(), length = degree() / (p - 1);
  for (std::size_t b = 0; b < degree(); ++b) scratch[places_[b]] = x[b];
  std::copy_n(scratch, degree(), x);
  for (std::size_t j0 = 1; j0 < p; ++j0) inverse_length(x + (j0 - 1) * length, length, scratch);
  std::uint64_t* column = scratch + degree();
  for (std::size_t i0 = 0; i0 < length; ++i0) {
    column[0] = 0;
    for (std::size_t j0 = 1; j0 < p; ++j0) {
      const std::uint64_t inverse = powers_.size() - j0 * i0 % powers_.size();
      column[j0] = m_.multiply(x[(j0 - 1) * length + i0], power(inverse));
    }
    inverse_prime(column, column + p);
    // The coefficient of w^(p-1) is zero: 1 + w + ... + w^(p-1) = 0 moves it to the others.
    for (std::size_t i1 = 0; i1 < p - 1; ++i1) {
      const std::uint64_t c = m_.subtract(column[i1], column[p - 1]);
      x[i1 * length + i0] = m_.multiply(c, degree_inverse_);
    }
  }
}

}  // namespace lath::detail
