// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference for words of 16, 32 and 64 bits: one value at a time, after D. Harvey,
// "Faster arithmetic for number-theoretic transforms" (2014). Every other kernel is compared with
// this one.
#include <cstddef>
#include <limits>

#include "kernels/entries.hpp"
#include "lath/arith/barrett.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::kernels {
namespace {

#include "kernels/schedule.inl"           // NOLINT(bugprone-suspicious-include)
#include "kernels/scheduled_entries.inl"  // NOLINT(bugprone-suspicious-include)

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p); 4p fits in a word.
template <ResidueWord T>
class Reference {
 public:
  using Word = T;
  using Vector = T;
  using Factor = ShoupFactor<T>;
  static constexpr std::size_t kLanes = 1;

  explicit Reference(const Roots& roots)
      : barrett_(static_cast<T>(roots.modulus.value())),
        p_(barrett_.modulus()),
        two_p_(static_cast<T>(2 * p_)),
        degree_inverse_(static_cast<T>(roots.degree_inverse), p_),
        forward_(roots.degree),
        inverse_(roots.degree) {
    for (std::size_t k = 1; k < roots.degree; ++k) {
      forward_[k] = Factor(static_cast<T>(roots.forward[k]), p_);
      inverse_[k] = Factor(static_cast<T>(roots.inverse[k]), p_);
    }
    const T last = barrett_.multiply(inverse_[1].value, degree_inverse_.value);
    inverse_[1] = Factor(last, p_);
  }

  T load(const T* x) const noexcept { return *x; }
  void store(T v, T* x) const noexcept { *x = v; }
  T import_words(const T* x) const noexcept { return *x; }
  // From [0, 4p).
  void export_words(T v, T* x) const noexcept { *x = ct::subtract_once(reduce_to_two_p(v), p_); }

  const Factor& forward_root(std::size_t node) const noexcept { return forward_[node]; }
  const Factor& inverse_root(std::size_t node) const noexcept { return inverse_[node]; }

  // [0, 4p) -> [0, 4p).
  void forward_butterfly(T& x, T& y, const Factor& root) const noexcept {
    const T sum = reduce_to_two_p(x), product = root.multiply_lazy(y, p_);
    x = static_cast<T>(sum + product);
    y = static_cast<T>(sum - product + two_p_);
  }
  // [0, 2p) -> [0, 2p).
  void inverse_butterfly(T& x, T& y, const Factor& root) const noexcept {
    const auto sum = static_cast<T>(x + y), difference = static_cast<T>(x - y + two_p_);
    x = reduce_to_two_p(sum);
    y = root.multiply_lazy(difference, p_);
  }
  T settle(T v) const noexcept { return v; }
  T scale(T v) const noexcept { return degree_inverse_.multiply_lazy(v, p_); }

  // A vector of one value has no layers inside.
  template <std::size_t kCount>
  void forward_lanes(T (&)[kCount][4], std::size_t) const noexcept {}
  template <std::size_t kCount>
  void inverse_lanes(T (&)[kCount][4], std::size_t) const noexcept {}

  T load_words(const T* x) const noexcept { return *x; }
  void store_words(T v, T* x) const noexcept { *x = v; }
  T multiply(T a, T b) const noexcept { return barrett_.multiply(a, b); }
  T add(T a, T b) const noexcept { return ct::subtract_once(static_cast<T>(a + b), p_); }
  T subtract(T a, T b) const noexcept { return ct::subtract_once(static_cast<T>(a + p_ - b), p_); }
  T negate(T a) const noexcept { return ct::subtract_once(static_cast<T>(p_ - a), p_); }

 private:
  // [0, 4p) -> [0, 2p). 4p may reach the top bit, so the borrow is taken from a comparison.
  T reduce_to_two_p(T v) const noexcept {
    const auto difference = static_cast<T>(v - two_p_);
    // v < 2p: the difference wraps to at least 2^w - 2p > 2p > any true difference.
    return ct::select(ct::mask_less(v, two_p_), v, difference);
  }

  Barrett<T> barrett_;
  T p_, two_p_;
  Factor degree_inverse_;
  Buffer<Factor> forward_, inverse_;
};

}  // namespace

template <ResidueWord Word>
EntriesPointer<Word> make_reference(const Roots& roots) {
  return std::make_shared<ScheduledEntries<Reference<Word>>>(
      roots, Kernel{integer_family<Word>, Isa::scalar});
}

template EntriesPointer<std::uint16_t> make_reference(const Roots&);
template EntriesPointer<std::uint32_t> make_reference(const Roots&);
template EntriesPointer<std::uint64_t> make_reference(const Roots&);

}  // namespace lath::kernels
