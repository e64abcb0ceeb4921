// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/dynamic_ring.hpp"

#include <bit>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/fork.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/poly.hpp"
#include "ring/once.hpp"

namespace lath {

// The chain. References to plans and bases stay valid once they are made: entries are never erased.
struct DynamicRing::State {
  std::size_t degree = 0;
  std::optional<CyclotomicIndex> index;
  std::vector<Modulus> moduli;
  std::deque<detail::Once<NttPlan<Word>>> plans;
  // Under detail::cache_mutex().
  mutable std::map<LimbSet, RnsBasis> bases;

  // Appends moduli whose plans are made later, or a plan.
  void append(const CyclotomicIndex& of, std::span<const std::uint64_t> more);
  void append(const NttPlan<Word>& plan);
  void append(const Modulus& modulus);
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t place) const;
  [[nodiscard]] const SlotMap& slots() const {
    return index.has_value() ? index->slots() : plans.front().peek()->slots();
  }
};

namespace {

// Rejects primes early, with advice for complete transforms; NttPlan would advise to skip layers.
// NttPlan checks the rest of a degree or a modulus.
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

void require_moduli(std::size_t count) {
  if (count != 0 && count <= LimbSet::kMaxLimbs) return;
  throw Error(
      ErrorCode::invalid_argument,
      count == 0 ? "a ring with no modulus" : "a ring with " + std::to_string(count) + " moduli",
      count == 0 ? "need at least one prime" : "need at most " + std::to_string(LimbSet::kMaxLimbs),
      "take primes from ntt_primes(bits, degree, count)");
}

}  // namespace

void DynamicRing::State::append(const Modulus& modulus) {
  const std::uint64_t p = modulus.value();
  for (const Modulus& present : moduli) {
    if (present.value() != p) continue;
    throw Error(ErrorCode::invalid_argument, "modulus " + std::to_string(p) + " twice in one ring",
                "need distinct primes", "leave one of them out or replace it");
  }
  plans.emplace_back();
  moduli.push_back(modulus);
}

void DynamicRing::State::append(const NttPlan<Word>& plan) {
  if (!plans.empty() && !(plan.slots() == slots())) {
    throw Error(ErrorCode::invalid_argument,
                "transforms of different orders: of index " + std::to_string(slots().index()) +
                    " and " + std::to_string(plan.slots().index()),
                "need the same slots in every limb", "make all transforms of one ring alike");
  }
  append(Modulus(plan.modulus()));
  static_cast<void>(plans.back().get([&] { return plan; }));
}

const NttPlan<std::uint64_t>& DynamicRing::State::plan(std::size_t place) const {
  return plans[place].get([&] {
    const std::uint64_t p = moduli[place].value();
    return index->is_power_of_two() ? NttPlan<Word>::create(degree, p)
                                    : NttPlan<Word>::create(*index, p);
  });
}

void DynamicRing::State::append(const CyclotomicIndex& of, std::span<const std::uint64_t> more) {
  for (const std::uint64_t p : more) {
    if (of.is_power_of_two()) require_transform(degree, p);
    const bool serves = p >= 2 && bit_length(p) <= kMaxModulusBits && p % of.value() == 1;
    // NttPlan throws the error for any other wrong modulus.
    if (!serves || !is_prime(p)) {
      static_cast<void>(of.is_power_of_two() ? NttPlan<Word>::create(degree, p)
                                             : NttPlan<Word>::create(of, p));
    }
    append(Modulus(p));
  }
}

DynamicRing::DynamicRing(std::shared_ptr<const State> state, const LimbSet& limbs) noexcept
    : state_(std::move(state)), limbs_(limbs) {}

DynamicRing DynamicRing::create(std::size_t degree, std::span<const std::uint64_t> moduli) {
  require_moduli(moduli.size());
  // NttPlan throws the error for a wrong degree.
  if (!std::has_single_bit(degree) || degree < 2 || degree > kMaxDegree) {
    (void)NttPlan<Word>::create(degree, moduli.front());
  }
  return create(CyclotomicIndex::create(2 * degree), moduli);
}

DynamicRing DynamicRing::create(const CyclotomicIndex& index,
                                std::span<const std::uint64_t> moduli) {
  DynamicRing ring = chain(index, moduli);
  ring.make_plans();
  return ring;
}

DynamicRing DynamicRing::chain(const CyclotomicIndex& index,
                               std::span<const std::uint64_t> moduli) {
  require_moduli(moduli.size());
  auto state = std::make_shared<State>();
  state->degree = index.degree();
  state->index = index;
  state->append(index, moduli);
  return {std::move(state), LimbSet::range(0, moduli.size())};
}

DynamicRing DynamicRing::create(std::span<const NttPlan<Word>> plans) {
  require_moduli(plans.size());
  auto state = std::make_shared<State>();
  state->degree = plans.front().degree();
  for (const NttPlan<Word>& plan : plans) state->append(plan);
  return {std::move(state), LimbSet::range(0, plans.size())};
}

DynamicRing DynamicRing::prefix(std::size_t limbs) const {
  require_state();
  if (limbs == 0 || limbs > this->limbs()) {
    throw Error(ErrorCode::invalid_argument, "a prefix of " + std::to_string(limbs) + " limbs",
                "need 1 to " + std::to_string(this->limbs()) + ", the limbs of the ring",
                "use extended() for more");
  }
  return {state_, limbs_.prefix(limbs)};
}

DynamicRing DynamicRing::select(const LimbSet& limbs) const {
  require_state();
  if (limbs.size() == 0 || limbs.end() > state_->moduli.size()) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(limbs.size()) + " limbs up to place " + std::to_string(limbs.end()),
                "need at least one, and places below " + std::to_string(state_->moduli.size()) +
                    ", the length of the chain",
                "take limbs of limb_set(), or use extended() for more");
  }
  DynamicRing ring(state_, limbs);
  ring.make_plans();
  return ring;
}

void DynamicRing::make_plans() const {
  for (std::size_t i = 0; i < limbs(); ++i) static_cast<void>(plan(i));
}

DynamicRing DynamicRing::extended(std::span<const std::uint64_t> moduli) const {
  require_state();
  if (!state_->index.has_value()) {
    throw Error(ErrorCode::unsupported, "moduli for a ring of other transforms",
                "need the transforms of a cyclotomic ring",
                "make the transforms of the new moduli and create the ring from all of them");
  }
  require_moduli(limbs() + moduli.size());
  auto state = std::make_shared<State>();
  state->degree = degree();
  state->index = state_->index;
  for (std::size_t i = 0; i < limbs(); ++i) state->append(plan(i));
  state->append(*state_->index, moduli);
  const std::size_t count = state->moduli.size();
  DynamicRing ring(std::move(state), LimbSet::range(0, count));
  ring.make_plans();
  return ring;
}

void DynamicRing::require_state() const {
  if (state_ == nullptr) detail::throw_moved_from("ring");
}

const RnsBasis& DynamicRing::basis() const& {
  require_state();
  {
    const std::lock_guard lock(detail::cache_mutex());
    const auto found = state_->bases.find(limbs_);
    if (found != state_->bases.end()) return found->second;
  }
  std::vector<Modulus> moduli;
  moduli.reserve(limbs());
  for (std::size_t i = 0; i < limbs(); ++i) moduli.push_back(modulus(i));
  auto basis = RnsBasis::create(moduli);
  const std::lock_guard lock(detail::cache_mutex());
  return state_->bases.emplace(limbs_, std::move(basis)).first->second;
}

std::size_t DynamicRing::degree() const noexcept { return state_ ? state_->degree : 0; }
std::size_t DynamicRing::limbs() const noexcept { return state_ ? limbs_.size() : 0; }
const Modulus& DynamicRing::modulus(std::size_t limb) const& {
  require_state();
  return state_->moduli[limbs_.place(limb)];
}
bool DynamicRing::is_planned(std::size_t limb) const noexcept {
  return state_->plans[limbs_.place(limb)].peek() != nullptr;
}

const NttPlan<std::uint64_t>& DynamicRing::plan(std::size_t limb) const& {
  require_state();
  return state_->plan(limbs_.place(limb));
}
const std::optional<CyclotomicIndex>& DynamicRing::index() const& {
  require_state();
  return state_->index;
}
const SlotMap& DynamicRing::slots() const& {
  require_state();
  return state_->slots();
}

bool DynamicRing::equals(const DynamicRing& other) const noexcept {
  if (state_ == nullptr || other.state_ == nullptr || degree() != other.degree() ||
      limbs() != other.limbs() || !(state_->slots() == other.state_->slots())) {
    return false;
  }
  for (std::size_t i = 0; i < limbs(); ++i) {
    if (!(state_->moduli[limbs_.place(i)] == other.state_->moduli[other.limbs_.place(i)])) {
      return false;
    }
  }
  return true;
}

}  // namespace lath
