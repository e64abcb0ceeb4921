// SPDX-License-Identifier: Apache-2.0
#include "ntt/complex/complex_roots.hpp"

#include <cmath>
#include <mutex>
#include <numbers>

#include "base/fork.hpp"

namespace lath::detail {
namespace {

// Roots whose index has none of the lower bits, or only these, come from sines and cosines. Others
// are products of two of them.
constexpr std::size_t kLowerBits = 1023;
constexpr std::size_t kMostKept = std::size_t{3} << 15;  // a transform of 2^16 values

double bits_behind_the_point(std::size_t j) noexcept {
  double result = 0;
  for (double weight = 0.5; j != 0; j >>= 1, weight /= 2) result += (j & 1) != 0 ? weight : 0;
  return result;
}

}  // namespace

template <>
ComplexRootsOf<double>::ComplexRootsOf(std::size_t count) : re_(count), im_(count) {
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t low = j & kLowerBits, high = j & ~kLowerBits;
    if (low == 0 || high == 0) {
      const double angle = std::numbers::pi * bits_behind_the_point(j);
      re_[j] = std::cos(angle);
      im_[j] = std::sin(angle);
    } else {
      re_[j] = re_[low] * re_[high] - im_[low] * im_[high];
      im_[j] = re_[low] * im_[high] + im_[low] * re_[high];
    }
  }
}

template <>
ComplexRootsOf<float>::ComplexRootsOf(std::size_t count) : re_(count), im_(count) {
  const ComplexRoots exact(count);
  for (std::size_t j = 0; j < count; ++j) {
    re_[j] = static_cast<float>(exact.re()[j]);
    im_[j] = static_cast<float>(exact.im()[j]);
  }
}

template <class Real>
std::shared_ptr<const ComplexRootsOf<Real>> ComplexRootsOf<Real>::create(std::size_t count) {
  static std::shared_ptr<const ComplexRootsOf> kept;
  {
    const std::lock_guard lock(cache_mutex());
    if (kept && kept->size() >= count) return kept;
  }
  auto roots = std::make_shared<const ComplexRootsOf>(count);
  if (count > kMostKept) return roots;
  const std::lock_guard lock(cache_mutex());
  if (!kept || kept->size() < count) kept = roots;
  return roots;
}

template class ComplexRootsOf<double>;
template class ComplexRootsOf<float>;

}  // namespace lath::detail
