// SPDX-License-Identifier: Apache-2.0
//
// Stages of 7 and longer primes over two blocks of columns that lie next to each other: words go
// from memory to the operands of their sums, and from the sums to memory.

// The places of the rows of a block of neighbouring columns, and the factors of the rows.
class BlockRows {
  using V = F64Lines::Vector;

 public:
  BlockRows(const StageConstants& c, const Columns& columns, bool values) noexcept
      : offsets_(values ? c.values.data() : c.coefficients.data()),
        first_(columns.first[0]),
        twiddles_(c.twiddles.data()),
        behind_(c.stage.behind),
        same_(columns.neighbours == Neighbours::of_inside) {
    if (values && c.stage.moves()) {
      first_ = columns.axis[0];
      offsets_ += columns.place[0];
    }
    if (twiddles_ != nullptr) twiddles_ += columns.place[0];
  }
  [[nodiscard]] std::size_t at(std::size_t row) const noexcept { return first_ + offsets_[row]; }
  [[nodiscard]] bool has_twiddles() const noexcept { return twiddles_ != nullptr; }
  [[nodiscard]] V twiddle(const F64Lines& a, std::size_t row) const noexcept {
    const double* t = twiddles_ + row * behind_;
    return same_ ? a.set(*t) : a.load(t);
  }

 private:
  const std::size_t* offsets_;
  std::size_t first_;
  const double* twiddles_;
  std::size_t behind_;
  bool same_;
};

template <class Sums, bool kBackward, bool kIn, bool kOut>
class PairRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;
  static constexpr std::size_t kBlocks = Sums::kBlocks, kWide = Sums::kWide;

 public:
  PairRun(const F64Lines& a, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(a),
        c_(c),
        memory_(memory),
        prime_(c.stage.prime),
        even_(memory.scratch),
        odd_(even_ + (prime_ - 1) / 2 * kWide),
        sums_(a, c, memory.scratch + 2 * kLanes * (prime_ + 1)) {}

  // The columns of both blocks.
  [[gnu::noinline]] void run(const Columns (&columns)[2]) const noexcept {
    const BlockRows from[] = {{c_, columns[0], kBackward}, {c_, columns[1], kBackward}};
    const BlockRows to[] = {{c_, columns[0], !kBackward}, {c_, columns[1], !kBackward}};
    c_.stage.first ? first(from, to) : other(from, to);
  }

 private:
  [[nodiscard]] WordRange range() const noexcept {
    if (kBackward && c_.twiddles.size() != 0) return WordRange::centered;
    return kIn ? WordRange::canonical : c_.takes_any ? WordRange::any : WordRange::centered;
  }
  V read(const F64Lines& a, const BlockRows& rows, std::size_t row) const noexcept {
    const Word* x = memory_.in + rows.at(row);
    const V v = kIn ? a.import_words(x) : a.load(reinterpret_cast<const double*>(x));
    return kBackward && rows.has_twiddles() ? a.product(v, rows.twiddle(a, row)) : v;
  }
  void write(const F64Lines& a, const BlockRows& rows, std::size_t row, V v) const noexcept {
    Word* x = memory_.out + rows.at(row);
    if (!kBackward && rows.has_twiddles()) {
      v = a.product(Sums::kReduced ? v : a.partial_reduce(v), rows.twiddle(a, row));
    } else if (kOut || !c_.leaves_any) {
      v = a.partial_reduce(v);
    }
    kOut ? a.export_words(v, x) : a.store(v, reinterpret_cast<double*>(x));
  }
  V even(const F64Lines& a, std::size_t j, std::size_t k) const noexcept {
    return a.load(even_ + (j - 1) * kWide + k * kLanes);
  }
  V odd(const F64Lines& a, std::size_t j, std::size_t k) const noexcept {
    return a.load(odd_ + (j - 1) * kWide + k * kLanes);
  }

  void first(const BlockRows (&from)[kBlocks], const BlockRows (&to)[kBlocks]) const noexcept {
    const F64Lines a = a_;
    std::array<V, kBlocks> common, row_0;
    if constexpr (kBackward) {
      const auto totals = sums_.template take<true>(
          range(), [&](std::size_t j, std::size_t k) { return read(a, from[k], j - 1); });
      sums_.sums(even_, odd_);
      const V scale = a.set(c_.scale);
      for (std::size_t k = 0; k < kBlocks; ++k) {
        common[k] = a.partial_reduce(a.subtract(odd(a, 1, k), even(a, 1, k)));
        row_0[k] = a.add(a.product(totals[k], scale), common[k]);
        write(a, to[k], 0, row_0[k]);
      }
      leave(a, to, common, 0);
    } else {
      for (std::size_t k = 0; k < kBlocks; ++k) common[k] = read(a, from[k], 0);
      sums_.template take<false>(range(), [&](std::size_t i, std::size_t k) {
        return i + 1 == prime_ ? a.zero() : read(a, from[k], i);
      });
      sums_.sums(even_, odd_);
      leave(a, to, common, 1);
    }
  }
  void other(const BlockRows (&from)[kBlocks], const BlockRows (&to)[kBlocks]) const noexcept {
    const F64Lines a = a_;
    std::array<V, kBlocks> x0;
    for (std::size_t k = 0; k < kBlocks; ++k) x0[k] = read(a, from[k], 0);
    const auto totals = sums_.template take<true>(
        range(), [&](std::size_t i, std::size_t k) { return read(a, from[k], i); });
    sums_.sums(even_, odd_);
    const V scale = a.set(c_.scale);
    for (std::size_t k = 0; k < kBlocks; ++k) {
      const V total = a.add(totals[k], x0[k]);
      write(a, to[k], 0, kBackward ? a.product(total, scale) : total);
      if constexpr (kBackward) x0[k] = a.product(x0[k], scale);
    }
    leave(a, to, x0, 0);
  }
  // Writes S_j plus the common summand of all rows to row j - less; backward the first stage has no
  // row for the last S_j.
  void leave(const F64Lines& a, const BlockRows (&to)[kBlocks],
             const std::array<V, kBlocks>& common, std::size_t less) const noexcept {
    const bool all = !kBackward || !c_.stage.first;
    for (std::size_t j = 1; 2 * j < prime_; ++j) {
      for (std::size_t k = 0; k < kBlocks; ++k) {
        const V e = a.add(even(a, j, k), common[k]), o = odd(a, j, k);
        write(a, to[k], j - less, a.add(e, o));
        if (all || j != 1) write(a, to[k], prime_ - j - less, a.subtract(e, o));
      }
    }
  }

  const F64Lines& a_;
  const StageConstants& c_;
  const StageMemory& memory_;
  std::size_t prime_;
  double *even_, *odd_;
  Sums sums_;
};
