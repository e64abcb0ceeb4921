// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/ring/expression.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

/// An evaluation form prepared for many products by it, as a key is: beside its words it holds the
/// quotients that the kernels of its ring divide by (V. Shoup's NTL), twice the memory for the
/// cheapest product. `a * prepared` stands wherever `a * b` does, and has the same value.
///
/// The quotients belong to the kernels of this process; what is stored or sent is poly().
template <Ring R, class Storage = Public>
class Prepared {
 public:
  /// Costs about two products.
  explicit Prepared(Poly<R, Eval, Storage> b)
      : poly_(std::move(b)), quotients_(poly_.words().size()) {
    const std::size_t degree = poly_.ring().degree();
    for (std::size_t i = 0; i < poly_.ring().limbs(); ++i) {
      poly_.ring().plan(i).prepare(quotients_.data() + i * degree, poly_.limb(i).data());
    }
  }

  [[nodiscard]] const R& ring() const noexcept { return poly_.ring(); }
  [[nodiscard]] const Poly<R, Eval, Storage>& poly() const noexcept { return poly_; }

 private:
  template <expression::Operand A, Ring R2, class S>
    requires expression::SameForm<A, Poly<R2, Eval, S>>
  friend auto operator*(A&& a, const Prepared<R2, S>& b);

  Poly<R, Eval, Storage> poly_;
  Buffer<typename R::Word, Storage> quotients_;
};

/// The prepared form of b; of an expression, evaluated first.
template <Ring R, class Storage>
[[nodiscard]] Prepared<R, Storage> prepare(Poly<R, Eval, Storage> b) {
  return Prepared<R, Storage>(std::move(b));
}
template <expression::Temporary E>
  requires std::is_same_v<typename E::Form, Eval>
[[nodiscard]] auto prepare(E&& e) {
  return prepare(Poly<typename E::RingOf, Eval, typename E::Storage>(std::forward<E>(e)));
}

/// a b, as of two polynomials in evaluation form.
template <expression::Operand A, Ring R, class Storage>
  requires expression::SameForm<A, Poly<R, Eval, Storage>>
auto operator*(A&& a, const Prepared<R, Storage>& b) {
  const expression::Quotients<R, Storage> quotients{&b.ring(), b.quotients_.data()};
  return expression::node<expression::MultiplyPrepared>(expression::operand(std::forward<A>(a)),
                                                        expression::operand(b.poly_), quotients);
}
template <expression::Operand A, Ring R, class Storage>
  requires expression::SameForm<A, Poly<R, Eval, Storage>>
auto operator*(const Prepared<R, Storage>& b, A&& a) {
  return std::forward<A>(a) * b;
}

}  // namespace lath
