// SPDX-License-Identifier: Apache-2.0
#include "lath/he/slot_encoder.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
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

// Words of 32 bits, where t fits, are transformed in half the time.
struct SlotEncoder::State {
  std::shared_ptr<const PlaintextTables> tables;
  std::uint64_t t;
  std::variant<NttPlan<std::uint32_t>, NttPlan<std::uint64_t>> plan;
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
  const auto state_with = [&](const auto& plan) {
    return std::make_shared<const State>(
        State{parameters.plaintexts(), t, plan, places_of_slots(plan.slots())});
  };
  if (bit_length(t) <= kModulusBits<std::uint32_t>) {
    return SlotEncoder(state_with(NttPlan<std::uint32_t>::create(parameters.degree(), t)));
  }
  return SlotEncoder(state_with(NttPlan<std::uint64_t>::create(parameters.degree(), t)));
}

std::size_t SlotEncoder::slots() const noexcept { return state_->places.size(); }

// The plaintext with values in its slots, which `scatter` writes to their places.
template <class Scatter>
Plaintext SlotEncoder::with_values(const Scatter& scatter) const {
  return std::visit(
      [&]<class Word>(const NttPlan<Word>& plan) -> Plaintext {
        auto words = Buffer<Word, Secret>::for_overwrite(slots());
        scatter(words.span(), std::span<const std::uint32_t>(state_->places), state_->t);
        plan.inverse(words.data());
        if constexpr (sizeof(Word) == sizeof(std::uint64_t)) {
          return {state_->tables, std::move(words)};
        } else {
          auto wide = Buffer<std::uint64_t, Secret>::for_overwrite(slots());
          std::ranges::copy(words.span(), wide.data());
          return {state_->tables, std::move(wide)};
        }
      },
      state_->plan);
}

// Writes f of the value of each slot to `out`.
template <class T, class Function>
void SlotEncoder::write_values(std::span<T> out, const Plaintext& plaintext,
                               const Function& f) const {
  require_places(out.size(), slots(), kSlot);
  require_plaintext(plaintext, *state_->tables);
  std::visit(
      [&]<class Word>(const NttPlan<Word>& plan) {
        auto words = Buffer<Word, Secret>::for_overwrite(slots());
        std::ranges::transform(plaintext.coefficients(), words.data(),
                               [](std::uint64_t word) { return static_cast<Word>(word); });
        plan.forward(words.data());
        const std::uint32_t* const places = state_->places.data();
        for (std::size_t j = 0; j < out.size(); ++j) out[j] = f(words[places[j]]);
      },
      state_->plan);
}

Plaintext SlotEncoder::encode(std::span<const std::uint64_t> values) const {
  return with_values([&](auto out, auto places, std::uint64_t t) {
    scatter_residues(out, places, values, t, kSlot);
  });
}

Plaintext SlotEncoder::encode_signed(std::span<const std::int64_t> values) const {
  return with_values([&](auto out, auto places, std::uint64_t t) {
    scatter_residues(out, places, values, t, kSlot);
  });
}

Plaintext SlotEncoder::encode_either_sign(std::span<const std::int64_t> values,
                                          const std::function<void()>& after_reading) const {
  return with_values([&](auto out, auto places, std::uint64_t t) {
    scatter_either_sign(out, places, values, t, kSlot);
    after_reading();
  });
}

void SlotEncoder::decode(std::span<std::uint64_t> out, const Plaintext& plaintext) const {
  write_values(out, plaintext, [](std::uint64_t value) { return value; });
}

void SlotEncoder::decode_signed(std::span<std::int64_t> out, const Plaintext& plaintext) const {
  const std::uint64_t t = state_->t;
  write_values(out, plaintext, [t](std::uint64_t value) { return centered(value, t); });
}

Buffer<std::uint64_t, Secret> SlotEncoder::decode(const Plaintext& plaintext) const {
  auto out = Buffer<std::uint64_t, Secret>::for_overwrite(slots());
  decode(out.span(), plaintext);
  return out;
}

Buffer<std::int64_t, Secret> SlotEncoder::decode_signed(const Plaintext& plaintext) const {
  auto out = Buffer<std::int64_t, Secret>::for_overwrite(slots());
  decode_signed(out.span(), plaintext);
  return out;
}

std::uint64_t SlotEncoder::row_rotation(std::int64_t columns) const noexcept {
  return he::row_rotation(slots(), columns);
}

std::uint64_t SlotEncoder::row_exchange() const noexcept { return he::row_exchange(slots()); }

}  // namespace lath::he
