// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/prime_ring.hpp"

#include <utility>

#include "lath/ring/poly.hpp"

namespace lath {
namespace {

// The most complete transform that q has roots of unity for; the complete one where there is none,
// which NttPlan then refuses, as it does degrees that are too large.
NttShape shape_of(std::size_t degree, std::uint64_t modulus) {
  if (degree > kMaxDegree) return {};  // twice as many may be no number of 64 bits
  for (unsigned skipped = 0; skipped <= kMaxSkippedLayers; ++skipped) {
    const std::size_t block = std::size_t{1} << skipped;
    if (degree <= block || degree < block * block) break;
    if (modulus % (2 * degree / block) == 1) return {Convolution::negacyclic, skipped};
  }
  return {};
}

}  // namespace

template <ResidueWord W>
struct PrimeRing<W>::State {
  Modulus modulus;
  NttPlan<W> plan;
};

template <ResidueWord W>
PrimeRing<W>::PrimeRing(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

template <ResidueWord W>
PrimeRing<W> PrimeRing<W>::create(std::size_t degree, std::uint64_t modulus) {
  auto plan = NttPlan<W>::create(degree, modulus, shape_of(degree, modulus));
  return PrimeRing(std::make_shared<const State>(State{Modulus(modulus), std::move(plan)}));
}

template <ResidueWord W>
std::size_t PrimeRing<W>::degree() const noexcept {
  return state_ == nullptr ? 0 : state_->plan.degree();
}
template <ResidueWord W>
const Modulus& PrimeRing<W>::modulus(std::size_t) const& {
  if (state_ == nullptr) detail::throw_moved_from("ring");
  return state_->modulus;
}
template <ResidueWord W>
const NttPlan<W>& PrimeRing<W>::plan(std::size_t) const& {
  if (state_ == nullptr) detail::throw_moved_from("ring");
  return state_->plan;
}

template <ResidueWord W>
bool PrimeRing<W>::equals(const PrimeRing& other) const noexcept {
  return state_ != nullptr && other.state_ != nullptr && degree() == other.degree() &&
         state_->modulus == other.state_->modulus;
}

template class PrimeRing<std::uint16_t>;
template class PrimeRing<std::uint32_t>;

}  // namespace lath
