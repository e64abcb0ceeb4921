// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>

#include "kat/known_answers.hpp"
#include "lattice/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

// One seed gives one key pair, one secret and one ciphertext, whatever kernel computes them.
TEST(KnownAnswers, RlweGivesTheKeysAndCiphertextsItAlwaysGave) {
  std::array<std::byte, 32> bytes;
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(i);
  auto generator = Generator::from_seed(Seed(bytes), "known answer");
  const KeyPair keys = generate_keys(generator);
  const SharedSecret secret = generator.seed();
  const Ciphertext ciphertext = encrypt(keys.public_key, secret, generator);
  ASSERT_TRUE(testing::equal(decrypt(keys.secret_key, ciphertext), secret));

  testing::Digest public_key, secret_key, transported, sent;
  public_key.append(std::span<const std::byte>(keys.public_key.seed));
  public_key.append(keys.public_key.b.words());
  secret_key.append(keys.secret_key.s.words());
  transported.append(secret.span());
  sent.append(ciphertext.u.words());
  sent.append(ciphertext.v.words());
  EXPECT_EQ(public_key.finish(), testing::known_answer("rlwe.txt", "public-key"));
  EXPECT_EQ(secret_key.finish(), testing::known_answer("rlwe.txt", "secret-key"));
  EXPECT_EQ(transported.finish(), testing::known_answer("rlwe.txt", "secret"));
  EXPECT_EQ(sent.finish(), testing::known_answer("rlwe.txt", "ciphertext"));
}

}  // namespace
}  // namespace lath::rlwe
