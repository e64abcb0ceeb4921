// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "algebra/wide/wide_slots.hpp"
#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/wide/slot_indices.hpp"
#include "he/plaintexts/wide/wide_numbers.hpp"

namespace lath::he {

struct WideSlotEncoder::State {
  std::shared_ptr<const PlaintextTables> tables;
  detail::WideSlots slots;
};

namespace {

constexpr const char* kSlotOfNumbers = "slot";
constexpr std::size_t kMostBits = 4160;  // of transforms

}  // namespace

WideSlotEncoder::WideSlotEncoder(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

namespace {

// The properties of plaintexts that the slots of a ring depend on.
struct SlotModulus {
  explicit SlotModulus(const PlaintextTables& tables)
      : p(tables.modulus()),
        index(tables.keys()->index),
        d(tables.short_modulus().index == 0 ? 1 : tables.short_modulus().index),
        omega(tables.short_modulus().index == 0 ? Natural(1) : tables.short_modulus().root) {
    if (lath::remainder_vartime(p, index.value()) == 1 && p.bits() <= kMostBits) return;
    throw Error(ErrorCode::unsupported,
                "slots modulo a number of " + std::to_string(p.bits()) +
                    " bits in the ring of the index " + std::to_string(index.value()),
                "need a prime of at most 4160 bits that is 1 modulo the index",
                "take another ring or prime, or WideCoefficientEncoder");
  }

  const Natural& p;
  const CyclotomicIndex& index;
  std::uint64_t d;
  Natural omega;
};

}  // namespace

WideSlotEncoder WideSlotEncoder::create(const SchemeParameters& parameters) {
  const std::shared_ptr<const PlaintextTables>& tables = parameters.plaintexts();
  const SlotModulus t(*tables);
  return WideSlotEncoder(
      std::make_shared<const State>(State{tables, detail::WideSlots(t.index, t.d, t.p, t.omega)}));
}

WideSlotEncoder WideSlotEncoder::create(const SchemeParameters& parameters,
                                        std::span<const Natural> factors) {
  const std::shared_ptr<const PlaintextTables>& tables = parameters.plaintexts();
  const SlotModulus t(*tables);
  require_factors(t.p, factors, t.index.value());
  return WideSlotEncoder(std::make_shared<const State>(
      State{tables, detail::WideSlots(t.index, t.d, t.p, factors, t.omega)}));
}

std::size_t WideSlotEncoder::slots() const noexcept { return state_->slots.slots(); }
std::size_t WideSlotEncoder::words() const noexcept { return state_->slots.modulus().words(); }

std::vector<WideSlotEncoder::Dimension> WideSlotEncoder::dimensions() const {
  std::vector<Dimension> result;
  for (const auto& [generator, length] : state_->slots.dimensions()) {
    result.push_back({length, generator});
  }
  return result;
}

std::uint64_t WideSlotEncoder::rotation(std::size_t dimension, std::int64_t amount) const {
  const auto dimensions = state_->slots.dimensions();
  if (dimension >= dimensions.size()) {
    throw Error(ErrorCode::invalid_argument, "dimension " + std::to_string(dimension) + " of slots",
                "need one below " + std::to_string(dimensions.size()), "take one of dimensions()");
  }
  const auto size = static_cast<std::int64_t>(dimensions[dimension].length);
  const std::uint64_t m = state_->tables->keys()->index.value();
  std::uint64_t exponent = 1;
  for (std::int64_t i = (amount % size + size) % size; i > 0; --i) {
    exponent = exponent * dimensions[dimension].generator % m;
  }
  return exponent;
}

Plaintext WideSlotEncoder::encode(std::span<const std::uint64_t> words, std::size_t count,
                                  std::size_t words_each, Representative representative) const {
  const PlaintextTables& tables = *state_->tables;
  require_count(count, slots(), kSlotOfNumbers);
  Buffer<std::uint64_t, Secret> numbers(slots() * this->words()),
      scratch(state_->slots.scratch_words()), coefficients(tables.plaintext_words());
  copy_numbers(numbers.span(), this->words(), words, words_each, tables.modulus(), representative,
               kSlotOfNumbers);
  state_->slots.inverse(numbers.span(), scratch.span());
  tables.from_numbers(coefficients.span(), numbers.span());
  return {state_->tables, std::move(coefficients)};
}

Plaintext WideSlotEncoder::constant(const Natural& value) const {
  Buffer<std::uint64_t, Secret> number(words()), coefficients(state_->tables->plaintext_words());
  copy_numbers(number.span(), words(), value.words(), value.words().size(),
               state_->tables->modulus(), Representative::nonnegative, kSlotOfNumbers);
  state_->tables->write_constant(coefficients.span(), value);
  return {state_->tables, std::move(coefficients)};
}

WideValues WideSlotEncoder::decode(const Plaintext& plaintext,
                                   Representative representative) const {
  const PlaintextTables& tables = *state_->tables;
  require_plaintext(plaintext, tables);
  WideValues result(slots(), words());
  Buffer<std::uint64_t, Secret> scratch(state_->slots.scratch_words());
  tables.to_numbers(result.span(), plaintext.words());
  state_->slots.forward(result.span(), scratch.span());
  return representative == Representative::centered ? centered(result, tables.modulus()) : result;
}

}  // namespace lath::he
