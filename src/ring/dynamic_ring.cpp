// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/dynamic_ring.hpp"

#include <bit>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

struct DynamicRing::State {
  std::size_t degree = 0;
  std::vector<Modulus> moduli;
  std::vector<NttPlan<Word>> plans;
  mutable std::once_flag basis_made;
  mutable std::optional<RnsBasis> basis;

  void append(std::span<const std::uint64_t> more);
};

namespace {

// NttPlan would advise to skip layers, which these rings never do. What else may be wrong with a
// degree or a modulus it says itself.
void require_transform(std::size_t degree, std::uint64_t p) {
  const bool degree_serves = std::has_single_bit(degree) && degree >= 2 && degree <= kMaxDegree;
  if (!degree_serves || p < 2 || bit_length(p) > kMaxModulusBits) return;
  const std::uint64_t order = 2 * std::uint64_t{degree};
  if (p % order == 1) return;
  throw Error(ErrorCode::invalid_argument,
              "modulus " + std::to_string(p) + " for degree " + std::to_string(degree),
              "need a prime that is 1 mod " + std::to_string(order),
              "take primes from ntt_primes(bits, degree, count)");
}

}  // namespace

void DynamicRing::State::append(std::span<const std::uint64_t> more) {
  for (const std::uint64_t p : more) {
    for (const Modulus& present : moduli) {
      if (present.value() != p) continue;
      throw Error(ErrorCode::invalid_argument,
                  "modulus " + std::to_string(p) + " twice in one ring", "need distinct primes",
                  "leave one of them out or replace it");
    }
    require_transform(degree, p);
    plans.push_back(NttPlan<Word>::create(degree, p));
    moduli.emplace_back(p);
  }
}

DynamicRing::DynamicRing(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

DynamicRing DynamicRing::create(std::size_t degree, std::span<const std::uint64_t> moduli) {
  if (moduli.empty()) {
    throw Error(ErrorCode::invalid_argument, "a ring with no modulus", "need at least one prime",
                "take primes from ntt_primes(bits, degree, count)");
  }
  auto state = std::make_shared<State>();
  state->degree = degree;
  state->append(moduli);
  return DynamicRing(std::move(state));
}

DynamicRing DynamicRing::prefix(std::size_t limbs) const {
  require_state();
  if (limbs == 0 || limbs > this->limbs()) {
    throw Error(ErrorCode::invalid_argument, "a prefix of " + std::to_string(limbs) + " limbs",
                "need 1 to " + std::to_string(this->limbs()) + ", the limbs of the ring",
                "use extended() for more");
  }
  auto state = std::make_shared<State>();
  state->degree = degree();
  const auto count = static_cast<std::ptrdiff_t>(limbs);
  state->moduli.assign(state_->moduli.begin(), state_->moduli.begin() + count);
  state->plans.assign(state_->plans.begin(), state_->plans.begin() + count);
  return DynamicRing(std::move(state));
}

DynamicRing DynamicRing::extended(std::span<const std::uint64_t> moduli) const {
  require_state();
  auto state = std::make_shared<State>();
  state->degree = degree();
  state->moduli = state_->moduli;
  state->plans = state_->plans;
  state->append(moduli);
  return DynamicRing(std::move(state));
}

void DynamicRing::require_state() const {
  if (state_ == nullptr) detail::throw_moved_from("ring");
}

const RnsBasis& DynamicRing::basis() const& {
  require_state();
  std::call_once(state_->basis_made,
                 [&] { state_->basis.emplace(RnsBasis::create(state_->moduli)); });
  return *state_->basis;  // NOLINT(bugprone-unchecked-optional-access): made above
}

std::size_t DynamicRing::degree() const noexcept { return state_ ? state_->degree : 0; }
std::size_t DynamicRing::limbs() const noexcept { return state_ ? state_->moduli.size() : 0; }
const Modulus& DynamicRing::modulus(std::size_t limb) const& {
  require_state();
  return state_->moduli[limb];
}
const NttPlan<std::uint64_t>& DynamicRing::plan(std::size_t limb) const& {
  require_state();
  return state_->plans[limb];
}

bool DynamicRing::equals(const DynamicRing& other) const noexcept {
  return state_ != nullptr && other.state_ != nullptr && state_->degree == other.state_->degree &&
         state_->moduli == other.state_->moduli;
}

}  // namespace lath
