// SPDX-License-Identifier: Apache-2.0
//
// Blocks: nodes of four vectors, which hold the last layers: two above the vectors and those inside
// them. See schedule.inl. Several blocks go through a layer together before the next layer takes
// them, for the reason that passes.inl gives.

template <class A>
class Blocks {
  using Word = typename A::Word;
  using V = typename A::Vector;
  using Factor = typename A::Factor;
  static constexpr std::size_t kBlock = 4 * A::kLanes;
  static constexpr std::size_t kTogether = A::kBlocksTogether;

 public:
  // The nodes of kBlock words from `node` on; few of them one by one.
  template <Exit kExit>
  static void forward(const A& shared, Word* x, std::size_t node, std::size_t count) noexcept {
    const A a = shared;
    if (count < kTogether) {
      for (std::size_t i = 0; i < count; ++i) {
        forward_together<false, kExit, 1>(a, x + i * kBlock, node + i);
      }
      return;
    }
    for (std::size_t i = 0; i < count; i += kTogether) {
      forward_together<false, kExit, kTogether>(a, x + i * kBlock, node + i);
    }
  }
  static void inverse(const A& shared, Word* x, std::size_t node, std::size_t count) noexcept {
    const A a = shared;
    if (count < kTogether) {
      for (std::size_t i = 0; i < count; ++i) {
        inverse_together<false, 1>(a, x + i * kBlock, node + i);
      }
      return;
    }
    for (std::size_t i = 0; i < count; i += kTogether) {
      inverse_together<false, kTogether>(a, x + i * kBlock, node + i);
    }
  }

  // A block that is the whole vector.
  template <Exit kExit>
  static void forward_whole(const A& a, Word* x) noexcept {
    forward_together<true, kExit, 1>(a, x, 1);
  }
  static void inverse_whole(const A& a, Word* x) noexcept { inverse_together<true, 1>(a, x, 1); }

 private:
  // The last layers of kCount nodes of kBlock words: two above the vectors, then those inside them.
  template <bool kWhole, Exit kExit, std::size_t kCount>
  [[gnu::noinline]] static void forward_together(const A& a, Word* x, std::size_t node) noexcept {
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        v[k][i] = Ends<A>::template read<kWhole>(a, x + k * kBlock + i * A::kLanes);
      }
      if constexpr (Lanes<A>::kSettles) v[k][0] = a.settle(v[k][0]);
      const auto root = a.forward_root(node + k);
      a.forward_butterfly(v[k][0], v[k][2], root);
      a.forward_butterfly(v[k][1], v[k][3], root);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      a.forward_butterfly(v[k][0], v[k][1], a.forward_root(2 * (node + k)));
      a.forward_butterfly(v[k][2], v[k][3], a.forward_root(2 * (node + k) + 1));
    }
    Lanes<A>::forward(a, v, a.forward_lanes(node));
    for (std::size_t k = 0; k < kCount; ++k) {
      Lanes<A>::restore(v[k]);
      for (std::size_t i = 0; i < 4; ++i) {
        Ends<A>::template leave<kExit>(a, v[k][i], x + k * kBlock + i * A::kLanes);
      }
    }
  }
  template <bool kWhole, std::size_t kCount>
  [[gnu::noinline]] static void inverse_together(const A& a, Word* x, std::size_t node) noexcept {
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        v[k][i] = a.import_words(x + k * kBlock + i * A::kLanes);
      }
      Lanes<A>::spread(v[k]);
    }
    Lanes<A>::inverse(a, v, a.inverse_lanes(node));
    // Three layers have only added to some words of v0 and v2.
    for (std::size_t k = 0; k < kCount; ++k) {
      a.inverse_butterfly(v[k][0], v[k][1], inverse_root<kWhole>(a, 2 * (node + k)));
      a.inverse_butterfly(v[k][2], v[k][3], inverse_root<kWhole>(a, 2 * (node + k) + 1));
      v[k][0] = a.settle(v[k][0]);
      v[k][2] = a.settle(v[k][2]);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      a.inverse_butterfly(v[k][0], v[k][2], inverse_root<kWhole>(a, node + k));
      a.inverse_butterfly(v[k][1], v[k][3], a.inverse_root(node + k));
      Word* block = x + k * kBlock;
      if constexpr (kWhole) {
        Ends<A>::leave_whole(a, v[k], block, A::kLanes);
      } else {
        for (std::size_t i = 0; i < 4; ++i) a.store(v[k][i], block + i * A::kLanes);
      }
    }
  }
  template <bool kScaled>
  static Factor inverse_root(const A& a, std::size_t node) noexcept {
    if constexpr (kScaled) {
      return a.scaled_root(node);
    } else {
      return a.inverse_root(node);
    }
  }
};
