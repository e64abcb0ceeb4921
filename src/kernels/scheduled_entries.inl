// SPDX-License-Identifier: Apache-2.0
//
// The entries of a family, made from its arithmetic A; included after schedule.inl inside the
// namespace of each instruction set. Beside what the schedule needs, A provides on canonical words
//   load_words(w) -> W, store_words(W, w)
//   multiply(W, W), add(W, W), subtract(W, W), negate(W) -> W
//   reduce(W) -> W                             from [0, 4p)
//   prepare(W) -> W, multiply_prepared(W a, W b, W prepare(b)) -> W
//   trade_words<kRun>(W&, W&)                  what lanes.inl calls a trade; for kLeaf > 1 only
//   zero_words() -> W
// and the constructor A(const Roots&, const Twiddles<A>&).

template <class A>
class ScheduledEntries final : public Entries<typename A::Word> {
  using Word = typename A::Word;
  using Base = Entries<Word>;
  static constexpr std::size_t kLeaf = A::kLeaf;

 public:
  ScheduledEntries(const Roots& roots, Kernel kernel)
      : Base({roots.degree, static_cast<Word>(roots.modulus.value()), static_cast<Word>(roots.root),
              kernel, roots.shape}),
        twiddles_(roots),
        arithmetic_(roots, twiddles_),
        zetas_(zeta_order(roots)) {}

  void forward(Word* a) const noexcept override {
    Schedule<A>::template forward<Exit::canonical>(arithmetic_, a, this->ring().degree);
  }
  void forward_lazy(Word* a) const noexcept override {
    Schedule<A>::template forward<Exit::lazy>(arithmetic_, a, this->ring().degree);
  }
  void inverse(Word* a) const noexcept override {
    Schedule<A>::inverse(arithmetic_, a, this->ring().degree);
  }
  void reduce(Word* out, const Word* a, std::size_t count) const noexcept override {
    for (std::size_t i = 0; i < count; i += A::kLanes) {
      arithmetic_.store_words(arithmetic_.reduce(arithmetic_.load_words(a + i)), out + i);
    }
  }

  void multiply(Word* out, const Word* a, const Word* b, Part part) const noexcept override {
    products<false>(out, a, b, nullptr, part);
  }
  void multiply_add(Word* out, const Word* a, const Word* b, const Word* c,
                    Part part) const noexcept override {
    products<true>(out, a, b, c, part);
  }
  void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept override {
    for (std::size_t i = 0; i < count; i += A::kLanes) {
      arithmetic_.store_words(arithmetic_.prepare(arithmetic_.load_words(b + i)), quotients + i);
    }
  }
  // Quotients help where a product is one product of words; leaves are multiplied without.
  void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                         Part part) const noexcept override {
    if constexpr (kLeaf > 1) return products<false>(out, a, b, nullptr, part);
    for (std::size_t i = 0; i < part.count; i += A::kLanes) {
      arithmetic_.store_words(arithmetic_.multiply_prepared(arithmetic_.load_words(a + i),
                                                            arithmetic_.load_words(b + i),
                                                            arithmetic_.load_words(quotients + i)),
                              out + i);
    }
  }
  void add(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept override {
    map<&A::add>(out, a, b, count);
  }
  void subtract(Word* out, const Word* a, const Word* b,
                std::size_t count) const noexcept override {
    map<&A::subtract>(out, a, b, count);
  }
  void negate(Word* out, const Word* a, std::size_t count) const noexcept override {
    for (std::size_t i = 0; i < count; i += A::kLanes) {
      arithmetic_.store_words(arithmetic_.negate(arithmetic_.load_words(a + i)), out + i);
    }
  }

 private:
  template <auto kOperation>
  void map(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; i += A::kLanes) {
      const auto x = arithmetic_.load_words(a + i), y = arithmetic_.load_words(b + i);
      arithmetic_.store_words((arithmetic_.*kOperation)(x, y), out + i);
    }
  }

  // a b, or a b + c, modulo x^kLeaf - zeta. kLeaf vectors at a time are transposed, by trades, into
  // vectors of equal powers of x; the lanes then hold leaves side by side.
  template <bool kAdd>
  void products(Word* out, const Word* a, const Word* b, const Word* c, Part part) const noexcept {
    using W = decltype(arithmetic_.load_words(a));
    constexpr std::size_t kGroup = kLeaf * A::kLanes;
    for (std::size_t at = 0; at < part.count; at += kGroup) {
      W x[kLeaf], y[kLeaf], z[kLeaf];
      load_transposed(a + at, x);
      load_transposed(b + at, y);
      leaf_products(x, y, z, (part.first + at) / kLeaf);
      transpose<1>(z);
      for (std::size_t i = 0; i < kLeaf; ++i) {
        const std::size_t word = at + i * A::kLanes;
        if constexpr (kAdd) z[i] = arithmetic_.add(z[i], arithmetic_.load_words(c + word));
        arithmetic_.store_words(z[i], out + word);
      }
    }
  }

  template <class W>
  void leaf_products(const W (&x)[kLeaf], const W (&y)[kLeaf], W (&z)[kLeaf],
                     std::size_t leaf) const noexcept {
    if constexpr (kLeaf == 1) {
      z[0] = arithmetic_.multiply(x[0], y[0]);
    } else {
      const W zeta = arithmetic_.load_words(zetas_.data() + leaf);
      for (std::size_t power = 0; power < kLeaf; ++power) {
        W wrapped = arithmetic_.zero_words();  // what reaches x^kLeaf, which is zeta
        for (std::size_t i = power + 1; i < kLeaf; ++i) {
          wrapped = arithmetic_.add(wrapped, arithmetic_.multiply(x[i], y[kLeaf + power - i]));
        }
        z[power] = arithmetic_.multiply(wrapped, zeta);
        for (std::size_t i = 0; i <= power; ++i) {
          z[power] = arithmetic_.add(z[power], arithmetic_.multiply(x[i], y[power - i]));
        }
      }
    }
  }

  template <class W>
  void load_transposed(const Word* a, W (&x)[kLeaf]) const noexcept {
    for (std::size_t i = 0; i < kLeaf; ++i) x[i] = arithmetic_.load_words(a + i * A::kLanes);
    transpose<1>(x);
  }
  // Vectors whose numbers differ in one bit trade runs of as many words; its own inverse.
  template <std::size_t kRun, class W>
  static void transpose(W (&x)[kLeaf]) noexcept {
    if constexpr (kRun < kLeaf) {
      for (std::size_t i = 0; i < kLeaf; ++i) {
        if ((i & kRun) == 0) A::template trade_words<kRun>(x[i], x[i + kRun]);
      }
      transpose<2 * kRun>(x);
    }
  }

  // The zetas as multiply_leaves reads them: after the transposition, lane l of a group holds leaf
  // (l mod kLeaf) * (kLanes / kLeaf) + l / kLeaf.
  static Buffer<Word> zeta_order(const Roots& roots) {
    if constexpr (kLeaf == 1) return {};
    const std::size_t leaves = roots.degree / kLeaf;
    Buffer<Word> zetas(leaves);
    for (std::size_t i = 0; i < leaves; ++i) {
      const std::size_t lane = i % A::kLanes;
      const std::size_t leaf = i - lane + lane % kLeaf * (A::kLanes / kLeaf) + lane / kLeaf;
      // The children of the last nodes are x^kLeaf - root and x^kLeaf + root.
      const std::uint64_t root = roots.forward[(leaves + leaf) / 2];
      zetas[i] = static_cast<Word>(leaf % 2 == 0 ? root : roots.modulus.negate(root));
    }
    return zetas;
  }

  Twiddles<A> twiddles_;
  A arithmetic_;
  Buffer<Word> zetas_;
};
