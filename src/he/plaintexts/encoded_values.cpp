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

template <class Range, class T>
bool is_out_of_range(const Range& range, T value) noexcept {
  return is_set(ct::mask_of_top_bit(range.excess(static_cast<std::uint64_t>(value))));
}

// Writes a word for each value to the place out[at(i)], and zeros to the places that are left. All
// values are looked at before one is refused, so that the loop has no branches: `excess` has its
// top bit set for values that are out of range.
template <class Word, class Range, class T, class At>
void write_words(std::span<Word> out, std::span<const T> values, const Range& range, const At& at) {
  require_count(values.size(), out.size(), range.place);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(values[i]);
    any |= range.excess(word);
    out[at(i)] = static_cast<Word>(range.residue(word));
  }
  for (std::size_t i = values.size(); i < out.size(); ++i) out[at(i)] = 0;
  if (!is_set(ct::mask_of_top_bit(any))) return;
  std::size_t i = 0;  // the last one, if somebody changes the values meanwhile
  while (i + 1 < values.size() && !is_out_of_range(range, values[i])) ++i;
  range.refuse_value(i);
}

template <class Range, class T>
Buffer<std::uint64_t, Secret> new_words(std::size_t count, std::span<const T> values,
                                        const Range& range) {
  require_count(values.size(), count, range.place);
  auto words = Buffer<std::uint64_t, Secret>::for_overwrite(count);
  write_words(words.span(), values, range, [](std::size_t i) { return i; });
  return words;
}

template <class Word, class Range, class T>
void scatter_words(std::span<Word> out, std::span<const std::uint32_t> places,
                   std::span<const T> values, const Range& range) {
  write_words(out, values, range, [places](std::size_t i) { return places[i]; });
}

// Has its top bit set unless a word is at most `most`, which is below 2^63.
std::uint64_t above(std::uint64_t word, std::uint64_t most) noexcept {
  return word | (most - word);
}

// Residues: the integers in [0, t).
struct Residues {
  std::uint64_t t;
  const char* place;

  [[nodiscard]] std::uint64_t excess(std::uint64_t word) const noexcept {
    return above(word, t - 1);
  }
  [[nodiscard]] static std::uint64_t residue(std::uint64_t word) noexcept { return word; }
  [[noreturn]] void refuse_value(std::size_t i) const {
    refuse(place, i, "at most " + std::to_string(t - 1) + " and none below 0",
           "negative values as signed ones");
  }
};

// Integers from -t/2 on: up to t/2, or below t.
struct SignedIntegers {
  std::uint64_t t, most;
  const char* place;

  [[nodiscard]] std::uint64_t excess(std::uint64_t word) const noexcept {
    return above(word + t / 2, t / 2 + most);
  }
  [[nodiscard]] std::uint64_t residue(std::uint64_t word) const noexcept {
    return word + (t & (0 - (word >> 63U)));
  }
};
struct Centered : SignedIntegers {
  Centered(std::uint64_t t, const char* place) : SignedIntegers{t, t / 2, place} {}
  [[noreturn]] void refuse_value(std::size_t i) const {
    refuse(place, i, "magnitudes of at most " + std::to_string(most),
           "values up to the modulus as unsigned ones");
  }
};
struct EitherSign : SignedIntegers {
  EitherSign(std::uint64_t t, const char* place) : SignedIntegers{t, t - 1, place} {}
  [[noreturn]] void refuse_value(std::size_t i) const {
    refuse(place, i, "integers from -" + std::to_string(t / 2) + " to " + std::to_string(most),
           "less");
  }
};

}  // namespace

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::uint64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  return new_words(count, values, Residues{t, place});
}

Buffer<std::uint64_t, Secret> residues_of(std::span<const std::int64_t> values, std::size_t count,
                                          std::uint64_t t, const char* place) {
  return new_words(count, values, Centered{t, place});
}

template <class Word>
void scatter_residues(std::span<Word> out, std::span<const std::uint32_t> places,
                      std::span<const std::uint64_t> values, std::uint64_t t, const char* place) {
  scatter_words(out, places, values, Residues{t, place});
}

template <class Word>
void scatter_residues(std::span<Word> out, std::span<const std::uint32_t> places,
                      std::span<const std::int64_t> values, std::uint64_t t, const char* place) {
  scatter_words(out, places, values, Centered{t, place});
}

template <class Word>
void scatter_either_sign(std::span<Word> out, std::span<const std::uint32_t> places,
                         std::span<const std::int64_t> values, std::uint64_t t, const char* place) {
  scatter_words(out, places, values, EitherSign{t, place});
}

// Both words of transforms.
#define LATH_SCATTER_TO(Word)                                                                 \
  template void scatter_residues(std::span<Word>, std::span<const std::uint32_t>,             \
                                 std::span<const std::uint64_t>, std::uint64_t, const char*); \
  template void scatter_residues(std::span<Word>, std::span<const std::uint32_t>,             \
                                 std::span<const std::int64_t>, std::uint64_t, const char*);  \
  template void scatter_either_sign(std::span<Word>, std::span<const std::uint32_t>,          \
                                    std::span<const std::int64_t>, std::uint64_t, const char*)
LATH_SCATTER_TO(std::uint32_t);
LATH_SCATTER_TO(std::uint64_t);
#undef LATH_SCATTER_TO

Buffer<std::uint64_t, Secret> residues_of_either_sign(std::span<const std::int64_t> values,
                                                      std::size_t count, std::uint64_t t,
                                                      const char* place) {
  return new_words(count, values, EitherSign{t, place});
}

void require_places(std::size_t found, std::size_t count, const char* place) {
  if (found == count) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " places",
              "need one for each " + std::string(place) + ", " + std::to_string(count),
              "decode all of them and use those that you need");
}

}  // namespace lath::he
