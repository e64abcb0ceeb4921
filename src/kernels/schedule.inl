// SPDX-License-Identifier: Apache-2.0
//
// The one schedule of all transforms: which butterflies run in which order over which words. It is
// a template over a family's arithmetic A and is included inside the namespace of each instruction
// set, so that the compiler may inline A into it there. See docs/kernels.md.
//
// The transform is a binary tree over blocks of the vector: node 1 is the whole vector, nodes 2k
// and 2k+1 are the halves of node k, and node k has one twiddle, root(k) = psi^brv(k). Forward, a
// node maps its halves (x, y) to (x + root y, x - root y), parents before children; the inverse
// runs (x, y) -> (x + y, (x - y) / root), children before parents. Leaf j of the forward transform
// is a(psi^(2 brv(j) + 1)). An incomplete transform stops at leaves of kLeaf words, a cyclic one
// has other twiddles (see NttShape); neither changes anything here.
//
// A provides (V is its vector of kLanes values in working form, kLeaf the words of a leaf, at most
// kLanes; vectors with layers inside need degrees of at least a block):
//   import_words(w) -> V, export_words(V, w)   canonical words to working form and back
//   export_product(V, w)                       what scale or inverse_butterfly has multiplied
//   export_lazy(V, w)                          after a forward transform, words in [0, 4p)
//   load(w) -> V, store(V, w)                  working form, in the same memory
//   forward_root(k), inverse_root(k) -> Factor twiddle of node k
//   scaled_root(k)                             inverse_root(k) times 1/n, for k < 8
//   forward_butterfly(V& x, V& y, Factor)      and inverse_butterfly
//   settle(V) -> V                             brings a value that layers have only added to back
//                                              into the range that passes start from
//   kPassesPerSettle                           how often a forward transform needs that; 0: never
//   kBlocksTogether                            how many blocks advance side by side, see blocks.inl
//   scale(V) -> V                              times 1/n
//   forward_lanes(b), inverse_lanes(b)         twiddles of the layers inside the vectors of block b
//                                              and on, a block being 4 kLanes consecutive words;
//                                              see lanes.inl
//
// passes.inl does the layers above the blocks, blocks.inl the others.

#include "kernels/ends.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "kernels/blocks.inl"  // NOLINT(bugprone-suspicious-include)
#include "kernels/passes.inl"  // NOLINT(bugprone-suspicious-include)

template <class A>
class Schedule {
  using Word = typename A::Word;
  using V = typename A::Vector;

 public:
  static constexpr std::size_t kBlock = 4 * A::kLanes;

  template <Exit kExit>
  static void forward(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2 * A::kLanes) return forward_pair(a, x);
    forward_tree<true, kExit>(a, x, degree, 1);
  }

  static void inverse(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2 * A::kLanes) return inverse_pair(a, x);
    inverse_tree<true>(a, x, degree, 1);
  }

 private:
  // Subtrees of at most this size run layer by layer, in the first-level cache; larger ones run
  // depth first.
  static constexpr std::size_t kCachedWords = (std::size_t{1} << 15) / sizeof(Word);

  // Two vectors: one butterfly. Only for vectors with no layers inside.
  static void forward_pair(const A& a, Word* x) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + A::kLanes);
    a.forward_butterfly(x0, x1, a.forward_root(1));
    a.export_words(x0, x);
    a.export_words(x1, x + A::kLanes);
  }
  static void inverse_pair(const A& a, Word* x) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + A::kLanes);
    a.inverse_butterfly(x0, x1, a.scaled_root(1));
    a.export_product(a.scale(x0), x);
    a.export_product(x1, x + A::kLanes);
  }

  // The layers above the blocks of a node: passes do two, the first one where they are odd one or
  // three.
  static constexpr std::size_t layers_of_pass(std::size_t length) noexcept {
    const auto layers = static_cast<std::size_t>(std::countr_zero(length / kBlock));
    return layers % 2 == 0 ? 2 : layers == 1 ? 1 : 3;
  }

  // All layers of a node of `length` words. kWhole: it is the whole vector, in canonical words.
  template <bool kWhole, Exit kExit>
  static void forward_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return Blocks<A>::template forward_whole<kExit>(a, x);
    std::size_t layers = 2;
    if constexpr (kWhole) {
      layers = layers_of_pass(length);
      if (layers == 1) Passes<A>::template forward<1, true>(a, x, length, length, node);
      if (layers == 2) Passes<A>::template forward<2, true>(a, x, length, length, node);
      if (layers == 3) Passes<A>::template forward<3, true>(a, x, length, length, node);
    } else {
      Passes<A>::template forward<2, false>(a, x, length, length, node);
    }
    const std::size_t size = length >> layers;
    if (length > kCachedWords && size > kBlock) {
      for (std::size_t i = 0; i < length / size; ++i) {
        forward_tree<false, kExit>(a, x + i * size, size, (node << layers) + i);
      }
      return;
    }
    std::size_t first = node << layers;
    for (std::size_t s = size; s > kBlock; s /= 4, first *= 4) {
      Passes<A>::template forward<2, false>(a, x, length, s, first);
    }
    Blocks<A>::template forward<kExit>(a, x, first, length / kBlock);
  }

  // The same backwards.
  template <bool kWhole>
  static void inverse_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return Blocks<A>::inverse_whole(a, x);
    const std::size_t layers = kWhole ? layers_of_pass(length) : 2;
    const std::size_t size = length >> layers;
    if (length > kCachedWords && size > kBlock) {
      for (std::size_t i = 0; i < length / size; ++i) {
        inverse_tree<false>(a, x + i * size, size, (node << layers) + i);
      }
    } else {
      std::size_t first = node * (length / kBlock);
      Blocks<A>::inverse(a, x, first, length / kBlock);
      for (std::size_t s = 4 * kBlock; s <= size; s *= 4) {
        first /= 4;
        Passes<A>::template inverse<2, false>(a, x, length, s, first);
      }
    }
    if constexpr (kWhole) {
      if (layers == 1) Passes<A>::template inverse<1, true>(a, x, length, length, node);
      if (layers == 2) Passes<A>::template inverse<2, true>(a, x, length, length, node);
      if (layers == 3) Passes<A>::template inverse<3, true>(a, x, length, length, node);
    } else {
      Passes<A>::template inverse<2, false>(a, x, length, length, node);
    }
  }
};
