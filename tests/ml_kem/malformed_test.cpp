// SPDX-License-Identifier: Apache-2.0
//
// What the library makes of ciphertexts and keys that nobody honest made, on every instruction set:
// the outcome of each run is compared with what the standard says, by OpenSSL's hash functions
// where that is a secret, and all outcomes enter one digest. LATH_TEST_MALFORMED is the number of
// runs.
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "kat/known_answers.hpp"
#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "ml_kem/bytes.hpp"

namespace lath::ml_kem {
namespace {

/// A hash function of OpenSSL over two strings.
Bytes hash_of(const EVP_MD* function, std::span<const std::byte> a, std::span<const std::byte> b) {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  Bytes out(32);
  EVP_DigestInit_ex(context, function, nullptr);
  EVP_DigestUpdate(context, a.data(), a.size());
  EVP_DigestUpdate(context, b.data(), b.size());
  auto* bytes = reinterpret_cast<unsigned char*>(out.data());
  if (function == EVP_sha3_256()) {
    EVP_DigestFinal_ex(context, bytes, nullptr);
  } else {
    EVP_DigestFinalXOF(context, bytes, out.size());
  }
  EVP_MD_CTX_free(context);
  return out;
}

Bytes random_bytes(std::size_t size, testing::SeededValues& random) {
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = random.byte();
  return bytes;
}

void flip_bit(std::span<std::byte> bytes, testing::SeededValues& random) {
  const auto bit = random.below(8 * bytes.size());
  bytes[bit / 8] ^= std::byte{1} << (bit % 8);
}

/// The i-th number of 12 bits.
unsigned coefficient(std::span<const std::byte> bytes, std::size_t i) {
  const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(bytes[at]); };
  const std::size_t at = i / 2 * 3;
  return i % 2 == 0 ? byte(at) | (byte(at + 1) & 15) << 8 : byte(at + 1) >> 4 | byte(at + 2) << 4;
}
void set_coefficient(std::span<std::byte> bytes, std::size_t i, unsigned value) {
  const std::size_t at = i / 2 * 3;
  if (i % 2 == 0) {
    bytes[at] = static_cast<std::byte>(value & 255);
    bytes[at + 1] = (bytes[at + 1] & std::byte{0xf0}) | static_cast<std::byte>(value >> 8);
  } else {
    bytes[at + 1] = (bytes[at + 1] & std::byte{0x0f}) | static_cast<std::byte>((value & 15) << 4);
    bytes[at + 2] = static_cast<std::byte>(value >> 4);
  }
}

/// Changes bytes of any kind: to noise, in one place or in several, to a constant, from some place
/// on, or in their number.
void spoil(Bytes& bytes, testing::SeededValues& random) {
  switch (random.below(8)) {
    case 0:
      bytes = random_bytes(bytes.size(), random);
      break;
    case 1:
      flip_bit(bytes, random);
      break;
    case 2:
      for (auto left = 2 + random.below(63); left > 0; --left) flip_bit(bytes, random);
      break;
    case 3:
      std::ranges::fill(bytes, std::byte{0xff});
      break;
    case 4:
      std::ranges::fill(bytes, std::byte{0});
      break;
    case 5:
      std::ranges::fill(bytes, random.byte());
      break;
    case 6: {
      const auto from = random.below(bytes.size());
      for (std::byte& byte : std::span(bytes).subspan(from)) byte = random.byte();
      break;
    }
    default: {
      const auto size = random.below(2 * bytes.size());
      bytes.resize(size, random.byte());
    } break;
  }
}

/// The outcomes of one parameter set, and the checks that say what they must be.
template <unsigned kSet>
class Outcomes {
 public:
  explicit Outcomes(std::uint64_t seed) : random_(seed) {}

  void run(std::size_t number) {
    if (number % 8 == 0) renew_keys();
    switch (number % 4) {
      case 0:
        try_public_key();
        break;
      case 1:
        try_secret_key();
        break;
      default:
        try_ciphertext();
        break;
    }
  }
  std::string digest() { return digest_.finish(); }

 private:
  static constexpr std::size_t kVectorBytes = kSet * 3 / 2;
  static constexpr std::size_t kPublicBytes = PublicKey<kSet>::kBytes;

  void renew_keys() {
    keys_.emplace(KeyPair<kSet>::from_seed(random_bytes(64, random_)));
    sent_.emplace(send(keys_->public_key));
  }
  Encapsulation<kSet> send(const PublicKey<kSet>& key) {
    const Bytes m = random_bytes(32, random_);
    return encapsulate_derandomized(key, Seed(std::span(m).template first<32>()));
  }

  /// What `make` returns from these bytes, or nothing where it throws malformed.
  template <class Make>
  std::optional<std::invoke_result_t<Make, const Bytes&>> made_of(const Bytes& bytes, Make make,
                                                                  bool is_valid) {
    try {
      auto object = make(bytes);
      EXPECT_TRUE(is_valid) << "accepted";
      digest_.append(std::span<const std::byte>(bytes));
      return object;
    } catch (const Error& error) {
      EXPECT_FALSE(is_valid) << error.what();
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      const std::byte refused{0xee};
      digest_.append(std::span(&refused, 1));
      return std::nullopt;
    }
  }

  void try_ciphertext() {
    sent_.emplace(send(keys_->public_key));
    Bytes bytes = copy_of(sent_->ciphertext.bytes);
    spoil(bytes, random_);
    const auto ciphertext =
        made_of(bytes, Ciphertext<kSet>::from_bytes, bytes.size() == Ciphertext<kSet>::kBytes);
    if (!ciphertext) return;
    const auto found = decapsulate(keys_->secret_key, *ciphertext);
    const bool honest = *ciphertext == sent_->ciphertext;
    const auto z = keys_->secret_key.bytes().template last<32>();
    EXPECT_EQ(copy_of(found.span()), honest ? copy_of(sent_->secret.span())
                                            : hash_of(EVP_shake256(), z, ciphertext->bytes));
    digest_.append(found.span());
  }

  void try_public_key() {
    Bytes bytes = copy_of(keys_->public_key.bytes());
    switch (random_.below(3)) {
      case 0:
        spoil(bytes, random_);
        break;
      case 1:  // another key that may be one
        for (std::size_t i = 0; i < kSet; ++i) {
          set_coefficient(bytes, i, static_cast<unsigned>(random_.below(3329)));
        }
        break;
      default: {  // at the edge of what may be one
        const auto place = random_.below(kSet);
        set_coefficient(bytes, place, 3328 + static_cast<unsigned>(random_.below(2)));
      }
    }
    bool valid = bytes.size() == kPublicBytes;
    for (std::size_t i = 0; valid && i < kSet; ++i) valid = coefficient(bytes, i) < 3329;
    const auto key = made_of(bytes, PublicKey<kSet>::from_bytes, valid);
    if (!key) return;
    const auto sent = send(*key);
    digest_.append(sent.ciphertext.bytes);
    digest_.append(sent.secret.span());
  }

  void try_secret_key() {
    Bytes bytes = copy_of(keys_->secret_key.bytes());
    switch (random_.below(3)) {
      case 0:
        spoil(bytes, random_);
        break;
      case 1: {  // s is anything, also coefficients that are not reduced
        const Bytes s = random_bytes(kVectorBytes, random_);
        std::ranges::copy(s, bytes.begin());
        break;
      }
      case 2: {  // and t too, with its hash: the standard does not ask for reduced ones here
        const auto key = std::span(bytes).subspan(kVectorBytes, kPublicBytes);
        const Bytes t = random_bytes(kVectorBytes, random_);
        std::ranges::copy(t, key.begin());
        const Bytes hash = hash_of(EVP_sha3_256(), key, {});
        std::ranges::copy(hash, std::span(bytes).last(64).begin());
        break;
      }
      default: {  // one bit of s, the public key, its hash or z
        const std::size_t parts[] = {0, kVectorBytes, kVectorBytes + kPublicBytes,
                                     bytes.size() - 32, bytes.size()};
        const auto part = random_.below(4);
        flip_bit(std::span(bytes).subspan(parts[part], parts[part + 1] - parts[part]), random_);
      }
    }
    bool valid = bytes.size() == SecretKey<kSet>::kBytes;
    if (valid) {
      const auto all = std::span<const std::byte>(bytes);
      const auto hash = all.last(64).template first<32>();
      valid = std::ranges::equal(
          hash_of(EVP_sha3_256(), all.subspan(kVectorBytes, kPublicBytes), {}), hash);
    }
    const auto key = made_of(bytes, SecretKey<kSet>::from_bytes, valid);
    if (!key) return;
    const SharedSecret secret = decapsulate(*key, sent_->ciphertext);
    digest_.append(secret.span());
  }

  testing::SeededValues random_;
  testing::Digest digest_;
  std::optional<KeyPair<kSet>> keys_;
  std::optional<Encapsulation<kSet>> sent_;
};

std::size_t runs() {
  const char* wanted = std::getenv("LATH_TEST_MALFORMED");
  return wanted == nullptr ? 2000 : std::strtoull(wanted, nullptr, 10);
}

template <unsigned kSet>
void expect_known_outcomes() {
  Outcomes<kSet> outcomes(kSet);
  for (std::size_t run = 0; run < runs(); ++run) {
    SCOPED_TRACE("ML-KEM-" + std::to_string(kSet) + ", run " + std::to_string(run));
    outcomes.run(run);
    if (::testing::Test::HasFailure()) return;
  }
  const std::string name = "malformed-" + std::to_string(kSet) + "-" + std::to_string(runs());
  EXPECT_EQ(outcomes.digest(), testing::known_answer("ml_kem.txt", name)) << name;
}

TEST(KnownAnswers, MlKem512TreatsMalformedInputsAlike) { expect_known_outcomes<512>(); }
TEST(KnownAnswers, MlKem768TreatsMalformedInputsAlike) { expect_known_outcomes<768>(); }
TEST(KnownAnswers, MlKem1024TreatsMalformedInputsAlike) { expect_known_outcomes<1024>(); }

}  // namespace
}  // namespace lath::ml_kem
