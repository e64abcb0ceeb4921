// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/lwe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/bad_input.hpp"
#include "pke/scheme_cases.hpp"

namespace lath::lwe {
namespace {

using testing::generator_of;

std::int64_t centered(std::int64_t x, std::int64_t q) {
  const std::int64_t residue = (x % q + q) % q;
  return 2 * residue < q ? residue : residue - q;
}

// An odd, an even and a small modulus.
const std::vector<Parameters>& small_parameters() {
  static const std::vector<Parameters> all = [] {
    std::vector<Parameters> result;
    for (const std::uint64_t q : {1073741823U, 65536U, 12289U}) {
      result.push_back({.rows = 33,
                        .columns = 22,
                        .message_rows = 7,
                        .message_columns = 5,
                        .modulus = q,
                        .plaintext_modulus = 5,
                        .noise = 3});
    }
    return result;
  }();
  return all;
}

// B - A S is p times small noise, and V - U S is p n + M: every product by the definition.
TEST(Lwe, KeysAndCiphertextsAreTheProductsOfTheDefinition) {
  for (const Parameters& parameters : small_parameters()) {
    const Scheme scheme = Scheme::create_insecure(parameters);
    auto generator = generator_of("lwe products");
    const KeyPair keys = scheme.generate_keys(generator);
    const Message message = testing::random_message(scheme, generator);
    const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
    const auto q = static_cast<std::int64_t>(parameters.modulus);
    const auto& s = keys.secret_key.s;
    for (const std::int32_t x : s.words()) ASSERT_LE(std::abs(x), 3);

    auto expansion = Generator::from_seed(Seed(keys.public_key.seed), "lath lwe a");
    Matrix<std::uint32_t> a(33, 22);
    sample_uniform(a.words(), parameters.modulus, expansion);
    const auto difference = [&](const auto& x, const auto& y, std::size_t i, std::size_t j) {
      std::int64_t sum = y.row(i)[j];
      for (std::size_t t = 0; t < 22; ++t) {
        sum = (sum - std::int64_t{x.row(i)[t]} * s.row(t)[j]) % q;
      }
      return centered(sum, q);
    };
    double square_sum = 0;
    for (std::size_t i = 0; i < 33; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        const std::int64_t e = difference(a, keys.public_key.b, i, j);
        ASSERT_EQ(e % 5, 0);
        ASSERT_LE(std::abs(e), 15);
        square_sum += static_cast<double>(e * e) / 25;
      }
    }
    // 165 values of variance 4, whose squares have variance 12.
    EXPECT_NEAR(square_sum / 165, 4.0, 1.1);
    for (std::size_t i = 0; i < 7; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        const std::int64_t n = difference(ciphertext.u, ciphertext.v, i, j) - message[i * 5 + j];
        ASSERT_EQ(n % 5, 0);
        ASSERT_LE(std::abs(n / 5), 55 * 9 + 3);
      }
    }
    for (const auto* matrix : {&keys.public_key.b, &ciphertext.u, &ciphertext.v}) {
      for (const std::uint32_t word : matrix->words()) ASSERT_LT(word, parameters.modulus);
    }
  }
}

// Sums of products that are as large as any can be: 4096 of (q - 1) beta.
TEST(Lwe, SumsOfTheLargestProductsAreExact) {
  const Scheme scheme = Scheme::create_insecure({.rows = 1,
                                                 .columns = 4096,
                                                 .modulus = (1U << 30) - 1,
                                                 .plaintext_modulus = 1000,
                                                 .noise = 64});
  for (const std::int32_t sign : {1, -1}) {
    SecretKey key{Matrix<std::int32_t, Secret>(4096, 1)};
    for (auto& x : key.s.words()) x = sign * 64;
    Ciphertext ciphertext{Matrix<std::uint32_t>(1, 4096), Matrix<std::uint32_t>(1, 1)};
    for (auto& x : ciphertext.u.words()) x = (1U << 30) - 2;  // -1
    // 0 - (-1) (+-64) 4096 = +-2^18.
    const auto message = scheme.decrypt(key, ciphertext);
    EXPECT_EQ(message[0], sign == 1 ? 144U : 1000U - 144U);
  }
}

TEST(Lwe, DecryptsWhatNoNoiseCanSpoil) {
  for (const Parameters& parameters : small_parameters()) {
    // 5 ((33 + 22) 9 + 3) + 4 is below q/2.
    ASSERT_LT(2 * worst_case_noise(parameters), parameters.modulus);
    const Scheme scheme = Scheme::create_insecure(parameters);
    auto generator = generator_of("lwe round trips");
    for (int round = 0; round < 200; ++round) {
      const KeyPair keys = scheme.generate_keys(generator);
      const Message message = testing::random_message(scheme, generator);
      const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
      ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message));
    }
  }
}

TEST(Lwe, RefusesParameters) {
  const auto with = [](auto change) {
    Parameters parameters = recommended_parameters();
    change(parameters);
    return parameters;
  };
  const auto insecure = [&](auto change) {
    return [=] { (void)Scheme::create_insecure(with(change)); };
  };
  const auto secure = [&](auto change) { return [=] { (void)Scheme::create(with(change)); }; };
  using P = Parameters;
  constexpr auto kInvalid = ErrorCode::invalid_argument;
  testing::expect_refused({
      {"rows", insecure([](P& p) { p.rows = 0; }), kInvalid, "rows = 0", "1 to 4096", "set"},
      {"columns", insecure([](P& p) { p.columns = 4097; }), kInvalid, "4097", "4096", "set"},
      {"k", insecure([](P& p) { p.message_rows = 0; }), kInvalid, "message_rows", "4096", "set"},
      {"l", insecure([](P& p) { p.message_columns = 0; }), kInvalid, "message_c", "4096", "set"},
      {"q", insecure([](P& p) { p.modulus = 1U << 30; }), kInvalid, "1073741824", "2^30", "noise"},
      {"q = 2", insecure([](P& p) { p.modulus = 2; }), kInvalid, "2", "3", "noise"},
      {"p", insecure([](P& p) { p.plaintext_modulus = 1; }), kInvalid, "1", "need 2", "prime"},
      {"a common factor", insecure([](P& p) { p.modulus = 8192; }), kInvalid, "8192",
       "common factor", "prime"},
      {"noise", insecure([](P& p) { p.noise = 65; }), kInvalid, "65", "1 to 64", "security"},
      {"noise of q", insecure([](P& p) { p.modulus = 3; }), kInvalid, "2", "q / 2", "security"},
      {"small noise", secure([](P& p) { p.noise = 1; }), kInvalid, "1", "least 2", "insecure"},
      {"rows", secure([](P& p) { p.rows = 512; }), kInvalid, "dimension 512", "2^128", "insecure"},
      {"columns", secure([](P& p) { p.columns = 640; }), kInvalid, "dimension 640", "2^128",
       "raise"},
      {"modulus", secure([](P& p) { p.modulus = 32749; }), kInvalid, "32749", "2^128", "lower"},
      {"failure", secure([](P& p) { p.noise = 6; }), kInvalid, "fails", "2^-128", "modulus"},
  });
}

TEST(Lwe, RefusesWhatIsNotOfTheScheme) {
  const Parameters parameters = small_parameters()[0];
  const Scheme scheme = Scheme::create_insecure(parameters);
  Parameters others = parameters;
  others.rows = others.columns = 21;
  const Scheme other = Scheme::create_insecure(others);
  auto generator = generator_of("lwe refuses");
  const KeyPair keys = scheme.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Message too_long(36), too_large = testing::constant_message(scheme, 5);
  constexpr auto kMismatch = ErrorCode::mismatch;
  testing::expect_refused({
      {"public key", [&] { (void)other.encrypt(keys.public_key, message, generator); }, kMismatch,
       "33 x 5", "21 x 5", "made"},
      {"message", [&] { (void)scheme.encrypt(keys.public_key, too_long, generator); }, kMismatch,
       "36", "35", "zeros"},
      {"entry", [&] { (void)scheme.encrypt(keys.public_key, too_large, generator); },
       ErrorCode::invalid_argument, "coefficient 0", "plaintext modulus 5", "digits"},
      {"secret key", [&] { (void)other.decrypt(keys.secret_key, ciphertext); }, kMismatch, "22 x 5",
       "21 x 5", "made"},
      {"u", [&] { (void)scheme.decrypt(keys.secret_key, {ciphertext.v, ciphertext.v}); }, kMismatch,
       "first", "7 x 22", "made"},
      {"v", [&] { (void)scheme.decrypt(keys.secret_key, {ciphertext.u, ciphertext.u}); }, kMismatch,
       "second", "7 x 5", "made"},
  });
}

}  // namespace
}  // namespace lath::lwe
