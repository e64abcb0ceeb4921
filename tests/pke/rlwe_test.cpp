// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/rlwe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "pke/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

Generator generator_of(std::uint64_t seed) {
  return Generator::from_seed(Seed(), "rlwe test " + std::to_string(seed));
}
Scheme recommended() { return Scheme::create(recommended_parameters()); }

template <class Action>
ErrorCode code_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_FALSE(error.remedy().empty());
    return error.code();
  }
  ADD_FAILURE() << "no error was thrown";
  return ErrorCode::unsupported;
}

TEST(Rlwe, RecommendsTheDocumentedSets) {
  const Parameters small{.degree = 1024, .modulus = 12289, .noise = 8, .message_bytes = 32};
  const Parameters large{.degree = 2048, .modulus = 12289, .noise = 6, .message_bytes = 32};
  EXPECT_EQ(recommended_parameters(SecurityLevel::bits128), small);
  EXPECT_EQ(recommended_parameters(SecurityLevel::bits192), small);
  EXPECT_EQ(recommended_parameters(SecurityLevel::bits256), large);
  for (const Parameters& set : {small, large}) {
    const Scheme scheme = Scheme::create(set);
    EXPECT_EQ(scheme.parameters(), set);
    EXPECT_TRUE(scheme.ring() == PolyRing::create(set.degree, 12289));
    EXPECT_EQ(scheme.ring().plan().shape().skipped_layers, 0U);
  }
}

TEST(Rlwe, RefusesWhatItCannotComputeWith) {
  const auto refused = [](Parameters p) {
    return code_of([&] { (void)Scheme::create_insecure(p); }) == ErrorCode::invalid_argument;
  };
  const Parameters good{.degree = 256, .modulus = 7681, .noise = 8, .message_bytes = 32};
  (void)Scheme::create_insecure(good);
  const auto with = [&](auto&& change) {
    Parameters p = good;
    change(p);
    return p;
  };
  for (const std::size_t degree : std::initializer_list<std::size_t>{0, 1, 4, 255, 4096}) {
    EXPECT_TRUE(refused(with([&](Parameters& p) { p.degree = degree; }))) << degree;
  }
  for (const std::uint64_t modulus :
       std::initializer_list<std::uint64_t>{0, 1, 2, 7680, 7687, 18433}) {
    EXPECT_TRUE(refused(with([&](Parameters& p) { p.modulus = modulus; }))) << modulus;
  }
  EXPECT_TRUE(refused(with([](Parameters& p) { p.noise = 0; })));
  EXPECT_TRUE(refused(with([](Parameters& p) { p.noise = 33; })));
  EXPECT_TRUE(refused({.degree = 8, .modulus = 17, .noise = 9, .message_bytes = 1}));
  EXPECT_TRUE(refused(with([](Parameters& p) { p.message_bytes = 0; })));
  EXPECT_TRUE(refused(with([](Parameters& p) { p.message_bytes = 33; })));
}

TEST(Rlwe, RefusesWhatIsNotBelievedSecure) {
  for (Parameters p : insecure_nfllib_parameters()) {
    (void)Scheme::create_insecure(p);
    EXPECT_EQ(code_of([&] { (void)Scheme::create(p); }), ErrorCode::invalid_argument);
  }
  Parameters narrow = recommended_parameters(), wide = narrow, small = narrow;
  narrow.noise = 1;  // ternary
  EXPECT_EQ(code_of([&] { (void)Scheme::create(narrow); }), ErrorCode::invalid_argument);
  small.degree = 512;  // does not fail too often, and is estimated at 2^102 operations
  EXPECT_LT(failure_bound(small), 0x1p-128);
  EXPECT_EQ(code_of([&] { (void)Scheme::create(small); }), ErrorCode::invalid_argument);
  wide.noise = 10;  // secure, but it fails too often
  EXPECT_EQ(code_of([&] { (void)Scheme::create(wide); }), ErrorCode::invalid_argument);
}

TEST(Rlwe, DecryptsWhatItEncryptedWithEverySet) {
  std::uint64_t seed = 0;
  for (const Parameters& set : testing::rlwe_sets()) {
    if (failure_bound(set) > 1e-6) continue;  // those fail as often as rlwe_failure_test says
    const Scheme scheme = Scheme::create_insecure(set);
    for (int round = 0; round < 50; ++round) {
      auto generator = generator_of(++seed);
      const KeyPair keys = scheme.generate_keys(generator);
      const Message message = testing::random_message(scheme, generator);
      const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
      ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message))
          << testing::name_of(set) << ", seed " << seed;
    }
  }
}

TEST(Rlwe, TransportsMessagesOfOneRepeatedByte) {
  auto generator = generator_of(1);
  const Scheme scheme = recommended();
  const KeyPair keys = scheme.generate_keys(generator);
  for (unsigned value = 0; value < 256; ++value) {
    Message message(32);
    std::ranges::fill(message.span(), static_cast<std::byte>(value));
    const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
    ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message)) << value;
  }
}

TEST(Rlwe, AnotherKeyGivesAnUnrelatedMessage) {
  auto generator = generator_of(2);
  const Scheme scheme = recommended();
  const KeyPair keys = scheme.generate_keys(generator), others = scheme.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Message wrong = scheme.decrypt(others.secret_key, ciphertext);
  int equal_bits = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    equal_bits += testing::bit_of(wrong, i) == testing::bit_of(message, i) ? 1 : 0;
  }
  // Half of them, as for two unrelated messages: 64 is eight standard deviations.
  EXPECT_NEAR(equal_bits, 128, 64);
}

TEST(Rlwe, AddingHalfTheModulusToACoefficientOfVFlipsThatBit) {
  auto generator = generator_of(4);
  const Scheme scheme = recommended();
  const KeyPair keys = scheme.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  for (std::size_t i = 0; i < 256; i += 5) {
    Ciphertext altered = ciphertext;
    altered.v[i] = static_cast<std::uint16_t>((altered.v[i] + 6144) % 12289);
    const Message flipped = scheme.decrypt(keys.secret_key, altered);
    for (std::size_t k = 0; k < 256; ++k) {
      ASSERT_EQ(testing::bit_of(flipped, k) != testing::bit_of(message, k), i == k) << k;
    }
  }
}

TEST(Rlwe, AnAlteredWordOfUGivesAnotherMessage) {
  auto generator = generator_of(5);
  const Scheme scheme = recommended();
  const KeyPair keys = scheme.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  for (std::size_t i = 0; i < 1024; i += 101) {
    Ciphertext altered = ciphertext;
    std::uint16_t& word = altered.u.limb(0)[i];
    word = static_cast<std::uint16_t>((word + 6000) % 12289);
    EXPECT_FALSE(testing::equal(scheme.decrypt(keys.secret_key, altered), message)) << i;
  }
}

// The coefficients nearer to q/2 than to 0 are ones, and no others.
TEST(Rlwe, DecodesEveryResidueToTheNearerBit) {
  for (const Parameters& set : testing::rlwe_sets()) {
    const auto bits = testing::decoded_bits(Scheme::create_insecure(set));
    const auto q = static_cast<std::int64_t>(set.modulus);
    ASSERT_EQ(bits.size(), set.modulus);
    for (std::int64_t w = 0; w < q; ++w) {
      // |w - q/2| < q/4, four times both sides.
      const bool nearer = 2 * std::abs(2 * w - q) < q;
      ASSERT_EQ(bits[static_cast<std::size_t>(w)], nearer) << testing::name_of(set) << ": " << w;
    }
  }
}

// b - a s is the noise e: centered binomial values, not all zero; and so is s itself.
TEST(Rlwe, PublicKeysHideTheSecretKeyUnderSmallNoise) {
  for (const Parameters& set : testing::rlwe_sets()) {
    if (set.degree < 256) continue;  // too few for statistics
    auto generator = generator_of(6);
    const Scheme scheme = Scheme::create_insecure(set);
    const KeyPair keys = scheme.generate_keys(generator);
    auto expansion = Generator::from_seed(Seed(keys.public_key.seed), "lath rlwe a");
    const auto a = uniform<Eval>(scheme.ring(), expansion);
    const auto s = declassify(intt(keys.secret_key.s));
    const auto e = intt(keys.public_key.b - a * ntt(s));
    for (const auto* small : {&s, &e}) {
      double sum_of_squares = 0;
      for (const std::uint64_t word : small->memory()) {
        const std::uint64_t magnitude = std::min(word, set.modulus - word);
        ASSERT_LE(magnitude, set.noise);
        sum_of_squares += static_cast<double>(magnitude * magnitude);
      }
      // The variance is eta / 2; its estimate from n values deviates by a factor of sqrt(2 / n).
      const double variance = set.noise / 2.0, n = static_cast<double>(set.degree);
      EXPECT_NEAR(sum_of_squares / n, variance, 6 * variance * std::sqrt(2 / n));
    }
    EXPECT_FALSE(s == e);
  }
}

TEST(Rlwe, RefusesKeysMessagesAndCiphertextsOfOtherSets) {
  auto generator = generator_of(7);
  const Scheme scheme = recommended();
  Parameters longer = recommended_parameters();
  longer.message_bytes = 64;
  const Scheme larger = Scheme::create(recommended_parameters(SecurityLevel::bits256));
  const KeyPair keys = scheme.generate_keys(generator), others = larger.generate_keys(generator);
  const Message message = testing::random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const auto mismatch = [](auto&& action) { return code_of(action) == ErrorCode::mismatch; };
  EXPECT_TRUE(mismatch([&] { (void)scheme.encrypt(others.public_key, message, generator); }));
  EXPECT_TRUE(mismatch([&] { (void)scheme.encrypt(keys.public_key, Message(31), generator); }));
  EXPECT_TRUE(mismatch([&] { (void)scheme.encrypt(keys.public_key, Message(33), generator); }));
  EXPECT_TRUE(mismatch([&] { (void)scheme.decrypt(others.secret_key, ciphertext); }));
  EXPECT_TRUE(mismatch([&] { (void)larger.decrypt(others.secret_key, ciphertext); }));
  const Scheme other_size = Scheme::create_insecure(longer);
  EXPECT_TRUE(mismatch([&] { (void)other_size.decrypt(keys.secret_key, ciphertext); }));
  EXPECT_TRUE(mismatch([&] { (void)other_size.to_bytes(ciphertext); }));
  EXPECT_TRUE(mismatch([&] { (void)larger.to_bytes(ciphertext); }));
  EXPECT_TRUE(mismatch([&] { (void)larger.to_bytes(keys.public_key); }));
  EXPECT_TRUE(mismatch([&] { (void)larger.to_bytes(keys.secret_key); }));
}

}  // namespace
}  // namespace lath::rlwe
