// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "he/plaintexts/slots/state.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// x modulo n from 0 on.
std::uint64_t residue(std::int64_t x, std::size_t n) noexcept {
  const auto signed_n = static_cast<std::int64_t>(n);
  return static_cast<std::uint64_t>((x % signed_n + signed_n) % signed_n);
}

// The sum over the powers of g below `length`: for the leading bits of the length, twice as many
// terms for each further bit, and one more where it is set.
SumSteps sum_of_powers(std::uint64_t g, std::size_t length, const Modulus& modulo_m) {
  SumSteps sum;
  std::size_t terms = 1;
  for (int bit = bit_length(std::uint64_t{length}) - 1; bit-- > 0;) {
    sum.steps.push_back({modulo_m.pow_vartime(g, terms), SumSteps::Addend::sum});
    terms *= 2;
    if (((length >> bit) & 1) == 0) continue;
    sum.steps.push_back({g, SumSteps::Addend::first});
    ++terms;
  }
  return sum;
}

}  // namespace

std::vector<RotationPart> SlotAlgebra::rotation(std::size_t dimension, std::int64_t amount) const {
  const auto all = dimensions();
  if (dimension >= all.size()) {
    throw Error(ErrorCode::invalid_argument, "dimension " + std::to_string(dimension),
                "need one below " + std::to_string(all.size()),
                "dimensions() lists them; a single slot has none");
  }
  const auto [generator, length, good] = all[dimension];
  const Modulus modulo_m(index().value());
  const std::uint64_t shift = residue(amount, length);
  const std::uint64_t forth = modulo_m.pow_vartime(generator, shift);
  if (good || shift == 0) return {{forth, {}}};
  // Slots whose source is within the length, and slots whose source has gone around.
  std::size_t stride = 1;
  for (std::size_t i = 0; i < dimension; ++i) stride *= all[i].length;
  std::vector<std::uint64_t> inside(slots()), around(slots());
  for (std::size_t s = 0; s < slots(); ++s) {
    const bool is_inside = s / stride % length + shift < length;
    (is_inside ? inside : around)[s] = 1;
  }
  const std::uint64_t back =
      modulo_m.pow_vartime(modulo_m.inverse_vartime(generator), length - shift);
  std::vector<RotationPart> parts{{forth, {}}, {back, {}}};
  for (RotationPart& part : parts) part.mask.resize(index().degree());
  encode_constants(parts[0].mask, inside);
  encode_constants(parts[1].mask, around);
  return parts;
}

std::uint64_t SlotAlgebra::frobenius(std::int64_t power) const {
  if (state_->prime_powers.size() != 1) {
    throw Error(ErrorCode::unsupported,
                "the Frobenius automorphism modulo " + std::to_string(modulus().value()),
                "need a power of a prime", "take exponents from subgroup()");
  }
  return subgroup()[residue(power, slot_degree())];
}

std::vector<SumSteps> SlotAlgebra::trace() const {
  const Modulus modulo_m(index().value());
  std::vector<SumSteps> sums;
  for (const auto& [generator, length] : state_->units.cycles()) {
    sums.push_back(sum_of_powers(generator, length, modulo_m));
  }
  return sums;
}

std::vector<SumSteps> SlotAlgebra::total() const {
  const Modulus modulo_m(index().value());
  std::vector<SumSteps> sums;
  for (const SlotDimension& dimension : dimensions()) {
    sums.push_back(sum_of_powers(dimension.generator, dimension.length, modulo_m));
  }
  return sums;
}

}  // namespace lath::he
