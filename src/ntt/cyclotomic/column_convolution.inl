// SPDX-License-Identifier: Apache-2.0
//
// The sums of a prime as a convolution; included inside the namespace of each instruction set.

// (u + v x) (k_0 + k_1 x) modulo x^2 - r for k_0, k_1 - k_0 and r k_1 - k_0: three products (A.
// Karatsuba, Y. Ofman, 1962) for four of two layers and a product of values.
inline void product_of_two(const F64Lines& a, F64Lines::Vector& u, F64Lines::Vector& v,
                           const double* k) noexcept {
  const auto both = a.wide_product(a.add(u, v), a.set(k[0]));
  const auto first = a.add(both, a.wide_product(v, a.set(k[2])));
  v = a.add(both, a.wide_product(u, a.set(k[1])));
  u = first;
}
enum class LeafRoot { any, one };
// The last layers of a tree, where four words, of `row` doubles each, meet: a layer to x^2 - r and
// x^2 + r, r the root, products by the kernel there, and back. From at most 2 p, or 7 p for
// kReduces, sums are at most 7 p; the first two words leave with p/2, all where the root is 1.
template <LeafRoot kRoot, bool kReduces>
[[gnu::always_inline]] inline void leaf_products(const F64Lines& a, double* x, std::size_t row,
                                                 double root, double inverse,
                                                 const double* kernel) noexcept {
  using V = F64Lines::Vector;
  constexpr bool kOne = kRoot == LeafRoot::one;
  const V w = a.set(root), back = a.set(inverse);
  for (std::size_t at = 0; at < row; at += kLanes) {
    V x0 = a.load(x + at), x1 = a.load(x + row + at);
    V x2 = a.load(x + 2 * row + at), x3 = a.load(x + 3 * row + at);
    if constexpr (kReduces) {
      x0 = a.partial_reduce(x0);
      x1 = a.partial_reduce(x1);
    }
    if constexpr (!kOne) {
      x2 = a.wide_product(x2, w);
      x3 = a.wide_product(x3, w);
    }
    V y0 = a.add(x0, x2), y1 = a.add(x1, x3), y2 = a.subtract(x0, x2), y3 = a.subtract(x1, x3);
    product_of_two(a, y0, y1, kernel);
    product_of_two(a, y2, y3, kernel + 3);
    const V z2 = a.subtract(y0, y2), z3 = a.subtract(y1, y3);
    a.store(a.partial_reduce(a.add(y0, y2)), x + at);
    a.store(a.partial_reduce(a.add(y1, y3)), x + row + at);
    a.store(kOne ? a.partial_reduce(z2) : a.wide_product(z2, back), x + 2 * row + at);
    a.store(kOne ? a.partial_reduce(z3) : a.wide_product(z3, back), x + 3 * row + at);
  }
}

// The first and the last layer of a convolution of three times a power of two words, the last third
// of which are zero before, and of no interest afterwards: in place, by load(i) and store(v, i),
// for values of at most 7 p in magnitude.
//
// x_0 + w^k x_1 for k = 0, 1, 2, where w^2 = -1 - w.
template <class Memory>
[[gnu::always_inline]] inline void split_in_thirds(const F64Lines& a, const Memory& x,
                                                   std::size_t third, double root) noexcept {
  const auto w = a.set(root);
  for (std::size_t i = 0; i < third; i += kLanes) {
    const auto x0 = x.load(i), x1 = x.load(third + i), product = a.wide_product(x1, w);
    x.store(a.partial_reduce(a.add(x0, x1)), i);
    x.store(a.partial_reduce(a.add(x0, product)), third + i);
    x.store(a.partial_reduce(a.subtract(x0, a.add(x1, product))), 2 * third + i);
  }
}
// y_0 + y_1 + y_2 and y_0 + w^2 y_1 + w y_2; 1/3 is in the kernel.
template <class Memory>
[[gnu::always_inline]] inline void join_thirds(const F64Lines& a, const Memory& y,
                                               std::size_t third, double root) noexcept {
  const auto w = a.set(root);
  for (std::size_t i = 0; i < third; i += kLanes) {
    const auto y0 = a.partial_reduce(y.load(i)), y1 = y.load(third + i), y2 = y.load(2 * third + i);
    y.store(a.partial_reduce(a.add(y0, a.add(y1, y2))), i);
    const auto product = a.wide_product(a.subtract(y2, y1), w);
    y.store(a.partial_reduce(a.add(a.subtract(y0, y1), product)), third + i);
  }
}
// The vectors of a block of columns.
class ValuesAt {
 public:
  ValuesAt(const F64Lines& a, double* x) : a_(a), x_(x) {}
  F64Lines::Vector load(std::size_t i) const noexcept { return a_.load(x_ + i); }
  void store(F64Lines::Vector v, std::size_t i) const noexcept { a_.store(v, x_ + i); }

 private:
  const F64Lines& a_;
  double* x_;
};

// Cyclic convolutions by transforms, with vectors for words: the tree of schedule.inl, layer by
// layer, in the first-level cache; one tree, or three of them below a first layer of three.
class ColumnConvolution {
  using V = F64Lines::Vector;

 public:
  ColumnConvolution(const F64Lines& a, const StageConstants& c)
      : a_(a),
        length_(c.length),
        tree_(c.length % 3 == 0 ? c.length / 3 : c.length),
        roots_(c.factors.data()),
        inverse_roots_(roots_ + length_),
        kernel_(inverse_roots_ + length_) {}

  // x: `length_` vectors. Only the first `words` of them have words and results. With three trees
  // these are less than two thirds.
  [[gnu::noinline, gnu::flatten]] void apply(double* x, std::size_t words) const noexcept {
    const F64Lines a = a_;
    std::fill(x + words * kLanes, x + length_ * kLanes, 0.0);
    const double third_root = kernel_[3 * length_ / 2];
    if (tree_ != length_) split_in_thirds(a, ValuesAt(a, x), tree_ * kLanes, third_root);
    for (std::size_t first = 0; first < length_; first += tree_) {
      double* tree = x + first * kLanes;
      forward(a, tree, roots_ + first, first == 0);
      for (std::size_t k = 0, node = first + tree_ / 4; k < tree_ / 4; ++k, ++node) {
        leaf_products<LeafRoot::any, true>(a, tree + 4 * k * kLanes, kLanes, roots_[node],
                                           inverse_roots_[node], kernel_ + first * 3 / 2 + 6 * k);
      }
      inverse(a, tree, inverse_roots_ + first, first == 0);
    }
    if (tree_ != length_) join_thirds(a, ValuesAt(a, x), tree_ * kLanes, third_root);
  }

 private:
  // Two layers at a time, up to the last two. A layer adds a product to a value; where the root is
  // 1 values double. With products of at most p/2 + 3/16 of their factor, and reductions in every
  // second pair of layers from the third pair on, values are at most 7 p here and below.
  void forward(const F64Lines& a, double* x, const double* roots, bool has_one) const noexcept {
    std::size_t quarter = tree_ / 4, node = 1, pass = 0;
    if (std::countr_zero(tree_) % 2 == 1) {
      has_one ? forward_one<true>(a, x, a.zero()) : forward_one<false>(a, x, a.set(roots[1]));
      quarter /= 2;
      node = 2;
    }
    for (; quarter > 1; quarter /= 4, node *= 4, ++pass) {
      for (std::size_t k = 0; k < node; ++k) {
        double* at = x + 4 * k * quarter * kLanes;
        const double *root = roots + node + k, *below = roots + 2 * (node + k);
        const V w1 = a.set(root[0]), w2 = a.set(below[0]), w3 = a.set(below[1]);
        if (node == 1 && has_one) {
          forward_two<true, false>(a, at, quarter, w1, w2, w3);
        } else if (pass != 0 && pass % 2 == 0) {
          forward_two<false, true>(a, at, quarter, w1, w2, w3);
        } else {
          forward_two<false, false>(a, at, quarter, w1, w2, w3);
        }
      }
    }
  }
  template <bool kRootIsOne>
  void forward_one(const F64Lines& a, double* x, V root) const noexcept {
    double* y = x + tree_ / 2 * kLanes;
    for (std::size_t i = 0; i < tree_ / 2 * kLanes; i += kLanes) {
      const V u = a.load(x + i), v = a.load(y + i);
      const V product = kRootIsOne ? v : a.wide_product(v, root);
      a.store(a.add(u, product), x + i);
      a.store(a.subtract(u, product), y + i);
    }
  }
  template <bool kFirst, bool kReduces>
  static void forward_two(const F64Lines& a, double* x, std::size_t quarter, V w1, V w2,
                          V w3) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      V x0 = a.load(x), x1 = a.load(x + step);
      V x2 = a.load(x + 2 * step), x3 = a.load(x + 3 * step);
      if constexpr (kReduces) {
        x0 = a.partial_reduce(x0);
        x1 = a.partial_reduce(x1);
      }
      if constexpr (!kFirst) {
        x2 = a.wide_product(x2, w1);
        x3 = a.wide_product(x3, w1);
      }
      const V y0 = a.add(x0, x2), y2 = a.subtract(x0, x2);
      V y1 = a.add(x1, x3);
      if constexpr (!kFirst) y1 = a.wide_product(y1, w2);
      const V y3 = a.wide_product(a.subtract(x1, x3), w3);
      a.store(a.add(y0, y1), x);
      a.store(a.subtract(y0, y1), x + step);
      a.store(a.add(y2, y3), x + 2 * step);
      a.store(a.subtract(y2, y3), x + 3 * step);
    }
  }
  // Backwards, from the leaves. Sums are reduced after two layers.
  void inverse(const F64Lines& a, double* x, const double* roots, bool has_one) const noexcept {
    std::size_t quarter = 4, node = tree_ / 16;
    for (; node != 0; quarter *= 4, node /= 4) {
      for (std::size_t k = 0; k < node; ++k) {
        double* at = x + 4 * k * quarter * kLanes;
        const double *root = roots + node + k, *below = roots + 2 * (node + k);
        const V w1 = a.set(root[0]), w2 = a.set(below[0]), w3 = a.set(below[1]);
        if (node == 1 && has_one && tree_ == length_) {
          inverse_last(a, at, quarter, w3);
        } else {
          inverse_two(a, at, quarter, w1, w2, w3);
        }
      }
    }
    if (std::countr_zero(tree_) % 2 == 1) {
      has_one ? inverse_one<true>(a, x, a.zero()) : inverse_one<false>(a, x, a.set(roots[1]));
    }
  }
  template <bool kRootIsOne>
  void inverse_one(const F64Lines& a, double* x, V root) const noexcept {
    double* y = x + tree_ / 2 * kLanes;
    for (std::size_t i = 0; i < tree_ / 2 * kLanes; i += kLanes) {
      const V u = a.load(x + i), v = a.load(y + i);
      const V difference = a.subtract(u, v);
      a.store(a.add(u, v), x + i);
      a.store(kRootIsOne ? difference : a.wide_product(difference, root), y + i);
    }
  }
  static void inverse_two(const F64Lines& a, double* x, std::size_t quarter, V w1, V w2,
                          V w3) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      const V x0 = a.load(x), x1 = a.load(x + step);
      const V x2 = a.load(x + 2 * step), x3 = a.load(x + 3 * step);
      const V y0 = a.add(x0, x1), y1 = a.wide_product(a.subtract(x0, x1), w2);
      const V y2 = a.add(x2, x3), y3 = a.wide_product(a.subtract(x2, x3), w3);
      a.store(a.partial_reduce(a.add(y0, y2)), x);
      a.store(a.partial_reduce(a.add(y1, y3)), x + step);
      a.store(a.wide_product(a.subtract(y0, y2), w1), x + 2 * step);
      a.store(a.wide_product(a.subtract(y1, y3), w1), x + 3 * step);
    }
  }

  // The last two layers, where other roots are 1: sums of at most 7.5 p, which nothing reduces.
  static void inverse_last(const F64Lines& a, double* x, std::size_t quarter, V w3) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      const V x0 = a.load(x), x1 = a.load(x + step);
      const V x2 = a.load(x + 2 * step), x3 = a.load(x + 3 * step);
      const V y0 = a.add(x0, x1), y1 = a.subtract(x0, x1);
      const V y2 = a.add(x2, x3), y3 = a.wide_product(a.subtract(x2, x3), w3);
      a.store(a.add(y0, y2), x);
      a.store(a.add(y1, y3), x + step);
      a.store(a.subtract(y0, y2), x + 2 * step);
      a.store(a.subtract(y1, y3), x + 3 * step);
    }
  }

  const F64Lines& a_;
  std::size_t length_, tree_;
  const double *roots_, *inverse_roots_, *kernel_;
};
