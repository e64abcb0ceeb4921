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
// The columns of one pass fill a line of the cache, so that rows that share sets do not disturb
// each other.

template <bool kBackward, std::size_t kJoined>
class UnitRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;
  static constexpr std::size_t kWide = kUnitColumns, kLast = 16, kRows = kJoined * kLast;
  static constexpr std::size_t kStep = kLast * kWide;
  static constexpr bool kForward = !kBackward;

 public:
  UnitRun(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(p), c_(c), memory_(memory), x_(memory.scratch) {}

  void run() const noexcept {
    const std::size_t inside = c_.stage.inside, whole = inside / kWide * kWide;
    Word* last = reinterpret_cast<Word*>(x_ + kRows * kWide);
    for (std::size_t o = 0; o < c_.stage.outside; ++o) {
      const Word* in = memory_.in + o * kRows * inside;
      Word* out = memory_.out + o * kRows * inside;
      for (std::size_t i = 0; i < whole; i += kWide) block(in + i, out + i, inside);
      if (whole == inside) continue;
      // The last columns, in memory of their own.
      const std::size_t count = inside - whole;
      std::fill_n(last, kRows * kWide, Word{0});
      for (std::size_t r = 0; r < kRows; ++r) {
        std::copy_n(in + r * inside + whole, count, last + r * kWide);
      }
      block(last, last, kWide);
      for (std::size_t r = 0; r < kRows; ++r) {
        std::copy_n(last + r * kWide, count, out + r * inside + whole);
      }
    }
  }

 private:
  void block(const Word* in, Word* out, std::size_t stride) const noexcept {
    memory_.words_in ? read<true>(in, stride) : read<false>(in, stride);
    if constexpr (kJoined != 1) outer_layers<true>();
    sums();
    if constexpr (kJoined != 1) outer_layers<false>();
    memory_.words_out ? write<true>(out, stride) : write<false>(out, stride);
  }

  // Row after row: whole lines.
  template <bool kIn>
  [[gnu::noinline, gnu::flatten]] void read(const Word* in, std::size_t stride) const noexcept {
    const F64Lines a = a_;
    double* x = x_;
    for (std::size_t r = 0; r < kRows; ++r, x += kWide) {
      const Word* row = in + stride * (kForward ? c_.places_in[r] : r);
      for (std::size_t at = 0; at < kWide; at += kLanes) {
        const Word* word = row + at;
        a.store(kIn ? a.import_words(word) : a.load(reinterpret_cast<const double*>(word)), x + at);
      }
    }
  }
  template <bool kOut>
  [[gnu::noinline, gnu::flatten]] void write(Word* out, std::size_t stride) const noexcept {
    const F64Lines a = a_;
    const double* x = x_;
    for (std::size_t r = 0; r < kRows; ++r, x += kWide) {
      Word* row = out + stride * (kForward ? r : c_.places_in[r]);
      for (std::size_t at = 0; at < kWide; at += kLanes) {
        const V v = a.partial_reduce(a.load(x + at));
        Word* word = row + at;
        kOut ? a.export_words(v, word) : a.store(v, reinterpret_cast<double*>(word));
      }
    }
  }
  // The layers of 3 and 5: values leave with at most 3 p, and 2 p after the layers of 5.
  template <bool kSplit>
  [[gnu::noinline, gnu::flatten]] void outer_layers() const noexcept {
    const F64Lines a = a_;
    const V i = a.set(c_.factors[kSplit ? 1 : 5]);
    for (double* at = x_; at != x_ + kStep; at += kLanes) {
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
  static void split(const F64Lines& a, V (&x)[kJoined], V i) noexcept {
    if constexpr (kJoined == 2 || kJoined == 8) {
      constexpr std::size_t kHalf = kJoined / 2;
      for (std::size_t k = 0; k < kHalf; ++k) {
        const V u = x[k], v = x[k + kHalf];
        x[k] = kForward ? a.subtract(a.subtract(u, v), v) : a.add(u, v);
        x[k + kHalf] = kForward ? u : a.subtract(u, v);
      }
    }
    if constexpr (kJoined % 4 == 0) {
      for (std::size_t k = 0; k < kJoined; k += 4) {
        if constexpr (kForward) take_pivot(a, x + k, x[k + 2], true);
        split_four<kForward>(a, x + k, i);
      }
    }
  }
  static void join(const F64Lines& a, V (&x)[kJoined], V i) noexcept {
    if constexpr (kJoined % 4 == 0) {
      for (std::size_t k = 0; k < kJoined; k += 4) {
        join_four<kBackward>(a, x + k, i);
        if constexpr (kBackward) take_pivot(a, x + k, x[k + 2], true);
      }
    }
    if constexpr (kJoined == 2 || kJoined == 8) {
      constexpr std::size_t kHalf = kJoined / 2;
      for (std::size_t k = 0; k < kHalf; ++k) {
        const V u = x[k], v = x[k + kHalf];
        x[k] = kBackward ? a.add(v, v) : a.add(u, v);
        x[k + kHalf] = kBackward ? a.subtract(v, u) : a.subtract(u, v);
      }
    }
  }
  // Less the pivot, which is x[2] itself in the first four words of an axis.
  static void take_pivot(const F64Lines& a, V* x, V pivot, bool first) noexcept {
    x[0] = a.subtract(x[0], pivot);
    x[1] = a.subtract(x[1], pivot);
    x[2] = a.subtract(first ? a.zero() : x[2], pivot);
    x[3] = a.subtract(x[3], pivot);
  }
  // Two layers from the node of x^4l - 1 on, and back; i^2 = -1, or 1/i.
  template <bool kReduces>
  static void split_four(const F64Lines& a, V* x, V i) noexcept {
    if constexpr (kReduces) {
      for (std::size_t k = 0; k < 4; ++k) x[k] = a.partial_reduce(x[k]);
    }
    const V y0 = a.add(x[0], x[2]), y1 = a.add(x[1], x[3]), y2 = a.subtract(x[0], x[2]);
    const V y3 = a.wide_product(a.subtract(x[1], x[3]), i);
    x[0] = a.add(y0, y1);
    x[1] = a.subtract(y0, y1);
    x[2] = a.add(y2, y3);
    x[3] = a.subtract(y2, y3);
  }
  template <bool kReduces>
  static void join_four(const F64Lines& a, V* x, V i) noexcept {
    const V y0 = a.add(x[0], x[1]), y1 = a.subtract(x[0], x[1]), y2 = a.add(x[2], x[3]);
    const V y3 = a.wide_product(a.subtract(x[2], x[3]), i);
    x[0] = a.add(y0, y2);
    x[1] = a.add(y1, y3);
    x[2] = a.subtract(y0, y2);
    x[3] = a.subtract(y1, y3);
    if constexpr (kReduces) {
      for (std::size_t k = 0; k < 4; ++k) x[k] = a.partial_reduce(x[k]);
    }
  }

  [[gnu::noinline, gnu::flatten]] void sums() const noexcept {
    const F64Lines a = a_;
    const double* kernel = c_.factors.data() + 8;
    for (std::size_t k = 0; k < kJoined; ++k, kernel += 3 * kLast / 2) {
      double* x = x_ + k * kStep;
      split_sixteen(a, x);
      const double* f = c_.factors.data();
      leaf_products<LeafRoot::one, false>(a, x, kWide, f[0], f[4], kernel);
      for (std::size_t leaf = 1; leaf < 4; ++leaf) {
        leaf_products<LeafRoot::any, false>(a, x + 4 * leaf * kWide, kWide, f[leaf], f[4 + leaf],
                                            kernel + 6 * leaf);
      }
      join_sixteen(a, x);
    }
  }
  void split_sixteen(const F64Lines& a, double* x) const noexcept {
    const V i = a.set(c_.factors[1]);
    for (std::size_t at = 0; at < kWide; at += kLanes) {
      const V pivot = a.load(x + kLast / 2 * kWide + at);
      for (std::size_t j = 0; j < 4; ++j) {
        V v[4];
        load_four(a, x + j * kWide + at, v);
        if constexpr (kForward) take_pivot(a, v, pivot, j == 0);
        split_four<true>(a, v, i);
        store_four(a, v, x + j * kWide + at);
      }
    }
  }
  void join_sixteen(const F64Lines& a, double* x) const noexcept {
    const V i = a.set(c_.factors[5]);
    for (std::size_t at = 0; at < kWide; at += kLanes) {
      V pivot = a.zero();
      for (std::size_t j = 0; j < 4; ++j) {
        V v[4];
        load_four(a, x + j * kWide + at, v);
        join_four<true>(a, v, i);
        if (j == 0) pivot = v[2];
        if constexpr (kBackward) take_pivot(a, v, pivot, j == 0);
        store_four(a, v, x + j * kWide + at);
      }
    }
  }
  static void load_four(const F64Lines& a, const double* x, V* v) noexcept {
    for (std::size_t k = 0; k < 4; ++k) v[k] = a.load(x + 4 * k * kWide);
  }
  static void store_four(const F64Lines& a, const V* v, double* x) noexcept {
    for (std::size_t k = 0; k < 4; ++k) a.store(v[k], x + 4 * k * kWide);
  }

  F64Lines a_;
  const StageConstants& c_;
  StageMemory memory_;
  double* x_;
};

template <bool kBackward>
void run_units(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept {
  switch (c.stage.joined) {
    case 1:
      return UnitRun<kBackward, 1>(p, c, memory).run();
    case 2:
      return UnitRun<kBackward, 2>(p, c, memory).run();
    case 4:
      return UnitRun<kBackward, 4>(p, c, memory).run();
    default:
      return UnitRun<kBackward, 8>(p, c, memory).run();
  }
}
