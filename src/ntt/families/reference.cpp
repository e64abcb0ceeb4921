// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference for words of 16, 32 and 64 bits: one value at a time, after D. Harvey,
// "Faster arithmetic for number-theoretic transforms" (2014). Every other kernel is compared with
// this one.
#include "lath/arith/barrett.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/constant_time.hpp"
#include "ntt/schedule/scheduled_kernels.hpp"

namespace lath::detail {
namespace {

#include "ntt/schedule/scheduled_kernels.inl"  // NOLINT(bugprone-suspicious-include)

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p); 4p fits in a word. A vector is
// one leaf, so there are no layers inside vectors.
template <ResidueWord T, std::size_t kLeaf>
class Reference {
 public:
  using Word = T;
  using Vector = std::array<T, kLeaf>;
  using Factor = ShoupFactor<T>;
  static constexpr std::size_t kLanes = kLeaf, kPassesPerReduction = 0, kBlocksTogether = 1;

  using NodeTwiddle = Factor;
  using LaneTwiddle = Factor;

  static Factor node_twiddle(std::uint64_t root, std::uint64_t p) {
    return {static_cast<T>(root), static_cast<T>(p)};
  }
  static Factor lane_twiddle(const std::array<std::uint64_t, kLanes>& roots, std::uint64_t p) {
    return node_twiddle(roots[0], p);
  }

  Reference(const Roots& roots, const Twiddles<Reference>& twiddles)
      : barrett_(static_cast<T>(roots.modulus.value())),
        p_(barrett_.modulus()),
        two_p_(static_cast<T>(2 * p_)),
        twiddles_(twiddles, roots.degree) {}

  Vector load(const T* x) const noexcept {
    Vector v;
    for (std::size_t i = 0; i < kLanes; ++i) v[i] = x[i];
    return v;
  }
  void store(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = v[i];
  }
  Vector import_words(const T* x) const noexcept { return load(x); }
  // From [0, 4p).
  void export_words(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = ct::subtract_once(reduce_to_two_p(v[i]), p_);
  }

  void export_product(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = ct::subtract_once(v[i], p_);
  }
  void export_lazy(const Vector& v, T* x) const noexcept { store(v, x); }

  // [0, 4p) -> [0, 4p).
  void forward_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const T sum = reduce_to_two_p(x[i]), product = root.multiply_lazy(y[i], p_);
      x[i] = static_cast<T>(sum + product);
      y[i] = static_cast<T>(sum - product + two_p_);
    }
  }
  // [0, 2p) -> [0, 2p).
  void inverse_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto sum = static_cast<T>(x[i] + y[i]);
      const auto difference = static_cast<T>(x[i] - y[i] + two_p_);
      x[i] = reduce_to_two_p(sum);
      y[i] = root.multiply_lazy(difference, p_);
    }
  }
  Vector partial_reduce(const Vector& v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept {
    for (T& x : v) x = scaled_root(*this, 0).multiply_lazy(x, p_);
    return v;
  }

  const TwiddlePointers<NodeTwiddle, LaneTwiddle>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& twiddle) const noexcept { return twiddle; }

  Vector load_words(const T* x) const noexcept { return load(x); }
  void store_words(const Vector& v, T* x) const noexcept { store(v, x); }
  Vector zero_words() const noexcept { return {}; }
  template <std::size_t kRun>
  static void transpose_words(Vector& x, Vector& y) noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      if ((i / kRun) % 2 == 1) std::swap(x[i], y[i - kRun]);
    }
  }
  Vector reduce(const Vector& a) const noexcept {
    Vector r;
    export_words(a, r.data());
    return r;
  }
  // floor(b 2^w / p) without a division, whose time would depend on b. The quotient by the stored
  // reciprocal is exact or one too small.
  Vector prepare(Vector b) const noexcept {
    for (T& x : b) x = barrett_.shoup_quotient(x);
    return b;
  }
  Vector multiply_prepared(Vector a, const Vector& b, const Vector& quotients) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const T q = multiply_high(a[i], quotients[i]);
      a[i] = ct::subtract_once(static_cast<T>(multiply_low(a[i], b[i]) - multiply_low(q, p_)), p_);
    }
    return a;
  }
  Vector multiply(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) a[i] = barrett_.multiply(a[i], b[i]);
    return a;
  }
  Vector add(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      a[i] = ct::subtract_once(static_cast<T>(a[i] + b[i]), p_);
    }
    return a;
  }
  Vector subtract(Vector a, const Vector& b) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) {
      a[i] = ct::subtract_once(static_cast<T>(a[i] + p_ - b[i]), p_);
    }
    return a;
  }
  Vector negate(const Vector& a) const noexcept { return subtract(zero_words(), a); }

 private:
  // [0, 4p) -> [0, 2p). 4p may reach the top bit, so a comparison gives the borrow.
  T reduce_to_two_p(T v) const noexcept {
    return ct::select(ct::mask_less(v, two_p_), v, static_cast<T>(v - two_p_));
  }

  Barrett<T> barrett_;
  T p_, two_p_;
  TwiddlePointers<NodeTwiddle, LaneTwiddle> twiddles_;
};

}  // namespace

template <ResidueWord Word>
KernelTablePointer<Word> make_reference(const Roots& roots) {
  const Kernel kernel{integer_family<Word>, Isa::scalar};
  switch (roots.shape.skipped_layers) {
    case 0:
      return std::make_shared<ScheduledKernels<Reference<Word, 1>, 1>>(roots, kernel);
    case 1:
      return std::make_shared<ScheduledKernels<Reference<Word, 2>, 2>>(roots, kernel);
    default:
      return std::make_shared<ScheduledKernels<Reference<Word, 4>, 4>>(roots, kernel);
  }
}

template KernelTablePointer<std::uint16_t> make_reference(const Roots&);
template KernelTablePointer<std::uint32_t> make_reference(const Roots&);
template KernelTablePointer<std::uint64_t> make_reference(const Roots&);

}  // namespace lath::detail
