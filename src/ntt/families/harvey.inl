// SPDX-License-Identifier: Apache-2.0
//
// Harvey's lazy butterflies on words with room for 4p, for families whose twiddles w come with a
// quotient floor(w 2^b / p) (D. Harvey, "Faster arithmetic for number-theoretic transforms", 2014).
// Included after scheduled_kernels.inl.
//
// A derives from Harvey<A, Words>, where Words are its operations on canonical words, and provides
//   quotient(w, p)     floor(w 2^b / p) of a twiddle
//   product(V, Factor) y w mod p in [0, 2p), for any y below 4p

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p).
template <class A, class WordsOf>
class Harvey : public WordsOf {
 public:
  using Words = WordsOf;
  using typename Words::Word;
  using Words::kLanes;

 private:
  using D = hn::FixedTag<Word, kLanes>;

 public:
  using Vector = hn::Vec<D>;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 0, kBlocksTogether = 4;

  struct Factor {
    Vector value, quotient;
  };
  struct NodeTwiddle {
    Word value, quotient;
  };
  struct LaneTwiddle {
    std::array<Word, kLanes> value, quotient;
  };

  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    return {static_cast<Word>(root), A::quotient(root, p)};
  }
  static LaneTwiddle lane_twiddle(const std::array<std::uint64_t, kLanes>& roots, std::uint64_t p) {
    LaneTwiddle lanes;
    for (std::size_t i = 0; i < kLanes; ++i) {
      const NodeTwiddle twiddle = node_twiddle(roots[i], p);
      lanes.value[i] = twiddle.value;
      lanes.quotient[i] = twiddle.quotient;
    }
    return lanes;
  }

  Harvey(const Roots& roots, const Twiddles<A>& twiddles)
      : Words(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return this->load_words(x); }
  void store(Vector v, Word* x) const noexcept { this->store_words(v, x); }
  Vector import_words(const Word* x) const noexcept { return load(x); }
  // From [0, 4p).
  void export_words(Vector v, Word* x) const noexcept { store(this->reduce(v), x); }
  // From [0, 2p).
  void export_product(Vector v, Word* x) const noexcept {
    store(this->subtract_once(v, this->p()), x);
  }
  void export_lazy(Vector v, Word* x) const noexcept { store(v, x); }

  // [0, 4p) -> [0, 4p).
  void forward_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector sum = this->subtract_once(x, this->two_p()), t = product(y, root);
    x = checked(hn::Add(sum, t), 4);
    y = checked(hn::Sub(hn::Add(sum, this->two_p()), t), 4);
  }
  // [0, 2p) -> [0, 2p).
  void inverse_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector difference = checked(hn::Add(hn::Sub(x, y), this->two_p()), 4);
    x = checked(this->subtract_once(hn::Add(x, y), this->two_p()), 2);
    y = product(difference, root);
  }
  Vector partial_reduce(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }

  const TwiddlePointers<NodeTwiddle, LaneTwiddle>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.value), hn::Set(d_, t.quotient)};
  }
  Factor lane_factor(const LaneTwiddle& lanes) const noexcept {
    return {load(lanes.value.data()), load(lanes.quotient.data())};
  }

 private:
  Vector product(Vector y, const Factor& root) const noexcept {
    return checked(static_cast<const A*>(this)->product(y, root), 2);
  }
  // Working values lie in [0, bound p); builds with LATH_CHECKING check it.
  Vector checked(Vector v, [[maybe_unused]] std::uint64_t bound) const noexcept {
#ifdef LATH_CHECKING
    const auto end = static_cast<Word>(bound * hn::GetLane(this->p()));
    if (!hn::AllTrue(d_, hn::Lt(v, hn::Set(d_, end)))) check_lanes(v, end);
#endif
    return v;
  }
#ifdef LATH_CHECKING
  // Alone, since it is behind every operation.
  [[gnu::noinline]] void check_lanes(Vector v, Word end) const noexcept {
    std::array<Word, kLanes> words;
    hn::StoreU(v, d_, words.data());
    std::array<std::int64_t, kLanes> values;
    std::copy(words.begin(), words.end(), values.begin());
    check_working_words(values.data(), values.size(), 0, static_cast<std::int64_t>(end));
  }
#endif

  D d_;
  TwiddlePointers<NodeTwiddle, LaneTwiddle> twiddles_;
};
