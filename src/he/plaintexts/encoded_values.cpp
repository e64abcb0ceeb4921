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

// `count` words, of which `word_of` makes the first ones of the values. All values are looked at
// before one is refused, so that the loop has no branches: `excess` has its top bit set for those
// that are out of range.
template <class T, class Excess, class WordOf, class Refuse>
Buffer<std::uint64_t, Secret> checked(std::span<const T> values, std::size_t count,
                                      const char* place, const Excess& excess,
                                      const WordOf& word_of, const Refuse& refuse_value) {
  require_count(values.size(), count, place);
  Buffer<std::uint64_t, Secret> residues(count);
  std::uint64_t* out = residues.data();
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(values[i]);
    any |= excess(word);
    out[i] = word_of(word);
  }
  for (std::size_t i = 0; is_set(ct::mask_of_top_bit(any)) && i < values.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(values[i]);
    if (is_set(ct::mask_of_top_bit(excess(word)))) refuse_value(i);
  }
  return residues;
}

// Has its top bit set unless a word is at most `most`, which is below 2^63.
std::uint64_t above(std::uint64_t word, std::uint64_t most) noexcept {
  return word | (most - word);
}

// The residues of integers in [-t/2, most], where most < t.
template <class Refuse>
Buffer<std::uint64_t, Secret> signed_residues(std::span<const std::int64_t> values,
                                              std::size_t count, std::uint64_t t,
                                              std::uint64_t most, const char* place,
                                              const Refuse& refuse_value) {
  const std::uint64_t half = t / 2, last = half + most;
  return checked(
      values, count, place, [=](std::uint64_t word) { return above(word + half, last); },
      [=](std::uint64_t word) { return word + (t & (0 - (word >> 63U))); }, refuse_value);
}

}  // namespace

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::uint64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  return checked(
      values, count, place, [=](std::uint64_t word) { return above(word, t - 1); },
      [](std::uint64_t word) { return word; },
      [=](std::size_t i) {
        refuse(place, i, "at most " + std::to_string(t - 1) + " and none below 0",
               "negative values as signed ones");
      });
}

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::int64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  return signed_residues(values, count, t, t / 2, place, [=](std::size_t i) {
    refuse(place, i, "magnitudes of at most " + std::to_string(t / 2),
           "values up to the modulus as unsigned ones");
  });
}

Buffer<std::uint64_t, Secret> residues_of_either_sign(std::span<const std::int64_t> values,
                                                      std::size_t count, std::uint64_t t,
                                                      const char* place) {
  return signed_residues(values, count, t, t - 1, place, [=](std::size_t i) {
    refuse(place, i, "integers from -" + std::to_string(t / 2) + " to " + std::to_string(t - 1),
           "less");
  });
}

void require_residues(std::span<const std::uint64_t> residues, std::size_t count, std::uint64_t t,
                      const char* place) {
  require_places(residues.size(), count, place);
  std::uint64_t any = 0;
  for (const std::uint64_t word : residues) any |= above(word, t - 1);
  if (!is_set(ct::mask_of_top_bit(any))) return;
  throw Error(ErrorCode::invalid_argument, "residues that are not below the plaintext modulus",
              "need residues from 0 to " + std::to_string(t - 1), "take those of residues()");
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
