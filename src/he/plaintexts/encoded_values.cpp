// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/encoded_values.hpp"

#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

void require_count(std::size_t found, std::size_t count, const char* place) {
  if (found <= count) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " values",
              "need at most one for each " + std::string(place) + ", " + std::to_string(count),
              "use several plaintexts");
}

namespace {

// Whether all bits of a mask are set. Only that is revealed, and the caller refuses other values.
bool is_set(std::uint64_t mask) noexcept {
  ct::declassify(&mask, sizeof mask);
  return mask != 0;
}

[[noreturn]] void refuse(const char* place, std::size_t i, const std::string& range,
                         const char* others) {
  throw Error(ErrorCode::invalid_argument,
              "the value of " + std::string(place) + " " + std::to_string(i) + " is out of range",
              "need " + range,
              "reduce it modulo the plaintext modulus, choose a larger modulus, or encode " +
                  std::string(others));
}

}  // namespace

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::uint64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  require_count(values.size(), count, place);
  Buffer<std::uint64_t, Secret> residues(count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_set(ct::mask_less(values[i], t))) {
      refuse(place, i, "at most " + std::to_string(t - 1) + " and none below 0",
             "negative values as signed ones");
    }
    residues[i] = values[i];
  }
  return residues;
}

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::int64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  require_count(values.size(), count, place);
  const std::uint64_t half = t / 2;
  Buffer<std::uint64_t, Secret> residues(count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(values[i]);
    // value + half is in [0, 2 half] exactly if the value is in range.
    if (!is_set(ct::mask_less(word + half, 2 * half + 1))) {
      refuse(place, i, "magnitudes of at most " + std::to_string(half),
             "values up to the modulus as unsigned ones");
    }
    residues[i] = word + (t & ct::mask_of_top_bit(word));
  }
  return residues;
}

std::int64_t centered(std::uint64_t residue, std::uint64_t t) noexcept {
  return static_cast<std::int64_t>(residue - (t & ct::mask_less(t / 2, residue)));
}

void require_places(std::size_t found, std::size_t count, const char* place) {
  if (found == count) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " places",
              "need one for each " + std::string(place) + ", " + std::to_string(count),
              "decode all of them and use those that you need");
}

}  // namespace lath::he
