// SPDX-License-Identifier: Apache-2.0
//
// Stages of 3 and 5 over columns that lie next to each other, which have so few operations that all
// is in registers; included after sums.inl.

class FewRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  static bool serves(const StageConstants& c) noexcept {
    return c.by == SumsBy::few_products && c.stage.prime != 2 && c.stage.first && c.stage.last &&
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
