// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

/// The monomial x^k of Z_Q[x]/(x^n + 1), as a factor of polynomials in coefficient form: a product
/// moves words and changes signs, since x^n = -1. k and n are public. Immutable, as cheap to copy
/// as an integer.
class Monomial {
 public:
  /// x^k modulo x^degree + 1, for any k, which counts modulo 2 degree; x^-1 is -x^(degree - 1).
  /// Throws invalid_argument unless the degree is from 1 to 2^20, and as active_isa() does.
  static Monomial create(std::size_t degree, std::int64_t k);

  /// n.
  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  /// k mod 2n.
  [[nodiscard]] std::size_t exponent() const noexcept { return exponent_; }

  /// Multiplies one limb in coefficient form: degree() words modulo p. `out` and `a` do not
  /// overlap. Two passes over parts of it: a copy and a negation. Constant time in the words.
  template <ResidueWord Word>
  void multiply(Word* out, const Word* a, Word p) const noexcept {
    multiply_words(out, a, p);
  }

  /// Whether both are the same monomial of one degree.
  friend bool operator==(const Monomial& a, const Monomial& b) noexcept {
    return a.degree_ == b.degree_ && a.exponent_ == b.exponent_;
  }

 private:
  Monomial(std::size_t degree, std::size_t exponent, Isa isa) noexcept
      : degree_(degree), exponent_(exponent), isa_(isa) {}
  template <class Word>
  void multiply_words(Word* out, const Word* a, Word p) const noexcept;

  std::size_t degree_, exponent_;
  Isa isa_;
};

namespace detail {
/// Multiplies every limb of `a`, a polynomial of the ring of `out`.
template <class Word>
void multiply(const Monomial& monomial, const Limbs<Word>& out,
              const Limbs<const Word>& a) noexcept;
}  // namespace detail

/// x^k a, with the secrecy of `a`, for any k. Throws as Monomial::create(), and unsupported in
/// rings that are not modulo x^n + 1. One pass over the words, on several threads if that pays.
template <Ring R, class Storage>
[[nodiscard]] Poly<R, Coeff, Storage> multiply_by_monomial(const Poly<R, Coeff, Storage>& a,
                                                           std::int64_t k) {
  a.require_words();
  detail::require_negacyclic(a.ring().plan(0).slots(), "a product with a power of x",
                             "multiply evaluation forms: ntt() of the power, which has the "
                             "coefficient 1, and of the polynomial");
  const Monomial monomial = Monomial::create(a.ring().degree(), k);
  auto result = detail::Forms::for_overwrite<Coeff, Storage>(a.ring());
  detail::multiply(monomial, detail::limbs_of(result), detail::limbs_of(a));
  return result;
}

}  // namespace lath
