// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/ml_kem.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/bad_input.hpp"
#include "base/seeded_values.hpp"
#include "lath/base/constant_time.hpp"
#include "ml_kem/bytes.hpp"
#include "ml_kem/parameter_sets.hpp"

namespace lath::ml_kem {
namespace {

template <class T>
class MlKem : public ::testing::Test {
 protected:
  static Generator generator_of(std::uint64_t seed) {
    return Generator::from_seed(Seed(), "ml-kem test " + std::to_string(seed));
  }
};

TYPED_TEST_SUITE(MlKem, Sets, SetNames);

bool equal(const SharedSecret& a, const SharedSecret& b) { return ct::equal(a.span(), b.span()); }

// J(z || c), by OpenSSL.
SharedSecret shake256_of(std::span<const std::byte> z, std::span<const std::byte> c) {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  SharedSecret secret;
  EVP_DigestInit_ex(context, EVP_shake256(), nullptr);
  EVP_DigestUpdate(context, z.data(), z.size());
  EVP_DigestUpdate(context, c.data(), c.size());
  EVP_DigestFinalXOF(context, reinterpret_cast<unsigned char*>(secret.data()), secret.size());
  EVP_MD_CTX_free(context);
  return secret;
}

// FIPS 203, table 3.
TEST(MlKemSizes, AreThoseOfTheStandard) {
  EXPECT_EQ(PublicKey<512>::kBytes, 800U);
  EXPECT_EQ(SecretKey<512>::kBytes, 1632U);
  EXPECT_EQ(Ciphertext<512>::kBytes, 768U);
  EXPECT_EQ(PublicKey<768>::kBytes, 1184U);
  EXPECT_EQ(SecretKey<768>::kBytes, 2400U);
  EXPECT_EQ(Ciphertext<768>::kBytes, 1088U);
  EXPECT_EQ(PublicKey<1024>::kBytes, 1568U);
  EXPECT_EQ(SecretKey<1024>::kBytes, 3168U);
  EXPECT_EQ(Ciphertext<1024>::kBytes, 1568U);
  EXPECT_EQ(SharedSecret::size(), 32U);
}

TYPED_TEST(MlKem, BothSidesHaveOneSecret) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(1);
  for (int round = 0; round < 300; ++round) {
    const auto keys = generate_keys<kSet>(generator);
    const auto sent = encapsulate(keys.public_key, generator);
    ASSERT_TRUE(equal(decapsulate(keys.secret_key, sent.ciphertext), sent.secret)) << round;
  }
}

TYPED_TEST(MlKem, DrawsWhatItSays) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(2), same = this->generator_of(2);
  const auto keys = generate_keys<kSet>(generator);
  const auto sent = encapsulate(keys.public_key, generator);
  std::array<std::byte, 64> seed;
  same.fill(seed);
  const auto keys_again = KeyPair<kSet>::from_seed(seed);
  EXPECT_TRUE(keys_again.public_key == keys.public_key);
  EXPECT_TRUE(ct::equal(keys_again.secret_key.bytes(), keys.secret_key.bytes()));
  const auto sent_again = encapsulate_derandomized(keys.public_key, same.seed());
  EXPECT_TRUE(sent_again.ciphertext == sent.ciphertext);
  EXPECT_TRUE(equal(sent_again.secret, sent.secret));
  // And both go on from the same place.
  const Seed next = generator.seed(), next_of_same = same.seed();
  EXPECT_TRUE(ct::equal(next.span(), next_of_same.span()));
}

TYPED_TEST(MlKem, ReadsWhatItWrote) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(3);
  const auto keys = generate_keys<kSet>(generator);
  const auto public_key = PublicKey<kSet>::from_bytes(keys.public_key.bytes());
  const auto secret_key = SecretKey<kSet>::from_bytes(keys.secret_key.bytes());
  EXPECT_TRUE(public_key == keys.public_key);
  const auto sent = encapsulate(public_key, generator);
  const auto received = Ciphertext<kSet>::from_bytes(sent.ciphertext.bytes);
  EXPECT_TRUE(received == sent.ciphertext);
  EXPECT_TRUE(equal(decapsulate(secret_key, received), sent.secret));
}

// Whatever is changed: the secret is J(z || c), as FIPS 203, algorithm 18 says, and another one.
TYPED_TEST(MlKem, RejectsChangedCiphertextsImplicitly) {
  constexpr unsigned kSet = TypeParam::kSet;
  testing::SeededValues random(4);
  SCOPED_TRACE(random.label());
  auto generator = this->generator_of(4);
  const auto keys = generate_keys<kSet>(generator);
  const auto z = keys.secret_key.bytes().template last<32>();
  const auto sent = encapsulate(keys.public_key, generator);
  constexpr std::size_t kBits = 8 * Ciphertext<kSet>::kBytes;
  std::vector<std::size_t> places = {0, kBits - 1};
  for (int i = 0; i < 300; ++i) places.push_back(random.below(kBits));
  for (const std::size_t bit : places) {
    auto changed = sent.ciphertext;
    changed.bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    const auto secret = decapsulate(keys.secret_key, changed);
    ASSERT_TRUE(equal(secret, shake256_of(z, changed.bytes))) << "bit " << bit;
    ASSERT_FALSE(equal(secret, sent.secret)) << "bit " << bit;
    ASSERT_TRUE(equal(secret, decapsulate(keys.secret_key, changed))) << "bit " << bit;
  }
}

TYPED_TEST(MlKem, RejectsCiphertextsForOtherKeysImplicitly) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(5);
  const auto keys = generate_keys<kSet>(generator), others = generate_keys<kSet>(generator);
  EXPECT_FALSE(keys.public_key == others.public_key);
  const auto sent = encapsulate(keys.public_key, generator);
  const auto z = others.secret_key.bytes().template last<32>();
  EXPECT_TRUE(equal(decapsulate(others.secret_key, sent.ciphertext),
                    shake256_of(z, sent.ciphertext.bytes)));
}

TYPED_TEST(MlKem, GivesEachTimeAnotherSecret) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(6);
  const auto keys = generate_keys<kSet>(generator);
  const auto a = encapsulate(keys.public_key, generator);
  const auto b = encapsulate(keys.public_key, generator);
  EXPECT_FALSE(a.ciphertext == b.ciphertext);
  EXPECT_FALSE(equal(a.secret, b.secret));
}

TYPED_TEST(MlKem, LeavesKeysWholeThatAreMovedFrom) {
  constexpr unsigned kSet = TypeParam::kSet;
  static_assert(!std::is_default_constructible_v<SecretKey<kSet>>);
  auto generator = this->generator_of(7);
  auto keys = generate_keys<kSet>(generator);
  const auto sent = encapsulate(keys.public_key, generator);
  const auto moved = std::move(keys.secret_key);
  // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tested
  EXPECT_TRUE(equal(decapsulate(keys.secret_key, sent.ciphertext), sent.secret));
  EXPECT_TRUE(equal(decapsulate(moved, sent.ciphertext), sent.secret));
}

TYPED_TEST(MlKem, RefusesBytesThatAreNoKey) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(8);
  const auto keys = generate_keys<kSet>(generator);
  const Bytes public_key = copy_of(keys.public_key.bytes());
  const Bytes secret_key = copy_of(keys.secret_key.bytes());
  const auto without_last = [](Bytes bytes) {
    bytes.pop_back();
    return bytes;
  };
  const auto with_one_more = [](Bytes bytes) {
    bytes.push_back(std::byte{0});
    return bytes;
  };
  const auto changed = [](Bytes bytes, std::size_t at) {
    bytes[at] ^= std::byte{1};
    return bytes;
  };
  const auto size = [](const Bytes& bytes, int more) {
    return std::to_string(bytes.size() + static_cast<std::size_t>(more)) + " bytes";
  };
  const auto public_from = [](const Bytes& b) { (void)PublicKey<kSet>::from_bytes(b); };
  const auto secret_from = [](const Bytes& b) { (void)SecretKey<kSet>::from_bytes(b); };
  const auto cipher_from = [](const Bytes& b) { (void)Ciphertext<kSet>::from_bytes(b); };
  const Bytes ciphertext(Ciphertext<kSet>::kBytes);
  const auto malformed = ErrorCode::malformed;
  const std::string whole = "check that it is whole", restore = "restore the key";
  testing::expect_refused({
      {"short public key", [&] { public_from(without_last(public_key)); }, malformed,
       size(public_key, -1), std::to_string(public_key.size()), whole},
      {"long public key", [&] { public_from(with_one_more(public_key)); }, malformed,
       size(public_key, 1), std::to_string(public_key.size()), whole},
      {"short secret key", [&] { secret_from(without_last(secret_key)); }, malformed,
       size(secret_key, -1), std::to_string(secret_key.size()), whole},
      {"long secret key", [&] { secret_from(with_one_more(secret_key)); }, malformed,
       size(secret_key, 1), std::to_string(secret_key.size()), whole},
      {"changed hash", [&] { secret_from(changed(secret_key, secret_key.size() - 40)); }, malformed,
       "changed", "hash", restore},
      {"changed t", [&] { secret_from(changed(secret_key, 3 * kSet / 2)); }, malformed, "changed",
       "hash", restore},
      {"changed rho", [&] { secret_from(changed(secret_key, secret_key.size() - 65)); }, malformed,
       "changed", "hash", restore},
      {"short ciphertext", [&] { cipher_from(without_last(ciphertext)); }, malformed,
       size(ciphertext, -1), std::to_string(ciphertext.size()), whole},
      {"long ciphertext", [&] { cipher_from(with_one_more(ciphertext)); }, malformed,
       size(ciphertext, 1), std::to_string(ciphertext.size()), whole},
      {"short seed", [&] { (void)KeyPair<kSet>::from_seed(Bytes(63)); }, malformed, "63 bytes",
       "64", whole},
      {"no seed", [&] { (void)KeyPair<kSet>::from_seed({}); }, malformed, "0 bytes", "64", whole},
  });
}

// The modulus check, at every place: 3329 and 4095 are refused, 3328 is not.
TYPED_TEST(MlKem, RefusesCoefficientsThatAreNotReduced) {
  constexpr unsigned kSet = TypeParam::kSet;
  auto generator = this->generator_of(9);
  const auto keys = generate_keys<kSet>(generator);
  for (std::size_t i = 0; i < kSet; ++i) {
    const auto with = [&](unsigned value) {
      Bytes bytes = copy_of(keys.public_key.bytes());
      for (unsigned bit = 0; bit < 12; ++bit) {
        const std::size_t at = 12 * i + bit;
        const auto mask = std::byte{1} << (at % 8);
        bytes[at / 8] = (bytes[at / 8] & ~mask) | ((value >> bit & 1) != 0 ? mask : std::byte{0});
      }
      return bytes;
    };
    const auto largest = PublicKey<kSet>::from_bytes(with(3328));
    EXPECT_EQ(copy_of(largest.bytes()), with(3328));
    for (const unsigned value : {3329U, 4095U}) {
      testing::expect_refused(
          {{"coefficient", [&] { (void)PublicKey<kSet>::from_bytes(with(value)); },
            ErrorCode::malformed, "above 3328", "3329", "ask its owner"}});
    }
  }
}

}  // namespace
}  // namespace lath::ml_kem
