// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of the transforms of the i52 family: integers that are not negative, and products
// by fixed factors that are canonical; docs/lab/0044 bounds all ranges. Included after
// arith/pointwise/i52_words.inl and integer_doubles.inl.

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p). Products read words below 2^52,
// and 4p < 2^52.
class I52 : public I52Words {
  using D = hn::FixedTag<std::uint64_t, kLanes>;
  using DF = hn::RebindToFloat<D>;

 public:
  using Words = I52Words;
  using Vector = WordVector;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 1, kBlocksTogether = 4;
  static constexpr bool kReducesAddends = true, kStagesStandOnce = true, kPassesInRegisters = true;

  // Backward, twiddles inside vectors stand without their lower digit: reading it takes longer than
  // two multiply-adds, most of all where plans of several primes take turns; docs/lab/0056.
  template <bool kForward>
  static constexpr std::size_t kLaneParts = kForward ? 2 : 1;
  static constexpr std::size_t kSpreadLayers = 1;
  static std::array<Word, 2> lane_parts(std::uint64_t root, std::uint64_t p) {
    const NodeTwiddle twiddle = node_twiddle(root, p);
    return {twiddle.high, twiddle.low};
  }

  I52(const Roots& roots, const Twiddles<I52>& twiddles)
      : I52Words(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return load_words(x); }
  void store(Vector v, Word* x) const noexcept { store_words(v, x); }

  Vector import_words(const Word* x) const noexcept { return load(x); }
  // The centered representatives of residues modulo q <= 2p, and p more where they are negative.
  // For q = 2p that makes p itself 0.
  struct Centering {
    Word q;
    explicit Centering(Word modulus) : q(modulus) {}
  };
  Vector import_centered(const Word* x, const Centering& c) const noexcept {
    const Word p = hn::GetLane(this->p());
    const Vector words = load(x);
    const auto negative = hn::Gt(words, hn::Set(d_, std::min(c.q / 2, p - 1)));
    return checked(hn::Add(words, hn::IfThenElseZero(negative, hn::Set(d_, p - c.q))), 1);
  }
  Vector import_small(const std::int8_t* x) const noexcept {
    const hn::RebindToSigned<D> integers;
    const hn::Rebind<std::int32_t, D> halves;
    const hn::Rebind<std::int8_t, D> bytes;
    const auto promoted = hn::PromoteTo(halves, hn::LoadU(bytes, x));
    return checked(add_once(hn::BitCast(d_, hn::PromoteTo(integers, promoted))), 1);
  }
  Vector import_doubles(const Word* x) const noexcept {
    return canonical_words(df_, hn::BitCast(df_, load(x)),
                           hn::Set(df_, shift_of_negatives(static_cast<double>(hn::GetLane(p())))));
  }
  // Exports values in [0, p), as last_forward_butterfly() leaves them.
  void export_words(Vector v, Word* x) const noexcept { store(v, x); }
  void export_doubles(Vector v, Word* x) const noexcept {
    store(hn::BitCast(d_, doubles_of(df_, v)), x);
  }
  void export_factor(Vector v, Word* x) const noexcept { store(v, x); }
  // export_sum() takes values in [0, 2p), export_product() in [0, p).
  void export_sum(Vector v, Word* x) const noexcept { store(subtract_once(v, p()), x); }
  void export_product(Vector v, Word* x) const noexcept { store(v, x); }

  // x in [0, kp) and y in [0, 4p) -> [0, (k + 1)p).
  [[gnu::always_inline]] void forward_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector t = product(y, root), above = hn::Add(x, p());
    x = checked(hn::Add(x, t), 4);
    y = checked(hn::Sub(above, t), 4);
  }
  // [0, 4p) -> [0, p).
  [[gnu::always_inline]] void last_forward_butterfly(Vector& x, Vector& y,
                                                     const Factor& root) const noexcept {
    const Vector t = product(y, root), reduced = reduce(x);
    x = checked(subtract_once(hn::Add(reduced, t), p()), 1);
    y = checked(add_once(hn::Sub(reduced, t)), 1);
  }
  // [0, 4p) -> [0, 2p).
  Vector partial_reduce(Vector v) const noexcept { return subtract_once(v, two_p()); }
  // [0, 2p) -> [0, 2p).
  [[gnu::always_inline]] void inverse_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector difference = checked(hn::Add(hn::Sub(x, y), two_p()), 4);
    x = partial_reduce(checked(hn::Add(x, y), 4));
    y = product(difference, root);
  }
  // [0, p) -> [0, 2p). Words at the beginning, and products, are canonical.
  [[gnu::always_inline]] void inverse_butterfly_of_products(Vector& x, Vector& y,
                                                            const Factor& root) const noexcept {
    const Vector difference = checked(hn::Add(hn::Sub(x, y), p()), 2);
    x = checked(hn::Add(x, y), 2);
    y = product(difference, root);
  }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }
  // For canonical words.
  Vector multiply_factors(Vector v, Vector w) const noexcept { return multiply(v, w); }
  // A value plus such a product.
  Vector add_factors(Vector v, Vector w, Vector z) const noexcept { return multiply_add(v, w, z); }

  const TwiddlePointers<NodeTwiddle, Word>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.high), hn::Set(d_, t.low)};
  }
  Factor lane_factor(Vector high, Vector low) const noexcept { return {high, low}; }
  Factor lane_factor(Vector high) const noexcept { return {high, near_low_digit(high)}; }

 private:
  // In [0, p).
  [[gnu::always_inline]] Vector product(Vector y, const Factor& root) const noexcept {
    return checked(add_product(hn::Zero(d_), y, root), 1);
  }

  D d_;
  DF df_;
  TwiddlePointers<NodeTwiddle, Word> twiddles_;
};
