// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "fuzz/harness.hpp"
#include "lath/arith/word.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::fuzz {

/// Behind the header of a ciphertext, a scale factor and a noise bound.
inline constexpr std::size_t kWordsAt = 56 + 8 + 8;

/// Requires that the words from a byte on, packed, are below their primes: so many polynomials of a
/// level. Reads them bit by bit.
inline void require_canonical(const he::SchemeParameters& parameters, View bytes, std::size_t at,
                              std::size_t polynomials, std::size_t level) {
  const DynamicRing& ring = parameters.ring(level);
  std::size_t bit = 8 * at;
  for (std::size_t limb = 0; limb < polynomials * level; ++limb) {
    const std::uint64_t p = ring.modulus(limb % level).value();
    for (std::size_t i = 0; i < ring.degree(); ++i) {
      std::uint64_t word = 0;
      for (int k = 0; k < bit_length(p - 1); ++k, ++bit) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[bit / 8]);
        word |= (byte >> (bit % 8) & 1) << k;
      }
      require(word < p, "a word that is not below its prime");
    }
  }
}

}  // namespace lath::fuzz
