// SPDX-License-Identifier: Apache-2.0
//
// The entries of a family, made from its arithmetic A; included after schedule.inl inside the
// namespace of each instruction set. Beside what the schedule needs, A provides on canonical words
//   load_words(w) -> W, store_words(W, w)
//   multiply(W, W), add(W, W), subtract(W, W), negate(W) -> W
// and the constructor A(const Roots&).

template <class A>
class ScheduledEntries final : public Entries<typename A::Word> {
  using Word = typename A::Word;
  using Base = Entries<Word>;

 public:
  ScheduledEntries(const Roots& roots, Kernel kernel)
      : Base({roots.degree, static_cast<Word>(roots.modulus.value()), static_cast<Word>(roots.root),
              kernel}),
        arithmetic_(roots) {}

  void forward(Word* a) const noexcept override {
    Schedule<A>::forward(arithmetic_, a, this->ring().degree);
  }
  void inverse(Word* a) const noexcept override {
    Schedule<A>::inverse(arithmetic_, a, this->ring().degree);
  }
  void multiply(Word* out, const Word* a, const Word* b) const noexcept override {
    map<&A::multiply>(out, a, b);
  }
  void add(Word* out, const Word* a, const Word* b) const noexcept override {
    map<&A::add>(out, a, b);
  }
  void subtract(Word* out, const Word* a, const Word* b) const noexcept override {
    map<&A::subtract>(out, a, b);
  }
  void negate(Word* out, const Word* a) const noexcept override {
    for (std::size_t i = 0; i < this->ring().degree; i += A::kLanes) {
      arithmetic_.store_words(arithmetic_.negate(arithmetic_.load_words(a + i)), out + i);
    }
  }

 private:
  template <auto kOperation>
  void map(Word* out, const Word* a, const Word* b) const noexcept {
    for (std::size_t i = 0; i < this->ring().degree; i += A::kLanes) {
      const auto x = arithmetic_.load_words(a + i), y = arithmetic_.load_words(b + i);
      arithmetic_.store_words((arithmetic_.*kOperation)(x, y), out + i);
    }
  }

  A arithmetic_;
};
