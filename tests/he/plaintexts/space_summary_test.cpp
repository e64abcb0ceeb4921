// SPDX-License-Identifier: Apache-2.0
//
// Summaries of plaintexts: the slots that encoders have, the noise that ciphertexts have, and the
// table of docs/parameters.md, which is counted with ciphertexts.
#include "lath/he/plaintexts/space_summary.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "he/scheme_keys.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/rotations.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/slots/cyclotomic_encoder.hpp"

namespace lath::testing {
namespace {

using he::PlaintextSpace;
using he::PrimeField;
using he::SpaceSummary;

// The number of integer slots of a wide encoder, none if it refuses.
std::size_t wide_slots(const he::SchemeParameters& parameters) {
  try {
    return he::WideSlotEncoder::create(parameters).slots();
  } catch (const Error&) {
    return 0;
  }
}
std::size_t word_slots(const he::SchemeParameters& parameters) {
  try {
    return he::SlotEncoder::create(parameters).slots();
  } catch (const Error&) {
    return 0;
  }
}
// The slots and their degree in the ring's algebra.
std::pair<std::size_t, std::size_t> algebra_slots(const he::SchemeParameters& parameters) {
  try {
    const auto encoder = he::CyclotomicEncoder::create(parameters);
    return {encoder.algebra().slots(), encoder.algebra().slot_degree()};
  } catch (const Error&) {
    return {0, 0};
  }
}

he::Literal ring_of(std::uint64_t index) {
  return {.index = index,
          .plaintext_modulus = 2,
          .prime_bits = std::vector<unsigned>(7, 50),
          .special_prime_bits = {50, 50},
          .digit_primes = 2};
}

TEST(SpaceSummaries, HaveTheSlotsOfEncoders) {
  for (const std::uint64_t index : {64U, 256U, 45U, 255U}) {
    const auto keys = he::bgv::Parameters::create_insecure(ring_of(index));
    for (const std::uint64_t t : {2U, 3U, 4U, 15U, 17U, 257U, 65537U, 4591U, 257U * 769U}) {
      const auto parameters = keys.with_plaintexts(PlaintextSpace::integer(t));
      const SpaceSummary summary = he::explain(parameters);
      SCOPED_TRACE(to_string(summary));
      const auto [slots, degree] = algebra_slots(parameters);
      EXPECT_EQ(summary.slots, slots);
      EXPECT_EQ(summary.numbers_a_slot, degree);
      EXPECT_EQ(summary.encoder == "SlotEncoder", word_slots(parameters) != 0);
      EXPECT_EQ(summary.without_slots.empty(), degree == 1);
      EXPECT_EQ(summary.automorphisms, keys.degree());
      EXPECT_EQ(summary.coefficients, keys.degree());
    }
  }
}

TEST(SpaceSummaries, HaveTheWideSlotsOfEncoders) {
  const auto field = PlaintextSpace::field(PrimeField::bls12_381_r, 256);
  const Natural other = Natural::from_decimal("1267650600228229401496703205361");
  const std::vector<PlaintextSpace> spaces{field,
                                           PlaintextSpace::integer(field.modulus()),
                                           PlaintextSpace::integer(other),
                                           PlaintextSpace::field(PrimeField::goldilocks, 256),
                                           PlaintextSpace::root(128, 16, 1000),
                                           PlaintextSpace::root(128, 64, 4)};
  const auto keys = he::bfv::Parameters::create_insecure(ring_of(256));
  std::size_t without = 0;
  for (const PlaintextSpace& space : spaces) {
    const auto parameters = keys.with_plaintexts(space);
    const SpaceSummary summary = he::explain(parameters);
    SCOPED_TRACE(to_string(summary));
    EXPECT_EQ(summary.slots, wide_slots(parameters));
    EXPECT_EQ(summary.without_slots.empty(), summary.slots != 0);
    without += summary.slots == 0 ? 1 : 0;
    EXPECT_EQ(summary.coefficients, he::WideCoefficientEncoder(parameters).coefficients());
    EXPECT_EQ(summary.log2_size, space.log2_size());
    // Automorphisms that fix t are those that a session takes.
    std::size_t fixed = 0;
    for (std::uint64_t g = 1; g < 256; g += 2) {
      fixed += parameters.plaintexts()->is_fixed_by(g) ? 1 : 0;
    }
    EXPECT_EQ(summary.automorphisms, fixed);
    EXPECT_EQ(he::to_string(he::explain(he::Scheme::bfv, parameters.literal())),
              to_string(summary));
  }
  EXPECT_EQ(without, 3U);
}

TEST(SpaceSummaries, SayWhyThereAreNoSlots) {
  const auto why = [](const he::Literal& literal, const PlaintextSpace& space) {
    he::Literal with = literal;
    with.plaintext_modulus = space.modulus();
    with.short_modulus = space.short_modulus();
    return he::explain(he::Scheme::bfv, with).without_slots;
  };
  EXPECT_EQ(why(ring_of(256), PlaintextSpace::integer(2)),
            "t and the index 256 have the common factor 2");
  // 97 - 1 is divisible by 96.
  EXPECT_EQ(why(ring_of(64), PlaintextSpace::integer(97)),
            "t is not 1 modulo the index 64: slots of integers need another, such as the index 48");
  EXPECT_EQ(
      why(ring_of(64), PlaintextSpace::integer(97 * 193)),
      "not all primes of t are 1 modulo the index 64: slots of integers need another, such as "
      "the index 48");
  EXPECT_EQ(
      why(ring_of(256), PlaintextSpace::integer(Natural::from_decimal("18446744073709551617"))),
      "t is no prime; if it is a product of primes, each 1 modulo the index 256, give them to "
      "WideSlotEncoder::create()");
  EXPECT_EQ(why(ring_of(128), PlaintextSpace::integer((std::uint64_t{1} << 61) - 1)),
            "t is not 1 modulo the index 128: if it is a prime, rings of the index 126 or 130 have "
            "slots");
}

TEST(SpaceSummaries, AreTextForPeople) {
  he::Literal literal{.degree = 8192,
                      .plaintext_modulus = 65537,
                      .prime_bits = {50, 50, 50},
                      .special_prime_bits = {50}};
  EXPECT_EQ(to_string(he::explain(he::Scheme::bfv, literal)),
            "plaintexts modulo an integer t of 17 bits, BFV, x^8192 + 1, Q of 150.0 bits\n"
            "slots: 8192 of an integer of 17 bits (SlotEncoder)\n"
            "coefficients: 8192 numbers of 17 bits (WideCoefficientEncoder)\n"
            "automorphisms: 8192 of 8192 leave t as it is\n"
            "noise: a fresh ciphertext has 120.5 bits of budget, and a product of two costs 29.7\n"
            "depth: 3 products, one above the other\n");
  literal.plaintext_modulus =
      Natural::from_decimal("1461501637330902918203684832716283019655932542976");
  EXPECT_EQ(to_string(he::explain(he::Scheme::bgv, literal)),
            "plaintexts modulo an integer t of 161 bits, BGV, x^8192 + 1, Q of 150.0 bits\n"
            "slots: none: t is not 1 modulo the index 16384\n"
            "coefficients: 8192 numbers of 161 bits (WideCoefficientEncoder)\n"
            "automorphisms: 8192 of 8192 leave t as it is\n"
            "noise: no room for an encryption: take a larger Q or a smaller t\n"
            "depth: 0 products, one above the other\n");
}

// The noise of real ciphertexts.
TEST(SpaceSummaries, HaveTheNoiseOfCiphertexts) {
  const auto expect = [](auto scheme) {
    using Scheme = decltype(scheme);
    const SchemeKeys<Scheme> keys(ring_of(256));
    for (const auto& space :
         {PlaintextSpace::integer(65537), PlaintextSpace::field(PrimeField::bls12_381_r, 256)}) {
      const auto parameters = keys.parameters.with_plaintexts(space);
      const SpaceSummary summary = he::explain(parameters);
      SCOPED_TRACE(to_string(summary));
      auto generator = Generator::from_seed(Seed{}, "summaries");
      const auto c =
          he::Encryptor(parameters, keys.public_key).encrypt(he::Plaintext(parameters), generator);
      auto session = typename Scheme::Evaluator(parameters).session(keys.relin);
      const auto product = session.relinearize(session.multiply(c, c));
      EXPECT_DOUBLE_EQ(summary.fresh_bits, c.noise().budget_bits());
      EXPECT_DOUBLE_EQ(summary.product_bits,
                       c.noise().budget_bits() - product.noise().budget_bits());
      EXPECT_EQ(summary.log2_q, parameters.log2_q(parameters.levels()));
      EXPECT_GT(summary.depth, 1U);
    }
  };
  expect(he::Bfv{});
  expect(he::Bgv{});
}

std::string depth_of(he::Scheme scheme, std::size_t degree, std::uint64_t t) {
  try {
    const auto depth = [](const auto& parameters) { return he::explain(parameters).depth; };
    return std::to_string(scheme == he::Scheme::bfv
                              ? depth(he::bfv::Parameters::recommended(degree, t))
                              : depth(he::bgv::Parameters::recommended(degree, t)));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return "none";
  }
}

TEST(SpaceSummaries, HaveTheDepthsOfThePage) {
  std::ifstream file(LATH_PARAMETERS_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(page.empty());
  const std::pair<std::uint64_t, const char*> moduli[] = {
      {2, "2"}, {65537, "65537"}, {ntt_primes(60, 32768, 1)[0], "a prime of 60 bits"}};
  for (const std::size_t degree : {4096U, 8192U, 16384U}) {
    for (const auto& [t, name] : moduli) {
      const std::string row = "| " + std::to_string(degree) + " | " + name + " | " +
                              depth_of(he::Scheme::bfv, degree, t) + " | " +
                              depth_of(he::Scheme::bgv, degree, t) + " |\n";
      EXPECT_NE(page.find(row), std::string::npos) << row;
    }
  }
}

}  // namespace
}  // namespace lath::testing
