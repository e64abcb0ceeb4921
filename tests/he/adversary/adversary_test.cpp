// SPDX-License-Identifier: Apache-2.0
//
// Attacks on the noise bounds: no noise is above its bound, and nothing decrypts wrongly, whatever
// plaintexts, integers and circuits somebody chooses. LATH_TEST_SEEDS says how many circuits of
// each family; adversary_at_full_size runs a million steps.
#include "he/adversary/adversary.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace lath::testing {
namespace {

// t small and large against the primes, even and odd; powers of two and other indices.
std::vector<he::Literal> literals() {
  return {
      {.degree = 256,
       .plaintext_modulus = 65537,
       .prime_bits = {50, 50},
       .special_prime_bits = {40}},
      {.degree = 64,
       .plaintext_modulus = 2,
       .prime_bits = {30, 30, 30},
       .special_prime_bits = {31}},
      {.degree = 256,
       .plaintext_modulus = 20877180,
       .prime_bits = {24, 24, 24, 24, 24, 24, 24, 24},
       .special_prime_bits = {46}},
      {.degree = 64,
       .plaintext_modulus = 257,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.degree = 64,
       .plaintext_modulus = (std::uint64_t{1} << 59) - 55,
       .prime_bits = {30, 50, 50, 50, 50, 50, 50},
       .special_prime_bits = {55}},
      {.index = 45,
       .plaintext_modulus = 4,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.index = 105,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = {35, 55, 55, 55, 55},
       .special_prime_bits = {56, 56}},
  };
}

template <class Scheme>
class Attacks : public ::testing::Test {};
TYPED_TEST_SUITE(Attacks, BothSchemes);

TYPED_TEST(Attacks, BreakNoBound) {
  std::map<std::string, Outcome> all;
  for (const he::Literal& literal : literals()) {
    SCOPED_TRACE(label(literal));
    Adversary<TypeParam> adversary(literal);
    for (const auto& [name, family] : Adversary<TypeParam>::families()) {
      // A matched rounding takes some thousand steps.
      const std::uint64_t circuits = name == "matched roundings" ? 1 + seeds(1) / 100 : seeds(1);
      for (std::uint64_t seed = 0; seed < circuits; ++seed) adversary.attack(name, family, seed);
    }
    for (const auto& [name, outcome] : adversary.outcomes()) {
      EXPECT_EQ(outcome.broken, 0) << name << ": noises above their bounds";
      EXPECT_EQ(outcome.wrong, 0) << name << ": wrong results";
      all[name].add(outcome);
    }
  }
  for (const auto& [name, outcome] : all) {
    EXPECT_GT(outcome.steps, 0) << name;
    std::printf(
        "%s %-20s %8lu steps, %6lu circuits, least slack %7.4f bits, %lu broken, %lu wrong\n",
        kIsBfv<TypeParam> ? "BFV" : "BGV", name.c_str(), outcome.steps, outcome.circuits,
        outcome.least_slack, outcome.broken, outcome.wrong);
  }
}

// a a(1/x), where coefficients of a product are as large as the sum of all squares. It takes large
// rings for that to be more than a bound of random noises would say.
TYPED_TEST(Attacks, DISABLED_BreakNoBoundByConjugates) {
  for (const std::size_t degree : {std::size_t{1024}, std::size_t{4096}, std::size_t{8192},
                                   std::size_t{32768}, std::size_t{131072}, std::size_t{524288}}) {
    FewKeys<TypeParam> keys({.degree = degree,
                             .plaintext_modulus = 65537,
                             .prime_bits = {55, 55, 55},
                             .special_prime_bits = {56}});
    for (int circuit = 0; circuit < 5; ++circuit) {
      auto a = keys.symmetric.encrypt(keys.plaintext(keys.zero()), keys.generator);
      if (circuit > 2) a = keys.encrypt(keys.zero());
      if (circuit % 2 == 1) a = keys.session.mod_switch(a, 2);
      const auto b = keys.session.apply_galois(a, 2 * degree - 1);
      const auto product = keys.session.multiply(a, b);
      const double noise = he::debug::log2_noise(keys.parameters, keys.secret, product);
      EXPECT_LE(noise, product.noise().log2_bound()) << degree << ", circuit " << circuit;
      std::printf("%s conjugates at n %zu: slack %.4f bits\n", kIsBfv<TypeParam> ? "BFV" : "BGV",
                  degree, product.noise().log2_bound() - noise);
    }
  }
}

}  // namespace
}  // namespace lath::testing
