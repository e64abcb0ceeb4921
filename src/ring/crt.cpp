// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/crt.hpp"

#include "arith/multiword.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

template <class Word>
RnsBasis basis_of(const Plans<Word>& plans) {
  std::vector<Modulus> moduli;
  moduli.reserve(plans.limbs);
  for (std::size_t i = 0; i < plans.limbs; ++i) moduli.emplace_back(plans[i].modulus());
  return RnsBasis::create(moduli);
}
template RnsBasis basis_of(const Plans<std::uint16_t>&);
template RnsBasis basis_of(const Plans<std::uint32_t>&);
template RnsBasis basis_of(const Plans<std::uint64_t>&);

void throw_too_wide(std::size_t bits, std::size_t words) {
  throw Error(ErrorCode::unsupported, "a ring modulus of " + std::to_string(bits) + " bits",
              "need at most " + std::to_string(64 * words) + " bits for integers of " +
                  std::to_string(words) + " words",
              "use wider integers, or those of gmp.hpp");
}

void throw_other_word_count(std::size_t words, std::size_t size, std::size_t degree) {
  const std::size_t whole = size == 0 ? 0 : words / size, rest = words - whole * size;
  throw Error(ErrorCode::mismatch,
              std::to_string(whole) + " integers for a polynomial" +
                  (rest == 0 ? "" : " and " + std::to_string(rest) + " words more"),
              "need " + std::to_string(degree) + " of " +
                  (size == 0 ? "at least one" : std::to_string(size)) + " words each",
              whole < degree ? "fill up with zeros" : "give no more words");
}

void throw_count(std::size_t count, std::size_t degree) {
  throw Error(ErrorCode::mismatch, std::to_string(count) + " integers for a polynomial",
              "need " + std::to_string(degree) + ", the degree of the ring",
              count < degree ? "fill up with zeros"
                             : "reduce modulo the polynomial of the ring first, or use a ring of a "
                               "larger degree");
}

std::vector<std::uint64_t> largest_magnitude(std::span<const std::uint64_t> integers,
                                             std::size_t size) {
  std::vector<std::uint64_t> largest(size, 0), magnitude(size), difference(size);
  for (std::size_t first = 0; first < integers.size(); first += size) {
    for (std::size_t w = 0; w < size; ++w) magnitude[w] = integers[first + w];
    detail::multiword::negate_masked(magnitude.data(), size,
                                     ct::mask_of_top_bit(magnitude[size - 1]));
    if (detail::multiword::subtract(difference.data(), largest.data(), magnitude.data(), size) !=
        0) {
      largest.swap(magnitude);
    }
  }
  return largest;
}

}  // namespace lath::detail
