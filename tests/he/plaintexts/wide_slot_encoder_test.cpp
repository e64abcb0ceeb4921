// SPDX-License-Identifier: Apache-2.0
//
// Slots of big primes: for every field that the library knows, and integers t.
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/random_circuits.hpp"
#include "he/plaintexts/vectors_modulo.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"

namespace lath::testing {
namespace {

struct SlotCase {
  std::uint64_t index;
  std::size_t slots;
  he::PlaintextSpace space;
  std::vector<Natural> factors = {};  // of a modulus that is no prime

  [[nodiscard]] VectorsModulo plaintexts() const {
    return {slots, integer_of(space.modulus()), factors};
  }
};

mpz_class prime_for(std::size_t bits, std::uint64_t m) {
  mpz_class p = ((mpz_class(1) << bits) / m + 1) * m + 1;
  while (mpz_probab_prime_p(p.get_mpz_t(), 30) == 0) p += m;
  return p;
}

// Integers t, and p of a short modulus, that are products of primes.
std::vector<SlotCase> cases_of_products() {
  const auto product = [](std::uint64_t m, const std::vector<std::size_t>& bits) {
    Natural t = 1;
    std::vector<Natural> factors;
    for (const std::size_t b : bits) {
      factors.push_back(natural_of(prime_for(b, m)));
      t = natural_of(integer_of(t) * integer_of(factors.back()));
    }
    return SlotCase{m, euler_phi(m), he::PlaintextSpace::integer(t), factors};
  };
  // 40^4 + 1 = 769 3329.
  return {product(64, {128, 90}),
          product(45, {70, 40, 30}),
          product(32, {13, 14, 15}),
          product(64, {100}),
          {64, 8, he::PlaintextSpace::root(32, 8, 40), {3329, 769}}};
}

std::vector<SlotCase> slot_cases() {
  using enum he::PrimeField;
  const auto field = [](he::PrimeField name, std::uint64_t m, std::size_t slots) {
    return SlotCase{m, slots, he::PlaintextSpace::field(name, m)};
  };
  const auto integer = [](std::size_t bits, std::uint64_t m) {
    return SlotCase{m, euler_phi(m), he::PlaintextSpace::integer(natural_of(prime_for(bits, m)))};
  };
  std::vector<SlotCase> cases{field(p256, 51, 2),         field(p256, 85, 4),
                              field(p256_order, 48, 2),   field(secp256k1_order, 96, 2),
                              field(bls12_381_r, 128, 4), field(bls12_381_r, 96, 2),
                              field(bn254_r, 64, 2),      field(goldilocks, 64, 8),
                              field(goldilocks, 120, 8),  integer(255, 32),
                              integer(100, 45),           integer(64, 64),
                              integer(1000, 32)};
  for (const SlotCase& c : cases_of_products()) cases.push_back(c);
  return cases;
}

he::Literal literal_for_slots(const SlotCase& c, unsigned products) {
  const auto bits = static_cast<std::size_t>(c.space.log2_size());
  const std::size_t primes = ((products + 1) * (bits + 30) + 40) / 49 + 1;
  he::Literal literal{.plaintext_modulus = 257,
                      .prime_bits = std::vector<unsigned>(primes, 49),
                      .special_prime_bits = {49, 49},
                      .digit_primes = 2};
  if ((c.index & (c.index - 1)) == 0) {
    literal.degree = static_cast<std::size_t>(c.index / 2);
  } else {
    literal.index = c.index;
  }
  return literal;
}

template <class Scheme>
class WideSlotEncoder : public ::testing::Test {};
TYPED_TEST_SUITE(WideSlotEncoder, BothSchemes);

TYPED_TEST(WideSlotEncoder, SlotsAreComputedWithInRandomCircuits) {
  for (const SlotCase& c : slot_cases()) {
    SCOPED_TRACE("m = " + std::to_string(c.index) + ", p = " + decimal_vartime(c.space.modulus()));
    const SchemeKeys<TypeParam> keys(literal_for_slots(c, 4), {}, "wide slots");
    const auto parameters = keys.parameters.with_plaintexts(c.space);
    const VectorsModulo plaintexts = c.plaintexts();
    ASSERT_EQ(plaintexts.encoder_of(parameters).slots(), c.slots);
    for (std::uint64_t seed = 0; seed < seeds(3); ++seed) {
      RandomCircuits<TypeParam, VectorsModulo> random(keys, parameters, plaintexts, seed);
      random.run(20);
      ASSERT_FALSE(this->HasFatalFailure());
    }
  }
}

TYPED_TEST(WideSlotEncoder, AutomorphismsRotateSlots) {
  for (const SlotCase& c : slot_cases()) {
    SCOPED_TRACE("m = " + std::to_string(c.index) + ", p = " + decimal_vartime(c.space.modulus()));
    const auto plain =
        TypeParam::Parameters::create_insecure(literal_for_slots(c, 1)).with_plaintexts(c.space);
    const VectorsModulo plaintexts = c.plaintexts();
    const auto& encoder = plaintexts.encoder_of(plain);
    std::vector<std::uint64_t> exponents;
    for (std::size_t d = 0; d < encoder.dimensions().size(); ++d) {
      exponents.push_back(encoder.rotation(d, 1));
      EXPECT_EQ(exponents.back(), encoder.dimensions()[d].exponent);
    }
    SchemeKeys<TypeParam> keys(plain, exponents, "rotations of wide slots");
    SeededValues values(9);
    const auto m = plaintexts.draw(values);
    const auto a = keys.encryptor.encrypt(plaintexts.plaintext(plain, m), keys.generator);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(plaintexts.value(keys.decryptor.decrypt_for_release(a, keys.generator)), m);
    }
    std::size_t inner = 1;
    for (std::size_t d = 0; d < exponents.size(); ++d) {
      const std::size_t size = encoder.dimensions()[d].size;
      const auto rotated = keys.session.apply_galois(a, exponents[d]);
      const auto found = plaintexts.value(keys.decryptor.decrypt(rotated));
      EXPECT_LE(he::debug::log2_noise(plain, keys.secret, rotated), rotated.noise().log2_bound());
      for (std::size_t s = 0; s < c.slots; ++s) {
        const std::size_t at = s / inner % size;
        EXPECT_EQ(found[s], m[s - at * inner + (at + 1) % size * inner]);
      }
      inner *= size;
    }
  }
}

TYPED_TEST(WideSlotEncoder, TeachesByItsErrors) {
  const auto refused = [](const auto& action, std::initializer_list<std::string_view> parts) {
    expect_error(action, ErrorCode::unsupported, parts);
  };
  // 2^8 does not divide p - 1 for P-256, which has 17 and 257.
  refused([] { (void)he::PlaintextSpace::field(he::PrimeField::p256, 16384); },
          {"p256", "16384", "multiple of 17", "13107"});
  refused([] { (void)he::PlaintextSpace::field(he::PrimeField::secp256k1_order, 16384); },
          {"secp256k1_order", "multiple of 32"});
  refused([] { (void)he::PlaintextSpace::field(he::PrimeField::bn254_r, 31); }, {"bn254_r", "32"});
  EXPECT_NO_THROW((void)he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 16384));
  const SlotCase c = slot_cases()[0];
  const auto keys = TypeParam::Parameters::create_insecure(literal_for_slots(c, 1));
  // A short modulus of another ring.
  expect_error(
      [&] {
        (void)keys.with_plaintexts(he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 64));
      },
      ErrorCode::invalid_argument, {"order 32", "index 51"});
  const auto parameters = keys.with_plaintexts(c.space);
  // x -> x^2 moves the slots of another t(x).
  SchemeKeys<TypeParam> with_keys(parameters, {2}, "automorphisms");
  const auto x = with_keys.encryptor.encrypt(he::Plaintext(parameters), with_keys.generator);
  refused([&] { (void)with_keys.session.apply_galois(x, 2); },
          {"x -> x^2", "1 modulo the index of t(x)", "WideSlotEncoder"});
  const auto encoder = he::WideSlotEncoder::create(parameters);
  expect_error([&] { (void)encoder.encode(he::WideValues(3, 4)); }, ErrorCode::mismatch,
               {"3 values", "each slot, 2"});
  he::WideValues large(1, 4);
  std::ranges::copy(c.space.modulus().words(), large[0].begin());
  expect_error([&] { (void)encoder.encode(large); }, ErrorCode::invalid_argument,
               {"slot 0", "256 bits"});
  expect_error([&] { (void)encoder.rotation(1, 1); }, ErrorCode::invalid_argument, {"dimension 1"});
  const auto composite = keys.with_plaintexts(
      he::PlaintextSpace::integer(natural_of(mpz_class(mpz_class(1) << 80) * 51 + 1)));
  expect_error([&] { (void)he::WideSlotEncoder::create(composite); }, ErrorCode::invalid_argument,
               {"root of unity of order 51", "need a prime"});
  const auto product = cases_of_products()[0];
  const auto with_product = TypeParam::Parameters::create_insecure(literal_for_slots(product, 1))
                                .with_plaintexts(product.space);
  const auto refused_factors = [&](const std::vector<Natural>& factors,
                                   std::initializer_list<std::string_view> parts) {
    expect_error([&] { (void)he::WideSlotEncoder::create(with_product, factors); },
                 ErrorCode::invalid_argument, parts);
  };
  const auto& f = product.factors;
  refused_factors({}, {"product is not the plaintext modulus", "all its primes"});
  refused_factors({f[0]}, {"product is not the plaintext modulus"});
  refused_factors({f[0], f[1], 257}, {"product is not the plaintext modulus"});
  refused_factors({f[0], f[0]}, {"factor number 1, of 129 bits twice", "different primes"});
  refused_factors({257, 257}, {"the factor 257 twice"});
  refused_factors({product.space.modulus()},
                  {"factor number 0, of 219 bits", "primes that are 1 modulo the index 64"});
  refused_factors({f[0], 97}, {"the factor 97", "1 modulo the index 64", "factor it"});
  refused_factors({0}, {"the factor 0"});
  refused_factors({1}, {"the factor 1"});
  refused_factors({natural_of(mpz_class(1) << 300)}, {"of 301 bits"});
  // Without its factors, no root is found.
  expect_error([&] { (void)he::WideSlotEncoder::create(with_product); },
               ErrorCode::invalid_argument, {"order 64", "give the factors if each one is"});
  const auto other =
      keys.with_plaintexts(he::PlaintextSpace::integer(natural_of(prime_for(80, 32))));
  refused([&] { (void)he::WideSlotEncoder::create(other); }, {"81 bits", "index 51"});
}

}  // namespace
}  // namespace lath::testing
