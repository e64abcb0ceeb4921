// SPDX-License-Identifier: Apache-2.0
//
// The accumulated vectors of C2SP/CCTV for ML-KEM (FIPS 203 as published): 10000 runs whose inputs
// come from SHAKE128 of the empty message, and one digest of everything that comes out.
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kat/known_answers.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"

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

TEST(KnownAnswers, MlKemHasTheDigestsOfOthers) {
  EXPECT_EQ(accumulated_digest<512>(), testing::known_answer("ml_kem.txt", "accumulated-512"));
  EXPECT_EQ(accumulated_digest<768>(), testing::known_answer("ml_kem.txt", "accumulated-768"));
  EXPECT_EQ(accumulated_digest<1024>(), testing::known_answer("ml_kem.txt", "accumulated-1024"));
}

}  // namespace
}  // namespace lath::ml_kem
