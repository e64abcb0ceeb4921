// SPDX-License-Identifier: Apache-2.0
//
// The ring of 65535 = 3 * 5 * 17 * 257, with 32768 coefficients: switches of keys and of levels,
// wraps and signs of large powers.
#include <gtest/gtest.h>

#include <cstdint>

#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

template <class Scheme>
class LargeIndex : public ::testing::Test {};
TYPED_TEST_SUITE(LargeIndex, BothSchemes);

TYPED_TEST(LargeIndex, ComputesLikePolynomials) {
  FewKeys<TypeParam> keys({.index = 65535,
                           .plaintext_modulus = 2,
                           .prime_bits = {47, 47, 47},
                           .special_prime_bits = {48}});
  auto& e = keys.session;
  ASSERT_EQ(keys.parameters.degree(), 32768U);
  SeededValues values(65535);
  const auto m = keys.draw(values);
  auto w = keys.zero();
  for (const std::size_t place : {0U, 1U, 16384U, 32767U}) w[place] = 1;
  const auto a = keys.encrypt(m), b = keys.encrypt(w);
  const auto product = w * m;
  keys.expect(a, m, 6);
  keys.expect(e.multiply_plain(a, keys.plaintext(w)), product, 6);
  const auto low = e.mod_switch(keys.multiply(a, b), 2);
  keys.expect(low, product, 14);
  for (const std::uint64_t g : keys.elements) {
    keys.expect(e.apply_galois(low, g), product.substituted(g), 14);
  }
}

}  // namespace
}  // namespace lath::testing
