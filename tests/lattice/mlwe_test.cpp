// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/mlwe.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "lath/random/samplers.hpp"

namespace lath::mlwe {
namespace {

Generator generator_of(std::uint64_t seed) {
  return Generator::from_seed(Seed(), "mlwe test " + std::to_string(seed));
}

Message random_message(const Scheme& scheme, Generator& generator) {
  Message message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  return message;
}

TEST(Mlwe, DecryptsWhatItEncrypted) {
  const auto scheme = Scheme::create_insecure({.degree = 16384,
                                               .rows = 32,
                                               .columns = 32,
                                               .modulus = 65537,
                                               .plaintext_modulus = 3,
                                               .noise = 1});
  auto generator = generator_of(0);
  const KeyPair keys = scheme.generate_keys(generator);
  const Message message = random_message(scheme, generator);
  const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Message found = scheme.decrypt(keys.secret_key, ciphertext);
  EXPECT_TRUE(std::ranges::equal(found.span(), message.span()));
}

}  // namespace
}  // namespace lath::mlwe
