// SPDX-License-Identifier: Apache-2.0
//
// The butterflies of a layer, with the reductions that the family A needs there; see schedule.inl.

/// Whether products read words of a short range. Then every second layer of a forward transform
/// reduces its addends partially, the words that it does not multiply, and the butterflies of an
/// inverse transform reduce their sums by themselves.
template <class A>
inline constexpr bool kReducesAddends = requires { requires A::kReducesAddends; };

/// A forward butterfly. kReduces: of a layer that reduces its addends, if the family has such ones.
/// kLast: of the last layer.
template <bool kReduces, bool kLast = false, class A, class Root>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
[[gnu::always_inline]] inline void forward_step(const A& a, typename A::Vector& x,
                                                typename A::Vector& y, const Root& root) noexcept {
  if constexpr (kReducesAddends<A>) {
    if constexpr (kLast) return a.last_forward_butterfly(x, y, root);
    if constexpr (kReduces) x = a.partial_reduce(x);
  }
  a.forward_butterfly(x, y, root);
}
/// An inverse butterfly. of_products: x and y have just been multiplied, or are canonical words.
template <class A, class Root>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
[[gnu::always_inline]] inline void inverse_step(const A& a, typename A::Vector& x,
                                                typename A::Vector& y, const Root& root,
                                                bool of_products) noexcept {
  if constexpr (kReducesAddends<A>) {
    if (of_products) return a.inverse_butterfly_of_products(x, y, root);
  }
  a.inverse_butterfly(x, y, root);
}
/// A value that several layers of an inverse transform only summed, brought back into its range.
template <class A>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
typename A::Vector reduced_sum(const A& a, typename A::Vector v) noexcept {
  if constexpr (kReducesAddends<A>) {
    return v;
  } else {
    return a.partial_reduce(v);
  }
}
