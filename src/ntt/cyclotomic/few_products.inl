// SPDX-License-Identifier: Apache-2.0
//
// Stages of 3 and 5 over columns that lie next to each other, which have so few operations that all
// is in registers; included after sums.inl.

class FewRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  static bool serves(const StageConstants& c) noexcept {
    return c.by == SumsBy::few_products && c.stage.first && c.stage.last &&
           c.stage.inside % kLanes == 0;
  }
  FewRun(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : a_(p), c_(c), memory_(memory) {}

  template <bool kBackward>
  void run() const noexcept {
    if (c_.stage.prime == 3) {
      run_prime<kBackward, 3>();
    } else {
      run_prime<kBackward, 5>();
    }
  }

 private:
  template <bool kBackward, std::size_t kPrime>
  void run_prime() const noexcept {
    if (memory_.words_in) {
      memory_.words_out ? run_rows<kBackward, kPrime, true, true>()
                        : run_rows<kBackward, kPrime, true, false>();
    } else {
      memory_.words_out ? run_rows<kBackward, kPrime, false, true>()
                        : run_rows<kBackward, kPrime, false, false>();
    }
  }
  // Coefficient i stands in row i, the value at w^j in row to[j - 1].
  template <bool kBackward, std::size_t kPrime, bool kIn, bool kOut>
  void run_rows() const noexcept {
    const F64Lines a = a_;
    const std::size_t inside = c_.stage.inside, rows = (kPrime - 1) * inside;
    V factors[5];
    for (std::size_t i = 0; i < (kPrime == 3 ? 2 : 5); ++i) factors[i] = a.set(c_.factors[i]);
    const V scale = a.set(c_.scale);
    std::size_t values[kPrime - 1];
    for (std::size_t j = 0; j < kPrime - 1; ++j) values[j] = c_.values[j];
    for (std::size_t o = 0; o < c_.stage.outside; ++o) {
      const Word* in = memory_.in + o * rows;
      Word* out = memory_.out + o * rows;
      for (std::size_t i = 0; i < inside; i += kLanes) {
        V x[kPrime];
        for (std::size_t j = 0; j < kPrime - 1; ++j) {
          const Word* from = in + i + (kBackward ? values[j] : j * inside);
          x[j] = kIn ? a.import_words(from) : a.load(reinterpret_cast<const double*>(from));
        }
        if constexpr (kBackward) {
          backward<kPrime>(a, x, factors, scale);
        } else {
          forward<kPrime>(a, x, factors);
        }
        for (std::size_t j = 0; j < kPrime - 1; ++j) {
          Word* to = out + i + (kBackward ? j * inside : values[j]);
          const V v = a.partial_reduce(x[j]);
          kOut ? a.export_words(v, to) : a.store(v, reinterpret_cast<double*>(to));
        }
      }
    }
  }
  template <std::size_t kPrime>
  static void forward(const F64Lines& a, V (&x)[kPrime], const V* factors) noexcept {
    const V x0 = x[0];
    for (std::size_t i = 0; i + 2 < kPrime; ++i) x[i] = x[i + 1];
    x[kPrime - 2] = a.zero();
    sums<kPrime>(a, x, factors);
    for (std::size_t j = 0; j < kPrime - 1; ++j) x[j] = a.add(x[j], x0);
  }
  template <std::size_t kPrime>
  static void backward(const F64Lines& a, V (&x)[kPrime], const V* factors, V scale) noexcept {
    V total = a.add(x[0], x[1]);
    if constexpr (kPrime == 5) total = a.add(total, a.add(x[2], x[3]));
    sums<kPrime>(a, x, factors);
    const V last = x[kPrime - 2];
    for (std::size_t i = kPrime - 2; i > 0; --i) x[i] = a.subtract(x[i - 1], last);
    x[0] = a.subtract(a.product(total, scale), last);
  }
  template <std::size_t kPrime>
  static void sums(const F64Lines& a, V (&x)[kPrime], const V* factors) noexcept {
    if constexpr (kPrime == 3) {
      sums_of_three(a, x, factors);
    } else {
      sums_of_five(a, x, factors);
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
  [[gnu::always_inline]] void columns(const Word* in, Word* out, std::size_t stride) const noexcept {
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
  // Sums double in a layer and are reduced in every second one.
  template <std::size_t kRows>
  void inverse(V (&v)[kRows]) const noexcept {
    for (std::size_t half = 1, nodes = kRows / 2; nodes != 0; half *= 2, nodes /= 2) {
      for (std::size_t k = 0; k < nodes; ++k) {
        const V root = a_.set(c_.factors[nodes + k]);
        for (std::size_t i = 2 * half * k; i < 2 * half * k + half; ++i) {
          const V sum = a_.add(v[i], v[i + half]);
          v[i + half] = a_.product(a_.subtract(v[i], v[i + half]), root);
          v[i] = half == 2 || half == 8 ? a_.partial_reduce(sum) : sum;
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
