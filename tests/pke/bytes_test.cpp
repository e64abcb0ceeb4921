// SPDX-License-Identifier: Apache-2.0
//
// Keys and ciphertexts as bytes: the sizes that the parameters say, there and back, one encoding
// for each object, and what comes of damage.
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "lath/pke/rlwe.hpp"
#include "pke/scheme_cases.hpp"

namespace lath {
namespace {

using Bytes = std::vector<std::byte>;

template <class Storage>
Bytes copy_of(const Buffer<std::byte, Storage>& bytes) {
  return {bytes.span().begin(), bytes.span().end()};
}

template <class Integer, class Storage>
bool same(const lwe::Matrix<Integer, Storage>& a, const lwe::Matrix<Integer, Storage>& b) {
  return std::ranges::equal(a.words(), b.words());
}
bool same(const std::vector<Poly<ModuleRing, Eval, Secret>>& a,
          const std::vector<Poly<ModuleRing, Eval, Secret>>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return std::ranges::equal(x.memory(), y.memory());
  });
}

// A string of words of `bits` bits behind `at` bytes, with another word at one place.
Bytes with_word(Bytes bytes, std::size_t at, std::size_t index, int bits, std::uint64_t word) {
  for (std::size_t bit = 0; bit < static_cast<std::size_t>(bits); ++bit) {
    const std::size_t place = 8 * at + index * static_cast<std::size_t>(bits) + bit;
    const auto mask = std::byte{1} << (place % 8);
    bytes[place / 8] &= ~mask;
    if ((word >> bit & 1) != 0) bytes[place / 8] |= mask;
  }
  return bytes;
}

template <class Scheme>
void expect_encodings(const Scheme& scheme) {
  Generator generator = testing::generator_of("bytes");
  const auto keys = scheme.generate_keys(generator);
  const auto message = testing::random_message(scheme, generator);
  const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Bytes p = copy_of(scheme.to_bytes(keys.public_key));
  const Bytes s = copy_of(scheme.to_bytes(keys.secret_key));
  const Bytes c = copy_of(scheme.to_bytes(ciphertext));
  EXPECT_EQ(p.size(), scheme.public_key_bytes());
  EXPECT_EQ(s.size(), scheme.secret_key_bytes());
  EXPECT_EQ(c.size(), scheme.ciphertext_bytes());
  EXPECT_TRUE(scheme.public_key_from_bytes(p) == keys.public_key);
  EXPECT_TRUE(same(scheme.secret_key_from_bytes(s).s, keys.secret_key.s));
  EXPECT_TRUE(scheme.ciphertext_from_bytes(c) == ciphertext);

  const auto refused = [&](const Bytes& bytes, const auto& parse, std::string_view what) {
    testing::expect_error([&] { (void)parse(bytes); }, ErrorCode::malformed, {what});
  };
  const auto public_key = [&](const Bytes& b) { return scheme.public_key_from_bytes(b); };
  const auto secret_key = [&](const Bytes& b) { return scheme.secret_key_from_bytes(b); };
  const auto sent = [&](const Bytes& b) { return scheme.ciphertext_from_bytes(b); };
  for (const int change : {-1, 1}) {
    const auto resized = [&](Bytes bytes) {
      bytes.resize(static_cast<std::size_t>(static_cast<int>(bytes.size()) + change));
      return bytes;
    };
    refused(resized(p), public_key, "public key");
    refused(resized(s), secret_key, "secret key");
    refused(resized(c), sent, "ciphertext");
  }
  // The largest residue is one, what follows is not.
  const std::uint64_t q = scheme.parameters().modulus;
  const auto bits = static_cast<int>(std::bit_width(q - 1));
  for (const std::size_t index : {0U, 1U, 6U}) {
    (void)scheme.public_key_from_bytes(with_word(p, 32, index, bits, q - 1));
    (void)scheme.ciphertext_from_bytes(with_word(c, 0, index, bits, q - 1));
    for (const std::uint64_t word : {q, (std::uint64_t{1} << bits) - 1}) {
      refused(with_word(p, 32, index, bits, word), public_key, "too large");
      refused(with_word(s, 0, index, bits, word), secret_key, "too large");
      refused(with_word(c, 0, index, bits, word), sent, "too large");
    }
  }
}

TEST(SchemeBytes, OfModuleLwe) {
  const auto parameters = mlwe::recommended_parameters();
  const auto scheme = mlwe::Scheme::create(parameters);
  const std::size_t poly = 256 * 13 / 8;  // 256 words below 7681
  EXPECT_EQ(scheme.public_key_bytes(), 32 + parameters.rows * poly);
  EXPECT_EQ(scheme.secret_key_bytes(), parameters.columns * poly);
  EXPECT_EQ(scheme.ciphertext_bytes(), (parameters.columns + 1) * poly);
  expect_encodings(scheme);
}

TEST(SchemeBytes, OfModuleLweWithWordsThatFillNoBytes) {
  for (const std::uint64_t q : {7681ULL, 12289ULL, 1073479681ULL}) {
    for (const std::size_t degree : {8U, 64U}) {
      expect_encodings(mlwe::Scheme::create_insecure({.degree = degree,
                                                      .rows = 3,
                                                      .columns = 2,
                                                      .message_rows = 2,
                                                      .message_columns = 3,
                                                      .modulus = q,
                                                      .plaintext_modulus = 3,
                                                      .noise = 2}));
    }
  }
}

TEST(SchemeBytes, OfLwe) {
  expect_encodings(lwe::Scheme::create(lwe::recommended_parameters()));
  for (const std::uint64_t q : {7681ULL, 16384ULL + 1, 1073479681ULL}) {
    expect_encodings(lwe::Scheme::create_insecure({.rows = 33,
                                                   .columns = 21,
                                                   .message_rows = 3,
                                                   .message_columns = 5,
                                                   .modulus = q,
                                                   .plaintext_modulus = 3,
                                                   .noise = 3}));
  }
}

// 15 words of 13 bits end with three bits in a byte; the other five are zero, and nothing else.
TEST(SchemeBytes, HaveZerosBehindTheLastWord) {
  const auto scheme = lwe::Scheme::create_insecure({.rows = 3,
                                                    .columns = 5,
                                                    .message_columns = 5,
                                                    .modulus = 7681,
                                                    .plaintext_modulus = 2,
                                                    .noise = 3});
  Generator generator = testing::generator_of("zeros");
  const auto keys = scheme.generate_keys(generator);
  Bytes bytes = copy_of(scheme.to_bytes(keys.public_key));
  ASSERT_EQ(bytes.size(), 32U + 25U);
  for (int bit = 3; bit < 8; ++bit) {
    Bytes changed = bytes;
    changed.back() ^= std::byte{1} << bit;
    testing::expect_error([&] { (void)scheme.public_key_from_bytes(changed); },
                          ErrorCode::malformed, {"public key"});
  }
}

// An entry of S is a residue from q - beta to q - 1 or from 0 to beta.
TEST(SchemeBytes, OfLweHoldSmallSecretsOnly) {
  const auto scheme = lwe::Scheme::create_insecure({.rows = 3,
                                                    .columns = 8,
                                                    .modulus = 65537,  // words of 17 bits
                                                    .plaintext_modulus = 2,
                                                    .noise = 3});
  const auto with_first = [&](std::uint32_t residue) {
    Bytes bytes(scheme.secret_key_bytes());
    for (std::size_t i = 0; i < 3; ++i) bytes[i] = static_cast<std::byte>(residue >> (8 * i));
    return bytes;
  };
  for (const int value : {-3, -1, 0, 1, 3}) {
    const auto residue = static_cast<std::uint32_t>(value < 0 ? value + 65537 : value);
    const auto key = scheme.secret_key_from_bytes(with_first(residue));
    EXPECT_EQ(key.s.words()[0], value);
    EXPECT_EQ(copy_of(scheme.to_bytes(key)), with_first(residue));
  }
  for (const std::uint32_t residue : {4U, 32768U, 65533U, 65537U}) {
    testing::expect_error([&] { (void)scheme.secret_key_from_bytes(with_first(residue)); },
                          ErrorCode::malformed, {"secret key", "too large"});
  }
}

TEST(SchemeBytes, AreNotMadeOfObjectsOfOtherParameters) {
  const auto a = lwe::Scheme::create(lwe::recommended_parameters());
  const auto b = mlwe::Scheme::create(mlwe::recommended_parameters());
  Generator generator = testing::generator_of("others");
  auto other = mlwe::recommended_parameters();
  other.rows = other.columns = 2;
  const auto keys = mlwe::Scheme::create_insecure(other).generate_keys(generator);
  testing::expect_error([&] { (void)b.to_bytes(keys.public_key); }, ErrorCode::mismatch,
                        {"public key"});
  testing::expect_error([&] { (void)b.to_bytes(keys.secret_key); }, ErrorCode::mismatch,
                        {"secret key"});
  const lwe::SecretKey wrong{lwe::Matrix<std::int32_t, Secret>(2, 2)};
  testing::expect_error([&] { (void)a.to_bytes(wrong); }, ErrorCode::mismatch, {"secret key"});
  testing::expect_error(
      [&] { (void)a.to_bytes(lwe::PublicKey{{}, lwe::Matrix<std::uint32_t>(2, 2)}); },
      ErrorCode::mismatch, {"public key"});
}

// An object that was moved from has no encoding; that of zeros would be a key that anybody can read
// along with.
template <class Scheme>
void expect_nothing_of_what_was_moved_from(const Scheme& scheme,
                                           const typename Scheme::Message& message) {
  Generator generator = testing::generator_of("moved from");
  auto keys = scheme.generate_keys(generator);
  auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Bytes p = copy_of(scheme.to_bytes(keys.public_key));
  const Bytes s = copy_of(scheme.to_bytes(keys.secret_key));
  const Bytes c = copy_of(scheme.to_bytes(ciphertext));
  auto kept_keys = std::move(keys);
  auto kept_ciphertext = std::move(ciphertext);
  // NOLINTBEGIN(bugprone-use-after-move)
  const auto refused = [](const auto& action) {
    testing::expect_error(action, ErrorCode::mismatch, {});
  };
  refused([&] { (void)scheme.to_bytes(keys.public_key); });
  refused([&] { (void)scheme.to_bytes(keys.secret_key); });
  refused([&] { (void)scheme.to_bytes(ciphertext); });
  refused([&] { (void)scheme.encrypt(keys.public_key, message, generator); });
  refused([&] { (void)scheme.decrypt(keys.secret_key, kept_ciphertext); });
  refused([&] { (void)scheme.decrypt(kept_keys.secret_key, ciphertext); });
  // Its parts, one by one.
  auto parts = kept_ciphertext;
  auto u = std::move(parts.u);
  refused([&] { (void)scheme.to_bytes(parts); });
  refused([&] { (void)scheme.decrypt(kept_keys.secret_key, parts); });
  parts = kept_ciphertext;
  auto v = std::move(parts.v);
  refused([&] { (void)scheme.to_bytes(parts); });
  refused([&] { (void)scheme.decrypt(kept_keys.secret_key, parts); });
  // It can be assigned to, and what it was moved to is whole.
  keys = std::move(kept_keys);
  ciphertext = kept_ciphertext;
  EXPECT_EQ(copy_of(scheme.to_bytes(keys.public_key)), p);
  EXPECT_EQ(copy_of(scheme.to_bytes(keys.secret_key)), s);
  EXPECT_EQ(copy_of(scheme.to_bytes(ciphertext)), c);
  const auto opened = scheme.decrypt(keys.secret_key, ciphertext);
  EXPECT_TRUE(std::ranges::equal(opened.span(), message.span()));
  // NOLINTEND(bugprone-use-after-move)
}

TEST(SchemeBytes, AreNotMadeOfWhatWasMovedFrom) {
  const auto plain = lwe::Scheme::create(lwe::recommended_parameters());
  expect_nothing_of_what_was_moved_from(plain, testing::constant_message(plain, 1));
  const auto ring = rlwe::Scheme::create(rlwe::recommended_parameters());
  expect_nothing_of_what_was_moved_from(ring, rlwe::Message(ring.parameters().message_bytes));
  const auto scheme = mlwe::Scheme::create(mlwe::recommended_parameters());
  const auto message = testing::constant_message(scheme, 1);
  expect_nothing_of_what_was_moved_from(scheme, message);
  // One polynomial of several.
  Generator generator = testing::generator_of("moved from");
  auto keys = scheme.generate_keys(generator);
  auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const auto refused = [](const auto& action) {
    testing::expect_error(action, ErrorCode::mismatch, {});
  };
  const auto b = std::move(keys.public_key.b[1]);
  refused([&] { (void)scheme.to_bytes(keys.public_key); });
  refused([&] { (void)scheme.encrypt(keys.public_key, message, generator); });
  const auto u = std::move(ciphertext.u[2]);
  refused([&] { (void)scheme.to_bytes(ciphertext); });
  refused([&] { (void)scheme.decrypt(keys.secret_key, ciphertext); });
  const auto s = std::move(keys.secret_key.s[0]);
  refused([&] { (void)scheme.to_bytes(keys.secret_key); });
}

// Damaged bytes are malformed, or those of an object that can be used like any other.
template <class Scheme>
void expect_damage_to_be_harmless(const Scheme& scheme, const typename Scheme::Message& message) {
  testing::SeededValues random(9);
  SCOPED_TRACE(random.label());
  Generator generator = testing::generator_of("damage");
  const auto keys = scheme.generate_keys(generator);
  const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  const Bytes p = copy_of(scheme.to_bytes(keys.public_key));
  const Bytes s = copy_of(scheme.to_bytes(keys.secret_key));
  const Bytes c = copy_of(scheme.to_bytes(ciphertext));
  std::size_t malformed = 0, used = 0;
  const auto expect_harmless = [&](const Bytes& honest, const auto& parse, const auto& use) {
    const Bytes bytes = testing::corrupted(honest, random);
    try {
      const auto object = parse(bytes);
      EXPECT_EQ(copy_of(scheme.to_bytes(object)), bytes);
      use(object);
      ++used;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed) << error.what();
      ++malformed;
    }
  };
  const std::size_t rounds = testing::seeds(200);  // corruptions_at_full_size asks for 100,000
  for (std::size_t i = 0; i < rounds && !::testing::Test::HasFailure(); ++i) {
    expect_harmless(
        p, [&](const Bytes& bytes) { return scheme.public_key_from_bytes(bytes); },
        [&](const auto& key) { (void)scheme.encrypt(key, message, generator); });
    expect_harmless(
        s, [&](const Bytes& bytes) { return scheme.secret_key_from_bytes(bytes); },
        [&](const auto& key) { (void)scheme.decrypt(key, ciphertext); });
    expect_harmless(
        c, [&](const Bytes& bytes) { return scheme.ciphertext_from_bytes(bytes); },
        [&](const auto& sent) { (void)scheme.decrypt(keys.secret_key, sent); });
  }
  EXPECT_GT(malformed, rounds / 10);
  EXPECT_GT(used, rounds / 10);
}

TEST(SchemeBytes, OfRingLweSurviveCorruption) {
  const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters());
  expect_damage_to_be_harmless(scheme, rlwe::Message(scheme.parameters().message_bytes));
}
TEST(SchemeBytes, OfModuleLweSurviveCorruption) {
  const auto scheme = mlwe::Scheme::create(mlwe::recommended_parameters());
  expect_damage_to_be_harmless(scheme, testing::constant_message(scheme, 1));
}
TEST(SchemeBytes, OfLweSurviveCorruption) {
  const auto scheme = lwe::Scheme::create(lwe::recommended_parameters());
  expect_damage_to_be_harmless(scheme, testing::constant_message(scheme, 1));
}

}  // namespace
}  // namespace lath
