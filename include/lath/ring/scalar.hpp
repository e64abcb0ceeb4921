// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lath/ring/poly.hpp"

namespace lath {

namespace detail {
///@{
/// The scalars of all limbs with these residues, or of an integer. Throw mismatch unless there is
/// one for each limb, invalid_argument if one is not reduced or the ring was moved from.
template <class Word>
std::vector<Scalar<Word>> scalars_of(const Plans<Word>& plans,
                                     std::span<const std::uint64_t> residues);
template <class Word>
std::vector<Scalar<Word>> scalars_of(const Plans<Word>& plans, std::int64_t k);
///@}
}  // namespace detail

/// An integer modulo Q as its residues, prepared to multiply polynomials of one ring: a constant as
/// large as Q, such as Q/t or the inverse of another modulus. `w * a` costs one pass with the
/// cheapest product, in either form, and joins the sums around it in one kernel: `w * a + b`,
/// `(a - b) * w + c`. A scalar that was moved from has no residues: it can be assigned to, copied
/// and destroyed; products with it throw invalid_argument, or mismatch.
template <Ring R>
class RnsScalar {
 public:
  using Word = typename R::Word;  ///< the word of a residue

  /// The scalar with these residues, one for each limb. Throws mismatch unless there are limbs() of
  /// them, invalid_argument if one is not below its modulus or the ring was moved from.
  static RnsScalar from_residues(R ring, std::span<const std::uint64_t> residues) {
    auto scalars = detail::scalars_of(detail::plans_of(ring), residues);
    return {std::move(ring), std::move(scalars)};
  }
  /// The scalar k. Throws invalid_argument if the ring was moved from.
  static RnsScalar from_integer(R ring, std::int64_t k) {
    auto scalars = detail::scalars_of(detail::plans_of(ring), k);
    return {std::move(ring), std::move(scalars)};
  }

  /// The ring whose polynomials it multiplies.
  [[nodiscard]] const R& ring() const& noexcept { return ring_; }
  const R& ring() const&& = delete;  // the scalar is a temporary: give it a name
  /// The residue of limb i < ring().limbs(), which is not checked. Throws invalid_argument if the
  /// scalar was moved from.
  [[nodiscard]] Word residue(std::size_t i) const {
    if (scalars_.empty()) detail::throw_moved_from("scalar");
    return scalars_[i].value;
  }
  /// The scalars of all limbs.
  [[nodiscard]] std::span<const Scalar<Word>> scalars() const& noexcept { return scalars_; }
  std::span<const Scalar<Word>> scalars() const&& = delete;  // the scalar is a temporary

 private:
  RnsScalar(R ring, std::vector<Scalar<Word>> scalars)
      : ring_(std::move(ring)), scalars_(std::move(scalars)) {}

  R ring_;
  std::vector<Scalar<Word>> scalars_;
};

namespace detail {
template <class A, Ring R>
auto scaled(A a, const RnsScalar<R>& w) {
  require_same_ring(a.ring(), w.ring(), "operator *");
  if (w.scalars().empty()) throw_moved_from("scalar");  // rings of static types stay as they were
  static_assert(sizeof(Scalar<typename R::Word>) == 2 * sizeof(typename R::Word));
  return scaled(std::move(a), RowOperand<R, typename A::Form, Public>{&w.scalars()[0].value, 2});
}
}  // namespace detail

// GCC does not know the attribute.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"

///@{
/// w a, in either form, an expression like the product of two polynomials. Throws mismatch if the
/// rings differ, invalid_argument if `a` was moved from.
template <Ring R, class Form, class Storage>
auto operator*(const RnsScalar<R>& w [[clang::lifetimebound]],
               const Poly<R, Form, Storage>& a [[clang::lifetimebound]]) {
  return detail::scaled(detail::leaf(a), w);
}
template <Ring R, class Form, class Storage>
auto operator*(const Poly<R, Form, Storage>& a [[clang::lifetimebound]],
               const RnsScalar<R>& w [[clang::lifetimebound]]) {
  return detail::scaled(detail::leaf(a), w);
}
template <Ring R, class A>
  requires std::is_same_v<typename A::RingOf, R>
auto operator*(const RnsScalar<R>& w [[clang::lifetimebound]],
               Expression<A> a [[clang::lifetimebound]]) {
  return detail::scaled(detail::take(a), w);
}
template <Ring R, class A>
  requires std::is_same_v<typename A::RingOf, R>
auto operator*(Expression<A> a [[clang::lifetimebound]],
               const RnsScalar<R>& w [[clang::lifetimebound]]) {
  return detail::scaled(detail::take(a), w);
}
///@}

#pragma GCC diagnostic pop

}  // namespace lath
