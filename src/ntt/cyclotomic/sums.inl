// SPDX-License-Identifier: Apache-2.0
//
// The sums of a prime p', S_j = sum_i x_i w^(i j) for 1 <= i, j < p', for kLanes columns side by
// side; included inside the namespace of each instruction set. x_i and S_j are vectors of integers
// in double precision, of at most p in magnitude before and 2 p after, at the places that
// StageConstants has.
//
// With h = (p' - 1)/2, s_i = x_i + x_(p'-i) and d_i = x_i - x_(p'-i), they are E_j + O_j and E_j -
// O_j for j and p' - j, where E_j = sum_i s_i (w^ij + w^-ij)/2 and O_j = sum_i d_i (w^ij -
// w^-ij)/2, i from 1 to h: half the products.

// The known range of the words x_i: where sums allow the range, s_i and d_i are not reduced.
enum class WordRange {
  any,        // at most 4 p in magnitude: s_i and d_i become at most p/2
  centered,   // at most p in magnitude, as stages leave values: s_i and d_i are at most 2 p
  canonical,  // in [0, p): s_i - p and d_i are at most p
};

// E_j and O_j of two blocks of columns from their x_i. Sums has put(a, i, k, s_i, d_i) for block k,
// i from 0 on, serves(range), kReduced, whether E_j and O_j are at most p/2 and not 9/4 p, and
// sums(e, o), which writes them, j from 1 on: vector after vector, two blocks each.
template <class Sums>
class PairSums {
  using V = F64Lines::Vector;

 public:
  static constexpr std::size_t kBlocks = 2, kWide = kBlocks * kLanes;

  // Reads x_i in block k as read(i, k), i from 1 on. Returns the sum of the words of each block, of
  // at most p, if kTotals.
  template <bool kTotals, class Read>
  [[gnu::always_inline]] std::array<V, kBlocks> take(WordRange range,
                                                     const Read& read) const noexcept {
    if (!self().serves(range)) return take_as<kTotals, WordRange::any>(read);
    if (range == WordRange::centered) return take_as<kTotals, WordRange::centered>(read);
    return take_as<kTotals, WordRange::canonical>(read);
  }

  // For words in memory: vector i - 1 of x is x_i, and becomes S_i.
  void apply(double* x) const noexcept {
    const F64Lines a = a_;
    take<false>(WordRange::any, [&](std::size_t i, std::size_t k) {
      return a.load(x + (i - 1) * kWide + k * kLanes);
    });
    self().sums(x, x + self().count() * kWide);
    combine(a, x);
  }

 protected:
  explicit PairSums(const F64Lines& a) noexcept : a_(a) {}
  const F64Lines& a_;

 private:
  [[nodiscard]] const Sums& self() const noexcept { return static_cast<const Sums&>(*this); }

  template <bool kTotals, WordRange kRange, class Read>
  [[gnu::always_inline]] std::array<V, kBlocks> take_as(const Read& read) const noexcept {
    const F64Lines a = a_;
    std::array<V, kBlocks> totals;
    for (V& total : totals) total = a.zero();
    const std::size_t count = self().count();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < kBlocks; ++k) {
        const V low = kRange == WordRange::any ? read(i + 1, k) : a.at_most_p(read(i + 1, k));
        const V high =
            kRange == WordRange::any ? read(2 * count - i, k) : a.at_most_p(read(2 * count - i, k));
        V sum = a.add(low, high), difference = a.subtract(low, high);
        if constexpr (kRange == WordRange::canonical) sum = a.subtract_p(sum);
        if constexpr (kRange == WordRange::any) {
          sum = a.partial_reduce(sum);
          difference = a.partial_reduce(difference);
        }
        self().put(a, i, k, sum, difference);
        if constexpr (kTotals) totals[k] = a.partial_reduce(a.add(totals[k], sum));
      }
    }
    return totals;
  }
  // E_j + O_j for place j, E_j - O_j for place p' - j. The O_j stand in rising order where the
  // differences go in falling order.
  void combine(const F64Lines& a, double* x) const noexcept {
    const std::size_t length = self().count() * kWide;
    double* odd = x + length;
    for (std::size_t j = 0, k = length - kWide; j <= k && k < length; j += kWide, k -= kWide) {
      for (std::size_t at = 0; at < kWide; at += kLanes) {
        const V ej = a.load(x + j + at), ek = a.load(x + k + at);
        const V oj = a.load(odd + j + at), ok = a.load(odd + k + at);
        a.store(a.add(ej, oj), x + j + at);
        a.store(a.add(ek, ok), x + k + at);
        a.store(a.subtract(ej, oj), odd + k + at);
        a.store(a.subtract(ek, ok), odd + j + at);
      }
    }
  }
};

// Sums of h <= 15 products modulo p < 2^50. With x = x_1 2^b + x_0 for factors x of at most p/2, b
// half the bits of p, halves are at most 2^24 and their sums 2^25. Three sums, of x_0 y_0, of x_1
// y_1 and of (x_0 + x_1) (y_0 + y_1), make the product (A. Karatsuba, Y. Ofman, 1962). They are
// exact below 2^53: the first two are at most 15 2^48; the third is split after eight products. The
// middle term is at most 15 2^49. In sums of three products the factors from words may be at most
// 2 p, with upper halves of 2^26: then the sums are at most 3 2^48, 12 2^48 and 15 2^49, the middle
// term 15 2^48.
class HalfSums : public PairSums<HalfSums> {
  using V = F64Lines::Vector;
  static constexpr std::size_t kLongest = 8, kLongestUnreduced = 3;

 public:
  HalfSums(const F64Lines& a, const StageConstants& c, double* work) noexcept
      : PairSums(a),
        count_((c.stage.prime - 1) / 2),
        factors_(c.factors.data()),
        even_(work),
        odd_(work + 3 * count_ * kWide) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  static constexpr bool kReduced = false;
  [[nodiscard]] bool serves(WordRange range) const noexcept {
    return range != WordRange::any && count_ <= kLongestUnreduced;
  }
  [[gnu::always_inline]] void put(const F64Lines& a, std::size_t i, std::size_t k, V sum,
                                  V difference) const noexcept {
    split(a, sum, even_ + 3 * i * kWide + k * kLanes);
    split(a, difference, odd_ + 3 * i * kWide + k * kLanes);
  }
  [[gnu::noinline, gnu::flatten]] void sums(double* e, double* o) const noexcept {
    const F64Lines a = a_;
    sums(a, even_, factors_, e);
    sums(a, odd_, factors_ + 3 * count_ * count_, o);
  }

 private:
  [[gnu::always_inline]] static void split(const F64Lines& a, V v, double* out) noexcept {
    const auto [low, high] = a.halves(v);
    a.store(low, out);
    a.store(high, out + kWide);
    a.store(a.add(low, high), out + 2 * kWide);
  }
  // Several sums together, as many as there are registers for.
  void sums(const F64Lines& a, const double* x, const double* factors, double* out) const noexcept {
    std::size_t j = 0;
    for (; j + 2 <= count_; j += 2) {
      sums_of<2>(a, x, factors + 3 * count_ * j, out + j * kWide);
    }
    if (j != count_) sums_of<1>(a, x, factors + 3 * count_ * j, out + j * kWide);
  }
  template <std::size_t kCount>
  void sums_of(const F64Lines& a, const double* x, const double* factors,
               double* out) const noexcept {
    constexpr std::size_t kSums = kCount * kBlocks;
    V low[kSums], high[kSums], both[kSums], first[kSums];
    for (std::size_t k = 0; k < kSums; ++k) low[k] = high[k] = both[k] = first[k] = a.zero();
    if (count_ > kLongest) {
      accumulate<kCount>(a, x, factors, kLongest, low, high, both);
      x += 3 * kLongest * kWide;
      factors += 3 * kLongest * kCount;
      for (std::size_t k = 0; k < kSums; ++k) {
        first[k] = both[k];
        both[k] = a.zero();
      }
      accumulate<kCount>(a, x, factors, count_ - kLongest, low, high, both);
    } else {
      accumulate<kCount>(a, x, factors, count_, low, high, both);
    }
    for (std::size_t k = 0; k < kSums; ++k) {
      V mixed = a.subtract(both[k], low[k]);
      mixed = a.add(mixed, a.subtract(first[k], high[k]));
      a.store(a.sum_of_halves(low[k], mixed, high[k]), out + k * kLanes);
    }
  }
  template <std::size_t kCount>
  static void accumulate(const F64Lines& a, const double* x, const double* factors,
                         std::size_t count, V* low, V* high, V* both) noexcept {
    for (std::size_t i = 0; i < count; ++i, x += 3 * kWide, factors += 3 * kCount) {
      add_products<kCount>(a, x, factors, low);
      add_products<kCount>(a, x + kWide, factors + 1, high);
      add_products<kCount>(a, x + 2 * kWide, factors + 2, both);
    }
  }
  template <std::size_t kCount>
  static void add_products(const F64Lines& a, const double* x, const double* factors,
                           V* sums) noexcept {
    for (std::size_t k = 0; k < kCount; ++k) {
      const V factor = a.set(factors[3 * k]);
      for (std::size_t block = 0; block < kBlocks; ++block) {
        V& sum = sums[k * kBlocks + block];
        sum = a.multiply_add(factor, a.load(x + block * kLanes), sum);
      }
    }
  }
  std::size_t count_;
  const double* factors_;
  double *even_, *odd_;
};

// The sums of 11: with i = 2^a and j = 2^b, both E and O are cyclic correlations of five words, y_b
// = sum_a x_a k_(a+b), O with the signs of the second word and the second sum turned, since 2^5 =
// -1. By u_a = x_a - x_4 and y_0 + ... + y_4 = (x_0 + ... + x_4) (k_0 + ... + k_4) four words and
// four sums are left, a Hankel matrix of two by two blocks, which takes three products of blocks,
// and a block three products of numbers.
class ElevenSums : public PairSums<ElevenSums> {
  using V = F64Lines::Vector;

 public:
  ElevenSums(const F64Lines& a, const StageConstants& c, double* work) noexcept
      : PairSums(a), factors_(c.factors.data()), even_(work), odd_(work + kCount * kWide) {}

  [[nodiscard]] static constexpr std::size_t count() noexcept { return kCount; }
  static constexpr bool kReduced = true;
  [[nodiscard]] static constexpr bool serves(WordRange range) noexcept {
    return range == WordRange::canonical;
  }
  [[gnu::always_inline]] void put(const F64Lines& a, std::size_t i, std::size_t k, V sum,
                                  V difference) const noexcept {
    a.store(sum, even_ + i * kWide + k * kLanes);
    a.store(difference, odd_ + i * kWide + k * kLanes);
  }
  [[gnu::noinline, gnu::flatten]] void sums(double* e, double* o) const noexcept {
    const F64Lines a = a_;
    for (std::size_t k = 0; k < kBlocks; ++k) {
      correlate<false>(a, even_ + k * kLanes, factors_, e + k * kLanes);
      correlate<true>(a, odd_ + k * kLanes, factors_ + kFactors, o + k * kLanes);
    }
  }

 private:
  static constexpr std::size_t kCount = 5, kFactors = 10;
  // Index of the word x_a, from 0 on: 2^a is 1, 2, 4, -3, 5.
  static constexpr std::size_t kPlaces[kCount] = {0, 1, 3, 2, 4};

  // Words are at most p, u_a 2 p, their sums 4 p. Only one sum is as large as eight p, and this one
  // is reduced. A product is at most p/2 and 3/16 of its factor, so that y_0 to y_3, less the part
  // of x_4, are at most 4 p, and two of them 8 p.
  template <bool kTurned>
  static void correlate(const F64Lines& a, const double* in, const double* k,
                        double* out) noexcept {
    V x[kCount];
    for (std::size_t i = 0; i < kCount; ++i) x[i] = a.load(in + kPlaces[i] * kWide);
    if constexpr (kTurned) x[1] = a.subtract(a.zero(), x[1]);
    const V total = a.add(a.add(a.add(x[0], x[1]), a.add(x[2], x[3])), x[4]);
    const V u0 = a.subtract(x[0], x[4]), u1 = a.subtract(x[1], x[4]);
    const V u2 = a.subtract(x[2], x[4]), u3 = a.subtract(x[3], x[4]);
    const V v0 = a.add(u0, u2), v1 = a.add(u1, u3);
    const V both = a.product(a.partial_reduce(a.add(v0, v1)), a.set(k[0]));
    const V b0 = a.add(both, a.product(v0, a.set(k[1])));
    const V b1 = a.add(both, a.product(v1, a.set(k[2])));
    const V low = a.product(a.add(u0, u1), a.set(k[3]));
    const V a0 = a.add(low, a.product(u0, a.set(k[4])));
    const V a1 = a.add(low, a.product(u1, a.set(k[5])));
    const V high = a.product(a.add(u2, u3), a.set(k[6]));
    const V c0 = a.add(high, a.product(u2, a.set(k[7])));
    const V c1 = a.add(high, a.product(u3, a.set(k[8])));
    const V y0 = a.add(b0, a0), y1 = a.add(b1, a1), y2 = a.add(b0, c0), y3 = a.add(b1, c1);
    const V of_last = a.product(x[4], a.set(k[9])),
            of_all = a.product(a.partial_reduce(total), a.set(k[9]));
    const V four = a.add(a.partial_reduce(a.add(y0, y1)), a.partial_reduce(a.add(y2, y3)));
    // y_0 + ... + y_3 = four + 4 of_last.
    const V twice = a.add(of_last, of_last);
    const V y4 = a.subtract(of_all, a.add(four, a.partial_reduce(a.add(twice, twice))));
    store<kTurned>(
        a, {a.add(y0, of_last), a.add(y1, of_last), a.add(y2, of_last), a.add(y3, of_last), y4},
        out);
  }
  template <bool kTurned>
  static void store(const F64Lines& a, const std::array<V, kCount>& y, double* out) noexcept {
    for (std::size_t b = 0; b < kCount; ++b) {
      const V v = kTurned && b == 1 ? a.subtract(a.zero(), y[b]) : y[b];
      a.store(a.partial_reduce(v), out + kPlaces[b] * kWide);
    }
  }

  const double* factors_;
  double *even_, *odd_;
};
