// SPDX-License-Identifier: Apache-2.0
//
// The sums of a prime as a convolution; included inside the namespace of each instruction set.
//
// The arithmetic A is F64Lines, values in double precision, or I52Lines, integers that are not
// negative. Template arguments are the bounds of integers in units of p: reduce() is for both,
// narrow() for integers alone, and subtract<k>() adds k p to them.

// The constants of a stage by their places among `factors`, see StageConstants.
template <class A>
class StageRoots {
 public:
  explicit StageRoots(const StageConstants& c) : constants_(A::constants(c)) {}
  typename A::Root operator[](std::size_t i) const noexcept { return A::root(constants_, i); }

 private:
  typename A::Constants constants_;
};

// (u + v x) (k_0 + k_1 x) modulo x^2 - r for k_0, k_1 - k_0 and r k_1 - k_0: three products (A.
// Karatsuba, Y. Ofman, 1962) for four of two layers and a product of values.
template <class A>
[[gnu::always_inline]] inline void product_of_two(const A& a, typename A::Vector& u,
                                                  typename A::Vector& v, const StageRoots<A>& k,
                                                  std::size_t at) noexcept {
  const auto both = a.wide_product(a.add(u, v), k[at]);
  const auto first = a.add_product(both, v, k[at + 2]);
  v = a.add_product(both, u, k[at + 1]);
  u = first;
}
enum class LeafRoot { any, one };
// The places of the constants of a leaf.
struct LeafPlaces {
  std::size_t root, inverse, kernel;
};
// The last layers of a tree, where four words meet: a layer to x^2 - r and x^2 + r, r the root,
// products by the kernel there, and back. Words are below kBound p for integers, at most 2 p in
// double precision, or 7 p for kReduces, where sums are at most 7 p. The first two words leave
// reduced, all where the root is 1.
template <LeafRoot kRoot, unsigned kBound, bool kReduces, class A, class V = typename A::Vector>
[[gnu::always_inline]] inline void leaf_products(const A& a, V& x0, V& x1, V& x2, V& x3,
                                                 const StageRoots<A>& roots,
                                                 const LeafPlaces& places) noexcept {
  constexpr bool kOne = kRoot == LeafRoot::one;
  if constexpr (kReduces) {
    x0 = a.template reduce<kBound, 1>(x0);
    x1 = a.template reduce<kBound, 1>(x1);
  } else {
    x0 = a.template narrow<kBound, 1>(x0);
    x1 = a.template narrow<kBound, 1>(x1);
  }
  x2 = a.template narrow<kBound, kOne ? 1 : 4>(x2);
  x3 = a.template narrow<kBound, kOne ? 1 : 4>(x3);
  if constexpr (!kOne) {
    const auto root = roots[places.root];
    x2 = a.wide_product(x2, root);
    x3 = a.wide_product(x3, root);
  }
  V y0 = a.add(x0, x2), y1 = a.add(x1, x3);
  V y2 = a.template subtract<1>(x0, x2), y3 = a.template subtract<1>(x1, x3);
  product_of_two(a, y0, y1, roots, places.kernel);
  product_of_two(a, y2, y3, roots, places.kernel + 3);
  x0 = a.template reduce<4>(a.add(y0, y2));
  x1 = a.template reduce<4>(a.add(y1, y3));
  x2 = a.template subtract<2>(y0, y2);
  x3 = a.template subtract<2>(y1, y3);
  if constexpr (kOne) {
    x2 = a.template reduce<4>(x2);
    x3 = a.template reduce<4>(x3);
  } else {
    const auto inverse = roots[places.inverse];
    x2 = a.wide_product(x2, inverse);
    x3 = a.wide_product(x3, inverse);
  }
}

// The first and the last layer of a convolution of three times a power of two words, the last third
// of which are zero before, and of no interest afterwards: in place, by load(i) and store(v, i),
// for values of at most 7 p in magnitude, or integers below p before and 4 p afterwards.
//
// x_0 + w^k x_1 for k = 0, 1, 2, where w^2 = -1 - w.
template <class A, class Memory>
[[gnu::always_inline]] inline void split_in_thirds(const A& a, const Memory& x, std::size_t third,
                                                   const typename A::Root& w) noexcept {
  for (std::size_t i = 0; i < third; i += kLanes) {
    const auto x0 = x.load(i), x1 = x.load(third + i), product = a.wide_product(x1, w);
    x.store(a.template reduce<2, 1>(a.add(x0, x1)), i);
    x.store(a.template reduce<2>(a.add(x0, product)), third + i);
    x.store(a.template reduce<3>(a.template subtract<2>(x0, a.add(x1, product))), 2 * third + i);
  }
}
// y_0 + y_1 + y_2 and y_0 + w^2 y_1 + w y_2; 1/3 is in the kernel.
template <class A, class Memory>
[[gnu::always_inline]] inline void join_thirds(const A& a, const Memory& y, std::size_t third,
                                               const typename A::Root& w) noexcept {
  for (std::size_t i = 0; i < third; i += kLanes) {
    const auto y0 = a.template reduce<4>(y.load(i));
    const auto y1 = y.load(third + i), y2 = y.load(2 * third + i);
    y.store(a.template reduce<10>(a.add(y0, a.add(y1, y2))), i);
    const auto difference = a.template narrow<8>(a.template subtract<4>(y2, y1));
    const auto product = a.wide_product(difference, w);
    y.store(a.template reduce<7>(a.add(a.template subtract<4>(y0, y1), product)), third + i);
  }
}
// The vectors of a block of columns. What comes in and what leaves are values in double precision,
// whatever is between.
enum class Form { values, between };
template <Form kIn, class A>
[[gnu::always_inline]] inline auto load_as(const A& a, const double* x) noexcept {
  return kIn == Form::values ? a.load_value(x) : a.load(x);
}
template <Form kOut, class A>
[[gnu::always_inline]] inline void store_as(const A& a, typename A::Vector v, double* x) noexcept {
  kOut == Form::values ? a.store_value(v, x) : a.store(v, x);
}
template <class A, Form kIn, Form kOut>
class BlockAt {
 public:
  BlockAt(const A& a, double* x) : a_(a), x_(x) {}
  auto load(std::size_t i) const noexcept { return load_as<kIn>(a_, x_ + i); }
  void store(typename A::Vector v, std::size_t i) const noexcept { store_as<kOut>(a_, v, x_ + i); }

 private:
  const A& a_;
  double* x_;
};

// Cyclic convolutions by transforms, with vectors for words: the tree of schedule.inl, layer by
// layer, in the first-level cache; one tree, or three of them below a first layer of three.
template <class A>
class ColumnConvolution {
  using V = typename A::Vector;
  using Root = typename A::Root;

 public:
  ColumnConvolution(const A& a, const StageConstants& c)
      : a_(a), length_(c.length), tree_(c.length % 3 == 0 ? c.length / 3 : c.length), roots_(c) {}

  // x: `length_` vectors. Only the first `words` of them have words and results. With three trees
  // these are less than two thirds.
  [[gnu::noinline, gnu::flatten]] void apply(double* x, std::size_t words) const noexcept {
    const A a = a_;
    std::fill(x + words * kLanes, x + length_ * kLanes, 0.0);
    if (tree_ == length_) return transform<Form::values>(a, x, 0);
    const std::size_t third_root = 2 * length_ + 3 * length_ / 2;
    using First = BlockAt<A, Form::values, Form::between>;
    using Last = BlockAt<A, Form::between, Form::values>;
    split_in_thirds(a, First(a, x), tree_ * kLanes, roots_[third_root]);
    for (std::size_t first = 0; first < length_; first += tree_) {
      transform<Form::between>(a, x, first);
    }
    join_thirds(a, Last(a, x), tree_ * kLanes, roots_[third_root]);
  }

 private:
  // The tree whose words and roots begin at `first`. kEnds: the form before and afterwards.
  template <Form kEnds>
  [[gnu::always_inline]] void transform(const A& a, double* x, std::size_t first) const noexcept {
    double* tree = x + first * kLanes;
    forward<kEnds>(a, tree, first);
    LeafPlaces places{first + tree_ / 4, length_ + first + tree_ / 4, 2 * length_ + first * 3 / 2};
    for (double *at = tree, *end = tree + tree_ * kLanes; at != end; at += 4 * kLanes) {
      V x0 = a.load(at), x1 = a.load(at + kLanes);
      V x2 = a.load(at + 2 * kLanes), x3 = a.load(at + 3 * kLanes);
      leaf_products<LeafRoot::any, 4, true>(a, x0, x1, x2, x3, roots_, places);
      a.store(x0, at);
      a.store(x1, at + kLanes);
      a.store(x2, at + 2 * kLanes);
      a.store(x3, at + 3 * kLanes);
      ++places.root;
      ++places.inverse;
      places.kernel += 6;
    }
    inverse<kEnds>(a, tree, length_ + first);
  }

  // Two layers at a time, up to the last two. A layer adds a product to a value; where the root is
  // 1, in the first tree, values double. In double precision products are at most p/2 + 3/16 of
  // their factor, and reductions in every second pair of layers from the third pair on leave values
  // of at most 7 p here and below. Integers are reduced in every pair, and leave it below 4 p.
  // `roots`: the place of the tree's roots.
  template <Form kIn>
  [[gnu::always_inline]] void forward(const A& a, double* x, std::size_t roots) const noexcept {
    std::size_t quarter = tree_ / 4, node = 1, pass = 0;
    const bool has_one = roots == 0;
    if (std::countr_zero(tree_) % 2 == 1) {
      const Root root = roots_[roots + 1];
      has_one ? forward_one<true, kIn>(a, x, root) : forward_one<false, Form::between>(a, x, root);
      quarter /= 2;
      node = 2;
    }
    for (; quarter > 1; quarter /= 4, node *= 4, ++pass) {
      for (std::size_t k = 0; k < node; ++k) {
        double* at = x + 4 * k * quarter * kLanes;
        const TwoLayers w(roots_, roots, node + k);
        if (node == 1 && has_one) {
          forward_first<kIn>(a, at, quarter, w.second);
        } else if (pass != 0 && pass % 2 == 0) {
          forward_two<true>(a, at, quarter, w);
        } else {
          forward_two<false>(a, at, quarter, w);
        }
      }
    }
  }
  // The roots of a node and of both below it.
  struct TwoLayers {
    Root above, first, second;
    TwoLayers(const StageRoots<A>& all, std::size_t tree, std::size_t node) noexcept
        : above(all[tree + node]), first(all[tree + 2 * node]), second(all[tree + 2 * node + 1]) {}
  };
  template <bool kRootIsOne, Form kIn>
  void forward_one(const A& a, double* x, const Root& root) const noexcept {
    double* y = x + tree_ / 2 * kLanes;
    for (std::size_t i = 0; i < tree_ / 2 * kLanes; i += kLanes) {
      const V u = load_as<kIn>(a, x + i), v = load_as<kIn>(a, y + i);
      const V product = kRootIsOne ? v : a.wide_product(v, root);
      a.store(a.add(u, product), x + i);
      a.store(a.template subtract<1>(u, product), y + i);
    }
  }
  // The first two layers, where the other roots are 1. Integers enter below p.
  template <Form kIn>
  static void forward_first(const A& a, double* x, std::size_t quarter, const Root& w) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      const V x0 = load_as<kIn>(a, x), x1 = load_as<kIn>(a, x + step);
      const V x2 = load_as<kIn>(a, x + 2 * step), x3 = load_as<kIn>(a, x + 3 * step);
      const V y0 = a.add(x0, x2), y2 = a.template subtract<1>(x0, x2), y1 = a.add(x1, x3);
      const V y3 = a.wide_product(a.template subtract<1>(x1, x3), w);
      a.store(a.add(y0, y1), x);
      a.store(a.template subtract<2>(y0, y1), x + step);
      a.store(a.add(y2, y3), x + 2 * step);
      a.store(a.template subtract<1>(y2, y3), x + 3 * step);
    }
  }
  template <bool kReduces>
  static void forward_two(const A& a, double* x, std::size_t quarter, const TwoLayers& w) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      V x0 = a.load(x), x1 = a.load(x + step);
      const V x2 = a.wide_product(a.load(x + 2 * step), w.above);
      const V x3 = a.wide_product(a.load(x + 3 * step), w.above);
      x0 = kReduces ? a.template reduce<4>(x0) : a.template narrow<4>(x0);
      x1 = kReduces ? a.template reduce<4>(x1) : a.template narrow<4>(x1);
      const V y0 = a.add(x0, x2), y2 = a.template subtract<1>(x0, x2);
      const V y1 = a.wide_product(a.add(x1, x3), w.first);
      const V y3 = a.wide_product(a.template subtract<1>(x1, x3), w.second);
      a.store(a.add(y0, y1), x);
      a.store(a.template subtract<1>(y0, y1), x + step);
      a.store(a.add(y2, y3), x + 2 * step);
      a.store(a.template subtract<1>(y2, y3), x + 3 * step);
    }
  }
  // Backwards, from the leaves. Values are reduced after two layers, integers after each.
  template <Form kOut>
  [[gnu::always_inline]] void inverse(const A& a, double* x, std::size_t roots) const noexcept {
    std::size_t quarter = 4, node = tree_ / 16;
    const bool has_one = roots == length_;
    for (; node != 0; quarter *= 4, node /= 4) {
      for (std::size_t k = 0; k < node; ++k) {
        double* at = x + 4 * k * quarter * kLanes;
        const TwoLayers w(roots_, roots, node + k);
        if (kOut == Form::values && node == 1) {
          inverse_last(a, at, quarter, w.second);
        } else {
          inverse_two(a, at, quarter, w);
        }
      }
    }
    if (std::countr_zero(tree_) % 2 == 1) {
      const Root root = roots_[roots + 1];
      has_one ? inverse_one<true, kOut>(a, x, root) : inverse_one<false, Form::between>(a, x, root);
    }
  }
  template <bool kRootIsOne, Form kOut>
  void inverse_one(const A& a, double* x, const Root& root) const noexcept {
    double* y = x + tree_ / 2 * kLanes;
    for (std::size_t i = 0; i < tree_ / 2 * kLanes; i += kLanes) {
      const V u = a.load(x + i), v = a.load(y + i);
      const V difference = a.template subtract<2>(u, v);
      store_as<kOut>(a, a.add(u, v), x + i);
      store_as<kOut>(a, kRootIsOne ? difference : a.wide_product(difference, root), y + i);
    }
  }
  static void inverse_two(const A& a, double* x, std::size_t quarter, const TwoLayers& w) noexcept {
    const std::size_t step = quarter * kLanes;
    for (double* last = x + step; x != last; x += kLanes) {
      const V x0 = a.load(x), x1 = a.load(x + step);
      const V x2 = a.load(x + 2 * step), x3 = a.load(x + 3 * step);
      const V y0 = a.template narrow<4>(a.add(x0, x1));
      const V y1 = a.wide_product(a.template subtract<2>(x0, x1), w.first);
      const V y2 = a.template narrow<4>(a.add(x2, x3));
      const V y3 = a.wide_product(a.template subtract<2>(x2, x3), w.second);
      a.store(a.template reduce<4>(a.add(y0, y2)), x);
      a.store(a.template reduce<2>(a.add(y1, y3)), x + step);
      a.store(a.wide_product(a.template subtract<2>(y0, y2), w.above), x + 2 * step);
      a.store(a.wide_product(a.template subtract<1>(y1, y3), w.above), x + 3 * step);
    }
  }

  // The last two layers of a single tree, where other roots are 1: sums of at most 7.5 p, which
  // nothing reduces, or integers below 4 p.
  static void inverse_last(const A& a, double* x, std::size_t quarter, const Root& w) noexcept {
    const std::size_t step = quarter * kLanes;
    constexpr Form kOut = Form::values;
    for (double* last = x + step; x != last; x += kLanes) {
      const V x0 = a.load(x), x1 = a.load(x + step);
      const V x2 = a.load(x + 2 * step), x3 = a.load(x + 3 * step);
      const V y0 = a.template narrow<4>(a.add(x0, x1)), y2 = a.template narrow<4>(a.add(x2, x3));
      const V y1 = a.template narrow<4>(a.template subtract<2>(x0, x1));
      const V y3 = a.wide_product(a.template subtract<2>(x2, x3), w);
      store_as<kOut>(a, a.add(y0, y2), x);
      store_as<kOut>(a, a.add(y1, y3), x + step);
      store_as<kOut>(a, a.template subtract<2>(y0, y2), x + 2 * step);
      store_as<kOut>(a, a.template subtract<1>(y1, y3), x + 3 * step);
    }
  }

  const A& a_;
  std::size_t length_, tree_;
  StageRoots<A> roots_;
};
