// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/wide_modulus.hpp"

#include <algorithm>
#include <string>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

std::vector<std::uint64_t> padded(const Natural& x, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  std::ranges::copy(x.words(), result.begin());
  return result;
}

// 2^(64 words) modulo p.
Natural radix_modulo(const Natural& p, std::size_t words) {
  std::vector<std::uint64_t> radix(words + 1);
  radix.back() = 1;
  return remainder_vartime(Natural::from_words(radix), p);
}

// 1/x modulo 2^64 by I. Newton's method: each step doubles the number of right bits, at first 3.
std::uint64_t inverse_of_odd(std::uint64_t x) noexcept {
  std::uint64_t inverse = x;
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - x * inverse;
  return inverse;
}

const Natural& require_odd(const Natural& p) {
  if (p.bits() < 2 || p.bits() > 64 * kMostWideWords || (p.words()[0] & 1) == 0) {
    throw Error(
        ErrorCode::invalid_argument, "a modulus of " + std::to_string(p.bits()) + " bits",
        "need an odd one above 2 of at most " + std::to_string(64 * kMostWideWords) + " bits",
        "take a prime");
  }
  return p;
}

}  // namespace

WideModulus::WideModulus(const Natural& p)
    : value_(require_odd(p)),
      p_(p.words().begin(), p.words().end()),
      plain_one_(padded(1, p_.size())),
      one_(padded(radix_modulo(p, p_.size()), p_.size())),
      square_(padded(radix_modulo(p, 2 * p_.size()), p_.size())),
      inverse_(0 - inverse_of_odd(p_[0])),
      operations_(&wide_operations(p_.size())) {}

std::vector<std::uint64_t> WideModulus::montgomery_vartime(const Natural& x) const {
  std::vector<std::uint64_t> result = padded(detail::remainder_vartime(x, value_), words());
  to_montgomery(result.data(), result.data());
  return result;
}

}  // namespace lath::detail
