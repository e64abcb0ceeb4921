// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "lath/base/error.hpp"
#include "pke/packed_words.hpp"
#include "pke/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const auto& buffer) { return {buffer.span().begin(), buffer.span().end()}; }

bool malformed(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code() == ErrorCode::malformed && !error.remedy().empty();
  }
  return false;
}

struct Objects {
  explicit Objects(const Parameters& set)
      : scheme(Scheme::create_insecure(set)),
        generator(Generator::from_seed(Seed(), "rlwe bytes")),
        keys(scheme.generate_keys(generator)),
        message(testing::random_message(scheme, generator)),
        ciphertext(scheme.encrypt(keys.public_key, message, generator)) {}
  Scheme scheme;
  Generator generator;
  KeyPair keys;
  Message message;
  Ciphertext ciphertext;
};

TEST(RlweBytes, HaveTheDocumentedSizes) {
  const Scheme small = Scheme::create(recommended_parameters());
  EXPECT_EQ(small.public_key_bytes(), 32U + 1792U);
  EXPECT_EQ(small.secret_key_bytes(), 1792U);
  EXPECT_EQ(small.ciphertext_bytes(), 1792U + 448U);
  const Scheme large = Scheme::create(recommended_parameters(SecurityLevel::bits256));
  EXPECT_EQ(large.public_key_bytes(), 32U + 3584U);
  EXPECT_EQ(large.secret_key_bytes(), 3584U);
  EXPECT_EQ(large.ciphertext_bytes(), 3584U + 448U);
}

TEST(RlweBytes, ComeBackAsTheyWere) {
  for (const Parameters& set : testing::rlwe_sets()) {
    const Objects o(set);
    const auto public_key = o.scheme.to_bytes(o.keys.public_key);
    const auto secret_key = o.scheme.to_bytes(o.keys.secret_key);
    const auto ciphertext = o.scheme.to_bytes(o.ciphertext);
    EXPECT_EQ(public_key.size(), o.scheme.public_key_bytes());
    EXPECT_EQ(secret_key.size(), o.scheme.secret_key_bytes());
    EXPECT_EQ(ciphertext.size(), o.scheme.ciphertext_bytes());
    EXPECT_TRUE(o.scheme.public_key_from_bytes(public_key.span()) == o.keys.public_key);
    EXPECT_TRUE(o.scheme.ciphertext_from_bytes(ciphertext.span()) == o.ciphertext);
    const SecretKey key = o.scheme.secret_key_from_bytes(secret_key.span());
    EXPECT_TRUE(std::ranges::equal(key.s.memory(), o.keys.secret_key.s.memory()));
  }
}

TEST(RlweBytes, AreTheWordsBitAfterBit) {
  const Objects o(insecure_nfllib_parameters()[2]);  // 13 bits
  const auto bytes = o.scheme.to_bytes(o.ciphertext);
  const auto bit = [&](std::size_t k) {
    return std::to_integer<unsigned>(bytes[k / 8]) >> (k % 8) & 1;
  };
  std::size_t at = 0;
  const auto expect_word = [&](std::uint16_t word) {
    for (int j = 0; j < 13; ++j) ASSERT_EQ(bit(at++), unsigned{word} >> j & 1);
  };
  for (const std::uint16_t word : o.ciphertext.u.memory()) expect_word(word);
  for (const std::uint16_t word : o.ciphertext.v) expect_word(word);
  EXPECT_EQ(at, 8 * bytes.size());
}

TEST(RlweBytes, RefuseEveryOtherSize) {
  const Objects o(recommended_parameters());
  const Bytes public_key = bytes_of(o.scheme.to_bytes(o.keys.public_key)),
              secret_key = bytes_of(o.scheme.to_bytes(o.keys.secret_key)),
              ciphertext = bytes_of(o.scheme.to_bytes(o.ciphertext));
  for (std::size_t size = 0; size <= ciphertext.size() + 1; ++size) {
    const Bytes bytes(size);
    if (size != public_key.size()) {
      ASSERT_TRUE(malformed([&] { (void)o.scheme.public_key_from_bytes(bytes); })) << size;
    }
    if (size != secret_key.size()) {
      ASSERT_TRUE(malformed([&] { (void)o.scheme.secret_key_from_bytes(bytes); })) << size;
    }
    if (size != ciphertext.size()) {
      ASSERT_TRUE(malformed([&] { (void)o.scheme.ciphertext_from_bytes(bytes); })) << size;
    }
  }
}

// One word, everywhere in turn, is q, or the largest of its bits; q - 1 is read.
TEST(RlweBytes, RefuseWordsThatAreNotBelowTheModulus) {
  for (const Parameters& set : {recommended_parameters(), insecure_nfllib_parameters()[3]}) {
    const Objects o(set);
    const int bits = o.scheme.ring().modulus().bits();
    const auto q = static_cast<std::uint16_t>(set.modulus);
    const std::size_t words = set.degree + 8 * set.message_bytes;
    Bytes largest(o.scheme.ciphertext_bytes());
    for (std::size_t i = 0; i < words; ++i) testing::set_packed_word(largest, i, bits, q - 1U);
    for (std::size_t i = 0; i < words; ++i) {
      const auto with = [&](std::uint16_t word) {
        Bytes bytes = largest;
        testing::set_packed_word(bytes, i, bits, word);
        return bytes;
      };
      for (const int word : {int{q}, (1 << bits) - 1}) {
        const Bytes bytes = with(static_cast<std::uint16_t>(word));
        ASSERT_TRUE(malformed([&] { (void)o.scheme.ciphertext_from_bytes(bytes); })) << i;
        if (i >= set.degree) continue;
        const auto poly = std::span(bytes).first(o.scheme.secret_key_bytes());
        ASSERT_TRUE(malformed([&] { (void)o.scheme.secret_key_from_bytes(poly); })) << i;
        Bytes key(32);
        key.insert(key.end(), poly.begin(), poly.end());
        ASSERT_TRUE(malformed([&] { (void)o.scheme.public_key_from_bytes(key); })) << i;
      }
      if (i % 64 == 0)
        (void)o.scheme.ciphertext_from_bytes(with(static_cast<std::uint16_t>(q - 1)));
    }
  }
}

}  // namespace
}  // namespace lath::rlwe
