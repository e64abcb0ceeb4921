// SPDX-License-Identifier: Apache-2.0
//
// Products, with sums before and after them, of canonical words. The factors that a transform ends
// with are its leaves: residues modulo x^kLeaf - zeta, which are values if kLeaf is 1. They are
// multiplied in groups of kLeaf vectors. Transposing a group puts equal powers of x into one
// vector, whose lanes then belong to different leaves.
//
// A family that can compute values with fewer operations than step by step provides, on vectors W,
//   multiply_add(a, b, c), multiply_subtract(a, b, c), subtract_product(a, b, c),
//   add_products(a, b, c, d), multiply_sum(a, b, c), multiply_difference(a, b, c)

template <class A, std::size_t kLeaf>
class Leaves {
  using Word = typename A::Word;
  using W = decltype(std::declval<const A&>().load_words(nullptr));
  static constexpr bool kFused =
      kLeaf == 1 && requires(const A& a, W x) { a.add_products(x, x, x, x); };

 public:
  using Group = std::array<W, kLeaf>;
  static constexpr std::size_t kGroup = kLeaf * A::kLanes;  // words

  // `zetas`: the zeta of each leaf of a group, in the order of zeta_order; unused for values.
  Leaves(const A& arithmetic, const Word* zetas) : arithmetic_(arithmetic), zetas_(zetas) {}

  Group load(const Word* words) const noexcept {
    Group x;
    for (std::size_t i = 0; i < kLeaf; ++i) x[i] = arithmetic_.load_words(words + i * A::kLanes);
    return x;
  }
  void store(const Group& x, Word* words) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) arithmetic_.store_words(x[i], words + i * A::kLanes);
  }

  Group multiply(Group a, Group b) const noexcept {
    transpose<1>(a);
    transpose<1>(b);
    Group product = multiply_transposed(a, b);
    transpose<1>(product);
    return product;
  }
  Group multiply_add(const Group& a, const Group& b, const Group& c) const noexcept {
    if constexpr (kFused) return {{arithmetic_.multiply_add(a[0], b[0], c[0])}};
    return add(multiply(a, b), c);
  }
  Group multiply_subtract(const Group& a, const Group& b, const Group& c) const noexcept {
    if constexpr (kFused) return {{arithmetic_.multiply_subtract(a[0], b[0], c[0])}};
    return subtract(times(a, b), c);
  }
  Group subtract_product(const Group& a, const Group& b, const Group& c) const noexcept {
    if constexpr (kFused) return {{arithmetic_.subtract_product(a[0], b[0], c[0])}};
    return subtract(c, times(a, b));
  }
  Group add_products(const Group& a, const Group& b, const Group& c,
                     const Group& d) const noexcept {
    if constexpr (kFused) return {{arithmetic_.add_products(a[0], b[0], c[0], d[0])}};
    return add(times(a, b), times(c, d));
  }
  Group multiply_sum(const Group& a, const Group& b, const Group& c) const noexcept {
    if constexpr (kFused) return {{arithmetic_.multiply_sum(a[0], b[0], c[0])}};
    return times(add(a, b), c);
  }
  Group multiply_difference(const Group& a, const Group& b, const Group& c) const noexcept {
    if constexpr (kFused) return {{arithmetic_.multiply_difference(a[0], b[0], c[0])}};
    return times(subtract(a, b), c);
  }

 private:
  // A product inside the less frequent operations. The code of a product of leaves is long, so they
  // share one copy of it.
  Group times(const Group& a, const Group& b) const noexcept {
    if constexpr (kLeaf == 1) return multiply(a, b);
    return multiply_leaves(a, b);
  }
  [[gnu::noinline]] Group multiply_leaves(const Group& a, const Group& b) const noexcept {
    return multiply(a, b);
  }

  Group add(Group a, const Group& b) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) a[i] = arithmetic_.add(a[i], b[i]);
    return a;
  }
  Group subtract(Group a, const Group& b) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) a[i] = arithmetic_.subtract(a[i], b[i]);
    return a;
  }

  Group multiply_transposed(const Group& x, const Group& y) const noexcept {
    if constexpr (kLeaf == 1) {
      return {{arithmetic_.multiply(x[0], y[0])}};
    } else {
      Group z;
      const W zeta = arithmetic_.load_words(zetas_);
      for (std::size_t power = 0; power < kLeaf; ++power) {
        W wrapped = arithmetic_.zero_words();  // the terms with x^kLeaf, which is zeta
        for (std::size_t i = power + 1; i < kLeaf; ++i) {
          wrapped = arithmetic_.add(wrapped, arithmetic_.multiply(x[i], y[kLeaf + power - i]));
        }
        z[power] = arithmetic_.multiply(wrapped, zeta);
        for (std::size_t i = 0; i <= power; ++i) {
          z[power] = arithmetic_.add(z[power], arithmetic_.multiply(x[i], y[power - i]));
        }
      }
      return z;
    }
  }

  // Vectors whose numbers differ in bit kRun exchange runs of kRun words; its own inverse.
  template <std::size_t kRun>
  static void transpose(Group& x) noexcept {
    if constexpr (kRun < kLeaf) {
      for (std::size_t i = 0; i < kLeaf; ++i) {
        if ((i & kRun) == 0) A::template transpose_words<kRun>(x[i], x[i + kRun]);
      }
      transpose<2 * kRun>(x);
    }
  }

  const A& arithmetic_;
  const Word* zetas_;
};
