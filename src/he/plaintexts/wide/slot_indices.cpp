// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/slot_indices.hpp"

#include <algorithm>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {

bool has_slots(const Natural& p, std::uint64_t d, std::uint64_t index) {
  return index % d == 0 && remainder_vartime(p, index) == 1;
}

std::string nearest_indices(const Natural& p, std::uint64_t d, std::uint64_t index,
                            std::uint64_t largest) {
  const std::uint64_t below = std::min(index, largest) / d * d;
  std::string result;
  for (std::uint64_t m = below; m >= d && m > 2; m -= d) {
    if (!has_slots(p, d, m) || !is_ring_index(m)) continue;
    result = std::to_string(m);
    break;
  }
  for (std::uint64_t m = below + d; m <= largest; m += d) {
    if (!has_slots(p, d, m) || !is_ring_index(m)) continue;
    result += (result.empty() ? "" : " or ") + std::to_string(m);
    break;
  }
  return result;
}

namespace {

// "the factor 3 of 128 bits", or a short one itself.
std::string factor_name(std::span<const Natural> factors, std::size_t i) {
  return "the factor " + (factors[i].bits() <= 64
                              ? decimal_vartime(factors[i])
                              : "number " + std::to_string(i) + ", of " +
                                    std::to_string(factors[i].bits()) + " bits");
}

[[noreturn]] void refuse_factors(const std::string& found, const std::string& needed,
                                 const std::string& remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

}  // namespace

void require_factors(const Natural& p, std::span<const Natural> factors, std::uint64_t index) {
  const std::string one = "primes that are 1 modulo the index " + std::to_string(index);
  Natural product = 1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    // No factor exceeds the product, so that nothing is done with longer ones.
    if (factors[i].bits() > p.bits() || remainder_vartime(factors[i], index) != 1 ||
        !detail::is_probable_prime_vartime(factors[i])) {
      refuse_factors(factor_name(factors, i), "need " + one,
                     "factor it, or take WideCoefficientEncoder");
    }
    if (std::ranges::count(factors.first(i), factors[i]) != 0) {
      refuse_factors(factor_name(factors, i) + " twice", "need different primes",
                     "take WideCoefficientEncoder, or another modulus");
    }
    product = detail::product_vartime(product, factors[i]);
    if (product.bits() > p.bits()) break;
  }
  if (product == p) return;
  refuse_factors("factors whose product is not the plaintext modulus",
                 "need all its primes, of " + std::to_string(p.bits()) + " bits in all",
                 "give every prime of the modulus once");
}

}  // namespace lath::he
