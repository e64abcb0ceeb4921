// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/modulus.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::he {

/// A ciphertext (c0, c1) with c0 + c1 s = f m + t e, as far as sums are concerned.
struct Scaled {
  std::uint64_t factor;  ///< f
  NoiseBound noise;
};

/// What two ciphertexts are multiplied by before they are added.
struct Multipliers {
  std::int64_t a, b;
};

/// Integers a and b prime to t with a f_a = b f_b modulo t, so that both ciphertexts have one
/// factor: 1 and 1 if they have it already, and otherwise those among the remainders of Euclid's
/// algorithm with the least noise of the sum. For operands of equal noise they are about sqrt(t).
[[nodiscard]] Multipliers multipliers_for_sum(const Modulus& t, const Scaled& a, const Scaled& b);

}  // namespace lath::he
