// SPDX-License-Identifier: Apache-2.0
//
// Harvey's lazy butterflies on words with room for 4p, for families whose twiddles w come with a
// quotient floor(w 2^b / p) (D. Harvey, "Faster arithmetic for number-theoretic transforms", 2014).
// Included after scheduled_transform.inl.
//
// Words are the operations of the family on canonical words. They also provide
//   quotient(w, p)             floor(w 2^b / p) of a twiddle
//   Factor                     a twiddle in the form that products take
//   factor(V w, V quotient)    that form
//   NodeTwiddle, node_twiddle(w, quotient), factor(NodeTwiddle)   the same for one w in all lanes
//   multiply_lazy(V, Factor)   y w mod p in [0, kLazyBound p), for any word y of b bits

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p).
template <class WordsOf>
class Harvey : public WordsOf {
 public:
  using Words = WordsOf;
  using typename Words::Factor, typename Words::NodeTwiddle, typename Words::Word;
  using Words::kLanes;

 private:
  using D = hn::FixedTag<Word, kLanes>;

 public:
  using Vector = hn::Vec<D>;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 0, kBlocksTogether = 4;
  static constexpr bool kStagesStandOnce = true;

  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    return Words::node_twiddle(static_cast<Word>(root), Words::quotient(root, p));
  }
  template <bool>
  static constexpr std::size_t kLaneParts = 2;
  static constexpr std::size_t kSpreadLayers = sizeof(Word) == 4 ? 1 : 2;
  static std::array<Word, 2> lane_parts(std::uint64_t root, std::uint64_t p) {
    return {static_cast<Word>(root), Words::quotient(root, p)};
  }

  Harvey(const Roots& roots, const Twiddles<Harvey>& twiddles)
      : Words(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return this->load_words(x); }
  void store(Vector v, Word* x) const noexcept { this->store_words(v, x); }
  Vector import_words(const Word* x) const noexcept { return load(x); }
  // Exports values in [0, 4p).
  void export_words(Vector v, Word* x) const noexcept { store(this->reduce(v), x); }
  // Exports values in [0, 2p).
  void export_product(Vector v, Word* x) const noexcept {
    store(this->subtract_once(v, this->p()), x);
  }
  void export_lazy(Vector v, Word* x) const noexcept { store(v, x); }

  // [0, 4p) -> [0, 4p).
  [[gnu::always_inline]] void forward_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector sum = this->subtract_once(x, this->two_p()), t = product(y, root);
    x = checked(hn::Add(sum, t), 4);
    y = checked(hn::Sub(hn::Add(sum, this->two_p()), t), 4);
  }
  // [0, 2p) -> [0, 2p).
  [[gnu::always_inline]] void inverse_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector difference = checked(hn::Add(hn::Sub(x, y), this->two_p()), 4);
    x = checked(this->subtract_once(hn::Add(x, y), this->two_p()), 2);
    y = product(difference, root);
  }
  Vector partial_reduce(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }

  const TwiddlePointers<NodeTwiddle, Word>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept { return Words::factor(t); }
  Factor lane_factor(Vector w, Vector quotient) const noexcept {
    return Words::factor(w, quotient);
  }

 private:
  // In [0, 2p).
  [[gnu::always_inline]] Vector product(Vector y, const Factor& root) const noexcept {
    Vector t = this->multiply_lazy(y, root);
    if constexpr (Words::kLazyBound > 2) t = this->subtract_once(t, this->two_p());
    return checked(t, 2);
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
    check_words("a working value", words.data(), words.size(), end);
  }
#endif

  D d_;
  TwiddlePointers<NodeTwiddle, Word> twiddles_;
};
