// SPDX-License-Identifier: Apache-2.0
//
// encrypt_packed() and decrypt_packed() of every scheme against encrypt() and decrypt(), message by
// message.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "coding/packing.hpp"
#include "lath/base/error.hpp"
#include "lath/base/threads.hpp"
#include "pke/packed_words.hpp"
#include "pke/rlwe_cases.hpp"
#include "pke/scheme_cases.hpp"

namespace lath {
namespace {

using Bytes = std::vector<std::byte>;
using testing::generator_of;

constexpr std::size_t kShare = 16;  // messages that are encrypted with one generator

// What these tests know of a scheme: sets of parameters, the name of the shares' generators, a
// message from its bytes and the reverse, and places of words in a ciphertext. Strings of words end
// at bytes in these sets.
template <class S>
struct Case;

template <>
struct Case<rlwe::Scheme> {
  static constexpr const char* kShareName = "lath rlwe share";
  static std::vector<rlwe::Parameters> sets() { return testing::rlwe_sets(); }
  static rlwe::Message message(const rlwe::Scheme&, std::span<const std::byte> bytes) {
    return rlwe::Message(bytes);
  }
  static Bytes bytes_of(const rlwe::Scheme&, const rlwe::Message& message) {
    return {message.data(), message.data() + message.size()};
  }
  static std::vector<std::size_t> places(const rlwe::Parameters& p) {
    const std::size_t n = p.degree, end = n + 8 * p.message_bytes;
    return {0, n / 2 + 1, n - 1, n, n + 5, end - 1};
  }
};

// Messages of residues, packed by their definition.
template <class S>
struct ResidueCase {
  using Message = typename S::Message;
  static int bits(const S& scheme) { return bit_length(scheme.parameters().plaintext_modulus - 1); }
  static Message message(const S& scheme, std::span<const std::byte> bytes) {
    Message message(scheme.message_size());
    for (std::size_t k = 0; k < message.size() * static_cast<std::size_t>(bits(scheme)); ++k) {
      const auto width = static_cast<std::size_t>(bits(scheme));
      const auto bit = std::to_integer<std::uint32_t>(bytes[k / 8] >> (k % 8)) & 1U;
      message[k / width] |= bit << (k % width);
    }
    return message;
  }
  static Bytes bytes_of(const S& scheme, const Message& message) {
    Bytes bytes(scheme.message_bytes());
    for (std::size_t i = 0; i < message.size(); ++i) {
      testing::set_packed_word(bytes, i, bits(scheme), message.span()[i]);
    }
    return bytes;
  }
};
template <>
struct Case<lwe::Scheme> : ResidueCase<lwe::Scheme> {
  static constexpr const char* kShareName = "lath lwe share";
  // Of A more rows than are used together; messages that end within a byte.
  static std::vector<lwe::Parameters> sets() {
    return {{.rows = 33,
             .columns = 24,
             .message_rows = 3,
             .message_columns = 5,
             .modulus = 1073741823,
             .plaintext_modulus = 5,
             .noise = 3},
            {.rows = 40,
             .columns = 48,
             .message_rows = 1,
             .message_columns = 8,
             .modulus = 12289,
             .plaintext_modulus = 2,
             .noise = 1}};
  }
  static std::vector<std::size_t> places(const lwe::Parameters& p) {
    const std::size_t n = p.message_rows * p.columns;
    return {0, n / 2, n - 1, n, n + p.message_rows * p.message_columns - 1};
  }
};
template <>
struct Case<mlwe::Scheme> : ResidueCase<mlwe::Scheme> {
  static constexpr const char* kShareName = "lath mlwe share";
  static std::vector<mlwe::Parameters> sets() {
    return {mlwe::recommended_parameters(),
            {.degree = 64,
             .rows = 3,
             .columns = 2,
             .message_rows = 2,
             .message_columns = 2,
             .modulus = 1073479681,
             .plaintext_modulus = 3,
             .noise = 1}};
  }
  static std::vector<std::size_t> places(const mlwe::Parameters& p) {
    const std::size_t u = p.message_rows * p.columns * p.degree;
    return {0, p.degree, u - 1, u, u + p.message_rows * p.message_columns * p.degree - 1};
  }
};

template <class S>
struct Batch {
  Batch(const typename S::Parameters& set, std::size_t count_of)
      : scheme(S::create_insecure(set)), count(count_of), keys([&] {
          auto generator = generator_of("keys");
          return scheme.generate_keys(generator);
        }()) {
    auto generator = generator_of("messages");
    for (std::size_t i = 0; i < count; ++i) {
      const auto bytes = Case<S>::bytes_of(scheme, testing::random_message(scheme, generator));
      messages.insert(messages.end(), bytes.begin(), bytes.end());
    }
    ciphertexts.resize(count * scheme.ciphertext_bytes());
    encrypt(ciphertexts);
  }
  void encrypt(std::span<std::byte> out) const {
    auto randomness = generator_of("randomness");
    scheme.encrypt_packed(keys.public_key, messages, out, randomness);
  }
  [[nodiscard]] std::vector<std::size_t> decrypt(std::span<std::byte> out) const {
    return scheme.decrypt_packed(keys.secret_key, ciphertexts, out);
  }
  [[nodiscard]] std::span<std::byte> ciphertext(std::size_t i) {
    return std::span(ciphertexts).subspan(i * scheme.ciphertext_bytes(), scheme.ciphertext_bytes());
  }
  [[nodiscard]] std::span<const std::byte> message(std::span<const std::byte> all,
                                                   std::size_t i) const {
    return all.subspan(i * scheme.message_bytes(), scheme.message_bytes());
  }

  S scheme;
  std::size_t count;
  typename S::KeyPair keys;
  Bytes messages, ciphertexts;
};

template <class S>
class Packed : public ::testing::Test {};
using Schemes = ::testing::Types<lwe::Scheme, mlwe::Scheme, rlwe::Scheme>;
TYPED_TEST_SUITE(Packed, Schemes);

// As documented: a generator is split off for every 16 messages, in order.
TYPED_TEST(Packed, EncryptsAsOneAfterTheOther) {
  using S = TypeParam;
  for (const auto& set : Case<S>::sets()) {
    for (const std::size_t count : {0U, 1U, 16U, 17U, 50U}) {
      Batch<S> batch(set, count);
      auto randomness = generator_of("randomness");
      Generator own = generator_of("none");
      for (std::size_t i = 0; i < count; ++i) {
        if (i % kShare == 0) own = randomness.split(Case<S>::kShareName);
        const auto message = Case<S>::message(batch.scheme, batch.message(batch.messages, i));
        const auto made = batch.scheme.encrypt(batch.keys.public_key, message, own);
        const auto bytes = batch.scheme.to_bytes(made);
        ASSERT_TRUE(std::ranges::equal(bytes.span(), batch.ciphertext(i))) << i << " of " << count;
      }
    }
  }
}

TYPED_TEST(Packed, DecryptsAsOneAfterTheOther) {
  using S = TypeParam;
  for (const auto& set : Case<S>::sets()) {
    for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 130U}) {
      Batch<S> batch(set, count);
      Bytes found(batch.messages.size(), std::byte{0xaa});
      EXPECT_TRUE(batch.decrypt(found).empty());
      for (std::size_t i = 0; i < count; ++i) {
        const auto ciphertext = batch.scheme.ciphertext_from_bytes(batch.ciphertext(i));
        const auto alone = batch.scheme.decrypt(batch.keys.secret_key, ciphertext);
        ASSERT_TRUE(
            std::ranges::equal(Case<S>::bytes_of(batch.scheme, alone), batch.message(found, i)))
            << i << " of " << count;
      }
      if (failure_bound(set) < 1e-6) {
        EXPECT_EQ(found, batch.messages);
      }
    }
  }
}

// A word that is not below q, at either end of both parts and inside, is found out, and the other
// ciphertexts are decrypted as they were.
TYPED_TEST(Packed, NamesMalformedCiphertexts) {
  using S = TypeParam;
  for (const auto& set : Case<S>::sets()) {
    Batch<S> batch(set, 70);
    Bytes right(batch.messages.size()), found(right.size(), std::byte{0xaa});
    (void)batch.decrypt(right);
    const auto places = Case<S>::places(set);
    const int bits = bit_length(set.modulus - 1);
    std::vector<std::size_t> malformed;
    for (std::size_t k = 0; k < places.size(); ++k) {
      testing::set_packed_word(batch.ciphertext(13 * k), places[k], bits, set.modulus);
      malformed.push_back(13 * k);
      if (13 * k + 1 < batch.count) {
        testing::set_packed_word(batch.ciphertext(13 * k + 1), places[k], bits, set.modulus - 1);
      }
    }
    EXPECT_EQ(batch.decrypt(found), malformed);
    for (std::size_t i = 0; i < batch.count; ++i) {
      const auto part = batch.message(found, i);
      if (std::ranges::count(malformed, i) != 0) {
        EXPECT_TRUE(std::ranges::all_of(part, [](std::byte x) { return x == std::byte{0}; })) << i;
      } else if (i % 13 != 1) {  // those with a word of q - 1 give something else
        EXPECT_TRUE(std::ranges::equal(part, batch.message(right, i))) << i;
      }
    }
  }
}

TYPED_TEST(Packed, RefusesOtherSizesAndKeys) {
  using S = TypeParam;
  const auto sets = Case<S>::sets();
  Batch<S> batch(sets[0], 2);
  const Batch<S> others(sets[1], 0);
  auto generator = generator_of("others");
  const auto expect_mismatch = [](auto&& action) {
    try {
      action();
      ADD_FAILURE() << "no error was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::mismatch);
    }
  };
  const auto attempt = [&](const auto& keys, std::size_t messages, std::size_t ciphertexts) {
    Bytes m(messages), c(ciphertexts);
    expect_mismatch([&] { batch.scheme.encrypt_packed(keys.public_key, m, c, generator); });
    expect_mismatch([&] { (void)batch.scheme.decrypt_packed(keys.secret_key, c, m); });
  };
  const std::size_t one = batch.scheme.ciphertext_bytes(), message = batch.scheme.message_bytes();
  attempt(others.keys, message, one);
  for (const std::size_t size : {std::size_t{0}, message - 1, message + 1, 2 * message}) {
    if (size != message) attempt(batch.keys, size, one);
  }
  for (const std::size_t size : {std::size_t{0}, one - 1, one + 1, 2 * one}) {
    attempt(batch.keys, message, size);
  }
}

TYPED_TEST(Packed, GivesTheSameOnAnyNumberOfThreads) {
  using S = TypeParam;
  const std::size_t before = threads();
  Batch<S> batch(Case<S>::sets()[0], 150);
  Bytes messages(batch.messages.size());
  testing::set_packed_word(batch.ciphertext(77), 0,
                           bit_length(batch.scheme.parameters().modulus - 1),
                           batch.scheme.parameters().modulus);
  const auto malformed = batch.decrypt(messages);
  EXPECT_EQ(malformed, std::vector<std::size_t>{77});
  for (const std::size_t count : {1U, 2U, 7U}) {
    set_threads(count);
    Bytes ciphertexts(batch.ciphertexts.size()), found(messages.size());
    batch.encrypt(ciphertexts);
    std::ranges::copy(batch.ciphertext(77), &ciphertexts[77 * batch.scheme.ciphertext_bytes()]);
    EXPECT_EQ(ciphertexts, batch.ciphertexts) << count;
    EXPECT_EQ(batch.decrypt(found), malformed) << count;
    EXPECT_EQ(found, messages) << count;
  }
  set_threads(before);
}

TYPED_TEST(Packed, MessagesAreReadAndWrittenByTheirDefinition) {
  using S = TypeParam;
  for (const auto& set : Case<S>::sets()) {
    const Batch<S> batch(set, 3);
    const S& scheme = batch.scheme;
    const auto first = batch.message(batch.messages, 0);
    const Bytes bytes(first.begin(), first.end());
    const auto message = scheme.message_from_bytes(bytes);
    EXPECT_TRUE(testing::equal(message, Case<S>::message(scheme, bytes)));
    EXPECT_TRUE(
        std::ranges::equal(scheme.message_to_bytes(message), Case<S>::bytes_of(scheme, message)));
    for (const std::size_t size : {std::size_t{0}, bytes.size() - 1, bytes.size() + 1}) {
      const Bytes other(size);
      try {
        (void)scheme.message_from_bytes(other);
        ADD_FAILURE() << "no error was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::mismatch);
      }
    }
    EXPECT_THROW((void)scheme.message_to_bytes(typename S::Message(message.size() + 1)), Error);
  }
}

// As encrypt(): one entry that is not reduced, of any of the messages, and nothing is drawn.
template <class S>
class PackedResidues : public ::testing::Test {};
using ResidueSchemes = ::testing::Types<lwe::Scheme, mlwe::Scheme>;
TYPED_TEST_SUITE(PackedResidues, ResidueSchemes);

TYPED_TEST(PackedResidues, RefusesEntriesThatAreNotReduced) {
  using S = TypeParam;
  for (const auto& set : Case<S>::sets()) {
    if (set.plaintext_modulus == 2) continue;  // all bytes are messages
    Batch<S> batch(set, 40);
    const std::size_t at = 39 * batch.scheme.message_bytes();
    testing::set_packed_word(std::span(batch.messages).subspan(at), 3,
                             bit_length(set.plaintext_modulus - 1), set.plaintext_modulus);
    const Bytes before = batch.ciphertexts;
    auto generator = generator_of("refused"), same = generator_of("refused");
    try {
      batch.scheme.encrypt_packed(batch.keys.public_key, batch.messages, batch.ciphertexts,
                                  generator);
      ADD_FAILURE() << "no error was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    }
    EXPECT_EQ(batch.ciphertexts, before);
    Bytes next(16), next_of_same(16);
    generator.fill(next);
    same.fill(next_of_same);
    EXPECT_EQ(next, next_of_same);
  }
}

}  // namespace
}  // namespace lath
