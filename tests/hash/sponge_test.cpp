// SPDX-License-Identifier: Apache-2.0
//
// OpenSSL is the judge: each function with messages of all lengths around one and several blocks.
#include "hash/sponge.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath::detail::fips202 {
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
      Sponge(testing::isas({Isa::avx2, Isa::avx512}).back(), c.function)
          .absorb(message)
          .squeeze(out);
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
      Sponge sponge(Isa::scalar, c.function);
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

// Messages of many lengths and functions next to each other, each begun where another one ended.
TEST(ParallelSponges, HashLikeOpenSsl) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  struct Running {
    const Case* c = nullptr;
    Bytes message, out;
    std::size_t wanted = 0;
  };
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    ParallelSponges sponges(isa);
    std::vector<Running> running(sponges.count());
    std::size_t next = 0, left = 3000;
    while (left != 0) {
      for (std::size_t k = 0; k < running.size() && next < 3000; ++k) {
        Running& one = running[k];
        if (one.c != nullptr || random.below(4) == 0) continue;  // some idle for a while
        one.c = &kCases[random.below(kCases.size())];
        one.message = message_of(random, next++ % 600);
        one.out.clear();
        one.wanted = one.c->digest == 0 ? 1 + random.below(500) : one.c->digest;
        sponges.start(k, one.c->function, one.message);
      }
      sponges.step();
      for (std::size_t k = 0; k < running.size(); ++k) {
        Running& one = running[k];
        if (one.c == nullptr || !sponges.has_output(k)) continue;
        const auto block = sponges.output(k);
        ASSERT_EQ(block.size(), one.c->function.rate);
        const auto part = block.first(std::min(block.size(), one.wanted - one.out.size()));
        one.out.insert(one.out.end(), part.begin(), part.end());
        if (one.out.size() < one.wanted) continue;
        ASSERT_EQ(one.out, judged(*one.c, one.message, one.wanted))
            << isa_name(isa) << " " << one.c->name << ", " << one.message.size() << " bytes";
        sponges.stop(k);
        one.c = nullptr;
        --left;
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail::fips202
