// SPDX-License-Identifier: Apache-2.0
#include "lath/he/slot_encoder.hpp"

#include <string>
#include <utility>
#include <vector>

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/word_plaintexts.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/he/rotations.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::he {

struct SlotEncoder::State {
  std::shared_ptr<const PlaintextTables> tables;
  NttPlan<std::uint64_t> plan;
  std::vector<std::uint32_t> places;  // of each slot in the evaluation form
};

namespace {

constexpr const char* kSlot = "slot";

// The places of the values at z^(3^j) and z^(-3^j).
std::vector<std::uint32_t> places_of_slots(const SlotMap& map) {
  const std::size_t n = map.slots();
  const std::uint64_t index = map.index(), generator = row_rotation(n, 1);
  std::vector<std::uint32_t> place_of(index);
  for (std::size_t j = 0; j < n; ++j) place_of[map.exponent(j)] = static_cast<std::uint32_t>(j);
  std::vector<std::uint32_t> places(n);
  std::uint64_t power = 1;
  for (std::size_t j = 0; j < n / 2; ++j) {
    places[j] = place_of[power];
    places[n / 2 + j] = place_of[index - power];
    power = power * generator % index;
  }
  return places;
}

}  // namespace

SlotEncoder::SlotEncoder(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

SlotEncoder SlotEncoder::create(const SchemeParameters& parameters) {
  const std::uint64_t t = require_word_modulus(*parameters.plaintexts()),
                      order = 2 * parameters.degree();
  if (parameters.plaintexts()->keys()->errors.powerful) {
    throw Error(
        ErrorCode::unsupported,
        "slots in the ring of the index " + std::to_string(parameters.literal().index),
        "need x^n + 1 with a power of two n",
        "take CyclotomicEncoder, whose slots are those of any index, or encode coefficients");
  }
  if (t % order != 1 || !is_prime(t)) {
    throw Error(ErrorCode::unsupported, "slots modulo " + std::to_string(t),
                "need a prime that is 1 modulo " + std::to_string(order),
                "take one from ntt_primes(), or CyclotomicEncoder for fewer and "
                "larger slots, or encode coefficients");
  }
  const auto plan = NttPlan<std::uint64_t>::create(parameters.degree(), t);
  auto places = places_of_slots(plan.slots());
  return SlotEncoder(
      std::make_shared<const State>(State{parameters.plaintexts(), plan, std::move(places)}));
}

std::size_t SlotEncoder::slots() const noexcept { return state_->places.size(); }

// The plaintext with values in its slots, which `scatter` writes to their places.
template <class Scatter>
Plaintext SlotEncoder::with_values(const Scatter& scatter) const {
  auto words = Buffer<std::uint64_t, Secret>::for_overwrite(slots());
  scatter(words.span(), state_->places, state_->plan.modulus());
  state_->plan.inverse(words.data());
  return {state_->tables, std::move(words)};
}

Plaintext SlotEncoder::encode(std::span<const std::uint64_t> values) const {
  return with_values([&](auto out, const auto& places, std::uint64_t t) {
    scatter_residues(out, places, values, t, kSlot);
  });
}

Plaintext SlotEncoder::encode_signed(std::span<const std::int64_t> values) const {
  return with_values([&](auto out, const auto& places, std::uint64_t t) {
    scatter_residues(out, places, values, t, kSlot);
  });
}

Buffer<std::uint64_t, Secret> SlotEncoder::residues(std::span<const std::int64_t> values) const {
  return residues_of_either_sign(values, slots(), state_->plan.modulus(), kSlot);
}

Plaintext SlotEncoder::encode_residues(Buffer<std::uint64_t, Secret> residues) const {
  return with_values([&](auto out, const auto& places, std::uint64_t t) {
    scatter_known_residues(out, places, residues.span(), t, kSlot);
  });
}

Buffer<std::uint64_t, Secret> SlotEncoder::values_of(const Plaintext& plaintext) const {
  require_plaintext(plaintext, *state_->tables);
  Buffer<std::uint64_t, Secret> words(plaintext.coefficients());
  state_->plan.forward(words.data());
  return words;
}

void SlotEncoder::decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const {
  require_places(out.size(), slots(), kSlot);
  const Buffer<std::uint64_t, Secret> words = values_of(plaintext);
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = words[state_->places[j]];
}

void SlotEncoder::decode_signed(std::span<std::int64_t> out, const Plaintext& plaintext) const {
  require_places(out.size(), slots(), kSlot);
  const Buffer<std::uint64_t, Secret> words = values_of(plaintext);
  const std::uint64_t t = state_->plan.modulus();
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = centered(words[state_->places[j]], t);
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
  return he::row_rotation(slots(), columns);
}

std::uint64_t SlotEncoder::row_exchange() const noexcept { return he::row_exchange(slots()); }

}  // namespace lath::he
