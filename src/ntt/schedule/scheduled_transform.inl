// SPDX-License-Identifier: Apache-2.0
//
// The transforms of a family, made from its arithmetic A; included inside the namespace of each
// instruction set, after scheduled_kernels.hpp outside of it. In addition to the members that
// schedule.inl lists, A has its operations on canonical words as the type Words, see
// arith/pointwise/pointwise.inl and leaves.inl, and the constructor A(const Roots&, const
// Twiddles<A>&).

#include "arith/pointwise/pointwise.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/butterflies.inl"   // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/parted_lanes.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/schedule/lanes.inl"     // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/leaves.inl"    // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/roots.inl"     // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/schedule.inl"  // NOLINT(bugprone-suspicious-include)

// The arithmetic of the evaluation forms of a transform with leaves of kLeaf words.
template <class Words, std::size_t kLeaf>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
VectorArithmetic<typename Words::Word> arithmetic_of(const Roots& roots, Kernel kernel) {
  using Word = typename Words::Word;
  if constexpr (kLeaf == 1) {
    return VectorArithmetic<Word>::create(roots.modulus.value(), kernel);
  } else {
    return VectorArithmetic<Word>(std::make_shared<LeafKernels<Words, kLeaf>>(roots, kernel));
  }
}

template <class A, std::size_t kLeaf>
class ScheduledTransform final : public Transform<typename A::Word> {
  using Word = typename A::Word;

 public:
  ScheduledTransform(const Roots& roots, Kernel kernel)
      : Transform<Word>(slots_of(roots), static_cast<Word>(roots.root),
                        arithmetic_of<typename A::Words, kLeaf>(roots, kernel)),
        kernel_(kernel),
        twiddles_(roots, std::integral_constant<std::size_t, kLeaf>()),
        arithmetic_(roots, twiddles_) {}

  [[nodiscard]] Kernel kernel() const noexcept override { return kernel_; }
  void forward(Word* a) const noexcept override { forward_from(a, a); }
  void forward_lazy(Word* a) const noexcept override {
    run_forward(a, CanonicalWords<A>{a}, Exit::lazy);
  }
  void forward_from(Word* out, const Word* in) const noexcept override {
    run_forward(out, CanonicalWords<A>{in}, Exit::canonical);
  }
  void forward_centered(Word* out, const Word* in, Word q) const noexcept override {
    if constexpr (kImportsIntegers<A>) {
      using Centering = typename A::Centering;
      run_forward(out, CenteredWords<A>{in, Centering(q)}, Exit::canonical);
    } else {
      Transform<Word>::forward_centered(out, in, q);
    }
  }
  void forward_small(Word* out, const std::int8_t* in) const noexcept override {
    if constexpr (kImportsIntegers<A>) {
      // All integers of eight bits are below larger primes.
      if (this->arithmetic().modulus() > 128) {
        return run_forward(out, SmallIntegers<A>{in}, Exit::canonical);
      }
    }
    Transform<Word>::forward_small(out, in);
  }
  void inverse(Word* a) const noexcept override { inverse_from(a, a); }
  void inverse_from(Word* out, const Word* in) const noexcept override {
    Schedule<A, kLeaf>::inverse(arithmetic_, out, in, this->degree());
  }
  [[nodiscard]] NumberForm inverse_between(Word* out, const Word* in) const noexcept override {
    if constexpr (kLeavesDoubles<A, kLeaf>) {
      using Leaves = LeavesDoubles<A>;
      Schedule<Leaves, 1>::inverse(Leaves(arithmetic_), out, in, this->degree());
      return NumberForm::doubles;
    } else {
      inverse_from(out, in);
      return NumberForm::words;
    }
  }
  void convolve(Word* a, Word* b) const noexcept override {
    if constexpr (kChains<A, kLeaf>) {
      Schedule<A, kLeaf>::template convolve<true>(arithmetic_, a, b, this->degree());
    } else {
      Transform<Word>::convolve(a, b);
    }
  }
  void convolve_transformed(Word* a, const Word* b) const noexcept override {
    if constexpr (kChains<A, kLeaf>) {
      Schedule<A, kLeaf>::template convolve<false>(arithmetic_, a, b, this->degree());
    } else {
      Transform<Word>::convolve_transformed(a, b);
    }
  }
  void forward_factor(Word* out, const Word* in) const noexcept override {
    run_forward(out, CanonicalWords<A>{in}, kChains<A, kLeaf> ? Exit::factor : Exit::canonical);
  }
  [[nodiscard]] bool takes_doubles() const noexcept override { return kTakesDoubles<A, kLeaf>; }
  void forward_between(Word* out, NumberForm out_form, const Word* in,
                       NumberForm in_form) const noexcept override {
    if constexpr (kTakesDoubles<A, kLeaf>) {
      const Exit exit = out_form == NumberForm::doubles ? Exit::doubles : Exit::canonical;
      if (in_form == NumberForm::words) return run_forward(out, CanonicalWords<A>{in}, exit);
      run_forward(out, Doubles<A>(), exit);
    }
  }
  void forward_centered_doubles(Word* out, const Word* in, Word q) const noexcept override {
    if constexpr (kTakesDoubles<A, kLeaf>) {
      run_forward(out, CenteredWords<A>{in, typename A::Centering(q)}, Exit::doubles);
    }
  }
  void inverse_products(Word* out, std::span<const FactorPair<Word>> pairs,
                        FactorForm first) const noexcept override {
    if constexpr (kChains<A, kLeaf>) {
      if (first == FactorForm::values) return inverse_products<true>(out, pairs);
      inverse_products<false>(out, pairs);
    } else {
      Transform<Word>::inverse_products(out, pairs, first);
    }
  }

 private:
  template <class Source>
  void run_forward(Word* out, const Source& source, Exit exit) const noexcept {
    Schedule<A, kLeaf>::forward(arithmetic_, out, source, this->degree(), exit);
  }

  template <bool kWords>
  void inverse_products(Word* out, std::span<const FactorPair<Word>> pairs) const noexcept {
    if (pairs.size() == 1) return inverse_terms<1, kWords>(out, pairs);
    inverse_terms<2, kWords>(out, pairs);
  }
  template <std::size_t kTerms, bool kWords>
  void inverse_terms(Word* out, std::span<const FactorPair<Word>> pairs) const noexcept {
    SumOfProducts<A, kTerms, kWords> source;
    for (std::size_t t = 0; t < kTerms; ++t) {
      source.x[t] = pairs[t].x;
      source.y[t] = pairs[t].y;
    }
    Schedule<A, kLeaf>::inverse_from(arithmetic_, out, source, this->degree());
  }

  Kernel kernel_;
  Twiddles<A> twiddles_;
  A arithmetic_;
};

/// The transform of a family on vectors, for the leaves of a ring; for degrees below a block, and
/// for leaves that are longer than a vector, the transform of the reference.
template <class A>
// NOLINTNEXTLINE(misc-use-internal-linkage): some users are namespaces with names
TransformPointer<typename A::Word> make_transform(const Roots& roots, Kernel kernel) {
  if (roots.degree < 4 * A::kLanes) return make_reference<typename A::Word>(roots);
  switch (roots.shape.skipped_layers) {
    case 0:
      return std::make_shared<ScheduledTransform<A, 1>>(roots, kernel);
    case 1:
      return std::make_shared<ScheduledTransform<A, 2>>(roots, kernel);
    default:
      if constexpr (A::kLanes < 4)
        return make_reference<typename A::Word>(roots);
      else
        return std::make_shared<ScheduledTransform<A, 4>>(roots, kernel);
  }
}
