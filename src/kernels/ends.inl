// SPDX-License-Identifier: Apache-2.0
//
// Where words enter and leave a transform, as canonical words or in between; included before
// passes.inl and blocks.inl.

// How a forward transform leaves: in [0, p) or, as words, in [0, 4p).
enum class Exit { canonical, lazy };

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
    } else {
      a.export_words(v, x);
    }
  }

  // The first row has met no twiddle, and the other rows of the upper half are sums.
  template <std::size_t kRows>
  static void leave_whole(const A& a, const V (&v)[kRows], Word* x, std::size_t stride) noexcept {
    a.export_product(a.scale(v[0]), x);
    for (std::size_t row = 1; row < kRows; ++row) {
      a.export_product(row < kRows / 2 ? a.settle(v[row]) : v[row], x + row * stride);
    }
  }
};
