// SPDX-License-Identifier: Apache-2.0
//
// Random products of all backends against GMP. LATH_TEST_PRODUCTS=10000 tries them all.
#include <gtest/gtest.h>

#include "expect_products.hpp"

namespace lath::hardware {
namespace {

using testing::expect_products;
using testing::Inputs;
using testing::SeededValues;
using testing::Words;

void try_random(const CoefficientModulus& q, std::uint64_t seed, std::size_t usual) {
  const std::size_t wanted = testing::random_products(usual);
  SeededValues random(seed);
  for (std::size_t done = 0, messages = 4; done < wanted; messages = messages % 4 + 1) {
    SCOPED_TRACE(random.label() + ", product " + std::to_string(done));
    expect_products(q, Inputs(q, messages, random));
    if (::testing::Test::HasFailure()) return;
    done += messages;
  }
}

TEST(PaperProducts, AreThoseOfGmpModulo2To135) {
  try_random(CoefficientModulus::power_of_two(135), 135, 10);
}
TEST(PaperProducts, AreThoseOfGmpModulo2To125) {
  try_random(CoefficientModulus::power_of_two(125), 125, 10);
}
TEST(Products, AreThoseOfGmpModuloFivePrimes) { try_random(testing::five_primes(), 5, 10); }
TEST(Products, AreThoseOfGmpModuloThePrimesOfTheResidueDesign) {
  try_random(CoefficientModulus::residue_design(), 6, 10);
}

// The least primes of 27 bits, and the largest: neither is 1 modulo a power of two.
TEST(Products, AreThoseOfGmpModuloPrimesWithoutRoots) {
  const Words primes = {67108879, 134217689, 67108913, 134217649, 67108919};
  try_random(CoefficientModulus::product_of(primes), 7, 10);
}

TEST(Products, DoNotChangeWithOtherMessagesBesideThem) {
  const auto q = CoefficientModulus::power_of_two(135);
  SeededValues random(3);
  const Inputs four(q, 4, random);
  const auto product = EncryptionProduct::karatsuba(q, four.key);
  const auto all = four.run(product);
  for (std::size_t count = 1; count < 4; ++count) {
    Inputs fewer = four;
    fewer.u.resize(count * kDegree);
    fewer.errors.resize(count * kDegree);
    const auto some = fewer.run(product);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << count;
  }
}

TEST(Products, TakeAWorkspaceAgain) {
  const auto q = CoefficientModulus::power_of_two(125);
  SeededValues random(4);
  const Inputs inputs(q, 2, random);
  testing::PlainDevice device;
  for (const auto& product :
       {EncryptionProduct::transform(q, inputs.key), EncryptionProduct::karatsuba(q, inputs.key),
        EncryptionProduct::simulated(q, inputs.key, device)}) {
    auto workspace = product.workspace();
    Words first(inputs.u.size() * kChunks), second(first.size());
    product.multiply_add(first, inputs.u, inputs.errors, workspace);
    product.multiply_add(second, inputs.u, inputs.errors, workspace);
    EXPECT_TRUE(first == second);
  }
}

TEST(Products, SayWhatWentToTheDevice) {
  const auto q = CoefficientModulus::power_of_two(135);
  SeededValues random(6);
  const Inputs inputs(q, 4, random);
  testing::PlainDevice device;
  const auto product = EncryptionProduct::simulated(q, inputs.key, device);
  auto workspace = product.workspace();
  Words results(inputs.u.size() * kChunks);
  const Traffic traffic = product.multiply_add(results, inputs.u, inputs.errors, workspace);
  EXPECT_EQ(traffic.bytes_to_device, 16 * (1 + 729 * 40 * 5));
  EXPECT_EQ(traffic.bytes_from_device, 2067120 + 16);
  EXPECT_EQ(traffic.first_output_cycle, 1000);
  EXPECT_GT(traffic.cycles, 145800);
  const auto software = EncryptionProduct::karatsuba(q, inputs.key);
  auto other = software.workspace();
  EXPECT_EQ(software.multiply_add(results, inputs.u, inputs.errors, other).bytes_to_device, 0);
}

}  // namespace
}  // namespace lath::hardware
