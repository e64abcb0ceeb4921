// SPDX-License-Identifier: Apache-2.0
#include "lath/he/slots/slot_algebra.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "algebra/nearest_index.hpp"
#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/slots/state.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

using detail::SecretWords;

namespace {

constexpr int kMostModulusBits = 60;

std::string remedy(std::uint64_t m, std::size_t least, const std::vector<PrimePower>& powers,
                   const std::string& otherwise) {
  const auto near = detail::nearest_index(m, least, powers, kMaxSlotDegree);
  if (!near) return otherwise;
  return "use the index " + std::to_string(near->index) + " with " + std::to_string(near->factors) +
         " slots of degree " + std::to_string(near->degree) + ", or " + otherwise;
}

void require_modulus(std::uint64_t t) {
  if (t >= 2 && t <= std::uint64_t{1} << kMostModulusBits) return;
  throw Error(ErrorCode::invalid_argument, "the plaintext modulus " + std::to_string(t),
              "need one from 2 to 2^60", "take several moduli, or encode integers in digits");
}

void require_coprime(std::uint64_t m, std::uint64_t t, const std::vector<PrimePower>& powers) {
  const std::uint64_t common = std::gcd(m, t);
  if (common == 1) return;
  throw Error(ErrorCode::unsupported,
              "slots for the index " + std::to_string(m) + " modulo " + std::to_string(t),
              "need numbers without a common factor: " + std::to_string(common) + " is one",
              remedy(m, 1, powers, "encode coefficients"));
}

void require_index(std::uint64_t m, const std::vector<PrimePower>& powers) {
  if (m <= kMaxIndex) return;
  throw Error(ErrorCode::unsupported, "slots for the index " + std::to_string(m),
              "need an index of at most " + std::to_string(kMaxIndex),
              remedy(m, 1, powers, "encode coefficients"));
}

void require_degree(std::uint64_t m, const std::vector<PrimePower>& powers) {
  const std::size_t degree = detail::subgroup_order(m, powers, m);
  if (degree <= kMaxSlotDegree) return;
  throw Error(ErrorCode::unsupported,
              "slots of degree " + std::to_string(degree) + " for the index " + std::to_string(m),
              "need at most " + std::to_string(kMaxSlotDegree),
              remedy(m, 1, powers, "encode coefficients"));
}

void require_count(std::size_t found, std::size_t words_of_slot, const SlotAlgebra& algebra,
                   const std::vector<PrimePower>& powers) {
  const std::size_t most = algebra.slots() * words_of_slot;
  if (found <= most) return;
  const std::string needed =
      "need at most " + std::to_string(most) + " for " + std::to_string(algebra.slots()) +
      " slots" + (words_of_slot == 1 ? "" : " of degree " + std::to_string(words_of_slot));
  // The needed number of slots. Elements of slots fill the slots by d words, whatever d will be.
  const std::size_t slots = (found + words_of_slot - 1) / words_of_slot;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " values", needed,
              remedy(algebra.index().value(), slots, powers, "use several plaintexts"));
}

constexpr const char* kPlaceOfCoefficient = "coefficient";
constexpr const char* kPlaceOfWord = "word of a slot";
constexpr const char* kPlaceOfConstant = "slot";

[[noreturn]] void refuse_slot(std::size_t slot, std::size_t slots) {
  throw Error(ErrorCode::invalid_argument, "slot " + std::to_string(slot),
              "need one below " + std::to_string(slots),
              "slots() says how many there are; SlotAlgebra::encode() of more than that names the "
              "nearest index with enough");
}

}  // namespace

SlotAlgebra::SlotAlgebra(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

SlotAlgebra SlotAlgebra::create(const CyclotomicIndex& index, std::uint64_t t) {
  require_modulus(t);
  const std::uint64_t m = index.value();
  auto powers = prime_powers(t);
  require_index(m, powers);
  require_coprime(m, t, powers);
  require_degree(m, powers);
  return SlotAlgebra(std::make_shared<const State>(index, t, std::move(powers)));
}

const CyclotomicIndex& SlotAlgebra::index() const& noexcept { return state_->index; }
const Modulus& SlotAlgebra::modulus() const& noexcept { return state_->t; }
std::size_t SlotAlgebra::slots() const noexcept { return state_->factors.size(); }
std::size_t SlotAlgebra::slot_degree() const noexcept { return state_->ring.degree(); }

std::span<const std::uint64_t> SlotAlgebra::slot_polynomial() const& noexcept {
  return state_->ring.polynomial();
}
std::span<const std::uint64_t> SlotAlgebra::subgroup() const& noexcept {
  return state_->units.subgroup();
}
std::span<const SlotDimension> SlotAlgebra::dimensions() const& noexcept {
  return state_->dimensions;
}
std::span<const std::uint64_t> SlotAlgebra::factor(std::size_t slot) const& {
  if (slot >= slots()) refuse_slot(slot, slots());
  return state_->factors[slot];
}

std::uint64_t SlotAlgebra::representative(std::size_t slot) const {
  if (slot >= slots()) refuse_slot(slot, slots());
  return state_->units.representatives()[slot];
}

std::size_t SlotAlgebra::slot_of(std::uint64_t unit) const {
  const std::uint64_t m = index().value();
  if (std::gcd(unit, m) != 1) {
    throw Error(ErrorCode::invalid_argument, "the number " + std::to_string(unit),
                "need one without common factors with the index " + std::to_string(m),
                "take a representative of a slot, times an element of the subgroup");
  }
  return state_->units.coset_of(unit % m);
}

void SlotAlgebra::encode(std::span<std::uint64_t> out, std::span<const std::uint64_t> words) const {
  require_places(out.size(), index().degree(), kPlaceOfCoefficient);
  require_count(words.size(), slot_degree(), *this, state_->prime_powers);
  const SecretWords filled = residues_of(words, index().degree(), modulus().value(), kPlaceOfWord);
  const SecretWords result = state_->encoded(filled.span());
  std::ranges::copy(result.span(), out.begin());
}

void SlotAlgebra::encode_constants(std::span<std::uint64_t> out,
                                   std::span<const std::uint64_t> values) const {
  require_places(out.size(), index().degree(), kPlaceOfCoefficient);
  require_count(values.size(), 1, *this, state_->prime_powers);
  const SecretWords constants = residues_of(values, slots(), modulus().value(), kPlaceOfConstant);
  SecretWords result;
  if (state_->has_idempotents()) {
    result = state_->sum_of_idempotents(constants.span());
  } else {
    SecretWords words(index().degree());
    for (std::size_t s = 0; s < slots(); ++s) words[s * slot_degree()] = constants[s];
    result = state_->encoded(words.span());
  }
  std::ranges::copy(result.span(), out.begin());
}

void SlotAlgebra::decode(std::span<std::uint64_t> out,
                         std::span<const std::uint64_t> coefficients) const {
  require_places(out.size(), index().degree(), kPlaceOfWord);
  require_places(coefficients.size(), index().degree(), kPlaceOfCoefficient);
  const SecretWords polynomial =
      residues_of(coefficients, index().degree(), modulus().value(), kPlaceOfCoefficient);
  const SecretWords result = state_->decoded(polynomial.span());
  std::ranges::copy(result.span(), out.begin());
}

void SlotAlgebra::decode_constants(std::span<std::uint64_t> out,
                                   std::span<const std::uint64_t> coefficients) const {
  require_places(out.size(), slots(), kPlaceOfConstant);
  SecretWords words(index().degree());
  decode(words.span(), coefficients);
  for (std::size_t s = 0; s < slots(); ++s) out[s] = words[s * slot_degree()];
}

void SlotAlgebra::multiply_in_slot(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                   std::span<const std::uint64_t> b) const {
  for (const std::size_t size : {out.size(), a.size(), b.size()}) {
    require_places(size, slot_degree(), kPlaceOfWord);
  }
  state_->ring.multiply(out, a, b);
}

}  // namespace lath::he
