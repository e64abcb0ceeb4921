// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/dynamic_ring.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

struct DynamicRing::State {
  std::size_t degree;
  std::vector<Modulus> moduli;
  std::vector<NttPlan<Word>> plans;
};

DynamicRing::DynamicRing(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

DynamicRing DynamicRing::create(std::size_t degree, std::span<const std::uint64_t> moduli) {
  if (moduli.empty()) {
    throw Error(ErrorCode::invalid_argument, "a ring with no modulus", "need at least one prime",
                "take primes from ntt_primes(bits, degree, count)");
  }
  State state{degree, {}, {}};
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const auto before = moduli.first(i);
    if (std::find(before.begin(), before.end(), moduli[i]) != before.end()) {
      throw Error(ErrorCode::invalid_argument,
                  "modulus " + std::to_string(moduli[i]) + " twice in one ring",
                  "need distinct primes", "leave one of them out or replace it");
    }
    state.plans.push_back(NttPlan<Word>::create(degree, moduli[i]));
    state.moduli.emplace_back(moduli[i]);
  }
  return DynamicRing(std::make_shared<const State>(std::move(state)));
}

std::size_t DynamicRing::degree() const noexcept { return state_->degree; }
std::size_t DynamicRing::limbs() const noexcept { return state_->moduli.size(); }
const Modulus& DynamicRing::modulus(std::size_t limb) const noexcept {
  return state_->moduli[limb];
}
const NttPlan<std::uint64_t>& DynamicRing::plan(std::size_t limb) const noexcept {
  return state_->plans[limb];
}

bool DynamicRing::equals(const DynamicRing& other) const noexcept {
  return state_->degree == other.state_->degree && state_->moduli == other.state_->moduli;
}

}  // namespace lath
