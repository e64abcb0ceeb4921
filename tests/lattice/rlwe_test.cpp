// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/rlwe.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "lath/random/samplers.hpp"
#include "lattice/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

Generator generator_of(std::uint64_t seed) {
  return Generator::from_seed(Seed(), "rlwe test " + std::to_string(seed));
}

TEST(Rlwe, LivesInTheDocumentedRing) {
  EXPECT_TRUE(ring() == DynamicRing::create(1024, {12289}));
  EXPECT_EQ(kDegree, 1024U);
  EXPECT_EQ(kModulus, 12289U);
}

TEST(Rlwe, DecryptsWhatItEncrypted) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    auto generator = generator_of(seed);
    const KeyPair keys = generate_keys(generator);
    const SharedSecret secret = generator.seed();
    const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
    ASSERT_TRUE(testing::equal(decrypt(keys.secret_key, ciphertext), secret)) << "seed " << seed;
  }
}

TEST(Rlwe, TransportsSecretsOfOneRepeatedByte) {
  auto generator = generator_of(1);
  const KeyPair keys = generate_keys(generator);
  for (unsigned value = 0; value < 256; ++value) {
    const SharedSecret secret = testing::secret_of(static_cast<std::byte>(value));
    const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
    ASSERT_TRUE(testing::equal(decrypt(keys.secret_key, ciphertext), secret)) << value;
  }
}

TEST(Rlwe, AnotherKeyGivesAnotherSecret) {
  auto generator = generator_of(2);
  const KeyPair keys = generate_keys(generator), others = generate_keys(generator);
  EXPECT_FALSE(keys.public_key == others.public_key);
  const SharedSecret secret = generator.seed();
  const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
  const SharedSecret wrong = decrypt(others.secret_key, ciphertext);
  EXPECT_FALSE(testing::equal(wrong, secret));
  int equal_bits = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    equal_bits += testing::bit_of(wrong, i) == testing::bit_of(secret, i) ? 1 : 0;
  }
  // Half of them, as for two unrelated secrets: 64 is eight standard deviations.
  EXPECT_NEAR(equal_bits, 128, 64);
}

TEST(Rlwe, EncryptsOneSecretDifferentlyEachTime) {
  auto generator = generator_of(3);
  const KeyPair keys = generate_keys(generator);
  const SharedSecret secret = generator.seed();
  const Ciphertext a = encrypt(keys.public_key, secret, generator);
  const Ciphertext b = encrypt(keys.public_key, secret, generator);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(a.u == b.u);
  EXPECT_FALSE(a.v == b.v);
}

TEST(Rlwe, AddingHalfTheModulusToACoefficientOfVFlipsThatBit) {
  auto generator = generator_of(4);
  const KeyPair keys = generate_keys(generator);
  const SharedSecret secret = generator.seed();
  const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
  for (std::size_t i = 0; i < 256; i += 5) {
    Poly<DynamicRing, Coeff> half(ring());
    half.limb(0)[i] = kModulus / 2;
    const SharedSecret flipped = decrypt(keys.secret_key, {ciphertext.u, ciphertext.v + ntt(half)});
    for (std::size_t k = 0; k < 256; ++k) {
      ASSERT_EQ(testing::bit_of(flipped, k) != testing::bit_of(secret, k), i == k) << k;
    }
  }
}

TEST(Rlwe, AnAlteredWordOfUGivesAnotherSecret) {
  auto generator = generator_of(5);
  const KeyPair keys = generate_keys(generator);
  const SharedSecret secret = generator.seed();
  const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
  for (std::size_t i = 0; i < kDegree; i += 101) {
    Ciphertext altered = ciphertext;
    std::uint64_t& word = altered.u.limb(0)[i];
    word = (word + 6000) % kModulus;
    EXPECT_FALSE(testing::equal(decrypt(keys.secret_key, altered), secret)) << i;
  }
}

// The coefficients nearer to q/2 than to 0 are ones, and no others.
TEST(Rlwe, DecodesEveryResidueToTheNearerBit) {
  const auto bits = testing::decoded_bits();
  ASSERT_EQ(bits.size(), kModulus);
  for (std::uint64_t w = 0; w < kModulus; ++w) {
    // |w - q/2| < q/4, four times both sides.
    const auto distance = static_cast<std::int64_t>(2 * w) - static_cast<std::int64_t>(kModulus);
    const bool nearer =
        2 * (distance < 0 ? -distance : distance) < static_cast<std::int64_t>(kModulus);
    ASSERT_EQ(bits[w], nearer) << w;
  }
}

bool is_small(std::uint64_t word) { return word <= kNoise || word >= kModulus - kNoise; }

// b - a s is the noise e: centered binomial values, not all zero; and so is s itself.
TEST(Rlwe, PublicKeysHideTheSecretKeyUnderSmallNoise) {
  auto generator = generator_of(6);
  const KeyPair keys = generate_keys(generator);
  auto expansion = Generator::from_seed(Seed(keys.public_key.seed), "lath rlwe a");
  const auto a = uniform<Eval>(ring(), expansion);
  const auto s = declassify(intt(keys.secret_key.s));
  const auto e = intt(keys.public_key.b - a * ntt(s));
  for (const auto* small : {&s, &e}) {
    double sum_of_squares = 0;
    for (const std::uint64_t word : small->words()) {
      ASSERT_TRUE(is_small(word)) << word;
      const double x =
          word <= kNoise ? static_cast<double>(word) : static_cast<double>(kModulus - word);
      sum_of_squares += x * x;
    }
    // The variance is eta / 2 = 4; its estimate from 1024 values deviates by about 0.17.
    EXPECT_NEAR(sum_of_squares / kDegree, 4.0, 1.0);
  }
  EXPECT_FALSE(s == e);
}

}  // namespace
}  // namespace lath::rlwe
