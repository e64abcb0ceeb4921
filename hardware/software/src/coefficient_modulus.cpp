// SPDX-License-Identifier: Apache-2.0
#include "lath/hardware/coefficient_modulus.hpp"

#include <algorithm>
#include <string>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "residue_design.hpp"

namespace lath::hardware {
namespace {

constexpr int kLowerBits = kChunkBits * (static_cast<int>(kChunks) - 1);

}  // namespace

CoefficientModulus CoefficientModulus::power_of_two(int bits) {
  if (bits <= kLowerBits || bits > kLowerBits + kChunkBits) {
    throw Error(ErrorCode::invalid_argument, "the modulus 2^" + std::to_string(bits),
                "need 2^109 to 2^135", "take 2^125 or 2^135");
  }
  std::array<std::uint32_t, kChunks> bounds;
  bounds.fill(std::uint32_t{1} << kChunkBits);
  bounds.back() = std::uint32_t{1} << (bits - kLowerBits);
  return {bits, bounds};
}

CoefficientModulus CoefficientModulus::product_of(std::span<const std::uint32_t> primes) {
  if (primes.size() != kChunks) {
    throw Error(ErrorCode::invalid_argument, std::to_string(primes.size()) + " primes", "need 5",
                "give five primes of 27 bits");
  }
  std::array<std::uint32_t, kChunks> bounds{};
  for (std::size_t k = 0; k < kChunks; ++k) {
    const std::uint32_t p = primes[k];
    const bool is_new = std::find(bounds.begin(), bounds.end(), p) == bounds.end();
    if (p >> (kChunkBits - 1) != 1 || !is_prime(p) || !is_new) {
      throw Error(ErrorCode::invalid_argument, "the factor " + std::to_string(p) + " of a modulus",
                  "need five different primes from 2^26 to 2^27", "take them from ntt_primes()");
    }
    bounds[k] = p;
  }
  return {0, bounds};
}

CoefficientModulus CoefficientModulus::residue_design() {
  std::array<std::uint32_t, kChunks> primes;
  for (std::size_t k = 0; k < kChunks; ++k) primes[k] = detail::residue_prime(k);
  return product_of(primes);
}

}  // namespace lath::hardware
