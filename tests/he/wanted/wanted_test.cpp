// SPDX-License-Identifier: Apache-2.0
//
// What homomorphic encryption shall do and does not do yet. These tests are disabled; each becomes
// one of its own file when it passes. SECURITY.md says what is checked until then.
#include <gtest/gtest.h>

#include <vector>

#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::testing {
namespace {

template <class Scheme>
class Wanted : public ::testing::Test {
 protected:
  SchemeKeys<Scheme> keys_{literals_of_both()[3]};
  SeededValues values_{5};
  PlainPolynomial m_ = keys_.draw(values_);
  he::Ciphertext a_ = keys_.encrypt(m_);
};
TYPED_TEST_SUITE(Wanted, BothSchemes);

template <class Object>
concept NoiseCanBeSet = requires(Object& object) { object.set(1, object.noise()); };
template <class Object>
concept PartsCanBeWritten = requires(Object& object) { object.part(0) = object.part(1); };

TYPED_TEST(Wanted, DISABLED_WhatIsKnownOfACiphertextIsNotForProgramsToSet) {
  EXPECT_FALSE(NoiseCanBeSet<he::Ciphertext>);
  EXPECT_FALSE(PartsCanBeWritten<he::Ciphertext>);
  EXPECT_FALSE(NoiseCanBeSet<typename TypeParam::Product>);
  EXPECT_FALSE(PartsCanBeWritten<typename TypeParam::Product>);
}

TYPED_TEST(Wanted, DISABLED_RotationsAreComposedOfThoseThatHaveKeys) {
  auto& keys = this->keys_;
  // There are keys for powers of two.
  const auto rotated = keys.evaluator.rotate_rows(this->a_, 3, keys.galois, keys.workspace);
  const std::uint64_t g = he::row_rotation(keys.parameters.degree(), 3);
  EXPECT_EQ(keys.decrypt(rotated), this->m_.substituted(g).coefficients());
}

TYPED_TEST(Wanted, DISABLED_ASumOfAllSlotsIsOneCall) {
  auto& keys = this->keys_;
  const std::size_t slots = keys.parameters.degree();
  const auto encoder = he::SlotEncoder::create(keys.parameters);
  std::vector<std::uint64_t> values(slots, 1);
  const auto ones = keys.encryptor.encrypt(encoder.encode(values), keys.generator);
  const auto sum = keys.evaluator.sum_columns(ones, slots, keys.galois, keys.workspace);
  const auto decoded = encoder.decode(keys.decryptor.decrypt(sum));
  for (std::size_t i = 0; i < slots; ++i) ASSERT_EQ(decoded[i], slots);
}

}  // namespace
}  // namespace lath::testing
