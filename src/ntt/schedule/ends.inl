// SPDX-License-Identifier: Apache-2.0
//
// Where words enter and leave a transform, as canonical words or in between; included before
// passes.inl and blocks.inl.

// How a forward transform leaves: in [0, p), as words in [0, 4p), or as factors of a chain:
// partially reduced values in working form, in the order in which the layers inside vectors left
// them.
enum class Exit { canonical, lazy, factor };

// What an inverse transform starts from: canonical words, or products of factors of a chain by
// others, or by canonical words.
enum class Entry { canonical, product, product_by_words };

// Whether chains of transforms and products stay in working form: where values are multiplied, the
// family says how, and there are vectors (few would notice below a block of them).
template <class A, std::size_t kLeaf>
inline constexpr bool kChains =
    kLeaf == 1 && A::kLanes > 1 &&
    requires(const A& a, typename A::Vector v) { a.multiply_factors(v, v); };

template <class A>
struct Ends {
  using Word = typename A::Word;
  using V = typename A::Vector;

  template <bool kCanonical>
  static V read(const A& a, const Word* x) noexcept {
    if constexpr (kCanonical) {
      return a.import_words(x);
    } else {
      return a.load(x);
    }
  }
  template <Exit kExit>
  static void leave(const A& a, V v, Word* x) noexcept {
    if constexpr (kExit == Exit::lazy) {
      a.export_lazy(v, x);
    } else if constexpr (kExit == Exit::factor) {
      a.store(a.partial_reduce(v), x);
    } else {
      a.export_words(v, x);
    }
  }

  // The first row has met no twiddle, and the other rows of the upper half are sums.
  template <std::size_t kRows>
  static void leave_whole(const A& a, const V (&v)[kRows], Word* x, std::size_t stride) noexcept {
    a.export_product(a.scale(v[0]), x);
    for (std::size_t row = 1; row < kRows; ++row) {
      a.export_product(row < kRows / 2 ? a.partial_reduce(v[row]) : v[row], x + row * stride);
    }
  }
};
