// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "pke/packed_words.hpp"
#include "pke/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kShare = 16;  // messages that are encrypted with one generator

Generator generator_of(const std::string& name) { return Generator::from_seed(Seed(), name); }

struct Batch {
  Batch(const Parameters& set, std::size_t count_of)
      : scheme(Scheme::create_insecure(set)),
        count(count_of),
        keys([&] {
          auto generator = generator_of("keys");
          return scheme.generate_keys(generator);
        }()),
        messages(count * set.message_bytes),
        ciphertexts(count * scheme.ciphertext_bytes()) {
    auto generator = generator_of("messages");
    generator.fill(messages);
    auto randomness = generator_of("randomness");
    scheme.encrypt_packed(keys.public_key, messages, ciphertexts, randomness);
  }
  [[nodiscard]] std::span<std::byte> ciphertext(std::size_t i) {
    return std::span(ciphertexts).subspan(i * scheme.ciphertext_bytes(), scheme.ciphertext_bytes());
  }
  [[nodiscard]] std::span<std::byte> message(std::size_t i) {
    const std::size_t size = scheme.parameters().message_bytes;
    return std::span(messages).subspan(i * size, size);
  }

  Scheme scheme;
  std::size_t count;
  KeyPair keys;
  Bytes messages, ciphertexts;
};

// As documented: a generator is split off for every 16 messages, in order.
TEST(RlwePacked, EncryptsAsOneAfterTheOther) {
  for (const Parameters& set : testing::rlwe_sets()) {
    for (const std::size_t count : {1U, 16U, 17U, 50U}) {
      Batch batch(set, count);
      auto randomness = generator_of("randomness");
      Generator own = randomness.split("lath rlwe share");
      for (std::size_t i = 0; i < count; ++i) {
        if (i != 0 && i % kShare == 0) own = randomness.split("lath rlwe share");
        const Message message{std::span<const std::byte>(batch.message(i))};
        const auto bytes =
            batch.scheme.to_bytes(batch.scheme.encrypt(batch.keys.public_key, message, own));
        ASSERT_TRUE(std::ranges::equal(bytes.span(), batch.ciphertext(i)))
            << testing::name_of(set) << ": " << i << " of " << count;
      }
    }
  }
}

TEST(RlwePacked, DecryptsAsOneAfterTheOther) {
  for (const Parameters& set : testing::rlwe_sets()) {
    for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 130U}) {
      Batch batch(set, count);
      Bytes found(batch.messages.size(), std::byte{0xaa});
      EXPECT_TRUE(
          batch.scheme.decrypt_packed(batch.keys.secret_key, batch.ciphertexts, found).empty());
      for (std::size_t i = 0; i < count; ++i) {
        const auto ciphertext = batch.scheme.ciphertext_from_bytes(batch.ciphertext(i));
        const Message alone = batch.scheme.decrypt(batch.keys.secret_key, ciphertext);
        const auto part = std::span(found).subspan(i * set.message_bytes, set.message_bytes);
        ASSERT_TRUE(std::ranges::equal(alone.span(), part)) << testing::name_of(set) << ": " << i;
      }
      if (failure_bound(set) < 1e-6) {
        EXPECT_EQ(found, batch.messages) << testing::name_of(set);
      }
    }
  }
}

// A word that is not below q, at either end of both parts and inside, is found out, and the other
// ciphertexts are decrypted as they were.
TEST(RlwePacked, NamesMalformedCiphertexts) {
  for (const Parameters& set : {recommended_parameters(), insecure_nfllib_parameters()[2]}) {
    Batch batch(set, 70);
    const int bits = batch.scheme.ring().modulus().bits();
    const std::size_t n = set.degree, words = n + 8 * set.message_bytes;
    Bytes right(batch.messages.size());
    (void)batch.scheme.decrypt_packed(batch.keys.secret_key, batch.ciphertexts, right);
    const std::size_t places[] = {0, n / 2 + 1, n - 1, n, n + 9, words - 1};
    std::vector<std::size_t> malformed;
    for (std::size_t k = 0; k < std::size(places); ++k) {
      for (const bool in_range : {true, false}) {
        const std::size_t i = 13 * k + (in_range ? 1 : 0);
        if (i >= batch.count) continue;
        const std::uint64_t word = set.modulus - (in_range ? 1 : 0);
        testing::set_packed_word(batch.ciphertext(i), places[k], bits, word);
        if (!in_range) malformed.push_back(i);
      }
    }
    Bytes found(batch.messages.size(), std::byte{0xaa});
    EXPECT_EQ(batch.scheme.decrypt_packed(batch.keys.secret_key, batch.ciphertexts, found),
              malformed);
    for (std::size_t i = 0; i < batch.count; ++i) {
      const auto part = std::span(found).subspan(i * set.message_bytes, set.message_bytes);
      const auto before = std::span(right).subspan(i * set.message_bytes, set.message_bytes);
      if (std::ranges::count(malformed, i) != 0) {
        EXPECT_TRUE(std::ranges::all_of(part, [](std::byte x) { return x == std::byte{0}; })) << i;
      } else if (i % 13 != 1) {  // those with a word of q - 1 give something else
        EXPECT_TRUE(std::ranges::equal(part, before)) << i;
      }
    }
  }
}

TEST(RlwePacked, RefusesOtherSizesAndKeys) {
  Batch batch(recommended_parameters(), 2);
  const Scheme larger = Scheme::create(recommended_parameters(SecurityLevel::bits256));
  auto generator = generator_of("others");
  const KeyPair others = larger.generate_keys(generator);
  const auto expect_mismatch = [](auto&& action) {
    try {
      action();
      ADD_FAILURE() << "no error was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::mismatch);
    }
  };
  const auto attempt = [&](const KeyPair& keys, std::size_t messages, std::size_t ciphertexts) {
    Bytes m(messages), c(ciphertexts);
    expect_mismatch([&] { batch.scheme.encrypt_packed(keys.public_key, m, c, generator); });
    expect_mismatch([&] { (void)batch.scheme.decrypt_packed(keys.secret_key, c, m); });
  };
  const std::size_t one = batch.scheme.ciphertext_bytes();
  attempt(others, 32, one);
  for (const std::size_t messages : {0U, 31U, 33U, 64U}) attempt(batch.keys, messages, one);
  for (const std::size_t ciphertexts : {std::size_t{0}, one - 1, one + 1, 2 * one}) {
    attempt(batch.keys, 32, ciphertexts);
  }
}

}  // namespace
}  // namespace lath::rlwe
