// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/module_ring.hpp"

#include <utility>

namespace lath {
namespace {

// The most complete transform that q has roots of unity for; the complete one where there is none,
// which NttPlan then refuses.
NttShape shape_of(std::size_t degree, std::uint64_t modulus) {
  for (unsigned skipped = 0; skipped <= kMaxSkippedLayers; ++skipped) {
    const std::size_t block = std::size_t{1} << skipped;
    if (degree <= block || degree < block * block) break;
    if (modulus % (2 * degree / block) == 1) return {Convolution::negacyclic, skipped};
  }
  return {};
}

}  // namespace

struct ModuleRing::State {
  Modulus modulus;
  NttPlan<Word> plan;
};

ModuleRing::ModuleRing(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

ModuleRing ModuleRing::create(std::size_t degree, std::uint64_t modulus) {
  auto plan = NttPlan<Word>::create(degree, modulus, shape_of(degree, modulus));
  return ModuleRing(std::make_shared<const State>(State{Modulus(modulus), std::move(plan)}));
}

std::size_t ModuleRing::degree() const noexcept {
  return state_ == nullptr ? 0 : state_->plan.degree();
}
const Modulus& ModuleRing::modulus(std::size_t) const noexcept { return state_->modulus; }
const NttPlan<std::uint32_t>& ModuleRing::plan(std::size_t) const noexcept { return state_->plan; }

bool ModuleRing::equals(const ModuleRing& other) const noexcept {
  return state_ != nullptr && other.state_ != nullptr && degree() == other.degree() &&
         state_->modulus == other.state_->modulus;
}

}  // namespace lath
