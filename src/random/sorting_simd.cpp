// SPDX-License-Identifier: Apache-2.0
//
// Batcher's merge exchange (Knuth, The Art of Computer Programming, volume 3, algorithm 5.2.2M),
// for any number of words. Comparisons of consecutive words are done together.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "random/sorting_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "random/sorting.hpp"

// The network, once for all instruction sets: exchange(a, b, count) puts the lesser of a[i] and
// b[i] into a[i] and the greater into b[i].
#ifndef LATH_KERNELS_SORTING_NETWORK
#define LATH_KERNELS_SORTING_NETWORK
namespace lath::detail {

template <class Exchange>
void sort_by(std::uint64_t* x, std::size_t n, const Exchange& exchange) noexcept {
  std::size_t top = 1;
  while (2 * top < n) top *= 2;
  if (n < 2) return;
  for (std::size_t p = top; p > 0; p /= 2) {
    for (std::size_t i = 0; i + p < n; i += 2 * p) {
      exchange(x + i, x + i + p, std::min(p, n - p - i));
    }
    for (std::size_t q = top; q > p; q /= 2) {
      for (std::size_t i = 0; i + q < n; i += 2 * p) {
        exchange(x + i + p, x + i + q, std::min(p, n - q - i));
      }
    }
  }
}

inline void exchange_words(std::uint64_t* a, std::uint64_t* b, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t difference = (a[i] ^ b[i]) & ct::mask_of_top_bit(b[i] - a[i]);
    a[i] ^= difference;
    b[i] ^= difference;
  }
}

}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

void exchange_vectors(std::uint64_t* a, std::uint64_t* b, std::size_t count) noexcept {
  const hn::ScalableTag<std::int64_t> d;
  constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(std::int64_t);
  const std::size_t whole = count / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    auto* first = reinterpret_cast<std::int64_t*>(a + i);
    auto* second = reinterpret_cast<std::int64_t*>(b + i);
    const auto x = hn::LoadU(d, first), y = hn::LoadU(d, second);
    const auto swapped = hn::Gt(x, y);
    hn::StoreU(hn::IfThenElse(swapped, y, x), d, first);
    hn::StoreU(hn::IfThenElse(swapped, x, y), d, second);
  }
  exchange_words(a + whole, b + whole, count - whole);
}

void sort_words(std::span<std::uint64_t> words) noexcept {
  sort_by(words.data(), words.size(), [](std::uint64_t* a, std::uint64_t* b, std::size_t count) {
    exchange_vectors(a, b, count);
  });
}

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

void sort_words(Isa isa, std::span<std::uint64_t> words) noexcept {
  LATH_RETURN_ON_AVX2_OR_NEON(isa, sort_words(words));
  sort_by(words.data(), words.size(), [](std::uint64_t* a, std::uint64_t* b, std::size_t count) {
    exchange_words(a, b, count);
  });
}

}  // namespace lath::detail
#endif  // HWY_ONCE
