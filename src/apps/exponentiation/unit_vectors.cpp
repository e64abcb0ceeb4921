// SPDX-License-Identifier: Apache-2.0
#include "apps/exponentiation/unit_vectors.hpp"

#include <algorithm>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::apps {
namespace {

// Bits `from` to `from` + `count` - 1 of a number, up to the end of a word above them.
std::uint64_t bits_of(std::span<const std::uint64_t> words, std::size_t from, unsigned count) {
  const std::size_t word = from / 64, shift = from % 64;
  std::uint64_t bits = words[word] >> shift;
  if (shift + count > 64) bits |= words[word + 1] << (64 - shift);
  return bits & ((std::uint64_t{1} << count) - 1);
}

// The exponent in as many words as its windows need. Throws unless it has at most `bits` bits,
// which is all that it reveals.
Buffer<std::uint64_t, Secret> require_exponent(std::span<const std::uint64_t> exponent,
                                               std::size_t bits, std::size_t window_bits) {
  Buffer<std::uint64_t, Secret> words((window_bits + 63) / 64 + 1);
  std::uint64_t above = 0;
  for (std::size_t i = 0; i < exponent.size(); ++i) {
    if (64 * i < bits && i < words.size()) words[i] = exponent[i];
    const std::size_t inside = 64 * i < bits ? bits - 64 * i : 0;
    if (inside < 64) above |= exponent[i] >> inside;
  }
  ct::declassify(&above, sizeof above);
  if (above == 0) return words;
  throw Error(ErrorCode::invalid_argument,
              "an exponent of more than " + std::to_string(bits) + " bits",
              "need at most as many as the options say", "reduce the exponent");
}

}  // namespace

he::WideValues unit_vectors(const ExponentiationPlan& plan,
                            std::span<const std::uint64_t> exponent) {
  const ExponentiationShape& shape = plan.shape;
  const unsigned w = plan.request.options.window_bits;
  const auto words =
      require_exponent(exponent, plan.request.options.exponent_bits, shape.windows * w);
  const Natural one = plan.expansion.packed(1);
  he::WideValues result(plan.numbers.degree(), one.words().size());
  for (std::size_t j = 0; j < shape.windows; ++j) {
    const std::uint64_t digit = bits_of(words.span(), j * w, w);
    for (std::size_t i = 0; i < shape.entries_a_window; ++i) {
      const std::uint64_t mask = ct::mask_equal(digit, std::uint64_t{i} + 1);
      const auto number = result[plan.expansion.coefficient(j * shape.entries_a_window + i)];
      std::ranges::transform(one.words(), number.begin(),
                             [mask](std::uint64_t x) { return x & mask; });
    }
  }
  return result;
}

}  // namespace lath::apps
