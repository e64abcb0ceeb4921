// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "kat/known_answers.hpp"
#include "pke/scheme_cases.hpp"

namespace lath {
namespace {

// The words of a matrix of integers, of a message, and of a matrix of polynomials.
template <class Words>
void append_words(testing::Digest& digest, const Words& words) {
  for (const auto word : words) {
    const std::uint64_t whole = static_cast<std::uint64_t>(std::int64_t{word});
    digest.append(std::span(&whole, 1));
  }
}
template <class Integer, class Storage>
void append(testing::Digest& digest, const lwe::Matrix<Integer, Storage>& matrix) {
  append_words(digest, matrix.words());
}
template <class Storage>
void append(testing::Digest& digest, const std::vector<Poly<ModuleRing, Eval, Storage>>& matrix) {
  for (const auto& entry : matrix) append_words(digest, entry.memory());
}

// One seed gives one key pair, one message and one ciphertext, whatever kernel computes them.
template <class Scheme>
void expect_known_answers(const Scheme& scheme, const std::string& file) {
  std::array<std::byte, 32> bytes;
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(i);
  auto generator = Generator::from_seed(Seed(bytes), "known answer");
  const auto keys = scheme.generate_keys(generator);
  const auto message = testing::random_message(scheme, generator);
  const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message));

  testing::Digest public_key, secret_key, transported, sent;
  public_key.append(std::span<const std::byte>(keys.public_key.seed));
  append(public_key, keys.public_key.b);
  append(secret_key, keys.secret_key.s);
  append_words(transported, message.span());
  append(sent, ciphertext.u);
  append(sent, ciphertext.v);
  EXPECT_EQ(public_key.finish(), testing::known_answer(file, "public-key"));
  EXPECT_EQ(secret_key.finish(), testing::known_answer(file, "secret-key"));
  EXPECT_EQ(transported.finish(), testing::known_answer(file, "message"));
  EXPECT_EQ(sent.finish(), testing::known_answer(file, "ciphertext"));
}

TEST(KnownAnswers, LweGivesTheKeysAndCiphertextsItAlwaysGave) {
  expect_known_answers(lwe::Scheme::create({.rows = 1024,
                                            .columns = 1024,
                                            .message_rows = 16,
                                            .message_columns = 16,
                                            .modulus = 40961,
                                            .plaintext_modulus = 2,
                                            .noise = 6}),
                       "lwe.txt");
}

TEST(KnownAnswers, MlweGivesTheKeysAndCiphertextsItAlwaysGave) {
  expect_known_answers(mlwe::Scheme::create({.degree = 256,
                                             .rows = 4,
                                             .columns = 4,
                                             .modulus = 40961,
                                             .plaintext_modulus = 2,
                                             .noise = 6}),
                       "mlwe.txt");
}

// The row of degree 4096 of the thesis, in small: an incomplete transform and ternary noise.
TEST(KnownAnswers, MlweWithAnIncompleteTransformToo) {
  expect_known_answers(mlwe::Scheme::create_insecure({.degree = 4096,
                                                      .rows = 3,
                                                      .columns = 2,
                                                      .message_rows = 2,
                                                      .modulus = 12289,
                                                      .plaintext_modulus = 3,
                                                      .noise = 1}),
                       "mlwe_incomplete.txt");
}

}  // namespace
}  // namespace lath
