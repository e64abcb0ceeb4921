// SPDX-License-Identifier: Apache-2.0
//
// Random circuits of parameters that are secure, for each kind of plaintexts: all slots of every
// result are decrypted and compared. plaintexts_at_full_size runs them.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "he/plaintexts/random_circuits.hpp"
#include "he/plaintexts/vectors_modulo.hpp"

namespace lath::testing {
namespace {

template <class Scheme>
class FullSize : public ::testing::Test {
 protected:
  using Parameters = typename Scheme::Parameters;

  // 20 circuits, or as many as LATH_TEST_SEEDS says.
  void run(const char* name, const Parameters& parameters) {
    SCOPED_TRACE(name);
    const SchemeKeys<Scheme> keys(parameters, {}, "full size");
    const std::size_t slots = he::WideSlotEncoder::create(parameters).slots();
    const VectorsModulo plaintexts(slots, integer_of(parameters.plaintext_modulus()));
    std::size_t results = 0, products = 0, circuits = 0;
    for (const std::uint64_t all = seeds(20); circuits < all && !this->HasFailure(); ++circuits) {
      RandomCircuits<Scheme, VectorsModulo> random(keys, parameters, plaintexts, circuits);
      random.run(20);
      results += random.results();
      products += random.products();
    }
    EXPECT_GT(products, circuits);
    std::printf("%s %-36s %5zu slots, %2zu circuits, %4zu results, %3zu products\n",
                kIsBfv<Scheme> ? "BFV" : "BGV", name, slots, circuits, results, products);
  }
};
TYPED_TEST_SUITE(FullSize, BothSchemes);

TYPED_TEST(FullSize, DISABLED_CircuitsOfEveryKindAreExact) {
  using Parameters = typename TypeParam::Parameters;
  using enum he::PrimeField;
  this->run("BLS12-381, t(x), n = 16384",
            Parameters::recommended(16384, he::PlaintextSpace::field(bls12_381_r, 32768)));
  this->run("Goldilocks, t(x), n = 8192",
            Parameters::recommended(8192, he::PlaintextSpace::field(goldilocks, 16384)));
  // Indices of odd primes have no recommended parameters.
  this->run("P-256, t(x), m = 13107", Parameters::create({.index = 13107,
                                                          .plaintext_modulus = 257,
                                                          .prime_bits = {50, 50, 50},
                                                          .special_prime_bits = {50}})
                                          .with_plaintexts(he::PlaintextSpace::field(p256, 13107)));
  this->run("4097 bits, x^64 - b, n = 8192",
            Parameters::recommended(
                8192, he::PlaintextSpace::root(8192, 64, (std::uint64_t{1} << 32) + 670)));
  const he::PlaintextSpace field = he::PlaintextSpace::field(bls12_381_r, 65536);
  this->run("BLS12-381, integer t, n = 32768",
            Parameters::recommended(32768, he::PlaintextSpace::integer(field.modulus())));
}

}  // namespace
}  // namespace lath::testing
