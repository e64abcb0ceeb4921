// SPDX-License-Identifier: Apache-2.0
#include "lath/he/slot_encoder.hpp"

#include <string>
#include <utility>
#include <vector>

#include "he/context.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::he {

struct SlotEncoder::State {
  std::shared_ptr<const Context> context;
  NttPlan<std::uint64_t> plan;
  std::vector<std::uint32_t> places;  // of each slot in the evaluation form
};

namespace {

constexpr std::uint64_t kGenerator = 3;  // of the rotations

// Where the values at z^(3^j) and z^(-3^j) are.
std::vector<std::uint32_t> places_of_slots(const SlotMap& map) {
  const std::size_t n = map.slots();
  const std::uint64_t index = map.index();
  std::vector<std::uint32_t> place_of(index);
  for (std::size_t j = 0; j < n; ++j) place_of[map.exponent(j)] = static_cast<std::uint32_t>(j);
  std::vector<std::uint32_t> places(n);
  std::uint64_t power = 1;
  for (std::size_t j = 0; j < n / 2; ++j) {
    places[j] = place_of[power];
    places[n / 2 + j] = place_of[index - power];
    power = power * kGenerator % index;
  }
  return places;
}

void require_count(std::size_t found, std::size_t slots) {
  if (found <= slots) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " values",
              "need at most one for each of the " + std::to_string(slots) + " slots",
              "use several plaintexts");
}

void require_places(std::size_t found, std::size_t slots) {
  if (found == slots) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " places",
              "need one for each of the " + std::to_string(slots) + " slots",
              "decode all slots and use those that you need");
}

// Throws invalid_argument unless all bits of the mask are set. Only that is revealed.
void require_in_range(std::uint64_t in_range, std::size_t slot, const std::string& range) {
  ct::declassify(&in_range, sizeof in_range);
  if (in_range != 0) return;
  throw Error(ErrorCode::invalid_argument,
              "the value of slot " + std::to_string(slot) + " is out of range", "need " + range,
              "reduce it modulo the plaintext modulus, or choose a larger one");
}

}  // namespace

SlotEncoder::SlotEncoder(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

SlotEncoder SlotEncoder::create(const SchemeParameters& parameters) {
  const std::uint64_t t = parameters.plaintext_modulus(), order = 2 * parameters.degree();
  if (t % order != 1 || !is_prime(t)) {
    throw Error(ErrorCode::unsupported, "slots modulo " + std::to_string(t),
                "need a prime that is 1 modulo " + std::to_string(order),
                "take one from ntt_primes(), or encode coefficients");
  }
  auto plan = NttPlan<std::uint64_t>::create(parameters.degree(), t);
  auto places = places_of_slots(plan.slots());
  return SlotEncoder(std::make_shared<const State>(
      State{parameters.context(), std::move(plan), std::move(places)}));
}

std::size_t SlotEncoder::slots() const noexcept { return state_->places.size(); }

Plaintext SlotEncoder::encode(std::span<const std::uint64_t> values) const {
  require_count(values.size(), slots());
  const std::uint64_t t = state_->plan.modulus();
  Buffer<std::uint64_t, Secret> words(slots());
  for (std::size_t j = 0; j < values.size(); ++j) {
    require_in_range(ct::mask_less(values[j], t), j, "at most " + std::to_string(t - 1));
    words[state_->places[j]] = values[j];
  }
  state_->plan.inverse(words.data());
  return {state_->context, std::move(words)};
}

Plaintext SlotEncoder::encode_signed(std::span<const std::int64_t> values) const {
  require_count(values.size(), slots());
  const std::uint64_t t = state_->plan.modulus(), half = t / 2;
  Buffer<std::uint64_t, Secret> words(slots());
  for (std::size_t j = 0; j < values.size(); ++j) {
    const auto word = static_cast<std::uint64_t>(values[j]);
    // value + half is in [0, 2 half] exactly if the value is in range.
    require_in_range(ct::mask_less(word + half, 2 * half + 1), j,
                     "magnitudes of at most " + std::to_string(half));
    words[state_->places[j]] = word + (t & ct::mask_of_top_bit(word));
  }
  state_->plan.inverse(words.data());
  return {state_->context, std::move(words)};
}

void SlotEncoder::decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const {
  require_places(out.size(), slots());
  if (plaintext.context() != state_->context) {
    throw Error(ErrorCode::mismatch, "a plaintext of other parameters",
                "need one of the encoder's own", "make both with the same parameters object");
  }
  Buffer<std::uint64_t, Secret> words(plaintext.coefficients());
  state_->plan.forward(words.data());
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = words[state_->places[j]];
}

void SlotEncoder::decode_signed(std::span<std::int64_t> out, const Plaintext& plaintext) const {
  const Buffer<std::uint64_t, Secret> words = decode(plaintext);
  const std::uint64_t t = state_->plan.modulus();
  require_places(out.size(), words.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j] = static_cast<std::int64_t>(words[j] - (t & ct::mask_less(t / 2, words[j])));
  }
}

Buffer<std::uint64_t, Secret> SlotEncoder::decode(const Plaintext& plaintext) const {
  Buffer<std::uint64_t, Secret> out(slots());
  decode(out.span(), plaintext);
  return out;
}

Buffer<std::int64_t, Secret> SlotEncoder::decode_signed(const Plaintext& plaintext) const {
  Buffer<std::int64_t, Secret> out(slots());
  decode_signed(out.span(), plaintext);
  return out;
}

std::uint64_t SlotEncoder::row_rotation(std::int64_t columns) const noexcept {
  const auto half = static_cast<std::int64_t>(slots() / 2);
  const std::int64_t steps = (columns % half + half) % half;
  std::uint64_t g = 1;
  for (std::int64_t i = 0; i < steps; ++i) g = g * kGenerator % (2 * slots());
  return g;
}

std::uint64_t SlotEncoder::row_exchange() const noexcept { return 2 * slots() - 1; }

}  // namespace lath::he
