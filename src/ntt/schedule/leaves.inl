// SPDX-License-Identifier: Apache-2.0
//
// Products of blocks. A transform that stops early ends with leaves: residues modulo x^kLeaf -
// zeta. They are multiplied in groups of kLeaf vectors. Transposing a group puts equal powers of x
// into one vector, whose lanes then belong to different leaves. The formulas of
// arith/pointwise/pointwise.inl take groups as they take vectors. Where vectors have one word, a
// group is a leaf, and nothing is transposed. A are the operations of a family on canonical words;
// they provide
//   transpose_words<kRun>(W&, W&)   a transposition, see arith/pointwise/transpose.inl
//   zero_words() -> W

// The arithmetic of one group. `zetas`: the zeta of each leaf, in the order of zeta_order.
template <class A, std::size_t kLeaf>
class LeafGroup {
  using Word = typename A::Word;
  using W = decltype(std::declval<const A&>().load_words(nullptr));

 public:
  using Group = std::array<W, kLeaf>;

  LeafGroup(const A& words, const Word* zetas) : words_(words), zetas_(zetas) {}

  Group multiply(Group a, Group b) const noexcept {
    transpose<1>(a);
    transpose<1>(b);
    Group product = multiply_transposed(a, b);
    transpose<1>(product);
    return product;
  }
  // The code of a product is long, so the less frequent formulas share one copy of it.
  [[gnu::noinline]] Group multiply_shared(const Group& a, const Group& b) const noexcept {
    return multiply(a, b);
  }
  Group add(Group a, const Group& b) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) a[i] = words_.add(a[i], b[i]);
    return a;
  }
  Group subtract(Group a, const Group& b) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) a[i] = words_.subtract(a[i], b[i]);
    return a;
  }

 private:
  Group multiply_transposed(const Group& x, const Group& y) const noexcept {
    const W zeta = words_.load_words(zetas_);
    if constexpr (A::kLanes == 1) {
      return sums_of_products(x, y, zeta, std::make_index_sequence<kLeaf>());
    } else {
      Group z;
      for (std::size_t power = 0; power < kLeaf; ++power) {
        W wrapped = words_.zero_words();  // the terms with x^kLeaf, which is zeta
        for (std::size_t i = power + 1; i < kLeaf; ++i) {
          wrapped = words_.add(wrapped, words_.multiply(x[i], y[kLeaf + power - i]));
        }
        z[power] = words_.multiply(wrapped, zeta);
        for (std::size_t i = 0; i <= power; ++i) {
          z[power] = words_.add(z[power], words_.multiply(x[i], y[power - i]));
        }
      }
      return z;
    }
  }
  // multiply_transposed() for one word at a time, which reduces two products together. In vectors
  // the loop above is faster for four words of 32 and 64 bits: it needs fewer registers.
  template <std::size_t... kPower>
  Group sums_of_products(const Group& x, const Group& y, const W& zeta,
                         std::index_sequence<kPower...>) const noexcept {
    return {power_of_product<kPower>(x, y, zeta, std::make_index_sequence<kPower + 1>(),
                                     std::make_index_sequence<kLeaf - 1 - kPower>())...};
  }
  // The coefficient of x^kPower: x[i] y[kPower - i] for each of kLow, and zeta times the products
  // with x^(kLeaf + kPower).
  template <std::size_t kPower, std::size_t... kLow, std::size_t... kHigh>
  W power_of_product(const Group& x, const Group& y, const W& zeta, std::index_sequence<kLow...>,
                     std::index_sequence<kHigh...>) const noexcept {
    if constexpr (sizeof...(kHigh) == 0) {
      return sum<kPower + 1>({x[kLow]...}, {y[kPower - kLow]...});
    } else {
      const W wrapped =
          sum<sizeof...(kHigh)>({x[kPower + 1 + kHigh]...}, {y[kLeaf - 1 - kHigh]...});
      return sum<kPower + 2>({wrapped, x[kLow]...}, {zeta, y[kPower - kLow]...});
    }
  }
  // The sum of the products x[i] y[i] from kFirst on.
  template <std::size_t kTerms, std::size_t kFirst = 0>
  [[gnu::always_inline]] W sum(const std::array<W, kTerms>& x,
                               const std::array<W, kTerms>& y) const noexcept {
    if constexpr (kFirst + 1 == kTerms) {
      return words_.multiply(x[kFirst], y[kFirst]);
    } else {
      const W two = words_.add_products(x[kFirst], y[kFirst], x[kFirst + 1], y[kFirst + 1]);
      if constexpr (kFirst + 2 == kTerms) {
        return two;
      } else {
        return words_.add(two, sum<kTerms, kFirst + 2>(x, y));
      }
    }
  }

  // Vectors whose numbers differ in bit kRun exchange runs of kRun words; its own inverse.
  template <std::size_t kRun>
  static void transpose(Group& x) noexcept {
    if constexpr (kRun < kLeaf && A::kLanes > 1) {
      for (std::size_t i = 0; i < kLeaf; ++i) {
        if ((i & kRun) == 0) A::template transpose_words<kRun>(x[i], x[i + kRun]);
      }
      transpose<2 * kRun>(x);
    }
  }

  const A& words_;
  const Word* zetas_;
};

// The arithmetic of all groups of a vector. It does not own the zetas.
template <class A, std::size_t kLeaf>
class Leaves {
 public:
  using Word = typename A::Word;
  using Group = typename LeafGroup<A, kLeaf>::Group;
  static constexpr std::size_t kLanes = kLeaf * A::kLanes, kGroup = kLanes;  // words

  Leaves(const Modulus& modulus, const Word* zetas) : words_(modulus), zetas_(zetas) {}

  Group load_words(const Word* words) const noexcept {
    Group x;
    for (std::size_t i = 0; i < kLeaf; ++i) x[i] = words_.load_words(words + i * A::kLanes);
    return x;
  }
  void store_words(const Group& x, Word* words) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) words_.store_words(x[i], words + i * A::kLanes);
  }
  LeafGroup<A, kLeaf> at(std::size_t place) const noexcept {
    return {words_, zetas_ + place / kLeaf};
  }

 private:
  A words_;
  const Word* zetas_;
};

// The zetas as LeafGroup reads them: after the transposition, lane l of a group holds leaf
// (l mod kLeaf) * (kLanes / kLeaf) + l / kLeaf.
template <class A, std::size_t kLeaf>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
Buffer<typename A::Word> zeta_order(const Roots& roots) {
  const std::size_t leaves = roots.degree / kLeaf;
  Buffer<typename A::Word> zetas(leaves);
  for (std::size_t i = 0; i < leaves; ++i) {
    const std::size_t lane = i % A::kLanes;
    const std::size_t leaf = i - lane + lane % kLeaf * (A::kLanes / kLeaf) + lane / kLeaf;
    // The children of the last nodes are x^kLeaf - root and x^kLeaf + root.
    const std::uint64_t root = roots.forward[(leaves + leaf) / 2];
    zetas[i] = static_cast<typename A::Word>(leaf % 2 == 0 ? root : roots.modulus.negate(root));
  }
  return zetas;
}

// The arithmetic of an evaluation form whose slots are leaves, as a table.
template <class A, std::size_t kLeaf>
class LeafKernels final : public BlockKernels<A, Leaves<A, kLeaf>> {
  using Word = typename A::Word;

 public:
  LeafKernels(const Roots& roots, Kernel kernel)
      : LeafKernels(roots, VectorArithmetic<Word>::create(roots.modulus.value(), kernel),
                    zeta_order<A, kLeaf>(roots)) {}

 private:
  LeafKernels(const Roots& roots, const VectorArithmetic<Word>& vectors, Buffer<Word> zetas)
      : BlockKernels<A, Leaves<A, kLeaf>>(roots.modulus, vectors.table(),
                                          {roots.modulus, zetas.data()}),
        zetas_(std::move(zetas)) {}

  Buffer<Word> zetas_;
};
