// SPDX-License-Identifier: Apache-2.0
//
// The operations on vectors, written once as formulas over the operations A of a family on
// canonical words: f64_words.inl, i52_words.inl, integer_words.inl and reference_words.hpp.
// Included inside the namespace of each instruction set, after pointwise.hpp outside of it.
//
// A provides, on vectors W of kLanes words,
//   load_words(w) -> W, store_words(W, w), set_words(Word) -> W
//   kGroup                     the words that a part of a vector is a multiple of
//   add(W, W), subtract(W, W), negate(W), multiply(W, W), reduce(W), prepare(W) -> W
//   multiply_prepared(W a, W b, W prepare(b)) -> W
// and any formula below that it computes with fewer operations than step by step. Formulas with a
// scalar get the scalar and its quotient; or, where A has
//   low_digit(W prepare(b)) -> W
// the quotient and its next digit, and then A has these formulas.
//
// A new operation is a value of Operation, a formula here, and its place in the list of formulas.

// Some of its users are namespaces that are not anonymous.
// NOLINTBEGIN(misc-use-internal-linkage)

// The formula of an operation. The first kCanonical vectors are canonical words.
template <Operation kOperationOf>
struct Formula {
  static constexpr Operation kOperation = kOperationOf;
  static constexpr std::size_t kVectors = vectors_of(kOperation), kCanonical = kVectors;
  static constexpr bool kScalar = has_scalar(kOperation);
};

// A product inside the formulas that are used less: where a product is long code, they share one
// copy of it.
template <class A, class W>
W product_in_formula(const A& a, const W& x, const W& y) noexcept {
  if constexpr (requires { a.multiply_shared(x, y); }) {
    return a.multiply_shared(x, y);
  } else {
    return a.multiply(x, y);
  }
}

// Calls the function of a formula's name where A has it.
#define LATH_WHERE_FUSED(name, ...) \
  if constexpr (requires { a.name(__VA_ARGS__); }) return a.name(__VA_ARGS__)

struct Add : Formula<Operation::add> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y) noexcept {
    return a.add(x, y);
  }
};
struct Subtract : Formula<Operation::subtract> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y) noexcept {
    return a.subtract(x, y);
  }
};
struct Negate : Formula<Operation::negate> {
  template <class A, class W>
  static W apply(const A& a, const W& x) noexcept {
    return a.negate(x);
  }
};
struct Reduce : Formula<Operation::reduce> {
  template <class A, class W>
  static W apply(const A& a, const W& x) noexcept {
    return a.reduce(x);
  }
};
struct Scale : Formula<Operation::scale> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& w, const W& quotient) noexcept {
    LATH_WHERE_FUSED(scale, x, w, quotient);
    else return a.multiply_prepared(x, w, quotient);
  }
};
struct ScaleAdd : Formula<Operation::scale_add> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& w, const W& quotient) noexcept {
    LATH_WHERE_FUSED(scale_add, x, y, w, quotient);
    else return a.add(a.multiply_prepared(x, w, quotient), y);
  }
};
struct SubtractScaled : Formula<Operation::subtract_scaled> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& w, const W& quotient) noexcept {
    LATH_WHERE_FUSED(subtract_scaled, x, y, w, quotient);
    else return a.subtract(y, a.multiply_prepared(x, w, quotient));
  }
};
struct ScaleDifference : Formula<Operation::scale_difference> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& w, const W& quotient) noexcept {
    LATH_WHERE_FUSED(scale_difference, x, y, w, quotient);
    else return a.multiply_prepared(a.subtract(x, y), w, quotient);
  }
};
struct ScaleDifferenceAdd : Formula<Operation::scale_difference_add> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z, const W& w,
                 const W& quotient) noexcept {
    LATH_WHERE_FUSED(scale_difference_add, x, y, z, w, quotient);
    else return a.add(a.multiply_prepared(a.subtract(x, y), w, quotient), z);
  }
};
struct Prepare : Formula<Operation::prepare> {
  template <class A, class W>
  static W apply(const A& a, const W& x) noexcept {
    return a.prepare(x);
  }
};
struct Multiply : Formula<Operation::multiply> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y) noexcept {
    return a.multiply(x, y);
  }
};
// Quotients help only if a product is one product of words.
struct MultiplyPrepared : Formula<Operation::multiply_prepared> {
  static constexpr std::size_t kCanonical = 2;
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& quotients) noexcept {
    LATH_WHERE_FUSED(multiply_prepared, x, y, quotients);
    else return a.multiply(x, y);
  }
};
struct MultiplyAdd : Formula<Operation::multiply_add> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z) noexcept {
    LATH_WHERE_FUSED(multiply_add, x, y, z);
    else return a.add(a.multiply(x, y), z);
  }
};
struct MultiplySubtract : Formula<Operation::multiply_subtract> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z) noexcept {
    LATH_WHERE_FUSED(multiply_subtract, x, y, z);
    else return a.subtract(product_in_formula(a, x, y), z);
  }
};
struct SubtractProduct : Formula<Operation::subtract_product> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z) noexcept {
    LATH_WHERE_FUSED(subtract_product, x, y, z);
    else return a.subtract(z, product_in_formula(a, x, y));
  }
};
struct AddProducts : Formula<Operation::add_products> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z, const W& t) noexcept {
    LATH_WHERE_FUSED(add_products, x, y, z, t);
    else return a.add(product_in_formula(a, x, y), product_in_formula(a, z, t));
  }
};
struct MultiplySum : Formula<Operation::multiply_sum> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z) noexcept {
    LATH_WHERE_FUSED(multiply_sum, x, y, z);
    else return product_in_formula(a, a.add(x, y), z);
  }
};
struct MultiplyDifference : Formula<Operation::multiply_difference> {
  template <class A, class W>
  static W apply(const A& a, const W& x, const W& y, const W& z) noexcept {
    LATH_WHERE_FUSED(multiply_difference, x, y, z);
    else return product_in_formula(a, a.subtract(x, y), z);
  }
};
#undef LATH_WHERE_FUSED

// In the order of Operation.
using Formulas =
    std::tuple<Add, Subtract, Negate, Reduce, Scale, ScaleAdd, SubtractScaled, ScaleDifference,
               ScaleDifferenceAdd, Prepare, Multiply, MultiplyPrepared, MultiplyAdd,
               MultiplySubtract, SubtractProduct, AddProducts, MultiplySum, MultiplyDifference>;
template <class... F>
constexpr bool in_order(const std::tuple<F...>*) noexcept {
  const Operation found[] = {F::kOperation...};
  for (std::size_t i = 0; i < sizeof...(F); ++i) {
    if (found[i] != static_cast<Operation>(i)) return false;
  }
  return sizeof...(F) == kOperations;
}
static_assert(in_order(static_cast<const Formulas*>(nullptr)));

// The arithmetic for the words from `place` on; only products of blocks depend on it.
template <class A>
decltype(auto) arithmetic_at(const A& a, [[maybe_unused]] std::size_t place) noexcept {
  if constexpr (requires { a.at(place); }) {
    return a.at(place);
  } else {
    return (a);
  }
}

// The scalar of a formula and its quotient, in all lanes. They reach formulas through std::apply()
// by reference, and results do not pass it: functions of the standard library are compiled for
// every CPU and return vectors in other registers.
template <class F, class A, class Word>
auto scalars_of(const A& a, [[maybe_unused]] const Word* const* operands) noexcept {
  if constexpr (F::kScalar) {
    const Word* scalar = operands[F::kVectors];
    if constexpr (requires { a.low_digit(a.set_words(scalar[1])); }) {
      const auto high = a.set_words(scalar[1]);
      return std::tuple{high, a.low_digit(high)};
    } else {
      return std::tuple{a.set_words(scalar[0]), a.set_words(scalar[1])};
    }
  } else {
    return std::tuple<>();
  }
}

// Applies a formula to the words from i on, fewer than a vector has, completed by zeros. Apart from
// the loop, whose function then needs no memory.
template <class F, class A, std::size_t... kIndex>
[[gnu::noinline]] void map_rest(const A& a, typename A::Word* out,
                                const typename A::Word* const* operands, std::size_t first,
                                std::size_t count, std::size_t i,
                                std::index_sequence<kIndex...>) noexcept {
  std::array<std::array<typename A::Word, A::kLanes>, sizeof...(kIndex)> words{};
  (std::copy_n(operands[kIndex] + i, count - i, words[kIndex].data()), ...);
  std::apply(
      [&](const auto&... scalar) {
        const auto result =
            F::apply(arithmetic_at(a, first + i), a.load_words(words[kIndex].data())..., scalar...);
        a.store_words(result, words[0].data());
      },
      scalars_of<F>(a, operands));
  std::copy_n(words[0].data(), count - i, out + i);
  wipe(words.data(), sizeof words);
}

// Whether vectors have 64 bytes. Then there are 32 of them, and memory is the bound sooner.
template <class A>
inline constexpr bool kLongVectors = A::kLanes * sizeof(typename A::Word) == 64;
// The number of vectors in a pass of the loop. Formulas without products, and formulas with a
// product by a scalar alone, take so few instructions that the loop's own instructions, and their
// place in memory, would show.
template <class F, class A>
constexpr std::size_t vectors_together() noexcept {
  if (F::kOperation < Operation::scale) return A::kLanes == 1 ? 8 : kLongVectors<A> ? 1 : 4;
  return F::kOperation == Operation::scale && A::kLanes != 1 ? 4 : 1;
}
template <class F, class A>
inline constexpr std::size_t kTogether = vectors_together<F, A>();
// Whether the results of a pass are stored when all are there: a product waits long for its word.
template <class F, class A>
inline constexpr bool kStoresTogether = F::kOperation == Operation::scale && kLongVectors<A>;
// Whether the result is fetched ahead, where a CPU expects too late that it is written, since
// several vectors are read and little is computed.
template <class F, class A>
inline constexpr bool kFetchesResult = F::kScalar && F::kVectors > 1 && kLongVectors<A>;

// Applies the formula of a product by a scalar to the first of `count` words, in passes whose
// results are stored when all are there. Returns how many words that were.
template <class F, class A, class Scalars>
[[gnu::always_inline]] inline std::size_t scale_together(const A& a, typename A::Word* out,
                                                         const typename A::Word* x,
                                                         const Scalars& scalars,
                                                         std::size_t count) noexcept {
  constexpr std::size_t kCount = kTogether<F, A>;
  std::size_t i = 0;
  for (; i + kCount * A::kLanes <= count; i += kCount * A::kLanes) {
    decltype(a.load_words(x)) v[kCount];
    for (std::size_t k = 0; k < kCount; ++k) v[k] = a.load_words(x + i + k * A::kLanes);
    for (auto& words : v) {
      std::apply([&](const auto&... scalar) { words = F::apply(a, words, scalar...); }, scalars);
    }
    for (std::size_t k = 0; k < kCount; ++k) a.store_words(v[k], out + i + k * A::kLanes);
  }
  return i;
}

// Applies a formula to `count` words. Works with copies of the constants and of the pointers, so
// that they stay in registers: the compiler cannot know that the stores do not change the
// originals.
template <class F, class A, std::size_t... kIndex>
void map_words(const A& arithmetic, typename A::Word* out, const typename A::Word* const* operands,
               std::size_t first, std::size_t count,
               std::index_sequence<kIndex...> indices) noexcept {
  const A a = arithmetic;
  const std::array<const typename A::Word*, sizeof...(kIndex)> x{operands[kIndex]...};
  const auto scalars = scalars_of<F>(a, operands);
  const auto map_vector = [&](std::size_t i) {
    std::apply(
        [&](const auto&... scalar) {
          if constexpr (kFetchesResult<F, A>) __builtin_prefetch(out + i + 4 * A::kLanes, 1);
          const auto result =
              F::apply(arithmetic_at(a, first + i), a.load_words(x[kIndex] + i)..., scalar...);
          a.store_words(result, out + i);
        },
        scalars);
  };
  const std::size_t whole = count / A::kLanes * A::kLanes;
  std::size_t i = 0;
  if constexpr (kStoresTogether<F, A>) {
    i = scale_together<F>(a, out, x[0], scalars, whole);
  } else if constexpr (kTogether<F, A> != 1) {
    for (; i + kTogether<F, A> * A::kLanes <= whole; i += kTogether<F, A> * A::kLanes) {
      for (std::size_t v = 0; v < kTogether<F, A>; ++v) map_vector(i + v * A::kLanes);
    }
  }
  for (; i < whole; i += A::kLanes) map_vector(i);
  if (A::kLanes == 1 || whole == count) return;
  map_rest<F>(arithmetic, out, operands, first, count, whole, indices);
}

// The entry of formula F in the table of Kernels, with its arithmetic.
template <class F, class Kernels, class Word>
void pointwise_entry(const PointwiseTable<Word>& table, Word* out, const Word* const* operands,
                     std::size_t first, std::size_t count) noexcept {
  const auto& arithmetic = static_cast<const Kernels&>(table).arithmetic();
#ifdef LATH_CHECKING
  const std::uint64_t p = table.modulus(), bound = F::kOperation == Operation::reduce ? 4 * p : p;
  static constexpr const char* kNames[] = {"the first operand", "the second operand",
                                           "the third operand", "the fourth operand"};
  for (std::size_t i = 0; i < F::kCanonical; ++i) {
    check_words(kNames[i], operands[i], count, bound);
  }
  if (F::kScalar) check_words("the scalar", operands[F::kVectors], 1, p);
  check_whole_groups(first, count, arithmetic.kGroup);
#endif
  map_words<F>(arithmetic, out, operands, first, count, std::make_index_sequence<F::kVectors>());
#ifdef LATH_CHECKING
  if (F::kOperation != Operation::prepare) check_words("the result", out, count, p);
#endif
}

// The table of functions of arithmetic A.
template <class A>
class PointwiseKernels : public PointwiseTable<typename A::Word> {
  using Word = typename A::Word;
  using Table = PointwiseTable<Word>;

 public:
  PointwiseKernels(const Modulus& modulus, Kernel kernel)
      : PointwiseKernels(modulus, kernel, kEntries) {}

  const A& arithmetic() const noexcept { return words_; }

 protected:
  PointwiseKernels(const Modulus& modulus, Kernel kernel, const typename Table::Entries& entries)
      : Table(static_cast<Word>(modulus.value()), kernel, entries), words_(modulus) {}

 private:
  template <class... F>
  static constexpr typename Table::Entries entries(const std::tuple<F...>*) noexcept {
    return {&pointwise_entry<F, PointwiseKernels, Word>...};
  }
  static constexpr typename Table::Entries kEntries =
      entries(static_cast<const Formulas*>(nullptr));

  A words_;
};

template <class A>
PointwiseTablePointer<typename A::Word> make_pointwise_kernels(const Modulus& modulus,
                                                               Kernel kernel) {
  return std::make_shared<PointwiseKernels<A>>(modulus, kernel);
}

// A table whose products come from P, an arithmetic of blocks. The other operations come from
// `vectors`, a table of PointwiseKernels<A>, which is not compiled again.
template <class A, class P>
class BlockKernels : public PointwiseKernels<A> {
  using Word = typename A::Word;
  using Entries = typename PointwiseTable<Word>::Entries;

 public:
  const P& arithmetic() const noexcept { return products_; }

 protected:
  BlockKernels(const Modulus& modulus, const PointwiseTable<Word>& vectors, const P& products)
      : PointwiseKernels<A>(modulus, vectors.kernel(), entries_),
        entries_(entries(vectors.entries(), static_cast<const Formulas*>(nullptr))),
        products_(products) {}

 private:
  template <class F>
  static constexpr PointwiseEntry<Word> entry(PointwiseEntry<Word> of_vectors) noexcept {
    if constexpr (F::kOperation < Operation::multiply) {
      return of_vectors;
    } else {
      return &pointwise_entry<F, BlockKernels, Word>;
    }
  }
  template <class... F>
  static Entries entries(const Entries& vectors, const std::tuple<F...>*) noexcept {
    return {entry<F>(vectors[static_cast<std::size_t>(F::kOperation)])...};
  }

  Entries entries_;
  P products_;
};
// NOLINTEND(misc-use-internal-linkage)
