// SPDX-License-Identifier: Apache-2.0
#include "random/aes_counter.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "lath/base/cpu.hpp"
#include "lath/random/generator.hpp"

namespace lath::detail {
namespace {

using Key = std::array<std::byte, AesCounter::kKeyBytes>;
using Block = std::array<std::byte, AesCounter::kBlockBytes>;

const unsigned char* chars(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

std::vector<std::byte> by_openssl(const Key& key, const Block& counter, std::size_t bytes) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  const std::vector<std::byte> zeros(bytes);
  std::vector<std::byte> out(bytes);
  int written = 0;
  EXPECT_EQ(EVP_EncryptInit_ex(context.get(), EVP_aes_256_ctr(), nullptr, chars(key.data()),
                               chars(counter.data())),
            1);
  EXPECT_EQ(EVP_EncryptUpdate(context.get(), reinterpret_cast<unsigned char*>(out.data()), &written,
                              chars(zeros.data()), static_cast<int>(bytes)),
            1);
  return out;
}

class AesCounters : public testing::Test {
 protected:
  void SetUp() override {
    if (!AesCounter::exists_for(active_isa())) GTEST_SKIP() << "needs AVX-512 with VAES";
  }
};

// NIST SP 800-38A, F.5.5: its plaintext added to its ciphertext.
TEST_F(AesCounters, GiveTheStreamOfTheStandard) {
  Key key;
  const std::array<int, AesCounter::kKeyBytes> standard = {
      0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
      0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
      0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4};
  std::ranges::transform(standard, key.begin(), [](int x) { return static_cast<std::byte>(x); });
  Block counter;
  for (std::size_t i = 0; i < counter.size(); ++i) counter[i] = static_cast<std::byte>(0xf0 + i);
  std::array<std::byte, AesCounter::kGroupBytes> out;
  AesCounter(key, counter).stream(out);
  const std::array<int, 16> first = {0x0b, 0xdf, 0x7d, 0xf1, 0x59, 0x17, 0x16, 0x33,
                                     0x5e, 0x9a, 0x8b, 0x15, 0xc8, 0x60, 0xc5, 0x02};
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(out[i], static_cast<std::byte>(first[i])) << "byte " << i;
  }
}

// Counters that wrap in each of the blocks of a group, at 32, 64 and 128 bits.
TEST_F(AesCounters, GiveTheStreamOfOpenSsl) {
  Seed seed;
  Generator g = Generator::from_seed(seed, "keys and counters");
  for (const std::size_t ones : {0U, 4U, 8U, 16U}) {
    for (std::size_t blocks = 0; blocks < 80; ++blocks) {
      Key key;
      Block counter;
      g.fill(key);
      g.fill(counter);
      std::fill(counter.end() - static_cast<std::ptrdiff_t>(ones), counter.end(), std::byte{0xff});
      counter.back() = static_cast<std::byte>(0xff - blocks);
      const std::size_t bytes = (1 + blocks % 5) * AesCounter::kGroupBytes;
      std::vector<std::byte> out(bytes);
      AesCounter stream(key, counter);
      const std::span<std::byte> all(out);
      stream.stream(all.first(AesCounter::kGroupBytes));
      stream.stream(all.subspan(AesCounter::kGroupBytes));
      ASSERT_EQ(out, by_openssl(key, counter, bytes)) << ones << " ones, " << blocks << " blocks";
    }
  }
}

}  // namespace
}  // namespace lath::detail
