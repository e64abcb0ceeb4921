// SPDX-License-Identifier: Apache-2.0
//
// Many operations at a time give what the same operations give one by one.
#include "lath/ml_kem/packed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/bad_input.hpp"
#include "lath/base/constant_time.hpp"
#include "ml_kem/bytes.hpp"
#include "ml_kem/parameter_sets.hpp"

namespace lath::ml_kem {
namespace {

// None, less than a vector of states, whole vectors and one more or less, and more than a share of
// a thread.
constexpr std::size_t kCounts[] = {0, 1, 3, 4, 5, 7, 8, 9, 33, 64, 70};

template <class T>
class MlKemPacked : public ::testing::Test {
 protected:
  static constexpr unsigned kSet = T::kSet;
  static constexpr std::size_t kPublic = PublicKey<kSet>::kBytes, kSecret = SecretKey<kSet>::kBytes,
                               kCipher = Ciphertext<kSet>::kBytes;

  // Keys, ciphertexts and secrets of `count` operations.
  struct All {
    explicit All(std::size_t count)
        : public_keys(count * kPublic),
          secret_keys(count * kSecret),
          ciphertexts(count * kCipher),
          secrets(count * 32) {}
    friend bool operator==(const All&, const All&) = default;

    Bytes public_keys, secret_keys, ciphertexts, secrets;
  };

  static Generator generator() { return Generator::from_seed(Seed(), "ml-kem packed test"); }

  static bool at_same_place(Generator& a, Generator& b) {
    const Seed x = a.seed(), y = b.seed();
    return ct::equal(x.span(), y.span());
  }
  static void put(Bytes& all, std::size_t i, std::span<const std::byte> one) {
    std::ranges::copy(one, all.begin() + static_cast<std::ptrdiff_t>(i * one.size()));
  }
  static std::span<const std::byte> part(const Bytes& all, std::size_t i, std::size_t size) {
    return std::span(all).subspan(i * size, size);
  }

  // One by one: every third ciphertext is decapsulated with a bit flipped.
  static All one_by_one(std::size_t count, Generator& generator) {
    All all(count);
    std::vector<KeyPair<kSet>> keys;
    for (std::size_t i = 0; i < count; ++i) {
      keys.push_back(generate_keys<kSet>(generator));
      put(all.public_keys, i, keys[i].public_key.bytes());
      put(all.secret_keys, i, keys[i].secret_key.bytes());
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto sent = encapsulate(keys[i].public_key, generator);
      put(all.ciphertexts, i, sent.ciphertext.bytes);
      put(all.secrets, i, sent.secret.span());
    }
    return all;
  }
  static Bytes some_changed(Bytes ciphertexts) {
    for (std::size_t i = 0; i < ciphertexts.size() / kCipher; i += 3) {
      ciphertexts[i * kCipher + i % kCipher] ^= std::byte{4};
    }
    return ciphertexts;
  }
};

TYPED_TEST_SUITE(MlKemPacked, Sets, SetNames);

TYPED_TEST(MlKemPacked, IsWhatOperationsGiveOneByOne) {
  constexpr unsigned kSet = TypeParam::kSet;
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    auto generator = this->generator(), same = this->generator();
    const auto expected = this->one_by_one(count, generator);
    typename TestFixture::All all(count);
    generate_keys_packed<kSet>(all.public_keys, all.secret_keys, same);
    const auto refused =
        encapsulate_packed<kSet>(all.public_keys, all.ciphertexts, all.secrets, same);
    EXPECT_TRUE(refused.empty());
    EXPECT_TRUE(all == expected);
    EXPECT_TRUE(this->at_same_place(generator, same));

    const Bytes received = this->some_changed(all.ciphertexts);
    Bytes secrets(count * 32);
    EXPECT_TRUE(decapsulate_packed<kSet>(all.secret_keys, received, secrets).empty());
    for (std::size_t i = 0; i < count; ++i) {
      const auto key =
          SecretKey<kSet>::from_bytes(this->part(all.secret_keys, i, TestFixture::kSecret));
      const auto secret = decapsulate(
          key, Ciphertext<kSet>::from_bytes(this->part(received, i, TestFixture::kCipher)));
      EXPECT_TRUE(ct::equal(secret.span(), this->part(secrets, i, 32))) << i;
      EXPECT_EQ(ct::equal(secret.span(), this->part(all.secrets, i, 32)), i % 3 != 0) << i;
    }
  }
}

TYPED_TEST(MlKemPacked, IsTheSameForOneKey) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator(), same = this->generator();
  const auto keys = generate_keys<kSet>(generator);
  (void)generate_keys<kSet>(same);
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    typename TestFixture::All all(count);
    encapsulate_packed(keys.public_key, all.ciphertexts, all.secrets, generator);
    for (std::size_t i = 0; i < count; ++i) {
      const auto sent = encapsulate(keys.public_key, same);
      EXPECT_EQ(copy_of(sent.ciphertext.bytes),
                copy_of(this->part(all.ciphertexts, i, TestFixture::kCipher)));
      EXPECT_TRUE(ct::equal(sent.secret.span(), this->part(all.secrets, i, 32))) << i;
    }
    EXPECT_TRUE(this->at_same_place(generator, same));

    const Bytes received = this->some_changed(all.ciphertexts);
    Bytes secrets(count * 32);
    decapsulate_packed(keys.secret_key, received, secrets);
    for (std::size_t i = 0; i < count; ++i) {
      const auto secret =
          decapsulate(keys.secret_key,
                      Ciphertext<kSet>::from_bytes(this->part(received, i, TestFixture::kCipher)));
      EXPECT_TRUE(ct::equal(secret.span(), this->part(secrets, i, 32))) << i;
    }
  }
}

TYPED_TEST(MlKemPacked, RestoresKeysFromSeeds) {
  constexpr unsigned kSet = TypeParam::kSet;
  for (const std::size_t count : {0U, 1U, 5U, 9U}) {
    auto generator = this->generator(), same = this->generator();
    typename TestFixture::All expected(count), all(count);
    generate_keys_packed<kSet>(expected.public_keys, expected.secret_keys, generator);
    Bytes seeds(64 * count);
    same.fill(seeds);
    keys_from_seeds_packed<kSet>(seeds, all.public_keys, all.secret_keys);
    EXPECT_TRUE(all == expected);
  }
}

// Keys that are no keys, at the ends and in the middle, stop none of the others.
TYPED_TEST(MlKemPacked, PassesOverMalformedKeys) {
  constexpr unsigned kSet = TypeParam::kSet;
  constexpr std::size_t kCount = 33, kCipher = TestFixture::kCipher;
  const std::vector<std::size_t> bad = {0, 7, 8, 20, 32};
  auto generator = this->generator();
  auto all = this->one_by_one(kCount, generator);
  auto public_keys = all.public_keys, secret_keys = all.secret_keys;
  for (const std::size_t i : bad) {
    public_keys[i * TestFixture::kPublic] = std::byte{0xff};  // a coefficient of 0xfff
    public_keys[i * TestFixture::kPublic + 1] |= std::byte{0x0f};
    secret_keys[(i + 1) * TestFixture::kSecret - 33] ^= std::byte{1};  // the hash
  }
  auto same = this->generator();
  typename TestFixture::All found(kCount);
  generate_keys_packed<kSet>(found.public_keys, found.secret_keys, same);
  EXPECT_EQ(encapsulate_packed<kSet>(public_keys, found.ciphertexts, found.secrets, same), bad);
  Bytes secrets(kCount * 32, std::byte{1});
  EXPECT_EQ(decapsulate_packed<kSet>(secret_keys, all.ciphertexts, secrets), bad);
  for (std::size_t i = 0; i < kCount; ++i) {
    const bool refused = std::ranges::find(bad, i) != bad.end();
    const auto expected_of = [&](const Bytes& bytes, std::size_t size) {
      return refused ? Bytes(size) : copy_of(this->part(bytes, i, size));
    };
    EXPECT_EQ(copy_of(this->part(found.ciphertexts, i, kCipher)),
              expected_of(all.ciphertexts, kCipher));
    EXPECT_EQ(copy_of(this->part(found.secrets, i, 32)), expected_of(all.secrets, 32));
    EXPECT_EQ(copy_of(this->part(secrets, i, 32)), expected_of(all.secrets, 32));
  }
}

TYPED_TEST(MlKemPacked, RefusesMemoryForOtherNumbersOfOperations) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator(), same = this->generator();
  const typename TestFixture::All one(1);
  auto two = typename TestFixture::All(2);
  const auto keys = generate_keys<kSet>(generator);
  (void)generate_keys<kSet>(same);
  const auto before = two;
  const Bytes seeds(2 * 64), messages(2 * 32);
  Bytes secret(32), more(2 * 32 + 1);
  const std::string each = "bytes for each operation", remedy = "as there are operations";
  const auto mismatch = ErrorCode::mismatch;
  testing::expect_refused(
      {
          {"secret keys",
           [&] {
             generate_keys_packed<kSet>(std::span(two.public_keys).first(one.public_keys.size()),
                                        two.secret_keys, generator);
           },
           mismatch, "bytes of secret keys", each, remedy},
          {"seeds",
           [&] {
             keys_from_seeds_packed<kSet>(std::span(seeds).first(127), two.public_keys,
                                          two.secret_keys);
           },
           mismatch, "127 bytes of seeds", each, remedy},
          {"public keys",
           [&] {
             (void)encapsulate_packed<kSet>(one.public_keys, two.ciphertexts, two.secrets,
                                            generator);
           },
           mismatch, "bytes of public keys", each, remedy},
          {"secrets of encapsulation",
           [&] { encapsulate_packed(keys.public_key, two.ciphertexts, secret, generator); },
           mismatch, "32 bytes of secrets", each, remedy},
          {"messages",
           [&] {
             encapsulate_derandomized_packed(keys.public_key, std::span(messages).first(63),
                                             two.ciphertexts, two.secrets);
           },
           mismatch, "63 bytes of messages", each, remedy},
          {"messages for public keys",
           [&] {
             (void)encapsulate_derandomized_packed<kSet>(
                 two.public_keys, std::span(messages).first(32), two.ciphertexts, two.secrets);
           },
           mismatch, "32 bytes of messages", each, remedy},
          {"ciphertexts",
           [&] { (void)decapsulate_packed<kSet>(two.secret_keys, one.ciphertexts, two.secrets); },
           mismatch, "bytes of ciphertexts", each, remedy},
          {"secrets", [&] { decapsulate_packed(keys.secret_key, two.ciphertexts, more); }, mismatch,
           "65 bytes of secrets", each, remedy},
      },
      [&] { EXPECT_TRUE(two == before); });
  EXPECT_TRUE(this->at_same_place(generator, same));  // and nothing was drawn
}

}  // namespace
}  // namespace lath::ml_kem
