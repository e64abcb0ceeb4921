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
//   export_lazy(V, w)                          after a forward transform, words in [0, 4p)
//   load(w) -> V, store(V, w)                  working form, in the same memory
//   forward_root(k), inverse_root(k) -> Factor twiddle of node k; inverse_root(1) includes 1/n
//   forward_butterfly(V& x, V& y, Factor)      and inverse_butterfly
//   settle(V) -> V                             brings a value that a pass of two layers has only
//                                              added to back into the range that passes start from
//   scale(V) -> V                              times 1/n
//   forward_lanes(V (&v)[K][4], b)             the layers inside the vectors of the K blocks from b
//   inverse_lanes(V (&v)[K][4], b)             on, a block being 4 kLanes consecutive words; see
//                                              lanes.inl
//
// Several columns or blocks advance together, one layer at a time: a butterfly is a chain of
// dependent operations, and a processor's scheduler sees too few of them ahead to overlap chains
// that stand one after another in the program.

// How a forward transform leaves: in [0, p) or, as words, in [0, 4p).
enum class Exit { canonical, lazy };

template <class A>
class Schedule {
  using Word = typename A::Word;
  using V = typename A::Vector;

 public:
  static constexpr std::size_t kBlock = 4 * A::kLanes;

  template <Exit kExit>
  static void forward(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2 * A::kLanes) return forward_pair(a, x);
    if (has_odd_layer(degree)) {
      forward_layer(a, x, degree);
      forward_tree<false, kExit>(a, x, degree / 2, 2);
      forward_tree<false, kExit>(a, x + degree / 2, degree / 2, 3);
    } else {
      forward_tree<true, kExit>(a, x, degree, 1);
    }
  }

  static void inverse(const A& a, Word* x, std::size_t degree) noexcept {
    if (degree == 2 * A::kLanes) return inverse_pair(a, x);
    if (has_odd_layer(degree)) {
      inverse_tree<false>(a, x, degree / 2, 2);
      inverse_tree<false>(a, x + degree / 2, degree / 2, 3);
      inverse_layer(a, x, degree);
    } else {
      inverse_tree<true>(a, x, degree, 1);
    }
  }

 private:
  // Subtrees of at most this size run layer by layer, in the first-level cache; larger ones run
  // depth first.
  static constexpr std::size_t kCachedWords = (std::size_t{1} << 15) / sizeof(Word);
  // How many columns of a pass, and how many blocks, advance together.
  static constexpr std::size_t kColumns = 2;
  static constexpr std::size_t kBlocks = 4;

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

  // Two vectors: one butterfly. Only for vectors with no layers inside.
  static void forward_pair(const A& a, Word* x) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + A::kLanes);
    a.forward_butterfly(x0, x1, a.forward_root(1));
    a.export_words(x0, x);
    a.export_words(x1, x + A::kLanes);
  }
  static void inverse_pair(const A& a, Word* x) noexcept {
    V x0 = a.import_words(x), x1 = a.import_words(x + A::kLanes);
    a.inverse_butterfly(x0, x1, a.inverse_root(1));
    a.export_words(a.scale(x0), x);
    a.export_words(x1, x + A::kLanes);
  }

  // One layer, node 1, over the whole vector.
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

  // All layers of a node of `length` words. kWhole: it is the whole vector, in canonical words.
  template <bool kWhole, Exit kExit>
  static void forward_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return forward_blocks<kWhole, kExit, 1>(a, x, node);
    forward_pass<kWhole>(a, x, length, node);
    const std::size_t quarter = length / 4;
    if (length > kCachedWords) {
      for (std::size_t i = 0; i < 4; ++i) {
        forward_tree<false, kExit>(a, x + i * quarter, quarter, 4 * node + i);
      }
      return;
    }
    std::size_t first = 4 * node;
    for (std::size_t size = quarter; size > kBlock; size /= 4, first *= 4) {
      for (std::size_t i = 0; i < length / size; ++i) {
        forward_pass<false>(a, x + i * size, size, first + i);
      }
    }
    for (std::size_t i = 0; i < length / kBlock; i += kBlocks) {
      forward_blocks<false, kExit, kBlocks>(a, x + i * kBlock, first + i);
    }
  }

  // The same backwards. kWhole: the result is multiplied by 1/n and leaves as canonical words.
  template <bool kWhole>
  static void inverse_tree(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    if (length == kBlock) return inverse_blocks<kWhole, 1>(a, x, node);
    const std::size_t quarter = length / 4;
    if (length > kCachedWords) {
      for (std::size_t i = 0; i < 4; ++i) {
        inverse_tree<false>(a, x + i * quarter, quarter, 4 * node + i);
      }
    } else {
      std::size_t first = node * (length / kBlock);
      for (std::size_t i = 0; i < length / kBlock; i += kBlocks) {
        inverse_blocks<false, kBlocks>(a, x + i * kBlock, first + i);
      }
      for (std::size_t size = 4 * kBlock; size < length; size *= 4) {
        first /= 4;
        for (std::size_t i = 0; i < length / size; ++i) {
          inverse_pass<false>(a, x + i * size, size, first + i);
        }
      }
    }
    inverse_pass<kWhole>(a, x, length, node);
  }

  // Two layers, a node and its two children, over columns of four vectors.
  template <bool kWhole>
  static void forward_pass(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    const std::size_t quarter = length / 4;
    const auto root = a.forward_root(node);
    const auto left = a.forward_root(2 * node), right = a.forward_root(2 * node + 1);
    for (std::size_t j = 0; j < quarter; j += kColumns * A::kLanes) {
      V v[kColumns][4];
      for (std::size_t k = 0; k < kColumns; ++k) {
        for (std::size_t i = 0; i < 4; ++i) {
          v[k][i] = read<kWhole>(a, x + i * quarter + j + k * A::kLanes);
        }
        if constexpr (!kWhole) v[k][0] = a.settle(v[k][0]);
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        a.forward_butterfly(v[k][0], v[k][2], root);
        a.forward_butterfly(v[k][1], v[k][3], root);
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        a.forward_butterfly(v[k][0], v[k][1], left);
        a.forward_butterfly(v[k][2], v[k][3], right);
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        for (std::size_t i = 0; i < 4; ++i) {
          a.store(v[k][i], x + i * quarter + j + k * A::kLanes);
        }
      }
    }
  }

  template <bool kWhole>
  static void inverse_pass(const A& a, Word* x, std::size_t length, std::size_t node) noexcept {
    const std::size_t quarter = length / 4;
    const auto root = a.inverse_root(node);
    const auto left = a.inverse_root(2 * node), right = a.inverse_root(2 * node + 1);
    for (std::size_t j = 0; j < quarter; j += kColumns * A::kLanes) {
      V v[kColumns][4];
      for (std::size_t k = 0; k < kColumns; ++k) {
        for (std::size_t i = 0; i < 4; ++i) {
          v[k][i] = a.load(x + i * quarter + j + k * A::kLanes);
        }
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        a.inverse_butterfly(v[k][0], v[k][1], left);
        a.inverse_butterfly(v[k][2], v[k][3], right);
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        a.inverse_butterfly(v[k][0], v[k][2], root);
        a.inverse_butterfly(v[k][1], v[k][3], root);
        finish<kWhole>(a, v[k]);
      }
      for (std::size_t k = 0; k < kColumns; ++k) {
        for (std::size_t i = 0; i < 4; ++i) {
          write<kWhole>(a, v[k][i], x + i * quarter + j + k * A::kLanes);
        }
      }
    }
  }

  // The last layers: the two above the vectors, then those inside them.
  template <bool kWhole, Exit kExit, std::size_t kCount>
  static void forward_blocks(const A& a, Word* x, std::size_t node) noexcept {
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        v[k][i] = read<kWhole>(a, x + k * kBlock + i * A::kLanes);
      }
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      const auto root = a.forward_root(node + k);
      a.forward_butterfly(v[k][0], v[k][2], root);
      a.forward_butterfly(v[k][1], v[k][3], root);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      a.forward_butterfly(v[k][0], v[k][1], a.forward_root(2 * (node + k)));
      a.forward_butterfly(v[k][2], v[k][3], a.forward_root(2 * (node + k) + 1));
    }
    a.forward_lanes(v, node);
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        Word* words = x + k * kBlock + i * A::kLanes;
        if constexpr (kExit == Exit::lazy) {
          a.export_lazy(v[k][i], words);
        } else {
          a.export_words(v[k][i], words);
        }
      }
    }
  }

  template <bool kWhole, std::size_t kCount>
  static void inverse_blocks(const A& a, Word* x, std::size_t node) noexcept {
    V v[kCount][4];
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        v[k][i] = a.import_words(x + k * kBlock + i * A::kLanes);
      }
    }
    a.inverse_lanes(v, node);
    for (std::size_t k = 0; k < kCount; ++k) {
      a.inverse_butterfly(v[k][0], v[k][1], a.inverse_root(2 * (node + k)));
      a.inverse_butterfly(v[k][2], v[k][3], a.inverse_root(2 * (node + k) + 1));
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      const auto root = a.inverse_root(node + k);
      a.inverse_butterfly(v[k][0], v[k][2], root);
      a.inverse_butterfly(v[k][1], v[k][3], root);
      finish<kWhole>(a, v[k]);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      for (std::size_t i = 0; i < 4; ++i) {
        write<kWhole>(a, v[k][i], x + k * kBlock + i * A::kLanes);
      }
    }
  }

  // The end of two inverse layers: x0 has only been added to, and x1 was multiplied only once. At
  // the root of the tree 1/n comes in here; the twiddle of node 1 holds it for x2 and x3.
  template <bool kWhole>
  static void finish(const A& a, V (&v)[4]) noexcept {
    if constexpr (kWhole) {
      v[0] = a.scale(v[0]);
      v[1] = a.scale(v[1]);
    } else {
      v[0] = a.settle(v[0]);
    }
  }
};
