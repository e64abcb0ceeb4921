// SPDX-License-Identifier: Apache-2.0
//
// The sums of a prime p', S_j = sum_i x_i w^(i j) for 1 <= i, j < p', for kLanes columns side by
// side; included inside the namespace of each instruction set. x_i and S_j are vectors of integers
// in double precision, of at most p in magnitude before and 2 p after, at the places that
// StageConstants has.
//
// With h = (p' - 1)/2, s_i = x_i + x_(p'-i) and d_i = x_i - x_(p'-i), they are E_j + O_j and E_j -
// O_j for j and p' - j, where E_j = sum_i s_i (w^ij + w^-ij)/2 and O_j = sum_i d_i (w^ij - w^-ij)/2,
// i from 1 to h: half the products.

// Sums of h <= 15 products modulo p < 2^50. With x = x_1 2^b + x_0 for factors x of at most p/2, b
// half the bits of p, halves are at most 2^24 and their sums 2^25. Three sums, of x_0 y_0, of x_1
// y_1 and of (x_0 + x_1) (y_0 + y_1), make the product (A. Karatsuba, Y. Ofman, 1962). They are exact
// below 2^53: the first two are at most 15 2^48; the third is split after eight products. The middle
// term is at most 15 2^49.
class HalfSums {
  using V = F64Lines::Vector;
  static constexpr std::size_t kTogether = 4, kLongest = 8;

 public:
  HalfSums(const F64Lines& a, const StageConstants& c)
      : a_(a), count_((c.stage.prime - 1) / 2), factors_(c.factors.data()) {}

  // x: 2 count_ vectors. work: 6 count_ vectors.
  [[gnu::noinline]] void apply(double* x, double* work) const noexcept {
    double *even = work, *odd = work + 3 * count_ * kLanes;
    for (std::size_t i = 0; i < count_; ++i) {
      const V low = a_.load(x + i * kLanes), high = a_.load(x + (2 * count_ - 1 - i) * kLanes);
      split(a_.add(low, high), even + 3 * i * kLanes);
      split(a_.subtract(low, high), odd + 3 * i * kLanes);
    }
    // Results of E_j and O_j stand where x_j and x_(p'-j) were.
    sums(even, factors_, x);
    sums(odd, factors_ + 3 * count_ * count_, x + count_ * kLanes);
    combine(x);
  }

 private:
  void split(V v, double* out) const noexcept {
    const auto [low, high] = a_.halves(a_.partial_reduce(v));
    a_.store(low, out);
    a_.store(high, out + kLanes);
    a_.store(a_.add(low, high), out + 2 * kLanes);
  }
  void sums(const double* x, const double* factors, double* out) const noexcept {
    std::size_t j = 0;
    for (; j + kTogether <= count_; j += kTogether) {
      sums_of<kTogether>(x, factors + 3 * count_ * j, out + j * kLanes);
    }
    for (; j < count_; ++j) sums_of<1>(x, factors + 3 * count_ * j, out + j * kLanes);
  }
  template <std::size_t kCount>
  void sums_of(const double* x, const double* factors, double* out) const noexcept {
    V low[kCount], high[kCount], both[kCount], first[kCount];
    for (std::size_t k = 0; k < kCount; ++k) low[k] = high[k] = both[k] = first[k] = a_.zero();
    const std::size_t middle = std::min(count_, kLongest);
    accumulate<kCount>(x, factors, 0, middle, low, high, both);
    if (middle != count_) {
      for (std::size_t k = 0; k < kCount; ++k) {
        first[k] = both[k];
        both[k] = a_.zero();
      }
      accumulate<kCount>(x, factors, middle, count_, low, high, both);
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      const V mixed = a_.add(a_.subtract(first[k], high[k]), a_.subtract(both[k], low[k]));
      a_.store(a_.sum_of_halves(low[k], mixed, high[k]), out + k * kLanes);
    }
  }
  template <std::size_t kCount>
  [[gnu::always_inline]] void accumulate(const double* x, const double* factors, std::size_t from,
                                         std::size_t to, V* low, V* high, V* both) const noexcept {
    for (std::size_t i = from; i < to; ++i) {
      const double *xi = x + 3 * i * kLanes, *f = factors + 3 * i;
      const V x0 = a_.load(xi), x1 = a_.load(xi + kLanes), x2 = a_.load(xi + 2 * kLanes);
      for (std::size_t k = 0; k < kCount; ++k) {
        const double* fk = f + 3 * count_ * k;
        low[k] = a_.multiply_add(x0, a_.set(fk[0]), low[k]);
        high[k] = a_.multiply_add(x1, a_.set(fk[1]), high[k]);
        both[k] = a_.multiply_add(x2, a_.set(fk[2]), both[k]);
      }
    }
  }
  // E_j and O_j to their sum at place j and their difference at place p' - j.
  void combine(double* x) const noexcept {
    // O stands in rising order in the upper half, where differences go in falling order.
    std::size_t j = 0, k = count_ - 1;
    for (; j < k; ++j, --k) {
      const V ej = a_.load(x + j * kLanes), ek = a_.load(x + k * kLanes);
      const V oj = a_.load(x + (count_ + j) * kLanes), ok = a_.load(x + (count_ + k) * kLanes);
      a_.store(a_.add(ej, oj), x + j * kLanes);
      a_.store(a_.add(ek, ok), x + k * kLanes);
      a_.store(a_.subtract(ej, oj), x + (count_ + k) * kLanes);
      a_.store(a_.subtract(ek, ok), x + (count_ + j) * kLanes);
    }
    if (j == k) {
      const V e = a_.load(x + j * kLanes), o = a_.load(x + (count_ + j) * kLanes);
      a_.store(a_.add(e, o), x + j * kLanes);
      a_.store(a_.subtract(e, o), x + (count_ + j) * kLanes);
    }
  }

  const F64Lines& a_;
  std::size_t count_;
  const double* factors_;
};

// The sums of 2, 3 and 5.
class FewProducts {
  using V = F64Lines::Vector;

 public:
  FewProducts(const F64Lines& a, const StageConstants& c)
      : a_(a), prime_(c.stage.prime), factors_(c.factors.data()) {}

  void apply(double* x) const noexcept {
    if (prime_ == 2) return a_.store(times(0, a_.load(x)), x);
    if (prime_ == 3) return three(x);
    five(x);
  }

 private:
  V times(std::size_t factor, V v) const noexcept {
    return a_.product(v, a_.set(factors_[factor]));
  }
  void three(double* x) const noexcept {
    const V x1 = a_.load(x), x2 = a_.load(x + kLanes);
    const V even = times(0, a_.add(x1, x2)), odd = times(1, a_.subtract(x1, x2));
    a_.store(a_.add(even, odd), x);
    a_.store(a_.subtract(even, odd), x + kLanes);
  }
  // Five products: E_1 + E_2 = -(s_1 + s_2)/2, since w + w^2 + w^3 + w^4 = -1.
  void five(double* x) const noexcept {
    const V x1 = a_.load(x), x2 = a_.load(x + kLanes);
    const V x3 = a_.load(x + 2 * kLanes), x4 = a_.load(x + 3 * kLanes);
    const V s1 = a_.add(x1, x4), s2 = a_.add(x2, x3);
    const V d1 = a_.subtract(x1, x4), d2 = a_.subtract(x2, x3);
    const V mean = times(0, a_.add(s1, s2)), half = times(1, a_.subtract(s1, s2));
    const V both = times(2, a_.add(d1, d2));
    const V o1 = a_.add(both, times(4, d2)), o2 = a_.subtract(times(3, d1), both);
    const V e1 = a_.add(mean, half), e2 = a_.subtract(mean, half);
    a_.store(a_.add(e1, o1), x);
    a_.store(a_.add(e2, o2), x + kLanes);
    a_.store(a_.subtract(e2, o2), x + 2 * kLanes);
    a_.store(a_.subtract(e1, o1), x + 3 * kLanes);
  }

  const F64Lines& a_;
  std::uint64_t prime_;
  const double* factors_;
};

// Cyclic convolutions by transforms of a power of two, with vectors for words: the tree of
// schedule.inl, layer by layer, in the first-level cache.
class ColumnConvolution {
  using V = F64Lines::Vector;

 public:
  ColumnConvolution(const F64Lines& a, const StageConstants& c)
      : a_(a),
        length_(c.length),
        roots_(c.factors.data()),
        inverse_roots_(roots_ + length_),
        kernel_(inverse_roots_ + length_) {}

  // x: `length_` vectors, the first of which have words.
  [[gnu::noinline]] void apply(double* x, std::size_t words) const noexcept {
    std::fill(x + words * kLanes, x + length_ * kLanes, 0.0);
    forward(x);
    for (std::size_t i = 0; i < length_; ++i) {
      a_.store(a_.product(a_.load(x + i * kLanes), a_.set(kernel_[i])), x + i * kLanes);
    }
    inverse(x);
  }

 private:
  // Sums grow by p/2 a layer; node 1 has the root 1 and no product, so that they double.
  void forward(double* x) const noexcept {
    std::size_t layer = 0;
    for (std::size_t half = length_ / 2; half != 0; half /= 2, ++layer) {
      const bool reduces = layer % 4 == 3;
      for (std::size_t node = length_ / (2 * half); node < length_ / half; ++node) {
        double* at = x + (node - length_ / (2 * half)) * 2 * half * kLanes;
        if (node == 1) {
          forward_node<false, false>(at, half, a_.zero());
        } else if (reduces) {
          forward_node<true, true>(at, half, a_.set(roots_[node]));
        } else {
          forward_node<true, false>(at, half, a_.set(roots_[node]));
        }
      }
    }
  }
  template <bool kMultiplies, bool kReduces>
  [[gnu::always_inline]] void forward_node(double* x, std::size_t half, V root) const noexcept {
    double* y = x + half * kLanes;
    for (std::size_t i = 0; i < half * kLanes; i += kLanes) {
      V u = a_.load(x + i), v = a_.load(y + i);
      if constexpr (kReduces) u = a_.partial_reduce(u);
      if constexpr (kMultiplies) v = a_.product(v, root);
      a_.store(a_.add(u, v), x + i);
      a_.store(a_.subtract(u, v), y + i);
    }
  }
  // Sums double in each layer and are reduced in every second one.
  void inverse(double* x) const noexcept {
    std::size_t layer = 0;
    for (std::size_t half = 1; half != length_; half *= 2, ++layer) {
      const bool reduces = layer % 2 == 1 || 2 * half == length_;
      for (std::size_t node = length_ / (2 * half); node < length_ / half; ++node) {
        double* at = x + (node - length_ / (2 * half)) * 2 * half * kLanes;
        const V root = a_.set(inverse_roots_[node]);
        if (reduces) {
          inverse_node<true>(at, half, root);
        } else {
          inverse_node<false>(at, half, root);
        }
      }
    }
  }
  template <bool kReduces>
  [[gnu::always_inline]] void inverse_node(double* x, std::size_t half, V root) const noexcept {
    double* y = x + half * kLanes;
    for (std::size_t i = 0; i < half * kLanes; i += kLanes) {
      const V u = a_.load(x + i), v = a_.load(y + i);
      const V sum = a_.add(u, v);
      a_.store(kReduces ? a_.partial_reduce(sum) : sum, x + i);
      a_.store(a_.product(a_.subtract(u, v), root), y + i);
    }
  }

  const F64Lines& a_;
  std::size_t length_;
  const double *roots_, *inverse_roots_, *kernel_;
};
