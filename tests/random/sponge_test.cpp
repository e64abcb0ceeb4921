// SPDX-License-Identifier: Apache-2.0
//
// OpenSSL is the judge: each function with messages of all lengths around one and several blocks.
#include "random/sponge.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::fips202 {
namespace {

using Bytes = std::vector<std::byte>;

struct Case {
  const char* name;
  Function function;
  const EVP_MD* (*judge)();
  std::size_t digest;  // its size; 0 where it is for the caller to choose
};

const std::vector<Case> kCases = {{"SHA3-256", kSha3_256, EVP_sha3_256, 32},
                                  {"SHA3-512", kSha3_512, EVP_sha3_512, 64},
                                  {"SHAKE128", kShake128, EVP_shake128, 0},
                                  {"SHAKE256", kShake256, EVP_shake256, 0}};

Bytes judged(const Case& c, const Bytes& message, std::size_t size) {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  Bytes out(size);
  auto* bytes = reinterpret_cast<unsigned char*>(out.data());
  bool worked = EVP_DigestInit_ex(context, c.judge(), nullptr) == 1 &&
                EVP_DigestUpdate(context, message.data(), message.size()) == 1;
  worked = worked && (c.digest == 0 ? EVP_DigestFinalXOF(context, bytes, size)
                                    : EVP_DigestFinal_ex(context, bytes, nullptr)) == 1;
  EXPECT_TRUE(worked);
  EVP_MD_CTX_free(context);
  return out;
}

Bytes message_of(testing::SeededValues& random, std::size_t size) {
  Bytes message(size);
  for (std::byte& byte : message) byte = random.byte();
  return message;
}

TEST(Sponge, HashesLikeOpenSsl) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const Case& c : kCases) {
    for (std::size_t size = 0; size <= 700; ++size) {
      const Bytes message = message_of(random, size);
      Bytes out(c.digest == 0 ? 1 + random.below(600) : c.digest);
      Sponge(c.function).absorb(message).squeeze(out);
      ASSERT_EQ(out, judged(c, message, out.size())) << c.name << ", " << size << " bytes";
    }
  }
}

TEST(Sponge, DoesNotCareHowMessagesAndOutputsAreDivided) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const Case& c : kCases) {
    for (int round = 0; round < 200; ++round) {
      const Bytes message = message_of(random, random.below(1000));
      Bytes out(c.digest == 0 ? random.below(1000) : c.digest);
      Sponge sponge(c.function);
      for (std::span<const std::byte> rest(message); !rest.empty();) {
        const std::size_t part = std::min<std::size_t>(rest.size(), random.below(200));
        sponge.absorb(rest.first(part));
        rest = rest.subspan(part);
      }
      for (std::span<std::byte> rest(out); !rest.empty();) {
        const std::size_t part = std::min<std::size_t>(rest.size(), random.below(200));
        sponge.squeeze(rest.first(part));
        rest = rest.subspan(part);
      }
      ASSERT_EQ(out, judged(c, message, out.size())) << c.name;
    }
  }
}

TEST(FourSponges, HashFourMessagesLikeOpenSsl) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa > detected_isa()) continue;
    for (const Case& c : {kCases[2], kCases[3]}) {
      const std::size_t rate = c.function.rate;
      for (std::size_t size = 0; size < rate; ++size) {
        std::array<Bytes, FourSponges::kCount> messages;
        FourSponges::Messages views;
        for (std::size_t k = 0; k < messages.size(); ++k) {
          messages[k] = message_of(random, (size + 7 * k) % rate);
          views[k] = messages[k];
        }
        FourSponges sponges(isa, c.function, views);
        Bytes first(4 * 3 * rate), second(4 * rate);
        sponges.squeeze(first);
        sponges.squeeze(second);
        for (std::size_t k = 0; k < messages.size(); ++k) {
          const auto part = [k](const Bytes& bytes) {
            return std::span(bytes).subspan(k * bytes.size() / 4, bytes.size() / 4);
          };
          Bytes out(part(first).begin(), part(first).end());
          out.insert(out.end(), part(second).begin(), part(second).end());
          ASSERT_EQ(out, judged(c, messages[k], 4 * rate))
              << isa_name(isa) << " " << c.name << ", message " << k << " of " << size << " bytes";
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::fips202
