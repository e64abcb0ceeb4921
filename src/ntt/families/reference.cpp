// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference for words of 16, 32 and 64 bits: one value at a time, after D. Harvey,
// "Faster arithmetic for number-theoretic transforms" (2014). Every other kernel is compared with
// this one.
#include "arith/pointwise/reference_words.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/constant_time.hpp"
#include "ntt/schedule/scheduled_transform.hpp"

namespace lath::detail {
namespace scalar {

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p); 4p fits in a word. A vector is
// one leaf, so there are no layers inside vectors.
template <ResidueWord T, std::size_t kLeaf>
class Reference : public ReferenceWords<T, kLeaf> {
  using Base = ReferenceWords<T, kLeaf>;
  using Base::p_, Base::two_p_, Base::reduce_to_two_p;

 public:
  using Words = ReferenceWords<T, 1>;
  using Base::kLanes;
  using typename Base::Vector;
  using Factor = ShoupFactor<T>;
  static constexpr std::size_t kPassesPerReduction = 0, kBlocksTogether = 1;
  // Three word sizes and three sizes of leaves are much to compile; this is as fast.
  static constexpr bool kStagesStandOnce = true, kPassesStandOnce = true;

  using NodeTwiddle = Factor;

  static Factor node_twiddle(std::uint64_t root, std::uint64_t p) {
    return {static_cast<T>(root), static_cast<T>(p)};
  }

  Reference(const Roots& roots, const Twiddles<Reference>& twiddles)
      : Base(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const T* x) const noexcept { return this->load_words(x); }
  void store(const Vector& v, T* x) const noexcept { this->store_words(v, x); }
  Vector import_words(const T* x) const noexcept { return load(x); }
  // Exports values in [0, 4p).
  void export_words(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = ct::subtract_once(reduce_to_two_p(v[i]), p_);
  }

  void export_product(const Vector& v, T* x) const noexcept {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = ct::subtract_once(v[i], p_);
  }

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

  const TwiddlePointers<NodeTwiddle, T>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& twiddle) const noexcept { return twiddle; }

 private:
  TwiddlePointers<NodeTwiddle, T> twiddles_;
};

}  // namespace scalar

template <ResidueWord Word>
TransformPointer<Word> make_reference(const Roots& roots) {
  const Kernel kernel{kIntegerFamily<Word>, Isa::scalar};
  using namespace scalar;
  switch (roots.shape.skipped_layers) {
    case 0:
      return std::make_shared<ScheduledTransform<Reference<Word, 1>, 1>>(roots, kernel);
    case 1:
      return std::make_shared<ScheduledTransform<Reference<Word, 2>, 2>>(roots, kernel);
    default:
      return std::make_shared<ScheduledTransform<Reference<Word, 4>, 4>>(roots, kernel);
  }
}

template TransformPointer<std::uint16_t> make_reference(const Roots&);
template TransformPointer<std::uint32_t> make_reference(const Roots&);
template TransformPointer<std::uint64_t> make_reference(const Roots&);

}  // namespace lath::detail
