// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "product_inputs.hpp"

namespace lath::hardware::testing {

/// multiply_add() throws this and writes nothing where `change` has changed good inputs, the
/// workspace or the number of words of the results.
template <class Change>
void expect_refused(const EncryptionProduct& product, const Inputs& good, ErrorCode code,
                    const Change& change) {
  Inputs inputs = good;
  auto workspace = product.workspace();
  std::size_t words = inputs.u.size() * kChunks;
  change(inputs, workspace, words);
  Words results(words, 0x12345678);
  const Words before = results;
  lath::testing::expect_error(
      [&] { product.multiply_add(results, inputs.u, inputs.errors, workspace); }, code, {});
  EXPECT_TRUE(results == before);
}

/// The same with inputs that are good.
inline void expect_refused(const EncryptionProduct& product, const Inputs& good, ErrorCode code) {
  expect_refused(product, good, code, [](const auto&...) {});
}

}  // namespace lath::hardware::testing
