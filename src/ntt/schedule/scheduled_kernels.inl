// SPDX-License-Identifier: Apache-2.0
//
// The kernel table of a family, made from its arithmetic A; included inside the namespace of
// each instruction set, after scheduled_kernels.hpp outside of it. In addition to the members that
// schedule.inl lists, A provides these, on canonical words:
//   load_words(w) -> W, store_words(W, w)
//   multiply(W, W), add(W, W), subtract(W, W), negate(W) -> W, and optionally those of leaves.inl
//   reduce(W) -> W                             from [0, 4p)
//   prepare(W) -> W, multiply_prepared(W a, W b, W prepare(b)) -> W
//   transpose_words<kRun>(W&, W&)              a transposition, see transpose.inl; for kLeaf > 1
//   zero_words() -> W
// and the constructor A(const Roots&, const Twiddles<A>&).

#include "ntt/schedule/lanes.inl"     // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/leaves.inl"    // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/roots.inl"     // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/schedule.inl"  // NOLINT(bugprone-suspicious-include)

template <class A, std::size_t kLeaf>
class ScheduledKernels final : public KernelTable<typename A::Word> {
  using Word = typename A::Word;
  using Base = KernelTable<Word>;

 public:
  ScheduledKernels(const Roots& roots, Kernel kernel)
      : Base({roots.degree, static_cast<Word>(roots.modulus.value()), static_cast<Word>(roots.root),
              kernel, roots.shape}),
        twiddles_(roots, std::integral_constant<std::size_t, kLeaf>()),
        arithmetic_(roots, twiddles_),
        zetas_(zeta_order(roots)) {}

  void forward(Word* a) const noexcept override {
    Schedule<A, kLeaf>::forward(arithmetic_, a, this->ring().degree, Exit::canonical);
  }
  void forward_lazy(Word* a) const noexcept override {
    Schedule<A, kLeaf>::forward(arithmetic_, a, this->ring().degree, Exit::lazy);
  }
  void inverse(Word* a) const noexcept override {
    Schedule<A, kLeaf>::inverse(arithmetic_, a, this->ring().degree);
  }
  void convolve(Word* a, Word* b) const noexcept override {
    if constexpr (kChains<A, kLeaf>) {
      Schedule<A, kLeaf>::template convolve<Entry::product>(arithmetic_, a, b, this->ring().degree);
    } else {
      if (b != a) forward(b);
      convolve_transformed(a, b);
    }
  }
  void convolve_transformed(Word* a, const Word* b) const noexcept override {
    const std::size_t degree = this->ring().degree;
    if constexpr (kChains<A, kLeaf>) {
      Schedule<A, kLeaf>::template convolve<Entry::product_by_words>(arithmetic_, a, b, degree);
    } else {
      forward(a);
      multiply(a, a, b, {0, degree});
      inverse(a);
    }
  }
  void reduce(Word* out, const Word* a, std::size_t count) const noexcept override {
    map<&A::reduce>(out, count, a);
  }

#define LATH_OPERATION(name, operands, words)                                  \
  void name(Word* out, LATH_ALL operands, Part part) const noexcept override { \
    map_leaves<&Leaves<A, kLeaf>::name>(out, part, LATH_ALL words);            \
  }
  LATH_PRODUCTS(LATH_OPERATION)
#undef LATH_OPERATION
#define LATH_OPERATION(name, operands, words)                                  \
  void name(Word* out, LATH_ALL operands, Part part) const noexcept override { \
    map<&A::name>(out, part.count, LATH_ALL words);                            \
  }
  LATH_SUMS(LATH_OPERATION)
#undef LATH_OPERATION
  void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept override {
    map<&A::prepare>(quotients, count, b);
  }
  // Quotients help only if a product is one product of words; longer leaves do not use them.
  void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                         Part part) const noexcept override {
    if constexpr (kLeaf > 1) return multiply(out, a, b, part);
    map<&A::multiply_prepared>(out, part.count, a, b, quotients);
  }

 private:
  // Both work with a local copy of the constants, so that they stay in registers: the compiler
  // cannot know that the stores do not change the original in memory.
  template <auto kOperation, class... Operands>
  void map(Word* out, std::size_t count, const Operands*... operands) const noexcept {
    const A a = arithmetic_;
    for (std::size_t i = 0; i < count; i += A::kLanes) {
      a.store_words((a.*kOperation)(a.load_words(operands + i)...), out + i);
    }
  }
  template <auto kOperation, class... Operands>
  void map_leaves(Word* out, Part part, const Operands*... operands) const noexcept {
    const A a = arithmetic_;
    const Word* zetas = zetas_.data();
    for (std::size_t i = 0; i < part.count; i += Leaves<A, kLeaf>::kGroup) {
      const Leaves<A, kLeaf> leaves(a, zetas + (kLeaf == 1 ? 0 : (part.first + i) / kLeaf));
      leaves.store((leaves.*kOperation)(leaves.load(operands + i)...), out + i);
    }
  }

  // The zetas as Leaves reads them: after the transposition, lane l of a group holds leaf
  // (l mod kLeaf) * (kLanes / kLeaf) + l / kLeaf.
  static Buffer<Word> zeta_order(const Roots& roots) {
    if constexpr (kLeaf == 1) return {};
    const std::size_t leaves = roots.degree / kLeaf;
    Buffer<Word> zetas(leaves);
    for (std::size_t i = 0; i < leaves; ++i) {
      const std::size_t lane = i % A::kLanes;
      const std::size_t leaf = i - lane + lane % kLeaf * (A::kLanes / kLeaf) + lane / kLeaf;
      // The children of the last nodes are x^kLeaf - root and x^kLeaf + root.
      const std::uint64_t root = roots.forward[(leaves + leaf) / 2];
      zetas[i] = static_cast<Word>(leaf % 2 == 0 ? root : roots.modulus.negate(root));
    }
    return zetas;
  }

  Twiddles<A> twiddles_;
  A arithmetic_;
  Buffer<Word> zetas_;
};

/// The kernel table of a family on vectors, for the leaves of a ring; for degrees below a block
/// that of the reference.
template <class A>
KernelTablePointer<typename A::Word> make_kernel_table(const Roots& roots, Kernel kernel) {
  if (roots.degree < 4 * A::kLanes) return make_reference<typename A::Word>(roots);
  switch (roots.shape.skipped_layers) {
    case 0:
      return std::make_shared<ScheduledKernels<A, 1>>(roots, kernel);
    case 1:
      return std::make_shared<ScheduledKernels<A, 2>>(roots, kernel);
    default:
      return std::make_shared<ScheduledKernels<A, 4>>(roots, kernel);
  }
}
