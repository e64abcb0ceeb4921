// SPDX-License-Identifier: Apache-2.0
//
// The axes of 17, and of 3 and 5 before it, in one pass over memory; included inside the namespace
// of each instruction set.
//
// With u_i = c_i - c_0 for 0 < i < p' - 1 and u_(p'-1) = -c_0 the values are V_j = sum_i u_i w^(ij)
// over the units i modulo p', since the sum of all powers of w is 0: a cyclic convolution of p' - 1
// words (C. Rader). The convolution of all axes together runs over the product of their groups, of
// [2][4][16] words or fewer: trees of x^2 - 1, x^4 - 1 and x^16 - 1, products in the last one
// modulo x^2 - r, and back. Backward, the kernel is inverse, and c_i = u_i - u_(p'-1),
// c_0 = -u_(p'-1). With i = g^-a, u_(p'-1) is the word a = (p' - 1)/2, the pivot, which is
// subtracted from every word of the axis.
//
// The columns of one pass fill whole lines of the cache, so that rows that share sets do not
// disturb each other.

template <class A, bool kBackward, std::size_t kJoined>
class UnitRun {
  using V = typename A::Vector;
  using Root = typename A::Root;
  using Word = std::uint64_t;
  static constexpr std::size_t kWide = kUnitColumns, kLast = 16, kRows = kJoined * kLast;
  static constexpr std::size_t kStep = kLast * kWide;
  static constexpr bool kForward = !kBackward;

 public:
  UnitRun(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(p), roots_(c), c_(c), memory_(memory), x_(memory.scratch) {}

  void run() const noexcept {
    constexpr std::size_t kLeast = kLeastUnitColumns;
    const std::size_t inside = c_.stage.inside, whole = inside / kLeast * kLeast;
    Word* last = reinterpret_cast<Word*>(x_ + kRows * kWide);
    for (std::size_t o = 0; o < c_.stage.outside; ++o) {
      const Word* in = memory_.in + o * kRows * inside;
      Word* out = memory_.out + o * kRows * inside;
      for (std::size_t i = 0; i < whole; i += kWide) {
        block(in + i, out + i, inside, std::min(kWide, whole - i));
      }
      if (whole == inside) continue;
      // The last columns, in memory of their own.
      const std::size_t count = inside - whole;
      std::fill_n(last, kRows * kLeast, Word{0});
      for (std::size_t r = 0; r < kRows; ++r) {
        std::copy_n(in + r * inside + whole, count, last + r * kLeast);
      }
      block(last, last, kLeast, kLeast);
      for (std::size_t r = 0; r < kRows; ++r) {
        std::copy_n(last + r * kLeast, count, out + r * inside + whole);
      }
    }
  }

 private:
  // So many columns, whose rows are `stride` words apart.
  void block(const Word* in, Word* out, std::size_t stride, std::size_t columns) const noexcept {
    memory_.words_in ? read<true>(in, stride, columns) : read<false>(in, stride, columns);
    if constexpr (kJoined != 1) outer_layers<true>(columns);
    sums(columns);
    if constexpr (kJoined != 1) outer_layers<false>(columns);
    memory_.words_out ? write<true>(out, stride, columns) : write<false>(out, stride, columns);
  }

  // Whole lines, in the order of memory: the prefetcher follows them, and the block is in the
  // cache.
  template <bool kIn>
  [[gnu::noinline, gnu::flatten]] void read(const Word* in, std::size_t stride,
                                            std::size_t columns) const noexcept {
    const A a = a_;
    for (std::size_t r = 0; r < kRows; ++r) {
      const Word* row = in + stride * r;
      double* x = x_ + kWide * (kForward ? c_.places_in[r] : r);
      for (std::size_t at = 0; at < columns; at += kLanes) {
        const Word* word = row + at;
        a.store(kIn ? a.import_words(word) : a.import_values(word), x + at);
      }
    }
  }
  template <bool kOut>
  [[gnu::noinline, gnu::flatten]] void write(Word* out, std::size_t stride,
                                             std::size_t columns) const noexcept {
    const A a = a_;
    for (std::size_t r = 0; r < kRows; ++r) {
      const double* x = x_ + kWide * (kForward ? r : c_.places_in[r]);
      Word* row = out + stride * r;
      for (std::size_t at = 0; at < columns; at += kLanes) {
        const V v = a.template reduce<kLeaves, 1>(a.load(x + at));
        Word* word = row + at;
        kOut ? a.export_words(v, word) : a.export_values(v, word);
      }
    }
  }
  // Bounds of integers: on the way into the layers of 17, after a layer of 3, and at the end.
  static constexpr unsigned kPairs = kForward ? 3 : 2;
  static constexpr unsigned kEnters = kJoined % 4 == 0 ? 8 : kJoined == 2 ? kPairs : 1;
  static constexpr unsigned kBeforeFive = kJoined == 8 ? kPairs : 1;
  static constexpr unsigned kAfterFive = kJoined % 4 == 0 && kForward ? 8 : 2;
  static constexpr unsigned kLeaves =
      kJoined == 2 || kJoined == 8 ? (kForward ? 2 * kAfterFive : 4) : kAfterFive;

  // The layers of 3 and 5: values leave with at most 3 p, and 2 p after the layers of 5, or what
  // the constants say.
  template <bool kSplit>
  [[gnu::noinline, gnu::flatten]] void outer_layers(std::size_t columns) const noexcept {
    const A a = a_;
    const Root i = roots_[kSplit ? 1 : 5];
    for (double* row = x_; row != x_ + kStep; row += kWide) {
      for (double* at = row; at != row + columns; at += kLanes) {
        V x[kJoined];
        for (std::size_t k = 0; k < kJoined; ++k) x[k] = a.load(at + k * kStep);
        if constexpr (kSplit) {
          split(a, x, i);
        } else {
          join(a, x, i);
        }
        for (std::size_t k = 0; k < kJoined; ++k) a.store(x[k], at + k * kStep);
      }
    }
  }
  static void split(const A& a, V (&x)[kJoined], const Root& i) noexcept {
    if constexpr (kJoined == 2 || kJoined == 8) {
      constexpr std::size_t kHalf = kJoined / 2;
      for (std::size_t k = 0; k < kHalf; ++k) {
        const V u = x[k], v = x[k + kHalf];
        const V difference = a.template subtract<1>(u, v);
        x[k] = kForward ? a.template subtract<1>(difference, v) : a.add(u, v);
        x[k + kHalf] = kForward ? u : difference;
      }
    }
    if constexpr (kJoined % 4 == 0) {
      for (std::size_t k = 0; k < kJoined; k += 4) {
        if constexpr (kForward) take_pivot<kBeforeFive>(a, x + k, x[k + 2], true);
        split_four<kForward, 2>(a, x + k, i);
      }
    }
  }
  static void join(const A& a, V (&x)[kJoined], const Root& i) noexcept {
    if constexpr (kJoined % 4 == 0) {
      for (std::size_t k = 0; k < kJoined; k += 4) {
        join_four<kBackward>(a, x + k, i);
        if constexpr (kBackward) take_pivot<2>(a, x + k, x[k + 2], true);
      }
    }
    if constexpr (kJoined == 2 || kJoined == 8) {
      constexpr std::size_t kHalf = kJoined / 2;
      for (std::size_t k = 0; k < kHalf; ++k) {
        const V u = x[k], v = x[k + kHalf];
        x[k] = kBackward ? a.add(v, v) : a.add(u, v);
        x[k + kHalf] = kBackward ? a.template subtract<kAfterFive>(v, u)
                                 : a.template subtract<kAfterFive>(u, v);
      }
    }
  }
  // Less the pivot, which is x[2] itself in the first four words of an axis. Integers below kBound
  // p leave below 2 p.
  template <unsigned kBound>
  static void take_pivot(const A& a, V* x, V pivot, bool first) noexcept {
    if (first) x[2] = a.zero();
    for (std::size_t k = 0; k < 4; ++k) {
      x[k] = a.template narrow<2 * kBound>(a.template subtract<kBound>(x[k], pivot));
    }
  }
  // Two layers from the node of x^4l - 1 on, and back; i^2 = -1, or 1/i. Integers enter below 2 p,
  // or are reduced from kBound p, and leave below 8 p or reduced.
  template <bool kReduces, unsigned kBound>
  static void split_four(const A& a, V* x, const Root& i) noexcept {
    if constexpr (kReduces) {
      for (std::size_t k = 0; k < 4; ++k) x[k] = a.template reduce<kBound>(x[k]);
    }
    const V y0 = a.add(x[0], x[2]), y1 = a.add(x[1], x[3]);
    const V y2 = a.template subtract<2>(x[0], x[2]);
    const V y3 = a.wide_product(a.template subtract<2>(x[1], x[3]), i);
    x[0] = a.add(y0, y1);
    x[1] = a.template subtract<4>(y0, y1);
    x[2] = a.add(y2, y3);
    x[3] = a.template subtract<1>(y2, y3);
  }
  template <bool kReduces>
  static void join_four(const A& a, V* x, const Root& i) noexcept {
    const V y0 = a.add(x[0], x[1]), y1 = a.template subtract<2>(x[0], x[1]);
    const V y2 = a.add(x[2], x[3]);
    const V y3 = a.wide_product(a.template subtract<2>(x[2], x[3]), i);
    x[0] = a.add(y0, y2);
    x[1] = a.add(y1, y3);
    x[2] = a.template subtract<4>(y0, y2);
    x[3] = a.template subtract<1>(y1, y3);
    if constexpr (kReduces) {
      for (std::size_t k = 0; k < 4; ++k) x[k] = a.template reduce<8>(x[k]);
    }
  }

  // The layers of 17, the kernel, and back.
  [[gnu::noinline, gnu::flatten]] void sums(std::size_t columns) const noexcept {
    const A a = a_;
    const StageRoots<A> roots = roots_;
    std::size_t kernel = 8;
    for (double* x = x_; x != x_ + kJoined * kStep; x += kStep, kernel += 3 * kLast / 2) {
      split_sixteen(a, x, columns, roots[1]);
      leaf<LeafRoot::one>(a, x, columns, roots, {0, 4, kernel});
      for (std::size_t k = 1; k < 4; ++k) {
        leaf<LeafRoot::any>(a, x + 4 * k * kWide, columns, roots, {k, 4 + k, kernel + 6 * k});
      }
      join_sixteen(a, x, columns, roots[5]);
    }
  }
  template <LeafRoot kRoot>
  static void leaf(const A& a, double* x, std::size_t columns, const StageRoots<A>& roots,
                   const LeafPlaces& places) noexcept {
    for (double* end = x + columns; x != end; x += kLanes) {
      V v[4];
      load_four<1>(a, x, v);
      leaf_products<kRoot, 8, false>(a, v[0], v[1], v[2], v[3], roots, places);
      store_four<1>(a, v, x);
    }
  }
  static void split_sixteen(const A& a, double* x, std::size_t columns, const Root& i) noexcept {
    for (double* end = x + columns; x != end; x += kLanes) {
      const V pivot = a.load(x + kLast / 2 * kWide);
      for (std::size_t j = 0; j < 4; ++j) {
        V v[4];
        load_four<4>(a, x + j * kWide, v);
        if constexpr (kForward) take_pivot<kEnters>(a, v, pivot, j == 0);
        split_four<true, kForward ? 2 : kEnters>(a, v, i);
        store_four<4>(a, v, x + j * kWide);
      }
    }
  }
  static void join_sixteen(const A& a, double* x, std::size_t columns, const Root& i) noexcept {
    for (double* end = x + columns; x != end; x += kLanes) {
      V pivot = a.zero();
      for (std::size_t j = 0; j < 4; ++j) {
        V v[4];
        load_four<4>(a, x + j * kWide, v);
        join_four<true>(a, v, i);
        if (j == 0) pivot = v[2];
        if constexpr (kBackward) take_pivot<2>(a, v, pivot, j == 0);
        store_four<4>(a, v, x + j * kWide);
      }
    }
  }
  // Vectors so many rows apart.
  template <std::size_t kApart>
  static void load_four(const A& a, const double* x, V* v) noexcept {
    for (std::size_t k = 0; k < 4; ++k) v[k] = a.load(x + kApart * k * kWide);
  }
  template <std::size_t kApart>
  static void store_four(const A& a, const V* v, double* x) noexcept {
    for (std::size_t k = 0; k < 4; ++k) a.store(v[k], x + kApart * k * kWide);
  }

  A a_;
  StageRoots<A> roots_;
  const StageConstants& c_;
  StageMemory memory_;
  double* x_;
};

template <class A, bool kBackward>
void run_units(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept {
  switch (c.stage.joined) {
    case 1:
      return UnitRun<A, kBackward, 1>(p, c, memory).run();
    case 2:
      return UnitRun<A, kBackward, 2>(p, c, memory).run();
    case 4:
      return UnitRun<A, kBackward, 4>(p, c, memory).run();
    default:
      return UnitRun<A, kBackward, 8>(p, c, memory).run();
  }
}
