// SPDX-License-Identifier: Apache-2.0
#include "lath/he/integer_encoder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "he/plaintexts/encoded_values.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "he/plaintexts/word_plaintexts.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// A magnitude of at most 2^63 has at most as many digits: the quotient that a step leaves of x is
// at most (x + (B - 1)/2) / B, rounded down, which is not above x/2.
constexpr std::size_t kMostDigits = 64;

// A word of two's complement with 128 bits.
uint128 with_sign(std::uint64_t x) noexcept { return (uint128{ct::mask_of_top_bit(x)} << 64) | x; }

}  // namespace

IntegerEncoder::IntegerEncoder(std::shared_ptr<const PlaintextTables> tables,
                               std::uint64_t base) noexcept
    : tables_(std::move(tables)), base_(base), reciprocal_(~std::uint64_t{0} / base) {}

IntegerEncoder IntegerEncoder::create(const SchemeParameters& parameters, std::uint64_t base) {
  const std::uint64_t t = require_word_modulus(*parameters.plaintexts()), most = (t - 1) | 1;
  if (base < 2 || base > most) {
    throw Error(ErrorCode::invalid_argument, "digits in base " + std::to_string(base),
                most < 2 ? "need a plaintext modulus of at least 3"
                         : "need a base from 2 to " + std::to_string(most) +
                               " for the plaintext modulus " + std::to_string(t),
                "take a smaller base, or a larger plaintext modulus");
  }
  return {parameters.plaintexts(), base};
}

Plaintext IntegerEncoder::encode(std::int64_t value) const {
  const std::uint64_t t = require_word_modulus(*tables_), word = static_cast<std::uint64_t>(value);
  const std::uint64_t negative = ct::mask_of_top_bit(word);
  std::uint64_t rest = (word ^ negative) - negative;
  Buffer<std::uint64_t, Secret> digits(tables_->keys()->degree());
  for (std::size_t i = 0; i < std::min(digits.size(), kMostDigits); ++i) {
    // The reciprocal is at most one below 2^64 / B and the rest at most 2^63, so that a quotient is
    // too small, by one, only where the true remainder is below B/2. Then the remainder is from B
    // to 3B/2 here, and is corrected with the remainders above B/2, which are negative digits: one
    // is carried.
    const std::uint64_t quotient = multiply_high(rest, reciprocal_);
    const std::uint64_t remainder = rest - quotient * base_;
    const std::uint64_t carries = ct::mask_less(base_ / 2, remainder);
    const std::uint64_t digit = remainder - (base_ & carries);
    rest = quotient - carries;
    const std::uint64_t signed_digit = (digit ^ negative) - negative;
    digits[i] = signed_digit + (t & ct::mask_of_top_bit(signed_digit));
  }
  // Only whether the integer has too many digits is revealed.
  std::uint64_t fits = ct::mask_equal(rest, std::uint64_t{0});
  ct::declassify(&fits, sizeof fits);
  if (fits == 0) {
    throw Error(ErrorCode::invalid_argument,
                "an integer of more than " + std::to_string(digits.size()) + " digits",
                "need at most as many as the degree", "take a larger base or degree");
  }
  const auto& powerful = tables_->keys()->errors.powerful;
  if (!powerful) return {tables_, std::move(digits)};
  Buffer<std::uint64_t, Secret> coefficients(digits.size());
  powerful->from_polynomial(coefficients.span(), digits.span(),
                            Modulus(require_word_modulus(*tables_)));
  return {tables_, std::move(coefficients)};
}

Plaintext IntegerEncoder::encode_unsigned(std::uint64_t value) const {
  // Only whether the integer is too large is revealed.
  std::uint64_t above = ct::mask_of_top_bit(value);
  ct::declassify(&above, sizeof above);
  if (above == 0) return encode(static_cast<std::int64_t>(value));
  throw Error(ErrorCode::invalid_argument, "an unsigned integer of 64 bits",
              "need one from -2^63 to 2^63 - 1, as decode() returns them",
              "encode its two halves, and add the product of the higher one by 2^32");
}

// Horner's rule from the highest coefficient on. Where the result has 64 bits, so has every value
// on the way: after it k >= 1 coefficients follow, which add less than t B^k / 2 in all, so that it
// is below 2^63 / B + t/2 < 2^63. Thus a value that has more shows that the result has more.
std::int64_t IntegerEncoder::decode(const Plaintext& plaintext) const {
  require_plaintext(plaintext, *tables_);
  auto words = plaintext.coefficients();
  const auto& powerful = tables_->keys()->errors.powerful;
  Buffer<std::uint64_t, Secret> digits(powerful ? words.size() : 0);
  if (powerful) {
    powerful->to_polynomial(digits.span(), words, Modulus(require_word_modulus(*tables_)));
    words = digits.span();
  }
  const std::uint64_t t = require_word_modulus(*tables_);
  std::uint64_t value = 0, fits = ~std::uint64_t{0};
  for (std::size_t i = words.size(); i-- > 0;) {
    const auto digit = static_cast<std::uint64_t>(centered(words[i], t));
    // Below 2^63 2^60 + 2^59: it has 128 bits.
    const uint128 next = with_sign(value) * base_ + with_sign(digit);
    value = static_cast<std::uint64_t>(next);
    fits &= ct::mask_equal(static_cast<std::uint64_t>(next >> 64), ct::mask_of_top_bit(value));
  }
  // Only whether the integer is too large is revealed.
  ct::declassify(&fits, sizeof fits);
  if (fits == 0) {
    throw Error(ErrorCode::invalid_argument, "an integer of more than 64 bits",
                "need one from -2^63 to 2^63 - 1",
                "decode the coefficients with a CoefficientEncoder, and evaluate them at the base");
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace lath::he
