// SPDX-License-Identifier: Apache-2.0
#include "lath/random/generator.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "kat/known_answers.hpp"

namespace lath {
namespace {

using Bytes = std::vector<std::byte>;

constexpr Cipher kCiphers[] = {Cipher::aes_256_ctr, Cipher::chacha20};

// The bytes first, first + 1, ...
Seed counting_seed(unsigned first = 0) {
  std::array<std::byte, 32> bytes;
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(first + i);
  return Seed(bytes);
}

Bytes draw(Generator& generator, std::size_t size) {
  Bytes bytes(size, std::byte{0xee});
  generator.fill(bytes);
  return bytes;
}

Bytes draw(Generator&& generator, std::size_t size) { return draw(generator, size); }

// The stream straight from OpenSSL, as the documentation of from_seed() defines it.
Bytes stream_by_openssl(const Seed& seed, std::string_view name, Cipher cipher, std::size_t size) {
  const bool chacha = cipher == Cipher::chacha20;
  std::string message = "lath generator 1";
  message += static_cast<char>(chacha ? 1 : 0);
  message.append(reinterpret_cast<const char*>(seed.data()), 32);
  message += name;
  std::array<unsigned char, 48> key;
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  EVP_DigestInit_ex(digest, EVP_shake256(), nullptr);
  EVP_DigestUpdate(digest, message.data(), message.size());
  EVP_DigestFinalXOF(digest, key.data(), key.size());
  EVP_MD_CTX_free(digest);
  if (chacha) std::memset(key.data() + 32, 0, 4);  // the block counter starts at zero
  const Bytes zeros(size);
  Bytes stream(size);
  int written = 0;
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, chacha ? EVP_chacha20() : EVP_aes_256_ctr(), nullptr, key.data(),
                     key.data() + 32);
  EVP_EncryptUpdate(context, reinterpret_cast<unsigned char*>(stream.data()), &written,
                    reinterpret_cast<const unsigned char*>(zeros.data()), static_cast<int>(size));
  EVP_CIPHER_CTX_free(context);
  EXPECT_EQ(static_cast<std::size_t>(written), size);
  return stream;
}

TEST(KnownAnswers, GeneratorsGiveTheStreamsTheyAlwaysGave) {
  for (const Cipher cipher : kCiphers) {
    const std::string name(cipher_name(cipher));
    const Bytes bytes = draw(Generator::from_seed(counting_seed(), "known answer", cipher), 100000);
    EXPECT_EQ(testing::hex(std::span(bytes).first(32)),
              testing::known_answer("generator.txt", name + ".first-32-bytes"));
    testing::Digest digest;
    digest.append(bytes);
    EXPECT_EQ(digest.finish(),
              testing::known_answer("generator.txt", name + ".sha256-of-100000-bytes"));
  }
}

TEST(Generator, GivesTheDocumentedStream) {
  for (const Cipher cipher : kCiphers) {
    for (const std::string_view name :
         {std::string_view("known answer"), std::string_view(), std::string_view("a\0b", 3)}) {
      const Seed seed = counting_seed(100);
      EXPECT_EQ(draw(Generator::from_seed(seed, name, cipher), 20000),
                stream_by_openssl(seed, name, cipher, 20000))
          << cipher_name(cipher) << " \"" << name << "\"";
    }
  }
}

TEST(Generator, GivesTheSameStreamHoweverItIsDivided) {
  for (const Cipher cipher : kCiphers) {
    const Bytes whole = draw(Generator::from_seed(counting_seed(), "parts", cipher), 40000);
    for (const std::size_t part : {1U, 3U, 32U, 4095U, 4096U, 4097U, 8192U, 12289U, 40000U}) {
      auto generator = Generator::from_seed(counting_seed(), "parts", cipher);
      Bytes bytes;
      while (bytes.size() < whole.size()) {
        const Bytes next = draw(generator, std::min(part, whole.size() - bytes.size()));
        bytes.insert(bytes.end(), next.begin(), next.end());
        generator.fill({});  // takes nothing
      }
      ASSERT_EQ(bytes, whole) << cipher_name(cipher) << " in parts of " << part;
    }
  }
}

TEST(Generator, IsDeterminedByCipherSeedAndName) {
  const Bytes bytes = draw(Generator::from_seed(counting_seed(), "a"), 64);
  EXPECT_EQ(draw(Generator::from_seed(counting_seed(), "a"), 64), bytes);
  EXPECT_NE(draw(Generator::from_seed(counting_seed(), "b"), 64), bytes);
  EXPECT_NE(draw(Generator::from_seed(counting_seed(), ""), 64), bytes);
  EXPECT_NE(draw(Generator::from_seed(counting_seed(1), "a"), 64), bytes);
  EXPECT_NE(draw(Generator::from_seed(counting_seed(), "a", Cipher::chacha20), 64), bytes);
}

TEST(Generator, ContinuesWhereItWasMovedTo) {
  const Bytes whole = draw(Generator::from_seed(counting_seed(), "move"), 64);
  auto first = Generator::from_seed(counting_seed(), "move");
  Bytes bytes = draw(first, 10);
  Generator second(std::move(first));
  const Bytes rest = draw(second, 54);
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  EXPECT_EQ(bytes, whole);
}

TEST(Generator, GivesItsNextBytesAsASeed) {
  const Bytes whole = draw(Generator::from_seed(counting_seed(), "seed"), 64);
  auto generator = Generator::from_seed(counting_seed(), "seed");
  const Seed seed = generator.seed();
  EXPECT_EQ(Bytes(seed.span().begin(), seed.span().end()),
            Bytes(whole.begin(), whole.begin() + 32));
  EXPECT_EQ(draw(generator, 32), Bytes(whole.begin() + 32, whole.end()));
}

TEST(Split, IsSeededWithTheNextBytesUnderItsOwnName) {
  for (const Cipher cipher : kCiphers) {
    auto parent = Generator::from_seed(counting_seed(), "parent", cipher);
    auto twin = Generator::from_seed(counting_seed(), "parent", cipher);
    auto child = parent.split("child");
    const Seed seed = twin.seed();
    const Bytes bytes = draw(child, 1000);
    EXPECT_EQ(bytes, draw(Generator::from_seed(seed, "child", cipher), 1000));
    // The parent goes on behind the seed, and the child is not that stream.
    const Bytes continuation = draw(parent, 1000);
    EXPECT_EQ(continuation, draw(twin, 1000));
    EXPECT_NE(bytes, continuation);
    EXPECT_NE(bytes, draw(Generator::from_seed(counting_seed(), "parent", cipher), 1000));
    EXPECT_NE(draw(parent.split("child"), 1000), bytes);
  }
}

TEST(SystemGenerators, HaveDistinctStreams) {
  for (const Cipher cipher : kCiphers) {
    auto a = Generator::from_system(cipher), b = Generator::from_system(cipher);
    const Bytes first = draw(a, 64);
    EXPECT_NE(first, draw(b, 64));
    EXPECT_NE(first, draw(a, 64));
    EXPECT_NE(first, Bytes(64));
  }
}

TEST(Ciphers, HaveNamesThatLeadBackToThem) {
  EXPECT_EQ(cipher_name(Cipher::aes_256_ctr), "aes-256-ctr");
  EXPECT_EQ(cipher_name(Cipher::chacha20), "chacha20");
  for (const Cipher cipher : kCiphers) EXPECT_EQ(cipher_of_name(cipher_name(cipher)), cipher);
  for (const char* name : {"", "AES-256-CTR", "aes", "chacha20 "}) {
    testing::expect_error(
        [&] { (void)cipher_of_name(name); }, ErrorCode::invalid_argument,
        {"cipher \"" + std::string(name) + "\"", "aes-256-ctr or chacha20", "use aes-256-ctr"});
  }
}

}  // namespace
}  // namespace lath
