// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "algebra/wide/wide_slots.hpp"
#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/wide/wide_numbers.hpp"

namespace lath::he {

struct WideSlotEncoder::State {
  std::shared_ptr<const PlaintextTables> tables;
  detail::WideSlots slots;
};

namespace {

constexpr const char* kSlotOfNumbers = "slot";
constexpr std::size_t kMostBits = 4096;  // of transforms

}  // namespace

WideSlotEncoder::WideSlotEncoder(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

WideSlotEncoder WideSlotEncoder::create(const SchemeParameters& parameters) {
  const std::shared_ptr<const PlaintextTables>& tables = parameters.plaintexts();
  const ShortModulus& t = tables->short_modulus();
  const std::uint64_t m = tables->keys()->index.value();
  if (lath::remainder_vartime(tables->modulus(), m) != 1 || tables->modulus().bits() > kMostBits) {
    throw Error(ErrorCode::unsupported,
                "slots modulo a number of " + std::to_string(tables->modulus().bits()) +
                    " bits in the ring of the index " + std::to_string(m),
                "need a prime of at most 4096 bits that is 1 modulo the index",
                "take another ring or prime, or WideCoefficientEncoder");
  }
  return WideSlotEncoder(std::make_shared<const State>(
      State{tables, detail::WideSlots(tables->keys()->index, t.index == 0 ? 1 : t.index,
                                      tables->modulus(), t.index == 0 ? Natural(1) : t.root)}));
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
