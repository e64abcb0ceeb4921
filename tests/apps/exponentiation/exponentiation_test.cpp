// SPDX-License-Identifier: Apache-2.0
//
// Exponentiations from end to end at small, insecure sizes: only bytes go from side to side, and
// every slot is compared with a power by OpenSSL.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/exponentiation/protocol.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

TEST(Exponentiations, AreRightForEveryWindowAndGroup) {
  SeededValues values(1);
  SCOPED_TRACE(values.label());
  for (const unsigned window : {1U, 2U, 3U, 5U}) {
    for (const unsigned factors : {1U, 2U, 3U}) {
      SCOPED_TRACE(std::to_string(window) + " bits, " + std::to_string(factors) + " windows");
      const Natural modulus = odd_modulus(values, 96);
      ExponentiationPair pair(modulus, apps::ExponentiationOptions{.window_bits = window,
                                                                   .windows_a_product = factors,
                                                                   .degree = 128,
                                                                   .exponent_bits = 12});
      const he::WideValues bases = pair.bases(values);
      const std::vector<std::uint64_t> exponent{values.below(1 << 12)};
      pair.expect_powers(bases, exponent);
    }
  }
}

}  // namespace
}  // namespace lath::testing
