// SPDX-License-Identifier: Apache-2.0
//
// The u32 family on vectors: Shoup products and Harvey's lazy butterflies, the algorithm of the
// scalar reference, with the lanes of a vector side by side.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/shoup.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/entries.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

#include "kernels/lanes.inl"              // NOLINT(bugprone-suspicious-include)
#include "kernels/roots.inl"              // NOLINT(bugprone-suspicious-include)
#include "kernels/schedule.inl"           // NOLINT(bugprone-suspicious-include)
#include "kernels/scheduled_entries.inl"  // NOLINT(bugprone-suspicious-include)
#include "kernels/trade.inl"              // NOLINT(bugprone-suspicious-include)
//
#include "kernels/word_operations.inl"  // NOLINT(bugprone-suspicious-include)

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p); 4p fits in a word.
class Shoup : public WordOperations<std::uint32_t> {
  using Base = WordOperations<std::uint32_t>;
  using Base::multiply_lazy, Base::p, Base::two_p, Base::subtract_once;
  using D = hn::FixedTag<std::uint32_t, HWY_MAX_BYTES / sizeof(std::uint32_t)>;

 public:
  using Word = std::uint32_t;
  using Vector = hn::Vec<D>;
  using Trades = TradesOf<D>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D()), kPassesPerSettle = 0,
                               kBlocksTogether = 4;

  struct Factor {
    Vector value, quotient;
  };

  using NodeTwiddle = ShoupFactor<Word>;
  struct LaneTwiddle {
    std::array<Word, kLanes> value, quotient;
  };

  static ShoupFactor<Word> node_twiddle(std::uint64_t root, std::uint64_t p) {
    return {static_cast<Word>(root), static_cast<Word>(p)};
  }
  static LaneTwiddle lane_twiddle(const std::array<std::uint64_t, kLanes>& roots, std::uint64_t p) {
    LaneTwiddle lanes;
    for (std::size_t i = 0; i < kLanes; ++i) {
      const ShoupFactor<Word> factor = node_twiddle(roots[i], p);
      lanes.value[i] = factor.value;
      lanes.quotient[i] = factor.quotient;
    }
    return lanes;
  }

  Shoup(const Roots& roots, const Twiddles<Shoup>& twiddles)
      : Base(roots.modulus), twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return this->load_words(x); }
  void store(Vector v, Word* x) const noexcept { this->store_words(v, x); }
  Vector import_words(const Word* x) const noexcept { return load(x); }
  // From [0, 4p).
  void export_words(Vector v, Word* x) const noexcept { store(this->reduce(v), x); }

  // From [0, 2p).
  void export_product(Vector v, Word* x) const noexcept { store(subtract_once(v, p()), x); }
  void export_lazy(Vector v, Word* x) const noexcept { store(v, x); }

  Factor forward_root(std::size_t node) const noexcept {
    return broadcast(twiddles_.forward[node]);
  }
  Factor inverse_root(std::size_t node) const noexcept {
    return broadcast(twiddles_.inverse[node]);
  }
  Factor scaled_root(std::size_t node) const noexcept { return broadcast(twiddles_.scaled[node]); }

  // [0, 4p) -> [0, 4p).
  void forward_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector sum = subtract_once(x, two_p()), product = multiply_lazy(y, root);
    x = hn::Add(sum, product);
    y = hn::Add(hn::Sub(sum, product), two_p());
  }
  // [0, 2p) -> [0, 2p).
  void inverse_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector difference = hn::Add(hn::Sub(x, y), two_p());
    x = subtract_once(hn::Add(x, y), two_p());
    y = multiply_lazy(difference, root);
  }
  Vector settle(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return multiply_lazy(v, scaled_root(0)); }

  const LaneTwiddle* forward_lanes(std::size_t block) const noexcept {
    return twiddles_.forward_lanes(block);
  }
  const LaneTwiddle* inverse_lanes(std::size_t block) const noexcept {
    return twiddles_.inverse_lanes(block);
  }
  Factor lane_factor(const LaneTwiddle& lanes) const noexcept {
    return {load(lanes.value.data()), load(lanes.quotient.data())};
  }

 private:
  Factor broadcast(const ShoupFactor<Word>& f) const noexcept {
    return {hn::Set(d_, f.value), hn::Set(d_, f.quotient)};
  }
  Vector multiply_lazy(Vector x, const Factor& f) const noexcept {
    return multiply_lazy(x, f.value, f.quotient);
  }

  D d_;
  TwiddlePointers<NodeTwiddle, LaneTwiddle> twiddles_;
};

EntriesPointer<std::uint32_t> make_shoup(const Roots& roots, Kernel kernel) {
  return make_entries<Shoup>(roots, kernel);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {

EntriesPointer<std::uint32_t> make_shoup_avx2([[maybe_unused]] const Roots& roots) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_shoup(roots, {Family::u32, Isa::avx2});
#else
  return nullptr;
#endif
}

}  // namespace lath::kernels
#endif  // HWY_ONCE
