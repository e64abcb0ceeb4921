// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algebra/polynomials.hpp"

namespace lath::detail {

/// The ring of polynomials in y modulo G and t, where G is the factor of Phi_m with the roots z^h
/// for h in a subgroup H of the units modulo m, and y is z. The traces of the ring over the
/// integers modulo t are the traces of H: sums over y -> y^h. Spans have d words, the degree of G.
/// Constant time in the words.
class FactorRing {
 public:
  /// Modulo a factor of x^m - 1 modulo t.
  FactorRing(const Modulus& t, Coefficients polynomial, std::uint64_t m);

  [[nodiscard]] std::size_t degree() const noexcept { return polynomial_.size() - 1; }
  [[nodiscard]] std::span<const std::uint64_t> polynomial() const noexcept { return polynomial_; }

  /// out = a b; `out` may be `a` or `b`. 2 d^2 products.
  void multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                std::span<const std::uint64_t> b) const;

  /// 1/G'(y), which value() needs.
  void set_inverse_derivative(Coefficients inverse) { inverse_derivative_ = std::move(inverse); }

  /// out = r(y^j) for r modulo the polynomial whose roots are z^(j h). 3.5 d^2 products: the traces
  /// of r(y^j) y^c, and with them the dual basis of 1, y, y^2, ... (L. Euler), whose elements are
  /// the coefficients of G(x) / (x - y) over G'(y).
  void value(std::span<std::uint64_t> out, std::span<const std::uint64_t> r, std::uint64_t j) const;
  /// The inverse but for a factor: out = r with r(y^j) = f'(y^j) v, where f has the roots z^(j h):
  /// by the same formula with y^j in place of y. 1.5 d^2 products.
  void interpolate(std::span<std::uint64_t> out, std::span<const std::uint64_t> v, std::uint64_t j,
                   std::span<const std::uint64_t> f) const;

 private:
  Modulus t_;
  std::uint64_t m_;
  Coefficients polynomial_, inverse_derivative_;
  std::vector<std::uint64_t> traces_;  // of y^e for e below m
};

}  // namespace lath::detail
