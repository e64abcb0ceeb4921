// SPDX-License-Identifier: Apache-2.0
//
// Stages of 3 and 5 over columns that lie next to each other, which have so few operations that all
// is in registers; included after sums.inl.

// The sums of 3 and of 5, in place. They return the sum of the words over -(p' - 1), times the
// scale of the factors: a product that the sums have.
[[gnu::always_inline]] inline F64Lines::Vector sums_of_three(
    const F64Lines& a, F64Lines::Vector* x, const F64Lines::Vector* factors) noexcept {
  const auto even = a.product(a.add(x[0], x[1]), factors[0]);
  const auto odd = a.product(a.subtract(x[0], x[1]), factors[1]);
  x[0] = a.add(even, odd);
  x[1] = a.subtract(even, odd);
  return even;
}
// Five products: E_1 + E_2 = -(s_1 + s_2)/2, since w + w^2 + w^3 + w^4 = -1.
[[gnu::always_inline]] inline F64Lines::Vector sums_of_five(
    const F64Lines& a, F64Lines::Vector* x, const F64Lines::Vector* factors) noexcept {
  const auto s1 = a.add(x[0], x[3]), s2 = a.add(x[1], x[2]);
  const auto d1 = a.subtract(x[0], x[3]), d2 = a.subtract(x[1], x[2]);
  const auto mean = a.product(a.add(s1, s2), factors[0]);
  const auto half = a.product(a.subtract(s1, s2), factors[1]);
  const auto both = a.product(a.add(d1, d2), factors[2]);
  const auto o1 = a.add(both, a.product(d2, factors[4]));
  const auto o2 = a.subtract(a.product(d1, factors[3]), both);
  const auto e1 = a.add(mean, half), e2 = a.subtract(mean, half);
  x[0] = a.add(e1, o1);
  x[1] = a.add(e2, o2);
  x[2] = a.subtract(e2, o2);
  x[3] = a.subtract(e1, o1);
  return mean;
}

// The sums of 3 and of 5 in memory.
inline void few_sums(const F64Lines& a, const StageConstants& c, double* memory) noexcept {
  using V = F64Lines::Vector;
  const double* factors = c.factors.data();
  const auto load = [&](std::size_t i) { return a.load(memory + i * kLanes); };
  if (c.stage.prime == 3) {
    V x[] = {load(0), load(1)};
    const V f[] = {a.set(factors[0]), a.set(factors[1])};
    sums_of_three(a, x, f);
    a.store(x[0], memory);
    a.store(x[1], memory + kLanes);
  } else {
    V x[] = {load(0), load(1), load(2), load(3)};
    const V f[] = {a.set(factors[0]), a.set(factors[1]), a.set(factors[2]), a.set(factors[3]),
                   a.set(factors[4])};
    sums_of_five(a, x, f);
    for (std::size_t i = 0; i < 4; ++i) a.store(x[i], memory + i * kLanes);
  }
}

class FewRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  static bool serves(const StageConstants& c) noexcept {
    return c.by == SumsBy::few_products && c.stage.inside >= 4 * kLanes;
  }
  FewRun(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(p), c_(c), memory_(memory) {}

  template <bool kBackward>
  void run() const noexcept {
    if (c_.stage.prime == 3) {
      c_.stage.first ? run_stage<kBackward, 3, true>() : run_stage<kBackward, 3, false>();
    } else {
      c_.stage.first ? run_stage<kBackward, 5, true>() : run_stage<kBackward, 5, false>();
    }
  }

 private:
  template <std::size_t kRows>
  struct RowPlaces {
    std::size_t in[kRows], out[kRows];
    V twiddles[kRows];
  };

  template <bool kBackward, std::size_t kPrime, bool kFirst>
  void run_stage() const noexcept {
    const Stage& s = c_.stage;
    for (std::size_t o = 0; o < s.outside; ++o) {
      for (std::size_t before = 0; before < s.before; ++before) {
        for (std::size_t behind = 0; behind < s.behind; ++behind) {
          run_row<kBackward, kPrime, kFirst>(o * s.degree() * s.inside,
                                             before * s.rows() * s.behind + behind);
        }
      }
    }
  }
  // The columns of this place of the axis that begins at `axis`.
  template <bool kBackward, std::size_t kPrime, bool kFirst>
  void run_row(std::size_t axis, std::size_t place) const noexcept {
    constexpr std::size_t kRows = kFirst ? kPrime - 1 : kPrime;
    const Stage& s = c_.stage;
    const std::size_t first = axis + place * s.inside;
    RowPlaces<kRows> rows;
    for (std::size_t j = 0; j < kRows; ++j) {
      const std::size_t coefficient = first + c_.coefficients[j];
      const std::size_t value = s.moves() ? axis + c_.values[place + j] : first + c_.values[j];
      rows.in[j] = kBackward ? value : coefficient;
      rows.out[j] = kBackward ? coefficient : value;
      if (!s.last) rows.twiddles[j] = a_.set(c_.twiddles[place + j * s.behind]);
    }
    if (memory_.words_in) {
      memory_.words_out ? run_columns<kBackward, kPrime, kFirst, true, true>(rows)
                        : run_columns<kBackward, kPrime, kFirst, true, false>(rows);
    } else {
      memory_.words_out ? run_columns<kBackward, kPrime, kFirst, false, true>(rows)
                        : run_columns<kBackward, kPrime, kFirst, false, false>(rows);
    }
  }
  template <bool kBackward, std::size_t kPrime, bool kFirst, bool kIn, bool kOut, std::size_t kRows>
  void run_columns(const RowPlaces<kRows>& shared) const noexcept {
    const F64Lines a = a_;
    const RowPlaces<kRows> rows = shared;
    const bool twiddles = !c_.stage.last;
    constexpr std::size_t kFactors = kPrime == 3 ? 4 : 5;
    V factors[kFactors];
    for (std::size_t i = 0; i < kFactors; ++i) factors[i] = a.set(c_.factors[i]);
    const V scale = a.set(c_.scale);
    const auto column = [&](const Word* in, Word* out, const RowPlaces<kRows>& places) {
      V x[kPrime];
      for (std::size_t j = 0; j < kRows; ++j) {
        const Word* from = in + places.in[j];
        x[j] = kIn ? a.import_words(from) : a.load(reinterpret_cast<const double*>(from));
        if (kBackward && twiddles) x[j] = a.product(x[j], rows.twiddles[j]);
      }
      if constexpr (kPrime == 3 && kFirst) {
        kBackward ? first_three_backward(a, x, factors) : first_three_forward(a, x, factors);
      } else if constexpr (kBackward) {
        backward<kPrime, kFirst>(a, x, factors, scale);
      } else {
        forward<kPrime, kFirst>(a, x, factors);
      }
      for (std::size_t j = 0; j < kRows; ++j) {
        Word* to = out + places.out[j];
        V v = a.partial_reduce(x[j]);
        if (!kBackward && twiddles) v = a.product(v, rows.twiddles[j]);
        kOut ? a.export_words(v, to) : a.store(v, reinterpret_cast<double*>(to));
      }
    };
    const std::size_t length = c_.stage.inside, whole = length / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) column(memory_.in + i, memory_.out + i, rows);
    if (whole != length) last_columns<kRows>(rows, whole, length - whole, column);
  }
  // The last columns, fewer than a vector has, in memory of their own.
  template <std::size_t kRows, class Column>
  void last_columns(const RowPlaces<kRows>& rows, std::size_t at, std::size_t count,
                    const Column& column) const noexcept {
    alignas(64) Word last[kRows * kLanes] = {};
    RowPlaces<kRows> places = rows;
    for (std::size_t j = 0; j < kRows; ++j) {
      places.in[j] = places.out[j] = j * kLanes;
      std::copy_n(memory_.in + rows.in[j] + at, count, last + j * kLanes);
    }
    column(last, last, places);
    for (std::size_t j = 0; j < kRows; ++j) {
      std::copy_n(last + j * kLanes, count, memory_.out + rows.out[j] + at);
    }
  }

  // c_0 + w c_1 and c_0 + w^2 c_1, w^2 = -1 - w.
  [[gnu::always_inline]] static void first_three_forward(const F64Lines& a, V (&x)[3],
                                                         const V* factors) noexcept {
    const V product = a.product(x[1], factors[3]);
    const V other = a.subtract(x[0], a.add(x[1], product));
    x[0] = a.add(x[0], product);
    x[1] = other;
  }
  // (X_1 - X_2) / (w - w^2), where 1 / (w - w^2) = (w^2 - w) / 3, and X_1 - w c_1.
  [[gnu::always_inline]] static void first_three_backward(const F64Lines& a, V (&x)[3],
                                                          const V* factors) noexcept {
    const V last = a.product(a.subtract(x[0], x[1]), factors[2]);
    x[0] = a.subtract(x[0], a.product(last, factors[3]));
    x[1] = last;
  }
  // x_0 and the sums; in the first stage the last coefficient is zero, and x_0 has no value.
  template <std::size_t kPrime, bool kFirst>
  [[gnu::always_inline]] static void forward(const F64Lines& a, V (&x)[kPrime],
                                             const V* factors) noexcept {
    const V x0 = x[0];
    V total = x0;
    for (std::size_t i = 0; i + 1 < kPrime; ++i) {
      x[i] = kFirst && i + 2 == kPrime ? a.zero() : x[i + 1];
      if constexpr (!kFirst) total = a.add(total, x[i]);
    }
    sums<kPrime>(a, x, factors);
    for (std::size_t j = kPrime - 1; j-- > 0;) x[kFirst ? j : j + 1] = a.add(x[j], x0);
    if constexpr (!kFirst) x[0] = total;
  }
  template <std::size_t kPrime, bool kFirst>
  [[gnu::always_inline]] static void backward(const F64Lines& a, V (&x)[kPrime], const V* factors,
                                              V scale) noexcept {
    V common = a.zero();
    if constexpr (!kFirst) {
      common = x[0];
      for (std::size_t i = 0; i + 1 < kPrime; ++i) x[i] = x[i + 1];
    }
    // The scaled total of the sums is at most 5 p, and below 5.5 p with the added term.
    V part = sums<kPrime>(a, x, factors);
    if constexpr (kPrime == 5) part = a.add(part, part);
    const V total = a.add(part, part);
    if constexpr (kFirst) {
      common = a.subtract(a.zero(), a.partial_reduce(x[kPrime - 2]));
    } else {
      common = a.product(common, scale);
    }
    for (std::size_t i = kPrime - 1; i-- > 0;) x[i + 1] = a.add(x[i], common);
    x[0] = a.subtract(common, total);
  }
  template <std::size_t kPrime>
  [[gnu::always_inline]] static V sums(const F64Lines& a, V (&x)[kPrime],
                                       const V* factors) noexcept {
    if constexpr (kPrime == 3) {
      return sums_of_three(a, x, factors);
    } else {
      return sums_of_five(a, x, factors);
    }
  }

  F64Lines a_;
  const StageConstants& c_;
  StageMemory memory_;
};

// A short power of two as the outermost axis: all layers over rows that are vectors of neighbours.
class ShortTree {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  ShortTree(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(p), c_(c), memory_(memory) {}

  template <bool kBackward>
  void run() const noexcept {
    switch (c_.stage.behind) {
      case 2:
        return run_rows<kBackward, 2>();
      case 4:
        return run_rows<kBackward, 4>();
      case 8:
        return run_rows<kBackward, 8>();
      default:
        return run_rows<kBackward, 16>();
    }
  }

 private:
  template <bool kBackward, std::size_t kRows>
  void run_rows() const noexcept {
    const std::size_t length = c_.stage.inside, whole = length / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
      columns<kBackward, kRows>(memory_.in + i, memory_.out + i, length);
    }
    if (whole == length) return;
    // The last columns, in memory of their own.
    alignas(64) Word last[kRows * kLanes] = {};
    for (std::size_t row = 0; row < kRows; ++row) {
      std::copy_n(memory_.in + row * length + whole, length - whole, last + row * kLanes);
    }
    columns<kBackward, kRows>(last, last, kLanes);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::copy_n(last + row * kLanes, length - whole, memory_.out + row * length + whole);
    }
  }
  template <bool kBackward, std::size_t kRows>
  [[gnu::always_inline]] void columns(const Word* in, Word* out,
                                      std::size_t stride) const noexcept {
    const F64Lines& a = a_;
    V v[kRows];
    for (std::size_t row = 0; row < kRows; ++row) {
      const Word* x = in + row * stride;
      v[row] = memory_.words_in ? a.import_words(x) : a.load(reinterpret_cast<const double*>(x));
    }
    if constexpr (kBackward) {
      inverse<kRows>(v);
    } else {
      forward<kRows>(v);
    }
    for (std::size_t row = 0; row < kRows; ++row) {
      const V reduced = a.partial_reduce(v[row]);
      Word* x = out + row * stride;
      memory_.words_out ? a.export_words(reduced, x)
                        : a.store(reduced, reinterpret_cast<double*>(x));
    }
  }
  template <std::size_t kRows>
  void forward(V (&v)[kRows]) const noexcept {
    for (std::size_t half = kRows / 2, nodes = 1; half != 0; half /= 2, nodes *= 2) {
      for (std::size_t k = 0; k < nodes; ++k) {
        const V root = a_.set(c_.factors[nodes + k]);
        for (std::size_t i = 2 * half * k; i < 2 * half * k + half; ++i) {
          const V product = a_.product(v[i + half], root);
          v[i + half] = a_.subtract(v[i], product);
          v[i] = a_.add(v[i], product);
        }
      }
    }
  }
  // Sums double in a layer; they are reduced from the second one on.
  template <std::size_t kRows>
  void inverse(V (&v)[kRows]) const noexcept {
    for (std::size_t half = 1, nodes = kRows / 2; nodes != 0; half *= 2, nodes /= 2) {
      for (std::size_t k = 0; k < nodes; ++k) {
        const V root = a_.set(c_.factors[nodes + k]);
        for (std::size_t i = 2 * half * k; i < 2 * half * k + half; ++i) {
          const V sum = a_.add(v[i], v[i + half]);
          v[i + half] = a_.product(a_.subtract(v[i], v[i + half]), root);
          v[i] = half > 1 ? a_.partial_reduce(sum) : sum;
        }
      }
    }
    const V scale = a_.set(c_.scale);
    for (V& x : v) x = a_.product(x, scale);
  }

  F64Lines a_;
  const StageConstants& c_;
  StageMemory memory_;
};
