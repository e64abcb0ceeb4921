// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/poly.hpp"

#include <algorithm>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

void throw_other_ring(const char* operation, Size a, Size b) {
  const auto text = [](Size size) {
    return "degree " + std::to_string(size.degree) + " with " + std::to_string(size.limbs) +
           " limbs";
  };
  throw Error(ErrorCode::mismatch,
              std::string(operation) + " on polynomials of " + text(a) + " and of " + text(b),
              "need two polynomials of one ring",
              "create both from rings with the same degree and the same moduli");
}

void throw_moved_from(const char* what) {
  throw Error(ErrorCode::invalid_argument, "a " + std::string(what) + " that was moved from",
              "need one that still holds its words or moduli",
              "assign to it first, or copy it where it is still needed");
}

template <class Word>
void take_words(const Limbs<Word>& out, std::span<const Word> words) {
  const std::size_t degree = out.degree(), size = out.size() * degree;
  if (words.size() != size) {
    throw Error(ErrorCode::mismatch, std::to_string(words.size()) + " words for a polynomial",
                "need limbs * degree = " + std::to_string(size), "give all words, limb after limb");
  }
  for (std::size_t limb = 0; limb < out.size(); ++limb) {
    const std::span<const Word> row = words.subspan(limb * degree, degree);
    const std::uint64_t p = out.plans[limb].modulus();
    for (std::size_t i = 0; i < degree; ++i) {
      // Only whether all words are in range is revealed: the masks are public.
      const std::uint64_t in_range = ct::mask_less(std::uint64_t{row[i]}, p);
      ct::declassify(&in_range, sizeof in_range);
      if (in_range != 0) continue;
      throw Error(
          ErrorCode::invalid_argument,
          "word " + std::to_string(i) + " of limb " + std::to_string(limb) + " is not reduced",
          "need words below the modulus " + std::to_string(p),
          "reduce it first, or use from_integers");
    }
    std::copy(row.begin(), row.end(), out.row(limb));
  }
}

template void take_words(const Limbs<std::uint16_t>&, std::span<const std::uint16_t>);
template void take_words(const Limbs<std::uint32_t>&, std::span<const std::uint32_t>);
template void take_words(const Limbs<std::uint64_t>&, std::span<const std::uint64_t>);

}  // namespace lath::detail
