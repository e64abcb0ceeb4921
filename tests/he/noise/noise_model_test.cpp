// SPDX-License-Identifier: Apache-2.0
//
// Bounds from a literal alone are those of its parameters, to the last bit.
#include "lath/he/noise/noise_model.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/literals.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"

namespace lath::he {
namespace {

using testing::SeededValues;

template <class T>
const T& any_of(const std::vector<T>& all, SeededValues& values) {
  return all[static_cast<std::size_t>(values.below(all.size()))];
}

// A literal of a small ring: any number of primes of any lengths, special primes, digits, errors.
Literal random_literal(SeededValues& values) {
  const auto between = [&](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(values.below(most - least + 1));
  };
  Literal literal{.plaintext_modulus = 0, .prime_bits = {}, .special_prime_bits = {}};
  if (values.below(2) == 0) {
    literal.degree = std::size_t{16} << values.below(3);
  } else {
    literal.index = any_of<std::uint64_t>({9, 15, 20, 21, 45, 63, 66, 91, 105}, values);
  }
  literal.plaintext_modulus = std::uint64_t{2} + values.below(std::uint64_t{1} << between(1, 40));
  const unsigned primes = between(1, 6);
  for (unsigned i = 0; i < primes; ++i) literal.prime_bits.push_back(between(36, 60));
  for (unsigned i = between(1, primes); i > 0; --i) {
    literal.special_prime_bits.push_back(between(36, 60));
  }
  literal.digit_primes = between(0, primes);
  literal.errors = static_cast<ErrorDistribution>(values.below(3));
  return literal;
}

// The same primes, named by the literal.
Literal with_primes_given(const Literal& literal, const SchemeParameters& parameters) {
  Literal given = literal;
  given.prime_bits.clear();
  given.special_prime_bits.clear();
  const DynamicRing ring = parameters.key_ring();
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    auto& list = i < parameters.levels() ? given.primes : given.special_primes;
    list.push_back(ring.modulus(i).value());
  }
  return given;
}

// Every function of two models of one literal.
void expect_equal(const NoiseModel& a, const NoiseModel& b) {
  ASSERT_EQ(a.levels(), b.levels());
  EXPECT_EQ(a.degree(), b.degree());
  EXPECT_EQ(a.geometry(), b.geometry());
  EXPECT_EQ(a.log2_t(), b.log2_t());
  EXPECT_EQ(a.log2_p(), b.log2_p());
  EXPECT_EQ(a.error_variance(), b.error_variance());
  EXPECT_EQ(a.fresh(), b.fresh());
  EXPECT_EQ(a.symmetric(), b.symmetric());
  const NoiseBound fresh = a.fresh();
  for (std::size_t l = 1; l <= a.levels(); ++l) {
    EXPECT_EQ(a.log2_q(l), b.log2_q(l));
    EXPECT_EQ(a.zero(l), b.zero(l));
    EXPECT_EQ(a.message(l), b.message(l));
    EXPECT_EQ(a.product(l, fresh, fresh), b.product(l, fresh, fresh));
    EXPECT_EQ(a.switched(l, fresh), b.switched(l, fresh));
    if (l == 1) continue;
    EXPECT_EQ(a.lowered(l, l - 1, fresh, 3), b.lowered(l, l - 1, fresh, 3));
    EXPECT_EQ(a.lowered(l, 1, fresh, 2), b.lowered(l, 1, fresh, 2));
  }
}

template <class Parameters>
void expect_the_models_of_parameters(Scheme scheme, const Literal& literal, PrimePool& pool) {
  const auto parameters = Parameters::create_insecure(literal);
  const NoiseModel model = NoiseModel::create(scheme, literal, pool);
  expect_equal(model, parameters.noise());
  const Literal given = with_primes_given(literal, parameters);
  const NoiseModel of_given = NoiseModel::create(scheme, given, pool);
  EXPECT_EQ(of_given.fresh(), model.fresh());
  const auto parameters_of_given = Parameters::create_insecure(given);
  expect_equal(of_given, parameters_of_given.noise());
}

TEST(NoiseModel, IsThatOfTheParameters) {
  PrimePool pool;
  const std::uint64_t count = testing::seeds(60);
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SeededValues values(seed);
    const Literal literal = random_literal(values);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_the_models_of_parameters<bfv::Parameters>(Scheme::bfv, literal, pool);
    expect_the_models_of_parameters<bgv::Parameters>(Scheme::bgv, literal, pool);
    if (HasFailure()) return;
  }
}

// The bounds that ciphertexts have.
TEST(NoiseModel, HasTheBoundsOfCiphertexts) {
  for (const Literal& literal : testing::literals_of_both()) {
    SCOPED_TRACE(testing::label(literal));
    PrimePool pool;
    const NoiseModel model = NoiseModel::create(Scheme::bfv, literal, pool);
    const auto parameters = bfv::Parameters::create_insecure(literal);
    Generator generator = Generator::from_seed(Seed{}, "tests he noise model");
    KeyGenerator keys(parameters, generator);
    const SecretKey secret = keys.secret_key();
    auto session = bfv::Evaluator(parameters).session(keys.relin_key(secret));
    const Ciphertext c = Encryptor(parameters, keys.public_key(secret))
                             .encrypt(Plaintext(parameters, {1}), generator);
    EXPECT_EQ(c.noise(), model.fresh());
    const NoiseBound product = model.product(c.level(), c.noise(), c.noise());
    if (product.budget_bits() < 1) continue;
    const auto square = session.multiply(c, c);
    EXPECT_EQ(square.noise(), product);
    EXPECT_EQ(session.relinearize(square).noise(), model.switched(c.level(), product));
  }
}

TEST(NoiseModel, RefusesWhatParametersRefuse) {
  PrimePool pool;
  for (const Literal& literal :
       {Literal{
            .degree = 48, .plaintext_modulus = 3, .prime_bits = {40}, .special_prime_bits = {40}},
        Literal{
            .degree = 64, .plaintext_modulus = 1, .prime_bits = {40}, .special_prime_bits = {40}},
        Literal{
            .degree = 64, .plaintext_modulus = 3, .prime_bits = {61}, .special_prime_bits = {40}},
        Literal{
            .degree = 64, .plaintext_modulus = 3, .prime_bits = {40}, .special_prime_bits = {}}}) {
    try {
      static_cast<void>(NoiseModel::create(Scheme::bgv, literal, pool));
      FAIL() << "a model of a literal that is none";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    }
  }
}

// Each part more is rounded, times a higher power of the secret key, whose values are larger
// than 2.
TEST(NoiseModel, CountsTheRoundingOfEveryPart) {
  PrimePool pool;
  for (const Scheme scheme : {Scheme::bfv, Scheme::bgv}) {
    const NoiseModel model = NoiseModel::create(scheme,
                                                {.degree = 1024,
                                                 .plaintext_modulus = 257,
                                                 .prime_bits = {50, 50},
                                                 .special_prime_bits = {50}},
                                                pool);
    const NoiseBound none(-90, 1024);
    for (std::size_t parts = 2; parts < kMostParts; ++parts) {
      EXPECT_GT(model.lowered(2, 1, none, parts + 1).log2_deviation(),
                model.lowered(2, 1, none, parts).log2_deviation() + 1)
          << parts;
    }
  }
}

}  // namespace
}  // namespace lath::he
