// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/transform.hpp"

namespace lath {

/// The products of polynomials that a transform serves.
enum class Convolution {
  negacyclic,  ///< products modulo x^n + 1
  cyclic,      ///< products modulo x^n - 1
};

/// How a transform splits Z_p[x]/(x^n + 1) or Z_p[x]/(x^n - 1): into n / 2^k factors modulo
/// x^(2^k) - zeta, where k is the number of layers that it stops early. With k = 0 residues modulo
/// these factors are values. An incomplete transform (k > 0) needs roots of unity of a lower order:
/// x^256 + 1 modulo 3329 takes k = 1.
struct NttShape {
  Convolution convolution = Convolution::negacyclic;  ///< modulo x^n + 1 or x^n - 1
  unsigned skipped_layers = 0;                        ///< k, at most kMaxSkippedLayers
  /// Whether both are the same shape.
  friend bool operator==(const NttShape&, const NttShape&) = default;
};

/// The largest number of skipped layers.
inline constexpr unsigned kMaxSkippedLayers = 2;

template <ResidueWord Word>
class NttPlan;
namespace detail {
NttPlan<std::uint64_t> plan_of_index(const CyclotomicIndex& index, std::uint64_t modulus);
NttPlan<std::uint64_t> plan_of_index(const CyclotomicIndex& index, std::uint64_t modulus,
                                     Kernel kernel);
}  // namespace detail

/// The transform of one ring Z_p[x]/(x^n + 1) or Z_p[x]/(x^n - 1): the constants of p and n, and
/// the kernels chosen for this CPU; or a transform that a program has derived from Transform.
/// Immutable, cheap to copy, safe to share between threads.
///
/// Memory of the constants in bytes per coefficient, half of it for each direction, besides a fixed
/// kilobyte: f64 takes 24 with AVX2 and 18 with AVX-512; i16, u32 and u64 take 17, 26 and 40 with
/// AVX2, u32 and u64 26 and 34 with AVX-512, and 8, 16 and 32 in the scalar reference. With NEON
/// i16, u32, u64 and f64 take 13, 20, 32 and 24. i52 takes 32, of which 20 are forward, and 33 with
/// AVX2.
///
/// All functions take and return canonical words, in [0, p), unless they say otherwise. Vectors
/// hold degree() words, aligned to a word. No function allocates.
template <ResidueWord Word>
class NttPlan {
 public:
  ///@{
  /// Copies share the constants. A moved-from plan keeps its constants.
  NttPlan(const NttPlan&) noexcept = default;
  NttPlan& operator=(const NttPlan&) noexcept = default;
  ///@}
  ~NttPlan() = default;

  /// The plan with the fastest kernel that this CPU and LATH_ISA allow.
  ///
  /// `degree` is a power of two from 2 to 2^20, above 2^k and at least 4^k for k skipped layers,
  /// k <= kMaxSkippedLayers. `modulus` is a prime of at most kModulusBits<Word> bits that is 1 mod
  /// 2 degree / 2^k, or 1 mod degree / 2^k for a cyclic transform. Throws invalid_argument
  /// otherwise. Costs about 10 degree modular products.
  static NttPlan create(std::size_t degree, std::uint64_t modulus, NttShape shape = {});

  /// The plan with the given kernel, for tests and measurements. Throws unsupported if the kernel
  /// does not serve this modulus or this CPU, and otherwise as above.
  static NttPlan create(std::size_t degree, std::uint64_t modulus, Kernel kernel,
                        NttShape shape = {});

  ///@{
  /// The plan of a ring of any index m, see CyclotomicIndex: from the powerful basis to the values
  /// at psi^j, in the order of index.slots(); psi^(m/q) is the least root of unity of order q for
  /// each axis q. For a power of two that is create(degree, modulus). Words of 64 bits only.
  ///
  /// `modulus` is a prime below 2^62 that is 1 mod m; the transform is fast if it is 1 mod
  /// index.root_order() and below 2^50. Throws as above. Costs about 10 products for each word.
  template <class W = Word>
    requires(sizeof(W) == 8)
  static NttPlan create(const CyclotomicIndex& index, std::uint64_t modulus) {
    return detail::plan_of_index(index, modulus);
  }
  template <class W = Word>
    requires(sizeof(W) == 8)
  static NttPlan create(const CyclotomicIndex& index, std::uint64_t modulus, Kernel kernel) {
    return detail::plan_of_index(index, modulus, kernel);
  }
  ///@}

  /// The plan of any transform. Throws invalid_argument if it is null.
  explicit NttPlan(std::shared_ptr<const Transform<Word>> transform);

  /// n.
  [[nodiscard]] std::size_t degree() const noexcept { return transform_->degree(); }
  /// p.
  [[nodiscard]] Word modulus() const noexcept { return arithmetic().modulus(); }
  /// psi: for create() the least primitive root of unity mod p of order 2n / 2^k, or of order n /
  /// 2^k for a cyclic transform.
  [[nodiscard]] Word root() const noexcept { return transform_->root(); }
  /// The map of slots: which value each slot of an evaluation form holds.
  [[nodiscard]] const SlotMap& slots() const noexcept { return transform_->slots(); }
  /// The shape of a transform that create() made.
  [[nodiscard]] NttShape shape() const noexcept;
  /// The arithmetic of evaluation forms; its sums serve coefficient forms, too.
  [[nodiscard]] const VectorArithmetic<Word>& arithmetic() const noexcept {
    return transform_->arithmetic();
  }
  /// The kernel of the transforms; arithmetic() has the same one, unless create() chose both: the
  /// fastest for transforms may not be the fastest for products. Vectors shorter than a block of
  /// four SIMD vectors (with AVX2 16 words of 64 bits, 32 of 32 bits, 64 of 16 bits; with AVX-512
  /// twice as many) always get the scalar reference, also if create() was given another kernel. So
  /// does u64 on AVX2 if a twiddle does not fit. Only moduli above 2^62 - 2^30 could have such a
  /// twiddle, and no example is known (docs/lab/0010).
  [[nodiscard]] Kernel kernel() const noexcept { return transform_->kernel(); }

  /// The transform in place, from coefficients to residues: block j of 2^k words becomes
  /// a mod x^(2^k) - zeta_j, lowest coefficient first. zeta_j is psi^(2 brv(j) + 1), or psi^brv(j)
  /// for a cyclic transform, where brv reverses log2(n) - k bits. With k = 0, word j is a(zeta_j).
  /// Takes n/2 (log2(n) - k) butterflies and no separate multiplication by powers of psi (P. Longa,
  /// M. Naehrig, CANS 2016, algorithm 1).
  void forward(Word* a) const noexcept { transform_->forward(a); }
  /// As forward(), from `in` to `out`, which do not overlap or are equal. Costs about as much as
  /// forward(): no copy is made.
  void forward(Word* out, const Word* in) const noexcept { transform_->forward_from(out, in); }
  /// The transform of residues modulo another number q, such as a digit of a number in a residue
  /// number system, which every other prime of the chain takes: `in` holds words in [0, q), and
  /// `out` receives the transform modulo p of their centered representatives, which are x for
  /// x <= q/2 and x - q for the others. 1 <= q <= 2p; q need not be prime. `in` and `out` do not
  /// overlap or are equal. f64 centers while it reads the words for its first pass, which costs 3
  /// to 7 % of forward(); other families do it in a pass of their own.
  void forward_centered(Word* out, const Word* in, Word q) const noexcept {
    transform_->forward_centered(out, in, q);
  }
  /// The transform of small integers, such as errors and ternary secrets: their residues are never
  /// written. f64 takes up to 10 % less than residues_of() and forward() do; other families write
  /// residues first.
  void forward(Word* out, const std::int8_t* in) const noexcept {
    transform_->forward_small(out, in);
  }
  /// The inverse of forward(), in place. Includes the division by the number of factors.
  void inverse(Word* a) const noexcept { transform_->inverse(a); }
  /// As inverse(), from `in` to `out`, which do not overlap or are equal, at the same cost.
  void inverse(Word* out, const Word* in) const noexcept { transform_->inverse_from(out, in); }
  /// As forward(), but the results are in [0, 4p), congruent to the results of forward();
  /// VectorArithmetic::reduce() brings them to [0, p).
  void forward_lazy(Word* a) const noexcept { transform_->forward_lazy(a); }

  /// The product of two polynomials in coefficient form, modulo x^n + 1, or x^n - 1 for a cyclic
  /// transform: forward(a), forward(b), the products of the slots and inverse(a) in one call, which
  /// is faster if the family keeps its working form in between (f64 with k = 0). `a` becomes the
  /// product. `b` is used as scratch memory and holds unspecified words afterwards. `b` may be `a`:
  /// that gives the square, with two transforms instead of three.
  void convolve(Word* a, Word* b) const noexcept { transform_->convolve(a, b); }
  /// As convolve(), with a `b` that forward() has transformed already, for a factor that many
  /// products share. `b` stays unchanged and must not be `a`.
  void convolve_transformed(Word* a, const Word* b) const noexcept {
    transform_->convolve_transformed(a, b);
  }
  ///@{
  /// The two halves of products that share factors, such as products of two ciphertexts. The words
  /// that forward_factor() leaves are for inverse_products() of the same plan only, which gives the
  /// coefficients of the sum of one or two products x y: the y are such factors, the x in the form
  /// `first`. `out` overlaps none of them. f64 with k = 0 stays in its working form.
  void forward_factor(Word* out, const Word* in) const noexcept {
    transform_->forward_factor(out, in);
  }
  void inverse_products(Word* out, std::span<const FactorPair<Word>> pairs,
                        FactorForm first) const noexcept {
    transform_->inverse_products(out, pairs, first);
  }
  ///@}
  ///@{
  /// Between sums of products in double precision, such as the sums of a key switch: forward()
  /// without its first step, which reads canonical words, or its last one, which makes them. Only
  /// if takes_doubles(): f64 and i52 with k = 0. `in` is `out` or does not overlap it; doubles are
  /// transformed in place. See Transform.
  [[nodiscard]] bool takes_doubles() const noexcept { return transform_->takes_doubles(); }
  void forward_between(Word* out, NumberForm out_form, const Word* in,
                       NumberForm in_form) const noexcept {
    transform_->forward_between(out, out_form, in, in_form);
  }
  void forward_centered_doubles(Word* out, const Word* in, Word q) const noexcept {
    transform_->forward_centered_doubles(out, in, q);
  }
  ///@}

 private:
  std::shared_ptr<const Transform<Word>> transform_;
};

extern template class NttPlan<std::uint16_t>;
extern template class NttPlan<std::uint32_t>;
extern template class NttPlan<std::uint64_t>;

}  // namespace lath
