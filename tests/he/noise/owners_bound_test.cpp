// SPDX-License-Identifier: Apache-2.0
//
// Results from outside, with the noise bound that the owner of the key computed.
#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/debug.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

template <class S>
class OwnersBound : public ::testing::Test {};
TYPED_TEST_SUITE(OwnersBound, BothSchemes);

TYPED_TEST(OwnersBound, TakesThePlaceOfTheClaim) {
  FewKeys<TypeParam> keys({.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = {50, 50, 50, 50},
                           .special_prime_bits = {51}}),
      other({.degree = 32,
             .plaintext_modulus = 2,
             .prime_bits = {20, 20, 20, 20, 30, 30, 30},
             .special_prime_bits = {31, 31}});
  SeededValues values(8);
  SCOPED_TRACE(values.label());
  const auto m = keys.draw(values);
  auto c = keys.encrypt(m);
  const auto product = keys.session.multiply(c, c);
  const NoiseModel& model = keys.parameters.noise();
  const NoiseBound own = model.fresh();
  // A claim of too little noise, and one of too much.
  for (const double claim : {-40.0, 60.0}) {
    he::Access::set(c, 1, own.scaled(claim).with_origin(BoundOrigin::claimed), c.key_id());
    const auto accepted = keys.decryptor.bounded(c, own);
    EXPECT_EQ(accepted.noise(), own);
    EXPECT_EQ(keys.release(accepted), m);
  }
  const NoiseBound of_product = model.product(c.level(), own, own);
  auto changed = product;
  he::Access::set(changed, changed.scale_factor(),
                  of_product.scaled(-20).with_origin(BoundOrigin::claimed), changed.key_id());
  const auto accepted = keys.decryptor.bounded(changed, of_product);
  EXPECT_EQ(accepted.noise(), of_product);
  EXPECT_EQ(keys.decrypt(accepted), m * m);
  // A bound that promises nothing is refused by decryption, whatever was claimed.
  const auto beyond = keys.decryptor.bounded(c, own.scaled(1000));
  expect_error([&] { (void)keys.decrypt(beyond); }, ErrorCode::invalid_argument, {"noise"});
  const NoiseBound claimed = own.with_origin(BoundOrigin::claimed);
  expect_error([&] { (void)keys.decryptor.bounded(c, claimed); }, ErrorCode::invalid_argument,
               {"bound that is claimed", "owner"});
  expect_error([&] { (void)keys.decryptor.bounded(product, claimed); }, ErrorCode::invalid_argument,
               {"bound that is claimed", "owner"});
  expect_error([&] { (void)other.decryptor.bounded(c, own); }, ErrorCode::mismatch,
               {"other parameters"});
  expect_error([&] { (void)other.decryptor.bounded(product, own); }, ErrorCode::mismatch,
               {"other parameters"});
}

}  // namespace
}  // namespace lath::he
