// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/ring/expression.hpp"

/// @file
/// Sums, differences and products of polynomials. Their results are expressions, see
/// expression.hpp.
namespace lath {

// GCC does not know the attribute.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"

///@{
/// a + b and a - b in either form, a * b in evaluation form only. The result is secret if an
/// operand is. Throws mismatch if the rings differ, invalid_argument if an operand was moved from.
/// Nothing is computed until the expression becomes a polynomial.
template <detail::Polynomial A, detail::Polynomial B>
  requires detail::SameForm<detail::LeafOf<A>, detail::LeafOf<B>>
auto operator+(const A& a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::sum(detail::leaf(a), detail::leaf(b));
}
template <detail::Polynomial A, class B>
  requires detail::SameForm<detail::LeafOf<A>, B>
auto operator+(const A& a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::sum(detail::leaf(a), detail::take(b));
}
template <class A, detail::Polynomial B>
  requires detail::SameForm<A, detail::LeafOf<B>>
auto operator+(Expression<A> a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::sum(detail::take(a), detail::leaf(b));
}
template <class A, class B>
  requires detail::SameForm<A, B>
auto operator+(Expression<A> a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::sum(detail::take(a), detail::take(b));
}
template <detail::Polynomial A, detail::Polynomial B>
  requires detail::SameForm<detail::LeafOf<A>, detail::LeafOf<B>>
auto operator-(const A& a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::difference(detail::leaf(a), detail::leaf(b));
}
template <detail::Polynomial A, class B>
  requires detail::SameForm<detail::LeafOf<A>, B>
auto operator-(const A& a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::difference(detail::leaf(a), detail::take(b));
}
template <class A, detail::Polynomial B>
  requires detail::SameForm<A, detail::LeafOf<B>>
auto operator-(Expression<A> a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::difference(detail::take(a), detail::leaf(b));
}
template <class A, class B>
  requires detail::SameForm<A, B>
auto operator-(Expression<A> a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::difference(detail::take(a), detail::take(b));
}
template <detail::Polynomial A, detail::Polynomial B>
  requires detail::BothValues<detail::LeafOf<A>, detail::LeafOf<B>>
auto operator*(const A& a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::product(detail::leaf(a), detail::leaf(b));
}
template <detail::Polynomial A, class B>
  requires detail::BothValues<detail::LeafOf<A>, B>
auto operator*(const A& a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::product(detail::leaf(a), detail::take(b));
}
template <class A, detail::Polynomial B>
  requires detail::BothValues<A, detail::LeafOf<B>>
auto operator*(Expression<A> a [[clang::lifetimebound]], const B& b [[clang::lifetimebound]]) {
  return detail::product(detail::take(a), detail::leaf(b));
}
template <class A, class B>
  requires detail::BothValues<A, B>
auto operator*(Expression<A> a [[clang::lifetimebound]], Expression<B> b [[clang::lifetimebound]]) {
  return detail::product(detail::take(a), detail::take(b));
}
///@}
// Compilers print the lines of these deleted operators.
template <detail::Polynomial A, detail::Polynomial B>
  requires detail::BothCoefficients<detail::LeafOf<A>, detail::LeafOf<B>>
void operator*(const A&, const B&) = delete;  // coefficient forms: use ntt() of both, or convolve()
template <detail::Polynomial A, class B>
  requires detail::BothCoefficients<detail::LeafOf<A>, B>
void operator*(const A&, Expression<B>) = delete;  // coefficient forms: use ntt(), or convolve()
template <class A, detail::Polynomial B>
  requires detail::BothCoefficients<A, detail::LeafOf<B>>
void operator*(Expression<A>, const B&) = delete;  // coefficient forms: use ntt(), or convolve()
template <class A, class B>
  requires detail::BothCoefficients<A, B>
void operator*(Expression<A>, Expression<B>) = delete;  // coefficient forms: use ntt() of both

///@{
/// k a for an integer k of any size, in either form. Throws invalid_argument if `a` was moved from.
template <detail::Polynomial A, detail::IntegerFactor I>
auto operator*(I k, const A& a [[clang::lifetimebound]]) {
  return detail::scaled(detail::leaf(a), detail::Integer<typename detail::LeafOf<A>::RingOf>(k));
}
template <detail::Polynomial A, detail::IntegerFactor I>
auto operator*(const A& a [[clang::lifetimebound]], I k) {
  return detail::scaled(detail::leaf(a), detail::Integer<typename detail::LeafOf<A>::RingOf>(k));
}
template <class A, detail::IntegerFactor I>
auto operator*(I k, Expression<A> a [[clang::lifetimebound]]) {
  return detail::scaled(detail::take(a), detail::Integer<typename A::RingOf>(k));
}
template <class A, detail::IntegerFactor I>
auto operator*(Expression<A> a [[clang::lifetimebound]], I k) {
  return detail::scaled(detail::take(a), detail::Integer<typename A::RingOf>(k));
}
///@}

///@{
/// -a, in either form. Throws invalid_argument if `a` was moved from.
template <detail::Polynomial A>
auto operator-(const A& a [[clang::lifetimebound]]) {
  return detail::node<Operation::negate>(detail::leaf(a));
}
template <class A>
auto operator-(Expression<A> a [[clang::lifetimebound]]) {
  return detail::node<Operation::negate>(detail::take(a));
}
///@}

#pragma GCC diagnostic pop

}  // namespace lath
