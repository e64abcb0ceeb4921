// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "he/context.hpp"
#include "lath/base/error.hpp"
#include "lath/io/openfhe.hpp"

namespace lath::io::openfhe {
namespace {

void require_slots(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " values",
              "need one for each of " + std::to_string(needed) + " slots",
              "give zeros for slots without values");
}

}  // namespace

SlotOrder SlotOrder::create(const he::SchemeParameters& parameters) {
  const std::size_t n = parameters.degree();
  if (!parameters.context()->keys->index.is_power_of_two()) {
    throw Error(ErrorCode::unsupported, "a ring of another index",
                "need a degree that is a power of two", "OpenFHE packs values in such rings only");
  }
  // Exponents of the root modulo 2n, which is a power of two.
  const std::size_t mask = 2 * n - 1;
  std::vector<std::uint32_t> place_of(2 * n), places(n);
  std::size_t three = 1, five = 1;
  for (std::size_t j = 0; j < n / 2; ++j) {
    place_of[three] = static_cast<std::uint32_t>(j);
    place_of[2 * n - three] = static_cast<std::uint32_t>(n / 2 + j);
    three = 3 * three & mask;
  }
  for (std::size_t j = 0; j < n / 2; ++j) {
    places[j] = place_of[five];
    places[n / 2 + j] = place_of[2 * n - five];
    five = 5 * five & mask;
  }
  return SlotOrder(std::move(places));
}

std::vector<std::uint64_t> SlotOrder::to_lath(std::span<const std::uint64_t> values) const {
  require_slots(values.size(), places_.size());
  std::vector<std::uint64_t> result(values.size());
  for (std::size_t j = 0; j < values.size(); ++j) result[places_[j]] = values[j];
  return result;
}
std::vector<std::uint64_t> SlotOrder::to_openfhe(std::span<const std::uint64_t> values) const {
  require_slots(values.size(), places_.size());
  std::vector<std::uint64_t> result(values.size());
  for (std::size_t j = 0; j < values.size(); ++j) result[j] = values[places_[j]];
  return result;
}

}  // namespace lath::io::openfhe
