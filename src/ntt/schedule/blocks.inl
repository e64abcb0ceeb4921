// SPDX-License-Identifier: Apache-2.0
//
// Blocks: nodes of four vectors. They have the last layers: two above the vectors and the layers
// inside vectors. See schedule.inl. Several blocks go through a layer together before the next
// layer, for the reason given in passes.inl.

template <class A, std::size_t kLeaf>
class Blocks {
  using Word = typename A::Word;
  using V = typename A::Vector;
  using Factor = typename A::Factor;
  static constexpr std::size_t kBlock = 4 * A::kLanes;
  static constexpr std::size_t kTogether = A::kBlocksTogether;

 public:
  // The whole vector, if it is one block.
  template <Exit kExit, class Source>
  static void forward_whole(const A& shared, Word* x, const Source& source) noexcept {
    const A a = shared;
    forward_together<kExit, 1>(a, source, x, 1);
  }
  // `count` nodes of kBlock words from `node` on, one by one if there are few.
  template <Exit kExit>
  static void forward(const A& shared, Word* x, std::size_t node, std::size_t count) noexcept {
    const A a = shared;
    const WorkingValues<A> source;
    if (count < kTogether) {
      for (std::size_t i = 0; i < count; ++i) {
        forward_together<kExit, 1>(a, source, x + i * kBlock, node + i);
      }
      return;
    }
    for (std::size_t i = 0; i < count; i += kTogether) {
      forward_together<kExit, kTogether>(a, source, x + i * kBlock, node + i);
    }
  }
  // Transforms `source`, CanonicalWords or SumOfProducts, which may be x, back to x. kWhole: there
  // is one block, which is the whole vector.
  template <bool kWhole, class Source>
  static void inverse(const A& shared, Word* x, const Source& source, std::size_t at,
                      std::size_t node, std::size_t count) noexcept {
    const A a = shared;
    if (kWhole || count < kTogether) {
      for (std::size_t i = 0; i < count; ++i) {
        inverse_together<kWhole, 1>(a, x + i * kBlock, source, at + i * kBlock, node + i);
      }
      return;
    }
    for (std::size_t i = 0; i < count; i += kTogether) {
      inverse_together<false, kTogether>(a, x + i * kBlock, source, at + i * kBlock, node + i);
    }
  }

 private:
  // The last layers of kCount nodes of kBlock words: two above the vectors, then the layers inside
  // vectors.
  template <Exit kExit, std::size_t kCount, class Source>
  [[gnu::noinline, gnu::flatten]] static void forward_together(const A& a, const Source& source,
                                                               Word* x, std::size_t node) noexcept {
    const auto* in = source.origin(x);
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        v[k][i] = source.read(a, in + k * kBlock + i * A::kLanes);
      }
      if constexpr (kBlocksReduce<A> && !kReducesAddends<A>) v[k][0] = a.partial_reduce(v[k][0]);
      const auto root = forward_root(a, node + k);
      forward_step<true>(a, v[k][0], v[k][2], root);
      forward_step<true>(a, v[k][1], v[k][3], root);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      constexpr bool kLast = kLaneLayersOf<A::kLanes, kLeaf> == 0;
      forward_step<false, kLast>(a, v[k][0], v[k][1], forward_root(a, 2 * (node + k)));
      forward_step<false, kLast>(a, v[k][2], v[k][3], forward_root(a, 2 * (node + k) + 1));
    }
    Lanes<A, kLeaf>::forward(a, v, node);
    constexpr std::size_t kRestored = kExit == Exit::factor ? 0 : kCount;
    constexpr std::size_t kAhead = std::min(kRestored, Lanes<A, kLeaf>::ahead(kCount));
    for (std::size_t k = 0; k < kAhead; ++k) Lanes<A, kLeaf>::restore(v[k]);
    for (std::size_t k = 0; k < kCount; ++k) {
      if (k + kAhead < kRestored) Lanes<A, kLeaf>::restore(v[k + kAhead]);
      for (std::size_t i = 0; i < 4; ++i) {
        Ends<A>::template leave<kExit>(a, v[k][i], x + k * kBlock + i * A::kLanes);
      }
    }
  }
  template <bool kWhole, std::size_t kCount, class Source>
  [[gnu::noinline, gnu::flatten]] static void inverse_together(const A& a, Word* x,
                                                               const Source& source, std::size_t at,
                                                               std::size_t node) noexcept {
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) enter(a, v[k], source, at + k * kBlock);
    Lanes<A, kLeaf>::inverse(a, v, node);
    // Three layers have only summed some words of v0 and v2.
    for (std::size_t k = 0; k < kCount; ++k) {
      constexpr bool kFirst = kLaneLayersOf<A::kLanes, kLeaf> == 0;
      const std::size_t below = 2 * (node + k);
      inverse_step(a, v[k][0], v[k][1], root_that_scales_if<kWhole>(a, below), kFirst);
      inverse_step(a, v[k][2], v[k][3], root_that_scales_if<kWhole>(a, below + 1), kFirst);
      v[k][0] = reduced_sum(a, v[k][0]);
      v[k][2] = reduced_sum(a, v[k][2]);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      a.inverse_butterfly(v[k][0], v[k][2], root_that_scales_if<kWhole>(a, node + k));
      inverse_step(a, v[k][1], v[k][3], inverse_root(a, node + k), true);
      Word* block = x + k * kBlock;
      for (std::size_t i = 0; i < 4; ++i) {
        Word* words = block + i * A::kLanes;
        if constexpr (kWhole) {
          Ends<A>::leave_whole(a, v[k][i], words, i, 4);
        } else {
          a.store(v[k][i], words);
        }
      }
    }
  }
  // The values of a block in the order that the layers inside vectors need.
  [[gnu::always_inline]] static inline void enter(const A& a, V (&v)[4],
                                                  const CanonicalWords<A>& source,
                                                  std::size_t at) noexcept {
    read<true>(a, v, source.words + at);
  }
  template <std::size_t kTerms, bool kWords>
  [[gnu::always_inline]] static inline void enter(const A& a, V (&v)[4],
                                                  const SumOfProducts<A, kTerms, kWords>& source,
                                                  std::size_t at) noexcept {
    for (std::size_t t = 0; t < kTerms; ++t) {
      V x[4], y[4];
      read<kWords>(a, x, source.x[t] + at);
      read<false>(a, y, source.y[t] + at);
      for (std::size_t i = 0; i < 4; ++i) {
        v[i] = t == 0 ? a.multiply_factors(y[i], x[i]) : a.add_factors(y[i], x[i], v[i]);
      }
    }
  }
  // The factors of a chain (ends.inl) are still in that order; canonical words are brought into it.
  template <bool kCanonical>
  [[gnu::always_inline]] static inline void read(const A& a, V (&v)[4], const Word* x) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
      v[i] = Ends<A>::template read<kCanonical>(a, x + i * A::kLanes);
    }
    if constexpr (kCanonical) Lanes<A, kLeaf>::spread(v);
  }
  template <bool kScaled>
  static Factor root_that_scales_if(const A& a, std::size_t node) noexcept {
    if constexpr (kScaled) {
      return scaled_root(a, node);
    } else {
      return inverse_root(a, node);
    }
  }
};
