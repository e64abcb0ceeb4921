// SPDX-License-Identifier: Apache-2.0
//
// Encryption with the secret key, and seeded ciphertexts.
#include "lath/he/symmetric_encryptor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/phase.hpp"
#include "lath/he/debug.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;
using Coefficients = std::vector<std::uint64_t>;

// Q has at most 127 bits.
std::vector<Literal> small_literals() {
  return {{.degree = 16, .plaintext_modulus = 2, .prime_bits = {30}, .special_prime_bits = {31}},
          {.degree = 64,
           .plaintext_modulus = 257,
           .prime_bits = {40, 36, 44},
           .special_prime_bits = {45}},
          {.degree = 256,
           .plaintext_modulus = (std::uint64_t{1} << 40) + 1,
           .prime_bits = {60, 60},
           .special_prime_bits = {60}},
          {.degree = 128,
           .plaintext_modulus = (std::uint64_t{1} << 60) - 1,
           .prime_bits = {60, 60},
           .special_prime_bits = {60}},
          {.index = 45,
           .plaintext_modulus = 257,
           .prime_bits = {40, 36, 44},
           .special_prime_bits = {45}}};
}

template <class S>
class Symmetric : public ::testing::Test {};
TYPED_TEST_SUITE(Symmetric, BothSchemes);

// (Q m - r) / t for r = [Q m]_t, or m, next to zero.
template <class S>
__int128 message(std::uint64_t m, std::uint64_t t, uint128 q) {
  const auto centered = [t](std::uint64_t x) {
    return x > t / 2 ? static_cast<__int128>(x) - static_cast<__int128>(t) : __int128{x};
  };
  if (!testing::kIsBfv<S>) return centered(m);
  const std::uint64_t remainder = static_cast<std::uint64_t>(q % t);
  const auto product = uint128{remainder} * m;
  const __int128 r = centered(static_cast<std::uint64_t>(product % t));
  return static_cast<__int128>((q / t) * m) +
         (static_cast<__int128>(product) - r) / static_cast<__int128>(t);
}

// The errors of a ciphertext of m, from c0 + c1 s.
template <class S>
std::vector<std::int64_t> errors(const FewKeys<S>& keys, const Ciphertext& c,
                                 const Coefficients& m) {
  uint128 q = 1;
  const DynamicRing& ring = keys.parameters.ring(c.level());
  for (std::size_t i = 0; i < ring.limbs(); ++i) q *= ring.modulus(i).value();
  const auto x = integers_of(phase_of(keys, c));
  std::vector<std::int64_t> result;
  for (std::size_t i = 0; i < m.size(); ++i) {
    __int128 e = x[i] - message<S>(m[i], keys.t(), q);
    if (e < -static_cast<__int128>(q / 2)) e += static_cast<__int128>(q);
    const auto f = static_cast<__int128>(keys.error_factor());
    EXPECT_EQ(static_cast<std::int64_t>(e % f), 0) << "coefficient " << i;
    result.push_back(static_cast<std::int64_t>(e / f));
  }
  return result;
}

TYPED_TEST(Symmetric, CiphertextsSatisfyTheirEquation) {
  for (const Literal& literal : small_literals()) {
    FewKeys<TypeParam> keys(literal);
    SeededValues values(literal.degree);
    SCOPED_TRACE(values.label());
    double sum = 0, squares = 0;
    std::size_t count = 0;
    // For m = 45 a coefficient is a sum of four draws; their sum has 15/4 times the variance of
    // independent ones, the sum of their squares less than that.
    const bool power_of_two = literal.index == 0;
    const double terms = power_of_two ? 1 : 4, correlation = power_of_two ? 1 : 15.0 / 4;
    for (int repetition = 0; repetition < 40; ++repetition) {
      const std::uint64_t t = keys.t();
      const auto m = repetition == 0   ? keys.zero()
                     : repetition == 1 ? keys.filled(t - 1)
                     : repetition == 2 ? keys.filled(t / 2)
                                       : keys.draw(values);
      const auto c = keys.symmetric.encrypt(keys.plaintext(m), keys.generator);
      EXPECT_EQ(c.level(), keys.parameters.levels());
      EXPECT_EQ(c.scale_factor(), 1U);
      EXPECT_EQ(keys.decrypt(c), m);
      const double noise = debug::log2_noise(keys.parameters, keys.secret, c);
      EXPECT_LE(noise, c.noise().log2_bound());
      for (const std::int64_t e : errors(keys, c, m.coefficients())) {
        EXPECT_LE(std::abs(e), static_cast<std::int64_t>(21 * terms));
        sum += static_cast<double>(e);
        squares += static_cast<double>(e) * static_cast<double>(e);
        ++count;
      }
    }
    // Five deviations of the mean and of the variance of sums of 42 bits.
    const double samples = static_cast<double>(count) / correlation, variance = 10.5 * terms;
    EXPECT_LE(std::abs(sum / static_cast<double>(count)), 5 * std::sqrt(variance / samples));
    EXPECT_NEAR(squares / static_cast<double>(count), variance,
                5 * variance * std::sqrt(2 / samples));
  }
}

TYPED_TEST(Symmetric, SeededCiphertextsExpandToTheSame) {
  for (const Literal& literal : literals_of_bgv()) {
    FewKeys<TypeParam> keys(literal);
    SeededValues values(literal.degree + 1);
    const auto m = keys.plaintext(keys.draw(values));
    auto first = Generator::from_seed(Seed{}, "one stream");
    auto second = Generator::from_seed(Seed{}, "one stream");
    const Ciphertext c = keys.symmetric.encrypt(m, first);
    SeededCiphertext seeded = keys.symmetric.encrypt_seeded(m, second);
    std::array<std::byte, 8> next{}, same{};
    first.fill(next);
    second.fill(same);
    EXPECT_EQ(next, same);
    EXPECT_EQ(seeded.level(), c.level());
    EXPECT_EQ(seeded.scale_factor(), 1U);
    EXPECT_EQ(seeded.noise(), c.noise());
    // a is what anybody draws from the seed.
    auto draws = Generator::from_seed(Seed(seeded.seed()), "lath he c");
    EXPECT_EQ(testing::part_of(c, 1), uniform<Eval>(keys.parameters.ring(c.level()), draws));
    const Ciphertext again = keys.symmetric.encrypt(m, first);
    EXPECT_NE(testing::part_of(again, 1), testing::part_of(c, 1));
    EXPECT_NE(testing::part_of(again, 0), testing::part_of(c, 0));
    for (const Ciphertext& expanded : {seeded.expand(), std::move(seeded).expand()}) {
      EXPECT_EQ(testing::part_of(expanded, 0), testing::part_of(c, 0));
      EXPECT_EQ(testing::part_of(expanded, 1), testing::part_of(c, 1));
      EXPECT_EQ(expanded.noise(), c.noise());
      EXPECT_EQ(expanded.scale_factor(), 1U);
      EXPECT_EQ(keys.decrypt(expanded), FewKeys<TypeParam>::words(m));
    }
  }
}

TYPED_TEST(Symmetric, BoundsAreTightAndBelowThoseOfPublicKeys) {
  const Literal literal{.degree = 256,
                        .plaintext_modulus = 257,
                        .prime_bits = {50, 50, 50},
                        .special_prime_bits = {51}};
  FewKeys<TypeParam> keys(literal);
  SeededValues values(3);
  const auto m = keys.draw(values), k = keys.draw(values);
  const auto a = keys.symmetric.encrypt(keys.plaintext(m), keys.generator);
  const auto b = keys.encrypt(k);
  // sqrt(2n + 1) = 4.5 bits lie between them.
  EXPECT_LE(a.noise().log2_bound(), b.noise().log2_bound() - 3.5);
  EXPECT_LE(a.noise().log2_bound() - debug::log2_noise(keys.parameters, keys.secret, a), 4);
  EXPECT_EQ(keys.decrypt(keys.session.add(a, b)), m + k);
  const auto c = keys.session.multiply(a, b);
  EXPECT_EQ(keys.decrypt(keys.session.relinearize(c)), m * k);
}

TYPED_TEST(Symmetric, ErrorsTeach) {
  const auto literals = small_literals();
  FewKeys<TypeParam> keys(literals[0]), other(literals[1]);
  const Plaintext zero(keys.parameters), foreign(other.parameters);
  expect_error([&] { (void)SymmetricEncryptor(keys.parameters, other.secret); },
               ErrorCode::mismatch, {"a secret key of other parameters"});
  expect_error([&] { (void)keys.symmetric.encrypt(foreign, keys.generator); }, ErrorCode::mismatch,
               {"a plaintext of other parameters"});
  expect_error([&] { (void)keys.symmetric.encrypt_seeded(foreign, keys.generator); },
               ErrorCode::mismatch, {"a plaintext of other parameters"});
  FewKeys<TypeParam> full({.degree = 16,
                           .plaintext_modulus = std::uint64_t{1} << 40,
                           .prime_bits = {40},
                           .special_prime_bits = {41}});
  expect_error([&] { (void)full.symmetric.encrypt(Plaintext(full.parameters), full.generator); },
               ErrorCode::invalid_argument, {"a fresh ciphertext", "noise"});
}

// The words after those of all keys, the same with every instruction set and on every machine.
TYPED_TEST(Symmetric, WordsAreTheSameEverywhere) {
  std::uint64_t hash = kNoWords;
  for (const std::size_t set : {2U, 5U}) {
    const auto parameters = TypeParam::Parameters::create_insecure(literals_of_bgv()[set]);
    Generator generator = Generator::from_seed(Seed{}, "words");
    KeyGenerator maker(parameters, generator);
    const SecretKey secret = maker.secret_key();
    (void)maker.public_key(secret);
    (void)maker.relin_key(secret);
    (void)maker.galois_keys(secret, {3});
    SeededValues values(9);
    const auto m =
        PlainPolynomial::random(parameters.degree(), parameters.plaintext_modulus().word(), values);
    const SymmetricEncryptor encryptor(parameters, secret);
    hash = hashed(encryptor.encrypt(Plaintext(parameters, m.coefficients()), generator), hash);
  }
  EXPECT_EQ(hash, testing::kIsBfv<TypeParam> ? 16542314924816325947U : 4218817703131189828U);
}

}  // namespace
}  // namespace lath::he
