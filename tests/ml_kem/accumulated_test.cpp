// SPDX-License-Identifier: Apache-2.0
//
// The accumulated vectors of C2SP/CCTV for ML-KEM (FIPS 203 as published): 10000 runs whose inputs
// come from SHAKE128 of the empty message, and one digest of everything that comes out.
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kat/known_answers.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/packed.hpp"

namespace lath::ml_kem {
namespace {

constexpr std::size_t kRuns = 10000;

/// SHAKE128 by OpenSSL.
class Shake128 {
 public:
  Shake128() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_shake128(), nullptr); }
  Shake128(const Shake128&) = delete;
  Shake128& operator=(const Shake128&) = delete;
  ~Shake128() { EVP_MD_CTX_free(context_); }

  void absorb(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(context_, bytes.data(), bytes.size());
  }
  std::vector<std::byte> output(std::size_t size) {
    std::vector<std::byte> out(size);
    EVP_DigestFinalXOF(context_, reinterpret_cast<unsigned char*>(out.data()), size);
    return out;
  }

 private:
  EVP_MD_CTX* context_;
};

template <unsigned kSet>
std::string accumulated_digest() {
  constexpr std::size_t kInputs = 64 + 32 + Ciphertext<kSet>::kBytes;
  const auto inputs = Shake128().output(kRuns * kInputs);
  Shake128 digest;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const auto input = std::span<const std::byte>(inputs).subspan(run * kInputs, kInputs);
    const auto keys = KeyPair<kSet>::from_seed(input.first(64));
    const Seed m(input.subspan(64).template first<32>());
    const auto sent = encapsulate_derandomized(keys.public_key, m);
    const auto found = decapsulate(keys.secret_key, sent.ciphertext);
    EXPECT_TRUE(ct::equal(found.span(), sent.secret.span())) << run;
    const auto other = Ciphertext<kSet>::from_bytes(input.subspan(96));
    digest.absorb(keys.public_key.bytes());
    digest.absorb(keys.secret_key.bytes());
    digest.absorb(sent.ciphertext.bytes);
    digest.absorb(sent.secret.span());
    const auto rejected = decapsulate(keys.secret_key, other);
    digest.absorb(rejected.span());
  }
  return testing::hex(digest.output(32));
}

// The same from operations side by side, 33 at a time and a few at the end.
template <unsigned kSet>
std::string accumulated_digest_packed() {
  constexpr std::size_t kCipher = Ciphertext<kSet>::kBytes, kInputs = 64 + 32 + kCipher;
  constexpr std::size_t kPublic = PublicKey<kSet>::kBytes, kSecret = SecretKey<kSet>::kBytes;
  const auto inputs = Shake128().output(kRuns * kInputs);
  Shake128 digest;
  for (std::size_t first = 0, count = 33; first < kRuns; first += count) {
    count = std::min(count, kRuns - first);
    using Bytes = std::vector<std::byte>;
    Bytes seeds, messages, others;
    for (std::size_t run = first; run < first + count; ++run) {
      const auto begin = inputs.begin() + static_cast<std::ptrdiff_t>(run * kInputs);
      seeds.insert(seeds.end(), begin, begin + 64);
      messages.insert(messages.end(), begin + 64, begin + 96);
      others.insert(others.end(), begin + 96, begin + kInputs);
    }
    Bytes public_keys(count * kPublic), secret_keys(count * kSecret), ciphertexts(count * kCipher);
    Bytes secrets(count * 32), found(count * 32), rejected(count * 32);
    keys_from_seeds_packed<kSet>(seeds, public_keys, secret_keys);
    EXPECT_TRUE(
        encapsulate_derandomized_packed<kSet>(public_keys, messages, ciphertexts, secrets).empty());
    EXPECT_TRUE(decapsulate_packed<kSet>(secret_keys, ciphertexts, found).empty());
    EXPECT_EQ(found, secrets);
    EXPECT_TRUE(decapsulate_packed<kSet>(secret_keys, others, rejected).empty());
    for (std::size_t i = 0; i < count; ++i) {
      const auto part = [i](const Bytes& all, std::size_t size) {
        return std::span(all).subspan(i * size, size);
      };
      digest.absorb(part(public_keys, kPublic));
      digest.absorb(part(secret_keys, kSecret));
      digest.absorb(part(ciphertexts, kCipher));
      digest.absorb(part(secrets, 32));
      digest.absorb(part(rejected, 32));
    }
  }
  return testing::hex(digest.output(32));
}

TEST(KnownAnswers, MlKemPackedHasTheDigestsOfOthers) {
  const auto answer = [](const char* name) { return testing::known_answer("ml_kem.txt", name); };
  EXPECT_EQ(accumulated_digest_packed<512>(), answer("accumulated-512"));
  EXPECT_EQ(accumulated_digest_packed<768>(), answer("accumulated-768"));
  EXPECT_EQ(accumulated_digest_packed<1024>(), answer("accumulated-1024"));
}

TEST(KnownAnswers, MlKemHasTheDigestsOfOthers) {
  EXPECT_EQ(accumulated_digest<512>(), testing::known_answer("ml_kem.txt", "accumulated-512"));
  EXPECT_EQ(accumulated_digest<768>(), testing::known_answer("ml_kem.txt", "accumulated-768"));
  EXPECT_EQ(accumulated_digest<1024>(), testing::known_answer("ml_kem.txt", "accumulated-1024"));
}

}  // namespace
}  // namespace lath::ml_kem
