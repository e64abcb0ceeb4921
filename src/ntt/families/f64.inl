// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of the transforms of the f64 family: values are integers in double precision, see
// arith/pointwise/f64_words.inl; docs/decisions/0002 bounds all ranges. Included after that.

// x - p where x > p/2: the representative of least magnitude.
inline double centered(std::uint64_t x, std::uint64_t p) {
  return x > p / 2 ? -static_cast<double>(p - x) : static_cast<double>(x);
}

// Primes below 2^49 are small: all quotients of products by roots are at most 2^51 then.
template <bool kSmall>
class F64 : public F64Words {
  using D = hn::FixedTag<double, kLanes>;
  static constexpr Rounding kRounding = kSmall ? Rounding::by_addition : Rounding::by_instruction;

 public:
  using Words = F64Words;
  using F64Words::Factor, F64Words::partial_reduce, F64Words::Vector;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 3, kBlocksTogether = 8;

  struct NodeTwiddle {
    double w, w_over_p;
  };

  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    const double w = centered(root, p);
    return {w, w / static_cast<double>(p)};
  }
  template <bool>
  static constexpr std::size_t kLaneParts = 1;
  static constexpr std::size_t kSpreadLayers = 2;
  static std::array<Word, 1> lane_parts(std::uint64_t root, std::uint64_t p) {
    return {std::bit_cast<Word>(centered(root, p))};
  }

  F64(const Roots& roots, const Twiddles<F64>& twiddles)
      : F64Words(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return hn::BitCast(d_, hn::LoadU(du_, x)); }
  void store(Vector v, Word* x) const noexcept { hn::StoreU(hn::BitCast(du_, v), du_, x); }

  Vector import_words(const Word* x) const noexcept { return to_double(hn::LoadU(du_, x)); }
  Vector import_doubles(const Word* x) const noexcept { return load(x); }
  // The centered representatives of residues modulo q <= 2p, at most p in magnitude. The sign of x
  // less the least residue that stands for a negative number says whether x is one of these.
  struct Centering {
    double least_negative, less_q;  // c = floor(q/2) + 1 and c - q

    explicit Centering(Word q)
        : least_negative(static_cast<double>(q / 2 + 1)),
          less_q(least_negative - static_cast<double>(q)) {}
  };
  Vector import_centered(const Word* x, const Centering& c) const noexcept {
    const Vector least = hn::Set(d_, c.least_negative);
    const Vector above =
        hn::Sub(two52_plus(hn::LoadU(du_, x)), hn::Set(d_, kTwo52 + c.least_negative));
    return checked(hn::Add(above, hn::IfNegativeThenElse(above, least, hn::Set(d_, c.less_q))), 1);
  }
  Vector import_small(const std::int8_t* x) const noexcept {
    const hn::Rebind<std::int32_t, D> integers;
    const hn::Rebind<std::int8_t, D> bytes;
    return checked(hn::PromoteTo(d_, hn::PromoteTo(integers, hn::LoadU(bytes, x))), 1);
  }
  void export_words(Vector v, Word* x) const noexcept {
    hn::StoreU(to_canonical_words(partial_reduce(v)), du_, x);
  }

  void export_doubles(Vector v, Word* x) const noexcept { store(partial_reduce(v), x); }
  void export_factor(Vector v, Word* x) const noexcept { store(partial_reduce(v), x); }
  void export_product_doubles(Vector v, Word* x) const noexcept { store(v, x); }
  void export_product(Vector v, Word* x) const noexcept {
    hn::StoreU(to_canonical_words(v), du_, x);
  }

  template <class Root>
  void forward_butterfly(Vector& x, Vector& y, const Root& root) const noexcept {
    const Vector t = product<kRounding>(y, root);
    y = checked(hn::Sub(x, t));
    x = checked(hn::Add(x, t));
  }
  template <class Root>
  void inverse_butterfly(Vector& x, Vector& y, const Root& root) const noexcept {
    const Vector difference = checked(hn::Sub(x, y));
    x = checked(hn::Add(x, y));
    y = product<kRounding>(difference, root);
  }
  Vector scale(Vector v) const noexcept { return product<kRounding>(v, scaled_root(*this, 0)); }
  // For two partially reduced values, or one and a word; below 0.69 p, see docs/decisions/0002.
  Vector multiply_factors(Vector v, Vector w) const noexcept {
    return checked(product(checked(v, 1), checked(w, 1)), 1);
  }
  // Such a product plus another product.
  Vector add_factors(Vector v, Vector w, Vector z) const noexcept {
    return checked(product_add(checked(v, 1), checked(w, 1), checked(z, 1)), 1);
  }

  const TwiddlePointers<NodeTwiddle, Word>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.w), hn::Set(d_, t.w_over_p)};
  }
  Vector lane_factor(Vector w) const noexcept { return w; }

 private:
  TwiddlePointers<NodeTwiddle, Word> twiddles_;
};
