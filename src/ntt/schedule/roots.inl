// SPDX-License-Identifier: Apache-2.0
//
// The twiddles of a family's arithmetic A, in the order in which transforms read them; included
// after lanes.inl. A provides
//   NodeTwiddle, node_twiddle(root, p)   the twiddle of a node, in the form that A stores
//   twiddles() -> TwiddlePointers        their addresses
//   node_factor(NodeTwiddle) -> Factor   a twiddle in the form that butterflies take

template <class A>
struct Twiddles {
  Buffer<typename A::NodeTwiddle> forward, inverse;  // indexed by node
  // Inverse twiddles of the uppermost nodes times 1/n; 1/n itself at index 0.
  Buffer<typename A::NodeTwiddle> scaled;
  Buffer<typename A::Word> forward_lanes, inverse_lanes;  // see lanes.inl

  // For a ring with leaves of kLeaf words.
  template <std::size_t kLeaf>
  Twiddles(const Roots& roots, std::integral_constant<std::size_t, kLeaf>)
      : forward(roots.degree / A::kLanes),
        inverse(roots.degree / A::kLanes),
        scaled(std::min<std::size_t>(8, roots.degree / A::kLanes)),
        forward_lanes(
            lane_order<A, kLeaf, true>(roots, roots.forward, Lanes<A, kLeaf>::forward_places())),
        inverse_lanes(
            lane_order<A, kLeaf, false>(roots, roots.inverse, Lanes<A, kLeaf>::inverse_places())) {
    const std::uint64_t p = roots.modulus.value();
    for (std::size_t k = 1; k < forward.size(); ++k) {
      forward[k] = A::node_twiddle(roots.forward[k], p);
      inverse[k] = A::node_twiddle(roots.inverse[k], p);
    }
    scaled[0] = A::node_twiddle(roots.factors_inverse, p);
    for (std::size_t k = 1; k < scaled.size(); ++k) {
      scaled[k] =
          A::node_twiddle(roots.modulus.multiply(roots.inverse[k], roots.factors_inverse), p);
    }
  }
};

/// Where an arithmetic reads its twiddles. It keeps the addresses themselves, so that they stay in
/// registers.
template <class NodeTwiddle, class Word>
struct TwiddlePointers {
  template <class A>
  TwiddlePointers(const Twiddles<A>& twiddles, std::size_t degree)
      : forward(twiddles.forward.data()),
        inverse(twiddles.inverse.data()),
        scaled(twiddles.scaled.data()),
        forward_lanes(twiddles.forward_lanes.data()),
        inverse_lanes(twiddles.inverse_lanes.data()),
        first_block(degree / (4 * A::kLanes)) {}

  const NodeTwiddle *forward, *inverse, *scaled;
  const Word *forward_lanes, *inverse_lanes;
  std::size_t first_block;  // the node of the first block of 4 kLanes words
};

/// The twiddle of a node; its inverse; and its inverse times 1/n, for nodes below 8 (1/n itself for
/// node 0).
template <class A>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
auto forward_root(const A& a, std::size_t node) noexcept {
  return a.node_factor(a.twiddles().forward[node]);
}
template <class A>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
auto inverse_root(const A& a, std::size_t node) noexcept {
  return a.node_factor(a.twiddles().inverse[node]);
}
template <class A>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
auto scaled_root(const A& a, std::size_t node) noexcept {
  return a.node_factor(a.twiddles().scaled[node]);
}
