// SPDX-License-Identifier: Apache-2.0
//
// The schedule of all transforms: which butterflies run in which order over which words. It is a
// template over the arithmetic A of a family and is included inside the namespace of each
// instruction set, so that the compiler may inline A into it there. See docs/kernels.md.
//
// The transform is a binary tree over parts of the vector: node 1 is the whole vector, nodes 2k
// and 2k+1 are the halves of node k, and node k has one twiddle, root(k) = psi^brv(k). The forward
// transform maps the halves (x, y) of a node to (x + root y, x - root y), parents before children;
// the inverse maps (x, y) to (x + y, (x - y) / root), children before parents. A leaf is a node
// that is not split: leaf j of the forward transform is a(psi^(2 brv(j) + 1)). An incomplete
// transform stops at leaves of kLeaf words, a cyclic one has other twiddles (see NttShape); neither
// changes anything here.
//
// Words are canonical, that is in [0, p), outside of a transform. Inside they are in working form:
// the values that a family computes with, in a range of its own. A block is a node of four vectors;
// transforms end in blocks.
//
// A provides (V is its vector of kLanes values in working form, at least a leaf; vectors with
// layers inside need degrees of at least a block):
//   import_words(w) -> V, export_words(V, w)   canonical words to working form and back
//   Centering, import_centered(w, Centering)   residues modulo another number, centered, to working
//                                              form; optional: without it such words are first made
//                                              canonical, as a Transform does by itself
//   export_product(V, w)                       the same for results of scale or inverse_butterfly
//   export_lazy(V, w)                          after a forward transform, words in [0, 4p);
//                                              optional: without it they are canonical
//   load(w) -> V, store(V, w)                  working form, in the same memory
//   twiddles(), node_factor(NodeTwiddle)       see roots.inl
//   forward_butterfly(V& x, V& y, Factor)      and inverse_butterfly
//   partial_reduce(V) -> V                     brings a value that was only summed back into the
//                                              range in which passes start
//   kPassesPerReduction                        every how many passes a forward transform needs
//                                              that; 0: never
//   kReducesAddends                            optional: every second layer needs that for more
//                                              values, see butterflies.inl. Then also
//   last_forward_butterfly(V& x, V& y, Factor), inverse_butterfly_of_products, export_sum(V, w)
//   kBlocksTogether                            how many blocks advance side by side, see blocks.inl
//   kStagesStandOnce                           optional: half the program, and passes that ask more
//                                              often, see passes.inl
//   kPassesStandOnce                           optional: a pass is a function, not inlined where it
//                                              is called
//   kPassesInRegisters                         optional: the layers of a pass have no stages, see
//                                              passes.inl
//   export_factor(V, w), export_doubles(V, w), import_doubles(w) -> V
//                                              the other ends of ends.inl, with multiply_factors
//   scale(V) -> V                              times 1/n
//   multiply_factors(V, V) -> V                the product of two partially reduced results of
//                                              forward transforms; optional: without it products
//                                              are made of canonical words
//   add_factors(V, V, V) -> V                  the same plus such a product; with multiply_factors
//   lane_factor(LaneTwiddle)                   see lanes.inl
//
// passes.inl has the layers above the blocks, blocks.inl the others.

#include "ntt/schedule/ends.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/schedule/blocks.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/passes.inl"  // NOLINT(bugprone-suspicious-include)

// Passes over the tree, for leaves of every size: the layers below the passes are functions of
// Blocks, chosen where a transform starts.
template <class A>
class Tree {
  using Word = typename A::Word;
  static constexpr std::size_t kBlock = 4 * A::kLanes;

 public:
  using ForwardBlocks = void (*)(const A& a, Word* x, std::size_t node, std::size_t count) noexcept;
  template <class Source>
  using InverseBlocks = void (*)(const A& a, Word* x, const Source& source, std::size_t at,
                                 std::size_t node, std::size_t count) noexcept;

 private:
  // Subtrees of at most this size run layer by layer, in the first-level cache; larger ones run
  // depth first.
  static constexpr std::size_t kCachedWords = (std::size_t{1} << 15) / sizeof(Word);

  // A node of `length` words, and the number of layers that its pass does. The pass leaves parts of
  // size() words, the first of which is node first().
  struct Node {
    std::size_t length, node, layers;
    std::size_t size() const noexcept { return length >> layers; }
    std::size_t first() const noexcept { return node << layers; }
    std::size_t blocks() const noexcept { return length / kBlock; }
  };

 public:
  // The actions of a transform at a node: `descend` before its parts, `ascend` after them, and
  // `below` instead of all its parts if they stay in the cache. The pass over the whole vector does
  // `layers` layers.
  template <class Source>
  struct Forward {
    Word* x;
    Source source;
    ForwardBlocks blocks;

    // Three layers of a long vector from other memory would be 16 rows, often at a distance of
    // multiples of 4096 bytes, which compete for the 8 lines of one set of the cache. One layer has
    // four rows; two more follow in the passes over its parts.
    std::size_t layers(std::size_t length) const noexcept {
      const bool many_rows = length >= kCachedWords && source.is_elsewhere(x);
      const std::size_t in_place = layers_of_pass(length);
      return many_rows && in_place == 3 ? 1 : in_place;
    }
    Forward<WorkingValues<A>> part(std::size_t at) const noexcept { return {x + at, {}, blocks}; }
    template <bool kWhole>
    void descend(const A& a, const Node& n) const noexcept {
      forward_pass(a, x, source, n);
    }
    void below(const A& a, const Node& n) const noexcept { forward_below(a, x, n, blocks); }
    template <bool kWhole>
    void ascend(const A&, const Node&) const noexcept {}
  };
  // x stands at word `at` of the whole vector, and so do the words of `source` that the blocks
  // read.
  template <class Source>
  struct Inverse {
    Word* x;
    Source source;
    std::size_t at;
    InverseBlocks<Source> blocks;

    // Three layers of a vector that is longer than the cache wait for eight rows in one set of it;
    // its halves stay in the cache up to their last layer, and one layer more is half a pass.
    std::size_t layers(std::size_t length) const noexcept {
      const std::size_t most = layers_of_pass(length);
      return length > kCachedWords && most == 3 ? 1 : most;
    }
    Inverse part(std::size_t by) const noexcept { return {x + by, source, at + by, blocks}; }
    template <bool kWhole>
    void descend(const A&, const Node&) const noexcept {}
    void below(const A& a, const Node& n) const noexcept {
      inverse_below(a, x, source, at, n, blocks);
    }
    template <bool kWhole>
    void ascend(const A& a, const Node& n) const noexcept {
      inverse_pass<kWhole>(a, x, n);
    }
  };
  // kBoth: y is transformed, too, unless it is x.
  template <bool kBoth, class Second>
  struct Chain {
    using Products = SumOfProducts<A, 1, !kBoth>;

    Word* x;
    Second* y;
    ForwardBlocks factors;
    InverseBlocks<Products> products;

    std::size_t layers(std::size_t length) const noexcept { return layers_of_pass(length); }
    Chain part(std::size_t by) const noexcept { return {x + by, y + by, factors, products}; }
    template <bool kWhole>
    void descend(const A& a, const Node& n) const noexcept {
      for_each_factor([&](Word* words) {
        if constexpr (kWhole) {
          forward_pass(a, words, CanonicalWords<A>{words}, n);
        } else {
          forward_pass(a, words, WorkingValues<A>(), n);
        }
      });
    }
    void below(const A& a, const Node& n) const noexcept {
      for_each_factor([&](Word* words) { forward_below(a, words, n, factors); });
      inverse_below(a, x, Products{{y}, {x}}, 0, n, products);
    }
    template <bool kWhole>
    void ascend(const A& a, const Node& n) const noexcept {
      inverse_pass<kWhole>(a, x, n);
    }

   private:
    template <class Transform>
    void for_each_factor(const Transform& transform) const noexcept {
      transform(x);
      if constexpr (kBoth) {
        if (y != x) transform(y);
      }
    }
  };

  // All layers of a node of `length` words, which is more than a block. kWhole: it is the whole
  // vector, in canonical words.
  template <bool kWhole, class Steps>
  static void run(const A& a, const Steps& steps, std::size_t length, std::size_t node) noexcept {
    const Node n{length, node, kWhole ? steps.layers(length) : 2};
    steps.template descend<kWhole>(a, n);
    if (length > kCachedWords && n.size() > kBlock) {
      for (std::size_t i = 0; i < length / n.size(); ++i) {
        run<false>(a, steps.part(i * n.size()), n.size(), n.first() + i);
      }
    } else {
      steps.below(a, n);
    }
    steps.template ascend<kWhole>(a, n);
  }

 private:
  // The layers of the pass over the whole vector. Passes do two; if the number of layers above the
  // blocks is odd, this one does one or three.
  static constexpr std::size_t layers_of_pass(std::size_t length) noexcept {
    const auto layers = static_cast<std::size_t>(std::countr_zero(length / kBlock));
    return layers % 2 == 0 ? 2 : layers == 1 ? 1 : 3;
  }

  // The pass over a node, and the layers of all its parts.
  static void forward_pass(const A& a, Word* x, WorkingValues<A>, const Node& n) noexcept {
    Passes<A>::forward(a, x, n.length, n.length, n.node);
  }
  template <class Source>
  static void forward_pass(const A& a, Word* x, const Source& source, const Node& n) noexcept {
    if (n.layers == 1) Passes<A>::template forward_whole<1>(a, x, source, n.length);
    if (n.layers == 2) Passes<A>::template forward_whole<2>(a, x, source, n.length);
    if (n.layers == 3) Passes<A>::template forward_whole<3>(a, x, source, n.length);
  }
  [[gnu::always_inline]] static void forward_below(const A& a, Word* x, const Node& n,
                                                   ForwardBlocks blocks) noexcept {
    std::size_t first = n.first();
    for (std::size_t s = n.size(); s > kBlock; s /= 4, first *= 4) {
      Passes<A>::forward(a, x, n.length, s, first);
    }
    blocks(a, x, first, n.blocks());
  }

  // The inverse of the pass over a node.
  template <bool kWhole>
  static void inverse_pass(const A& a, Word* x, const Node& n) noexcept {
    if constexpr (kWhole) {
      if (n.layers == 1) Passes<A>::template inverse<1, true>(a, x, n.length, n.length, n.node);
      if (n.layers == 3) Passes<A>::template inverse<3, true>(a, x, n.length, n.length, n.node);
    }
    if (n.layers == 2) Passes<A>::template inverse<2, kWhole>(a, x, n.length, n.length, n.node);
  }
  template <class Source>
  static void inverse_below(const A& a, Word* x, const Source& source, std::size_t at,
                            const Node& n, InverseBlocks<Source> blocks) noexcept {
    std::size_t first = n.node * n.blocks();
    blocks(a, x, source, at, first, n.blocks());
    for (std::size_t s = 4 * kBlock; s <= n.size(); s *= 4) {
      first /= 4;
      Passes<A>::template inverse<2, false>(a, x, n.length, s, first);
    }
  }
};

template <class A, std::size_t kLeaf>
class Schedule {
  using Word = typename A::Word;
  using V = typename A::Vector;
  using B = Blocks<A, kLeaf>;

 public:
  static constexpr std::size_t kBlock = 4 * A::kLanes;

  // Transforms `source`, CanonicalWords, CenteredWords or SmallIntegers, to x.
  template <class Source>
  static void forward(const A& a, Word* x, const Source& source, std::size_t degree,
                      Exit exit) noexcept {
    if (degree == 2 * A::kLanes) return forward_pair(a, x, source);
    with_exit(exit, [&]<Exit kExit>() {
      if (degree == kBlock) return B::template forward_whole<kExit>(a, x, source);
      using Forward = typename Tree<A>::template Forward<Source>;
      Tree<A>::template run<true>(a, Forward{x, source, &B::template forward<kExit>}, degree, 1);
    });
  }
  // Transforms canonical words `in`, which may be x, back to x.
  static void inverse(const A& a, Word* x, const Word* in, std::size_t degree) noexcept {
    if (degree == 2 * A::kLanes) return inverse_pair(a, x, in);
    inverse_from(a, x, CanonicalWords<A>{in}, degree);
  }
  // Transforms `source`, CanonicalWords or SumOfProducts, back to x. SumOfProducts needs
  // kChains<A, kLeaf>.
  template <class Source>
  static void inverse_from(const A& a, Word* x, const Source& source, std::size_t degree) noexcept {
    if (degree == kBlock) return B::template inverse<true>(a, x, source, 0, 1, 1);
    using Inverse = typename Tree<A>::template Inverse<Source>;
    Tree<A>::template run<true>(a, Inverse{x, source, 0, &B::template inverse<false, Source>},
                                degree, 1);
  }
  // Forward transform, products, inverse transform: x becomes its product by y. kBoth: y is
  // transformed, too, and left in working form, unless it is x; otherwise it is a transform in
  // canonical words. Only where kChains<A, kLeaf>.
  template <bool kBoth, class Second>
  static void convolve(const A& a, Word* x, Second* y, std::size_t degree) noexcept {
    using Chain = typename Tree<A>::template Chain<kBoth, Second>;
    using Products = typename Chain::Products;
    if (degree == kBlock) {
      B::template forward_whole<Exit::factor>(a, x, CanonicalWords<A>{x});
      if constexpr (kBoth) {
        if (y != x) B::template forward_whole<Exit::factor>(a, y, CanonicalWords<A>{y});
      }
      return B::template inverse<true>(a, x, Products{{y}, {x}}, 0, 1, 1);
    }
    Tree<A>::template run<true>(
        a, Chain{x, y, &B::template forward<Exit::factor>, &B::template inverse<false, Products>},
        degree, 1);
  }

 private:
  // Two vectors: one butterfly. Only for vectors with no layers inside.
  template <class Source>
  static void forward_pair(const A& a, Word* x, const Source& source) noexcept {
    const auto* in = source.origin(x);
    V x0 = source.read(a, in), x1 = source.read(a, in + A::kLanes);
    a.forward_butterfly(x0, x1, forward_root(a, 1));
    a.export_words(x0, x);
    a.export_words(x1, x + A::kLanes);
  }
  static void inverse_pair(const A& a, Word* x, const Word* in) noexcept {
    V x0 = a.import_words(in), x1 = a.import_words(in + A::kLanes);
    a.inverse_butterfly(x0, x1, scaled_root(a, 1));
    a.export_product(a.scale(x0), x);
    a.export_product(x1, x + A::kLanes);
  }

  // Calls run<exit>() with a constant.
  template <class RunWithExit>
  static void with_exit(Exit exit, const RunWithExit& run) noexcept {
    if constexpr (kExportsLazily<A>) {
      if (exit == Exit::lazy) return run.template operator()<Exit::lazy>();
    }
    if constexpr (kChains<A, kLeaf>) {
      if (exit == Exit::factor) return run.template operator()<Exit::factor>();
    }
    if constexpr (kTakesDoubles<A, kLeaf>) {
      if (exit == Exit::doubles) return run.template operator()<Exit::doubles>();
    }
    run.template operator()<Exit::canonical>();
  }
};
