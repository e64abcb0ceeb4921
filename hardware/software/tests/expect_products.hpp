// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "plain_device.hpp"
#include "plain_residue_device.hpp"
#include "product_inputs.hpp"

namespace lath::hardware::testing {

/// All backends of this modulus give what GMP gives.
inline void expect_products(const CoefficientModulus& q, const Inputs& inputs) {
  const Words expected = inputs.judged(q);
  EXPECT_TRUE(inputs.run(EncryptionProduct::transform(q, inputs.key)) == expected) << "transform";
  if (q == CoefficientModulus::residue_design()) {
    PlainResidueDevice device;
    EXPECT_TRUE(inputs.run(EncryptionProduct::simulated(q, inputs.key, device)) == expected)
        << "simulated";
    EXPECT_TRUE(device.saw_polynomials());
  }
  if (!q.is_power_of_two()) return;
  EXPECT_TRUE(inputs.run(EncryptionProduct::karatsuba(q, inputs.key)) == expected) << "karatsuba";
  PlainDevice device;
  EXPECT_TRUE(inputs.run(EncryptionProduct::simulated(q, inputs.key, device)) == expected)
      << "simulated";
  EXPECT_TRUE(device.saw_sums());
}

}  // namespace lath::hardware::testing
