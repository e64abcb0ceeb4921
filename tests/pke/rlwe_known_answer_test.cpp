// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "kat/known_answers.hpp"
#include "pke/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

// One seed gives one key pair, one message and one ciphertext, whatever kernel computes them; the
// digests are those of their bytes.
TEST(KnownAnswers, RlweGivesTheKeysAndCiphertextsItAlwaysGave) {
  const auto nfllib = insecure_nfllib_parameters();
  const std::array<std::pair<std::string, Parameters>, 4> sets{
      {{"recommended-128", recommended_parameters(SecurityLevel::bits128)},
       {"recommended-256", recommended_parameters(SecurityLevel::bits256)},
       {"nfllib-256-12289", nfllib[0]},
       {"nfllib-512-7681", nfllib[3]}}};
  for (const auto& [name, set] : sets) {
    std::array<std::byte, 32> bytes;
    for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(i);
    auto generator = Generator::from_seed(Seed(bytes), "known answer");
    const Scheme scheme = Scheme::create_insecure(set);
    const KeyPair keys = scheme.generate_keys(generator);
    const Message message = testing::random_message(scheme, generator);
    const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
    ASSERT_TRUE(testing::equal(scheme.decrypt(keys.secret_key, ciphertext), message));

    const auto check = [&name = name](const std::string& what, const auto& object) {
      testing::Digest digest;
      digest.append(std::span<const std::byte>(object.span()));
      EXPECT_EQ(digest.finish(), testing::known_answer("rlwe.txt", name + "." + what));
    };
    check("public-key", scheme.to_bytes(keys.public_key));
    check("secret-key", scheme.to_bytes(keys.secret_key));
    check("message", message);
    check("ciphertext", scheme.to_bytes(ciphertext));
  }
}

}  // namespace
}  // namespace lath::rlwe
