// SPDX-License-Identifier: Apache-2.0
//
// The two ends of a transform: how values are read and written, in canonical words or in working
// form. Included before passes.inl and blocks.inl.
//
// A chain is a product of polynomials: forward transforms, the products of their values, and the
// inverse transform, without canonical words in between (docs/decisions/0013, docs/lab/0038).

// How a forward transform ends: with words in [0, p), with words in [0, 4p), with doubles, or with
// the factors of a chain, in the order in which the layers inside vectors leave them.
enum class Exit { canonical, lazy, doubles, factor };

// Whether chains stay in working form. That requires leaves of one word, a family that has
// multiply_factors, and vectors of several lanes (the gain of scalar code would be small).
template <class A, std::size_t kLeaf>
inline constexpr bool kChains =
    kLeaf == 1 && A::kLanes > 1 &&
    requires(const A& a, typename A::Vector v) { a.multiply_factors(v, v); };

// Whether a family saves anything by words in [0, 4p) at the end of a forward transform.
template <class A>
inline constexpr bool kExportsLazily =
    requires(const A& a, typename A::Vector v, typename A::Word* x) { a.export_lazy(v, x); };

// Where a forward transform, or the first layer of a pass, reads: values in working form or doubles
// where they stand, canonical words, residues modulo another number, of which the centered
// representatives are taken, or small integers. The last three may stand elsewhere, in other memory
// than the transform writes.
template <class A>
struct WorkingValues {
  static constexpr bool is_elsewhere(const typename A::Word*) noexcept { return false; }
  const typename A::Word* origin(const typename A::Word* x) const noexcept { return x; }
  auto read(const A& a, const typename A::Word* x) const noexcept { return a.load(x); }
};
template <class A>
struct Doubles {
  static constexpr bool is_elsewhere(const typename A::Word*) noexcept { return false; }
  const typename A::Word* origin(const typename A::Word* x) const noexcept { return x; }
  auto read(const A& a, const typename A::Word* x) const noexcept { return a.import_doubles(x); }
};
template <class A>
struct CanonicalWords {
  const typename A::Word* words;

  bool is_elsewhere(const typename A::Word* x) const noexcept { return words != x; }
  const typename A::Word* origin(const typename A::Word*) const noexcept { return words; }
  auto read(const A& a, const typename A::Word* x) const noexcept { return a.import_words(x); }
};
template <class A>
struct CenteredWords {
  const typename A::Word* words;
  typename A::Centering centering;

  bool is_elsewhere(const typename A::Word* x) const noexcept { return words != x; }
  const typename A::Word* origin(const typename A::Word*) const noexcept { return words; }
  auto read(const A& a, const typename A::Word* x) const noexcept {
    return a.import_centered(x, centering);
  }
};

template <class A>
struct SmallIntegers {
  const std::int8_t* integers;

  static constexpr bool is_elsewhere(const typename A::Word*) noexcept { return true; }
  const std::int8_t* origin(const typename A::Word*) const noexcept { return integers; }
  auto read(const A& a, const std::int8_t* x) const noexcept { return a.import_small(x); }
};

// Where an inverse transform reads if not CanonicalWords: kTerms products x y of factors of a
// chain, which are added. kWords: the x are canonical words instead.
template <class A, std::size_t kTerms, bool kWords>
struct SumOfProducts {
  static constexpr std::size_t kCount = kTerms;
  static constexpr bool kByWords = kWords;
  using Rows = std::array<const typename A::Word*, kTerms>;
  Rows x, y;
};

// Whether a family imports residues modulo another number, and small integers.
template <class A>
inline constexpr bool kImportsIntegers = requires { typename A::Centering; };

// Whether transforms from and to doubles, in the usual order, are made.
template <class A, std::size_t kLeaf>
inline constexpr bool kTakesDoubles = kLeaf == 1 && kImportsIntegers<A>;

// An arithmetic whose inverse transforms end with doubles, for families that have such an end.
template <class A>
class LeavesDoubles : public A {
 public:
  explicit LeavesDoubles(const A& a) : A(a) {}
  void export_product(typename A::Vector v, typename A::Word* x) const noexcept {
    A::export_product_doubles(v, x);
  }
};
template <class A, std::size_t kLeaf>
inline constexpr bool kLeavesDoubles =
    kLeaf == 1 && requires(const A& a, typename A::Vector v, typename A::Word* x) {
      a.export_product_doubles(v, x);
    };

template <class A>
struct Ends {
  using Word = typename A::Word;
  using V = typename A::Vector;

  template <bool kCanonical>
  static V read(const A& a, const Word* x) noexcept {
    if constexpr (kCanonical) {
      return a.import_words(x);
    } else {
      return a.load(x);
    }
  }
  template <Exit kExit>
  static void leave(const A& a, V v, Word* x) noexcept {
    if constexpr (kExit == Exit::lazy) {
      a.export_lazy(v, x);
    } else if constexpr (kExit == Exit::factor) {
      a.export_factor(v, x);
    } else if constexpr (kExit == Exit::doubles) {
      a.export_doubles(v, x);
    } else {
      a.export_words(v, x);
    }
  }

  // Row `row` of kRows of a whole vector after its inverse layers. The first row was not multiplied
  // by a twiddle; the other rows of the upper half are sums.
  [[gnu::always_inline]] static inline void leave_whole(const A& a, V v, Word* x, std::size_t row,
                                                        std::size_t rows) noexcept {
    if (row == 0) {
      a.export_product(a.scale(v), x);
    } else if (row >= rows / 2) {
      a.export_product(v, x);
    } else if constexpr (kReducesAddends<A>) {
      a.export_sum(v, x);
    } else {
      a.export_product(a.partial_reduce(v), x);
    }
  }
};
