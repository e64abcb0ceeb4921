// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/ring/expression.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

/// An evaluation form prepared for many products by it, for example a key. Besides its words it
/// holds the precomputed quotients of its kernels (V. Shoup's NTL): twice the memory for the
/// cheapest product. `a * prepared` can replace `a * b` everywhere and has the same value.
///
/// The quotients are for this process only; to store or send a factor, take poly().
template <Ring R, class Storage = Public>
class Prepared {
 public:
  /// The prepared form of b. Costs about two products. Throws invalid_argument if b was moved from.
  explicit Prepared(Poly<R, Eval, Storage> b)
      : poly_(std::move(b)), quotients_(poly_.memory().size()) {
    poly_.require_words();
    detail::prepare(detail::plans_of(poly_.ring()), quotients_.data(), poly_.limb(0).data(),
                    poly_.stride());
  }

  /// The ring of b.
  [[nodiscard]] const R& ring() const& noexcept { return poly_.ring(); }
  const R& ring() const&& = delete;  // the prepared factor is a temporary: give it a name
  /// b.
  [[nodiscard]] const Poly<R, Eval, Storage>& poly() const& noexcept { return poly_; }
  const Poly<R, Eval, Storage>& poly() const&& = delete;  // a temporary: give it a name

 private:
  friend struct detail::Access;

  Poly<R, Eval, Storage> poly_;
  Buffer<typename R::Word, Storage> quotients_;
};

///@{
/// The prepared form of b, or of the value of an expression. Throws invalid_argument if b was moved
/// from.
template <Ring R, class Storage>
[[nodiscard]] Prepared<R, Storage> prepare(Poly<R, Eval, Storage> b) {
  return Prepared<R, Storage>(std::move(b));
}
template <class E>
[[nodiscard]] auto prepare(Expression<E> e)
  requires std::is_same_v<typename E::Form, Eval>
{
  return prepare(detail::value(detail::take(e)));
}
///@}

namespace detail {
template <Ring R, class Storage, class A>
auto product(A a, const Prepared<R, Storage>& b) {
  auto factor = leaf(b.poly());
  require_same_ring(a.ring(), factor.ring(), "operator *");
  const RowOperand<R, Eval, Storage> quotients{Access::quotients(b), b.poly().stride()};
  return node<Operation::multiply_prepared>(std::move(a), std::move(factor), quotients);
}
}  // namespace detail

// GCC does not know the attribute.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"

///@{
/// a b, an expression like the product of two polynomials in evaluation form. Throws mismatch if
/// the rings differ, invalid_argument if `a` was moved from.
template <detail::Polynomial A, Ring R, class Storage>
  requires detail::SameForm<detail::LeafOf<A>, detail::Leaf<R, Eval, Storage>>
auto operator*(const A& a [[clang::lifetimebound]],
               const Prepared<R, Storage>& b [[clang::lifetimebound]]) {
  return detail::product(detail::leaf(a), b);
}
template <class A, Ring R, class Storage>
  requires detail::SameForm<A, detail::Leaf<R, Eval, Storage>>
auto operator*(Expression<A> a [[clang::lifetimebound]],
               const Prepared<R, Storage>& b [[clang::lifetimebound]]) {
  return detail::product(detail::take(a), b);
}
template <detail::Polynomial A, Ring R, class Storage>
  requires detail::SameForm<detail::LeafOf<A>, detail::Leaf<R, Eval, Storage>>
auto operator*(const Prepared<R, Storage>& b [[clang::lifetimebound]],
               const A& a [[clang::lifetimebound]]) {
  return detail::product(detail::leaf(a), b);
}
template <class A, Ring R, class Storage>
  requires detail::SameForm<A, detail::Leaf<R, Eval, Storage>>
auto operator*(const Prepared<R, Storage>& b [[clang::lifetimebound]],
               Expression<A> a [[clang::lifetimebound]]) {
  return detail::product(detail::take(a), b);
}
///@}

#pragma GCC diagnostic pop

}  // namespace lath
