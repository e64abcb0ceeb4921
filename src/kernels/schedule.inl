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
// is a(psi^(2 brv(j) + 1)).
//
// A provides (V is its vector of kLanes values in working form):
//   import_words(w) -> V, export_words(V, w)   canonical words to working form and back
//   load(w) -> V, store(V, w)                  working form, in the same memory
//   forward_root(k), inverse_root(k) -> Factor twiddle of node k; inverse_root(1) includes 1/n
//   forward_butterfly(V& x, V& y, Factor)      and inverse_butterfly
//   settle(V) -> V                             brings a value that a pass of two layers has only
//                                              added to back into the range that passes start from
//   scale(V) -> V                              times 1/n
//   forward_lanes(V& x0..x3, b)                the layers inside the four vectors of block b, a
//   inverse_lanes(V& x0..x3, b)                block being 4 kLanes consecutive words

template <class A>
class Schedule {
  using Word = typename A::Word;
  using V = typename A::Vector;

 public:
  /// The least degree that the schedule handles.
  static constexpr std::size_t kBlock = 4 * A::kLanes;

  static void forward(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2) return forward_pair(a, x);
    if (has_odd_layer(degree)) {
      forward_layer(a, x, degree);
      forward_tree<false>(a, x, degree / 2, 2);
      forward_tree<false>(a, x + degree / 2, degree / 2, 3);
    } else {
      forward_tree<true>(a, x, degree, 1);
    }
  }

  static void inverse(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2) return inverse_pair(a, x);
    if (has_odd_layer(degree)) {
      inverse_tree<false>(a, x, degree / 2, 2);
      inverse_tree<false>(a, x + degree / 2, degree / 2, 3);
      inverse_layer(a, x, degree);
    } else {
      inverse_tree<true>(a, x, degree, 1);
    }
  }

 private:
  // Subtrees of at most this many bytes run layer by layer, in the first-level cache; larger ones
  // run depth first.
  static constexpr std::size_t kCachedWords = (std::size_t{1} << 14) / sizeof(Word);

  // Passes do two layers; one layer is left over where the layers above the blocks are odd.
  static constexpr bool has_odd_layer(std::size_t degree) noexcept {
    while (degree > kBlock) degree /= 4;
    return degree < kBlock;
  }

  template <bool kCanonical>
  static V read(const A& a, const Word* x) noexcept {
    if constexpr (kCanonical) {
      return a.import_words(x);
    } else {
      return a.load(x);
    }
  }
  template <bool kCanonical>
  static void write(const A& a, V v, Word* x) noexcept {
    if constexpr (kCanonical) {
      a.export_words(v, x);
    } else {
      a.store(v, x);
    }
  }

  // ---- Forward.

  // kWhole: the block is the whole vector, still in canonical words.
  template <bool kWhole>
  static void forward_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return forward_block<kWhole>(a, x, node);
    forward_pass<kWhole>(a, x, length, node);
    const std::size_t quarter = length / 4;
    if (quarter <= kCachedWords) return forward_layers(a, x, length, quarter, 4 * node);
    for (std::size_t i = 0; i < 4; ++i) {
      forward_tree<false>(a, x + i * quarter, quarter, 4 * node + i);
    }
  }

  // All layers below a row of nodes of the given length each, row by row within each node.
  static void forward_layers(const A& a, Word* x, std::size_t total, std::size_t length,
                             std::size_t node) noexcept {
    for (std::size_t at = 0; at < total; at += length, ++node) {
      std::size_t first = node, size = length;
      for (; size > kBlock; size /= 4, first *= 4) {
        for (std::size_t i = 0; i < length / size; ++i) {
          forward_pass<false>(a, x + at + i * size, size, first + i);
        }
      }
      for (std::size_t i = 0; i < length / kBlock; ++i) {
        forward_block<false>(a, x + at + i * kBlock, first + i);
      }
    }
  }

  // One layer, over the whole vector.
  static void forward_layer(const A& a, Word* x, std::size_t degree) noexcept {
    const std::size_t half = degree / 2;
    const auto root = a.forward_root(1);
    for (std::size_t j = 0; j < half; j += A::kLanes) {
      V x0 = a.import_words(x + j), x1 = a.import_words(x + j + half);
      a.forward_butterfly(x0, x1, root);
      a.store(x0, x + j);
      a.store(x1, x + j + half);
    }
  }

  // Two layers: a node and its two children.
  template <bool kWhole>
  static void forward_pass(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    const std::size_t quarter = length / 4;
    const auto root = a.forward_root(node);
    const auto left = a.forward_root(2 * node), right = a.forward_root(2 * node + 1);
    Word *y0 = x, *y1 = x + quarter, *y2 = y1 + quarter, *y3 = y2 + quarter;
    for (std::size_t j = 0; j < quarter; j += A::kLanes) {
      V x0 = read<kWhole>(a, y0 + j), x1 = read<kWhole>(a, y1 + j);
      V x2 = read<kWhole>(a, y2 + j), x3 = read<kWhole>(a, y3 + j);
      forward_four<kWhole>(a, x0, x1, x2, x3, root, left, right);
      a.store(x0, y0 + j);
      a.store(x1, y1 + j);
      a.store(x2, y2 + j);
      a.store(x3, y3 + j);
    }
  }

  template <bool kWhole>
  static void forward_block(const A& a, Word* x, std::size_t node) noexcept {
    V x0 = read<kWhole>(a, x), x1 = read<kWhole>(a, x + A::kLanes);
    V x2 = read<kWhole>(a, x + 2 * A::kLanes), x3 = read<kWhole>(a, x + 3 * A::kLanes);
    forward_four<kWhole>(a, x0, x1, x2, x3, a.forward_root(node), a.forward_root(2 * node),
                         a.forward_root(2 * node + 1));
    a.forward_lanes(x0, x1, x2, x3, node);
    a.export_words(x0, x);
    a.export_words(x1, x + A::kLanes);
    a.export_words(x2, x + 2 * A::kLanes);
    a.export_words(x3, x + 3 * A::kLanes);
  }

  template <bool kWhole, class Factor>
  static void forward_four(const A& a, V& x0, V& x1, V& x2, V& x3, Factor root, Factor left,
                           Factor right) noexcept {
    if constexpr (!kWhole) x0 = a.settle(x0);
    a.forward_butterfly(x0, x2, root);
    a.forward_butterfly(x1, x3, root);
    a.forward_butterfly(x0, x1, left);
    a.forward_butterfly(x2, x3, right);
  }

  static void forward_pair(const A& a, Word* x) noexcept {
    static_assert(A::kLanes >= 1);
    V x0 = a.import_words(x), x1 = a.import_words(x + 1);
    a.forward_butterfly(x0, x1, a.forward_root(1));
    a.export_words(x0, x);
    a.export_words(x1, x + 1);
  }

  // ---- Inverse: the same passes in the opposite order. kWhole: the result is the whole vector, is
  // multiplied by 1/n and leaves as canonical words.

  template <bool kWhole>
  static void inverse_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return inverse_block<kWhole>(a, x, node);
    const std::size_t quarter = length / 4;
    if (quarter <= kCachedWords) {
      inverse_layers(a, x, length, quarter, 4 * node);
    } else {
      for (std::size_t i = 0; i < 4; ++i) {
        inverse_tree<false>(a, x + i * quarter, quarter, 4 * node + i);
      }
    }
    inverse_pass<kWhole>(a, x, length, node);
  }

  static void inverse_layers(const A& a, Word* x, std::size_t total, std::size_t length,
                             std::size_t node) noexcept {
    for (std::size_t at = 0; at < total; at += length, ++node) {
      std::size_t first = node * (length / kBlock);
      for (std::size_t i = 0; i < length / kBlock; ++i) {
        inverse_block<false>(a, x + at + i * kBlock, first + i);
      }
      for (std::size_t size = 4 * kBlock; size <= length; size *= 4) {
        first /= 4;
        for (std::size_t i = 0; i < length / size; ++i) {
          inverse_pass<false>(a, x + at + i * size, size, first + i);
        }
      }
    }
  }

  static void inverse_layer(const A& a, Word* x, std::size_t degree) noexcept {
    const std::size_t half = degree / 2;
    const auto root = a.inverse_root(1);
    for (std::size_t j = 0; j < half; j += A::kLanes) {
      V x0 = a.load(x + j), x1 = a.load(x + j + half);
      a.inverse_butterfly(x0, x1, root);
      a.export_words(a.scale(x0), x + j);
      a.export_words(x1, x + j + half);
    }
  }

  template <bool kWhole>
  static void inverse_pass(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    const std::size_t quarter = length / 4;
    const auto root = a.inverse_root(node);
    const auto left = a.inverse_root(2 * node), right = a.inverse_root(2 * node + 1);
    Word *y0 = x, *y1 = x + quarter, *y2 = y1 + quarter, *y3 = y2 + quarter;
    for (std::size_t j = 0; j < quarter; j += A::kLanes) {
      V x0 = a.load(y0 + j), x1 = a.load(y1 + j), x2 = a.load(y2 + j), x3 = a.load(y3 + j);
      inverse_four<kWhole>(a, x0, x1, x2, x3, root, left, right);
      write<kWhole>(a, x0, y0 + j);
      write<kWhole>(a, x1, y1 + j);
      write<kWhole>(a, x2, y2 + j);
      write<kWhole>(a, x3, y3 + j);
    }
  }

  template <bool kWhole>
  static void inverse_block(const A& a, Word* x, std::size_t node) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + A::kLanes);
    V x2 = a.import_words(x + 2 * A::kLanes), x3 = a.import_words(x + 3 * A::kLanes);
    a.inverse_lanes(x0, x1, x2, x3, node);
    inverse_four<kWhole>(a, x0, x1, x2, x3, a.inverse_root(node), a.inverse_root(2 * node),
                         a.inverse_root(2 * node + 1));
    write<kWhole>(a, x0, x);
    write<kWhole>(a, x1, x + A::kLanes);
    write<kWhole>(a, x2, x + 2 * A::kLanes);
    write<kWhole>(a, x3, x + 3 * A::kLanes);
  }

  template <bool kWhole, class Factor>
  static void inverse_four(const A& a, V& x0, V& x1, V& x2, V& x3, Factor root, Factor left,
                           Factor right) noexcept {
    a.inverse_butterfly(x0, x1, left);
    a.inverse_butterfly(x2, x3, right);
    a.inverse_butterfly(x0, x2, root);
    a.inverse_butterfly(x1, x3, root);
    if constexpr (kWhole) {
      x0 = a.scale(x0);
      x1 = a.scale(x1);
    } else {
      x0 = a.settle(x0);
    }
  }

  static void inverse_pair(const A& a, Word* x) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + 1);
    a.inverse_butterfly(x0, x1, a.inverse_root(1));
    a.export_words(a.scale(x0), x);
    a.export_words(x1, x + 1);
  }
};
