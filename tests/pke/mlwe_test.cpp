// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/mlwe.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/bad_input.hpp"
#include "pke/scheme_cases.hpp"

namespace lath::mlwe {
namespace {

using testing::generator_of;

using Coefficients = std::vector<std::int64_t>;  // of a polynomial modulo x^N + 1

template <class Storage>
Coefficients coefficients_of(const Poly<ModuleRing, Eval, Storage>& a) {
  const auto coefficients = intt(a);
  return {coefficients.memory().begin(), coefficients.memory().end()};
}

// a + sign b c mod q in [0, q), by the definition.
void add_product(Coefficients& a, int sign, const Coefficients& b, const Coefficients& c,
                 std::int64_t q) {
  const std::size_t degree = a.size();
  for (std::size_t i = 0; i < degree; ++i) {
    for (std::size_t j = 0; j < degree; ++j) {
      const std::int64_t term = sign * (i + j < degree ? 1 : -1) * b[i] * c[j];
      std::int64_t& sum = a[(i + j) % degree];
      sum = ((sum + term) % q + q) % q;
    }
  }
}

std::int64_t centered(std::int64_t residue, std::int64_t q) {
  return 2 * residue < q ? residue : residue - q;
}

// The matrix A of a public key, as its documentation says.
std::vector<Coefficients> expanded(const Scheme& scheme, const PublicSeed& seed) {
  auto generator = Generator::from_seed(Seed(seed), "lath mlwe a");
  std::vector<Coefficients> a;
  while (a.size() < scheme.parameters().rows * scheme.parameters().columns) {
    a.push_back(coefficients_of(uniform<Eval>(scheme.ring(), generator)));
  }
  return a;
}

// A complete transform, and transforms that stop one and two layers early.
const std::vector<Parameters>& small_parameters() {
  static const std::vector<Parameters> all = [] {
    std::vector<Parameters> result;
    for (const std::uint64_t q : {12289U, 7681U, 7873U, 7841U}) {
      result.push_back({.degree = 64,
                        .rows = 3,
                        .columns = 2,
                        .message_rows = 2,
                        .message_columns = 3,
                        .modulus = q,
                        .plaintext_modulus = 5,
                        .noise = 2});
    }
    return result;
  }();
  return all;
}

TEST(ModuleRing, StopsEarlyWhereRootsAreMissing) {
  const auto skipped = [](std::size_t degree, std::uint64_t q) {
    const auto ring = ModuleRing::create(degree, q);
    return ring.plan().shape().skipped_layers;
  };
  EXPECT_EQ(skipped(64, 7681), 0U);
  EXPECT_EQ(skipped(64, 7873), 1U);
  EXPECT_EQ(skipped(64, 7841), 2U);
  EXPECT_EQ(skipped(4096, 12289), 1U);
  EXPECT_EQ(skipped(4096, 40961), 0U);
  EXPECT_TRUE(ModuleRing::create(64, 7681) == ModuleRing::create(64, 7681));
  EXPECT_FALSE(ModuleRing::create(64, 7681) == ModuleRing::create(32, 7681));
  EXPECT_FALSE(ModuleRing::create(64, 7681) == ModuleRing::create(64, 12289));
}

// B - A S is p times small noise, by schoolbook products of coefficients.
TEST(Mlwe, PublicKeysAreTheProductsOfTheDefinition) {
  for (const Parameters& parameters : small_parameters()) {
    const Scheme scheme = Scheme::create_insecure(parameters);
    auto generator = generator_of("mlwe public key");
    const KeyPair keys = scheme.generate_keys(generator);
    const auto a = expanded(scheme, keys.public_key.seed);
    const auto q = static_cast<std::int64_t>(parameters.modulus);
    const std::size_t l = parameters.message_columns, n = parameters.columns;
    double square_sum = 0;
    for (std::size_t i = 0; i < parameters.rows * l; ++i) {
      Coefficients e = coefficients_of(keys.public_key.b[i]);
      for (std::size_t j = 0; j < n; ++j) {
        const auto s = coefficients_of(declassify(keys.secret_key.s[j * l + i % l]));
        for (const std::int64_t x : s) ASSERT_LE(std::abs(centered(x, q)), 2);
        add_product(e, -1, a[i / l * n + j], s, q);
      }
      for (const std::int64_t x : e) {
        ASSERT_EQ(centered(x, q) % 5, 0);
        ASSERT_LE(std::abs(centered(x, q)), 5 * 2);
        square_sum += static_cast<double>(centered(x, q) * centered(x, q)) / 25;
      }
    }
    // 576 values of variance 2, whose squares have variance 2.8.
    EXPECT_NEAR(square_sum / 576, 2.0, 0.4);
  }
}

// V - U S is p n + M, by schoolbook products, with n as small as it has to be.
TEST(Mlwe, CiphertextsAreTheProductsOfTheDefinition) {
  for (const Parameters& parameters : small_parameters()) {
    const Scheme scheme = Scheme::create_insecure(parameters);
    auto generator = generator_of("mlwe ciphertext");
    const KeyPair keys = scheme.generate_keys(generator);
    const Message message = testing::random_message(scheme, generator);
    const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
    const auto q = static_cast<std::int64_t>(parameters.modulus);
    const std::size_t l = parameters.message_columns, n = parameters.columns;
    for (std::size_t i = 0; i < ciphertext.v.size(); ++i) {
      Coefficients difference = coefficients_of(ciphertext.v[i]);
      for (std::size_t j = 0; j < n; ++j) {
        add_product(difference, -1, coefficients_of(ciphertext.u[i / l * n + j]),
                    coefficients_of(declassify(keys.secret_key.s[j * l + i % l])), q);
      }
      for (std::size_t x = 0; x < 64; ++x) {
        const std::int64_t value = centered(difference[x], q) - message[i * 64 + x];
        ASSERT_EQ(value % 5, 0);
        // Seven standard deviations of a sum of 320 products of variance 4.
        ASSERT_LE(std::abs(value / 5), 250);
      }
    }
  }
}

TEST(Mlwe, DecodesEveryResidueToThatOfTheNearestInteger) {
  for (const std::uint64_t p : {2U, 3U, 16U, 250U}) {
    const Scheme scheme = Scheme::create_insecure({.degree = 16,
                                                   .rows = 1,
                                                   .columns = 1,
                                                   .modulus = 257,
                                                   .plaintext_modulus = p,
                                                   .noise = 1});
    const SecretKey key{{Poly<ModuleRing, Eval, Secret>(scheme.ring())}};
    for (std::uint32_t first = 0; first < 257; first += 16) {
      Poly<ModuleRing, Coeff> v(scheme.ring());
      for (std::uint32_t i = 0; i < 16; ++i) v.limb(0)[i] = (first + i) % 257;
      const Poly<ModuleRing, Eval> zero(scheme.ring());
      const Message found = scheme.decrypt(key, {{zero}, {ntt(v)}});
      for (std::size_t i = 0; i < 16; ++i) {
        const std::int64_t modulus = static_cast<std::int64_t>(p);
        const std::int64_t expected = centered(v.limb(0)[i], 257) % modulus;
        ASSERT_EQ(found[i], (expected + modulus) % modulus);
      }
    }
  }
}

TEST(Mlwe, DecryptsEveryRowOfTheThesisThatSeldomFails) {
  std::size_t rows = 0;
  for (const unsigned beta : {1U, 2U}) {
    for (Parameters row : insecure_thesis_parameters()) {
      row.noise = beta;
      if (failure_bound(row) > 0x1p-5) continue;
      ++rows;
      const Scheme scheme = Scheme::create_insecure(row);
      auto generator = generator_of("thesis", row.degree);
      const KeyPair keys = scheme.generate_keys(generator);
      const Message message = testing::random_message(scheme, generator);
      const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
      EXPECT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message))
          << "N = " << row.degree << ", q = " << row.modulus << ", beta = " << beta;
    }
  }
  EXPECT_EQ(rows, 12U);  // all but degree 1024 and 4096 with q = 12289 and beta = 2
}

TEST(Mlwe, DecryptsMatricesOfMessagesOfManyShapes) {
  auto generator = generator_of("shapes");
  for (const std::size_t degree : {2U, 4U, 16U, 128U}) {
    for (const std::size_t k : {1U, 2U, 3U}) {
      for (const std::size_t l : {1U, 2U, 4U}) {
        const Scheme scheme = Scheme::create_insecure({.degree = degree,
                                                       .rows = k + 1,
                                                       .columns = l + 2,
                                                       .message_rows = k,
                                                       .message_columns = l,
                                                       .modulus = 1073479681,
                                                       .plaintext_modulus = 40000,
                                                       .noise = 3});
        // 40000 (10 * 128 * 9 + 3) + 39999 is below q/2: no noise fails.
        ASSERT_LT(2 * worst_case_noise(scheme.parameters()), 1073479681U);
        const KeyPair keys = scheme.generate_keys(generator);
        const Message message = testing::random_message(scheme, generator);
        const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
        ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message));
      }
    }
  }
}

TEST(Mlwe, RefusesParameters) {
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
      {"degree", insecure([](P& p) { p.degree = 100; }), kInvalid, "100", "power of two", ""},
      {"composite", insecure([](P& p) { p.modulus = 40963; }), kInvalid, "40963", "1 mod", ""},
      {"rows", insecure([](P& p) { p.rows = 0; }), kInvalid, "rows = 0", "1 to 4096", "set"},
      {"columns", insecure([](P& p) { p.columns = 5000; }), kInvalid, "5000", "4096", "set"},
      {"k", insecure([](P& p) { p.message_rows = 0; }), kInvalid, "message_rows", "4096", "set"},
      {"l", insecure([](P& p) { p.message_columns = 0; }), kInvalid, "message_c", "4096", "set"},
      {"p", insecure([](P& p) { p.plaintext_modulus = 1; }), kInvalid, "1", "need 2", "prime"},
      {"p = q", insecure([](P& p) { p.plaintext_modulus = 7681; }), kInvalid, "7681", "- 1", ""},
      {"no noise", insecure([](P& p) { p.noise = 0; }), kInvalid, "0", "1 to 64", "security"},
      {"wide noise", insecure([](P& p) { p.noise = 65; }), kInvalid, "65", "1 to 64", "security"},
      {"small noise", secure([](P& p) { p.noise = 1; }), kInvalid, "1", "least 2", "insecure"},
      {"rows", secure([](P& p) { p.rows = 2; }), kInvalid, "dimension 512", "2^128", "insecure"},
      {"columns", secure([](P& p) { p.columns = 2; }), kInvalid, "dimension 512", "2^128",
       "insecure"},
      {"modulus", secure([](P& p) { p.modulus = 1073479681; }), kInvalid, "768", "2^128", "lower"},
      {"failure", secure([](P& p) { p.noise = 6; }), kInvalid, "fails", "2^-128", "modulus"},
  });
  (void)Scheme::create(with([](P& p) { p.rows = p.columns = 8, p.modulus = 1073479681; }));
}

TEST(Mlwe, RefusesWhatIsNotOfTheScheme) {
  const Scheme scheme = Scheme::create(recommended_parameters());
  Parameters others = recommended_parameters();
  others.modulus = 65537;
  const Scheme other_ring = Scheme::create_insecure(others);
  others = recommended_parameters();
  others.rows = 5, others.columns = 6;
  const Scheme other_size = Scheme::create_insecure(others);
  auto generator = generator_of("mlwe refuses");
  const KeyPair keys = scheme.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const auto encrypt = [&](const Scheme& by, const Message& what) {
    return [&by, &keys, &what, &generator] { (void)by.encrypt(keys.public_key, what, generator); };
  };
  const auto decrypt = [&](const Scheme& by) {
    return [&by, &keys, &ciphertext] { (void)by.decrypt(keys.secret_key, ciphertext); };
  };
  const Message too_short(255), too_large = testing::constant_message(scheme, 2);
  constexpr auto kMismatch = ErrorCode::mismatch;
  testing::expect_refused({
      {"public key of a ring", encrypt(other_ring, message), kMismatch, "public", "ring", "made"},
      {"public key of a size", encrypt(other_size, message), kMismatch, "public", "5", "made"},
      {"short message", encrypt(scheme, too_short), kMismatch, "255", "256", "zeros"},
      {"large coefficients", encrypt(scheme, too_large), ErrorCode::invalid_argument,
       "coefficient 0", "plaintext modulus 2", "digits"},
      {"secret key of a ring", decrypt(other_ring), kMismatch, "secret", "ring", "made"},
      {"secret key of a size", decrypt(other_size), kMismatch, "secret", "6", "made"},
      {"a ciphertext without u", [&] { (void)scheme.decrypt(keys.secret_key, {{}, ciphertext.v}); },
       kMismatch, "first", "3", "made"},
      {"a ciphertext with two v",
       [&] { (void)scheme.decrypt(keys.secret_key, {ciphertext.u, ciphertext.u}); }, kMismatch,
       "second", "1", "made"},
  });
}

}  // namespace
}  // namespace lath::mlwe
