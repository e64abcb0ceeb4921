// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/corrupted.hpp"
#include "fixtures.hpp"

namespace lath::io {
namespace {

constexpr std::size_t kHeader = 8 + 32 + 1088;  // of ml-kem-768

// What decrypting gives for an envelope that somebody worked on: an error and a true prefix.
Error refusal(const Bytes& envelope, const Bytes& payload,
              const SecretKey& key = alice().secret_key) {
  MemorySource source(envelope);
  MemorySink sink;
  Error error = error_of([&] { decrypt(key, source, sink); });
  EXPECT_LT(sink.bytes().size(), payload.size() + 1);
  EXPECT_TRUE(std::equal(sink.bytes().begin(), sink.bytes().end(), payload.begin()));
  EXPECT_FALSE(error.remedy().empty());
  return error;
}

bool mentions(const Error& error, const char* text) {
  return std::string_view(error.what()).find(text) != std::string_view::npos;
}

// Four chunks, the last of 3392 bytes.
struct FourChunks {
  Bytes payload = random_bytes(200000);
  Bytes envelope = sealed(payload);
  Bytes header{envelope.begin(), envelope.begin() + kHeader};
  std::vector<Bytes> chunks;

  FourChunks() {
    for (std::size_t at = kHeader; at < envelope.size(); at += kSealed) {
      const auto end = std::min(at + kSealed, envelope.size());
      chunks.emplace_back(envelope.begin() + static_cast<std::ptrdiff_t>(at),
                          envelope.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }
  [[nodiscard]] Bytes assembled(std::initializer_list<std::size_t> order) const {
    Bytes bytes = header;
    for (const std::size_t i : order) bytes.insert(bytes.end(), chunks[i].begin(), chunks[i].end());
    return bytes;
  }
};

class TamperedEnvelope : public ::testing::TestWithParam<std::string> {};

// Two chunks.
TEST_P(TamperedEnvelope, IsRefusedAfterEveryCorruption) {
  lath::testing::SeededValues random(11);
  SCOPED_TRACE(random.label());
  const KeyPair keys = keys_of("alice", GetParam());
  const Bytes payload = random_bytes(kChunkBytes + 1000);
  const Bytes envelope = sealed(payload, keys.public_key);
  const std::size_t rounds = lath::testing::seeds(50);  // corruptions_at_full_size asks for 100,000
  for (std::size_t i = 0; i < rounds && !HasFailure(); ++i) {
    const Bytes changed = lath::testing::corrupted(envelope, random);
    if (changed != envelope) (void)refusal(changed, payload, keys.secret_key);
  }
}

TEST_P(TamperedEnvelope, IsRefusedForEveryByteOfItsHeader) {
  const KeyPair keys = keys_of("alice", GetParam());
  const Bytes payload = random_bytes(10);
  const Bytes envelope = sealed(payload, keys.public_key);
  const std::size_t end = keys.public_key.scheme().envelope_header_bytes();
  // All of what is not ciphertext, and bytes all over that.
  for (std::size_t i = 0; i < end; i += i < kObjectHeaderBytes + kDigestBytes ? 1 : 11) {
    for (const int bit : {0, 7}) {
      Bytes changed = envelope;
      changed[i] ^= std::byte{1} << bit;
      const ErrorCode code = error_of([&] { (void)opened(changed, keys.secret_key); }).code();
      if (i < kObjectHeaderBytes) {
        // Another scheme's header may be longer than the whole envelope.
        ASSERT_TRUE(code == ErrorCode::malformed || (i == 6 && code == ErrorCode::mismatch)) << i;
      } else if (i < kObjectHeaderBytes + kDigestBytes) {
        ASSERT_EQ(code, ErrorCode::mismatch) << i;
      } else {  // the ciphertext encodes nothing any more, or another secret
        ASSERT_TRUE(code == ErrorCode::malformed || code == ErrorCode::authentication) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, TamperedEnvelope, ::testing::ValuesIn(scheme_names()));

TEST(EnvelopeTampering, TheSchemeInTheHeaderCounts) {
  const Bytes payload = random_bytes(5000);
  Bytes envelope = sealed(payload);
  for (const FileScheme& scheme : FileScheme::all()) {
    if (scheme == alice().public_key.scheme()) continue;
    envelope[6] = static_cast<std::byte>(scheme.id());
    const Error error = refusal(envelope, payload);
    EXPECT_EQ(error.code(), ErrorCode::mismatch);
    EXPECT_TRUE(mentions(error, std::string(scheme.name()).c_str())) << error.what();
  }
}

TEST(EnvelopeTampering, EveryByteOfASmallPayloadCounts) {
  const Bytes payload = random_bytes(100);
  const Bytes envelope = sealed(payload);
  for (std::size_t i = kHeader; i < envelope.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes changed = envelope;
      changed[i] ^= std::byte{1} << bit;
      const Error error = refusal(changed, payload);
      ASSERT_EQ(error.code(), ErrorCode::authentication) << i;
      ASSERT_TRUE(mentions(error, "chunk 0")) << error.what();
    }
  }
}

TEST(EnvelopeTampering, EveryTruncationIsSeen) {
  const Bytes payload = random_bytes(100);
  const Bytes envelope = sealed(payload);
  for (std::size_t size = 0; size < envelope.size(); ++size) {
    const Bytes part(envelope.begin(), envelope.begin() + static_cast<std::ptrdiff_t>(size));
    const ErrorCode code = refusal(part, payload).code();
    ASSERT_EQ(code, size < kHeader + kTagBytes ? ErrorCode::malformed : ErrorCode::authentication)
        << size;
  }
}

TEST(EnvelopeTampering, AlteredChunksAreNamed) {
  const FourChunks original;
  for (std::size_t i = 0; i < 4; ++i) {
    for (const std::size_t at :
         std::initializer_list<std::size_t>{std::size_t{0}, original.chunks[i].size() - 1}) {
      FourChunks changed;
      changed.chunks[i][at] ^= std::byte{1};
      const Error error = refusal(changed.assembled({0, 1, 2, 3}), original.payload);
      EXPECT_EQ(error.code(), ErrorCode::authentication);
      EXPECT_TRUE(mentions(error, ("chunk " + std::to_string(i) + " ").c_str())) << error.what();
    }
  }
}

TEST(EnvelopeTampering, OtherSequencesOfChunksAreRefused) {
  const FourChunks original;
  ASSERT_EQ(original.assembled({0, 1, 2, 3}), original.envelope);
  const std::initializer_list<std::initializer_list<std::size_t>> orders = {
      {1, 0, 2, 3}, {0, 2, 1, 3}, {0, 0, 1, 2, 3}, {0, 1, 2, 2, 3}, {0, 2, 3}, {1, 2, 3},
      {0, 1, 3},    {3},          {0, 3},          {3, 0, 1, 2}};
  for (const auto& order : orders) {
    const Error error = refusal(original.assembled(order), original.payload);
    EXPECT_EQ(error.code(), ErrorCode::authentication) << error.what();
  }
}

TEST(EnvelopeTampering, ACutBetweenChunksIsCalledOne) {
  const FourChunks original;
  const Error error = refusal(original.assembled({0, 1}), original.payload);
  EXPECT_EQ(error.code(), ErrorCode::authentication);
  EXPECT_TRUE(mentions(error, "cut off after chunk 1")) << error.what();
}

TEST(EnvelopeTampering, ExtensionsAreRefused) {
  const FourChunks original;
  for (const std::size_t extra :
       std::initializer_list<std::size_t>{1, 15, 16, 17, 3408, 65552, 70000}) {
    Bytes longer = original.envelope;
    longer.insert(longer.end(), extra, std::byte{0});
    EXPECT_EQ(refusal(longer, original.payload).code(), ErrorCode::authentication) << extra;
  }
}

TEST(EnvelopeTampering, WhatFollowsAFullLastChunkIsRefused) {
  const Bytes payload = random_bytes(2 * kChunkBytes);
  const Bytes envelope = sealed(payload);
  for (const std::size_t extra : std::initializer_list<std::size_t>{1, 15, 16, 17, 65552, 70000}) {
    Bytes longer = envelope;
    longer.insert(longer.end(), extra, std::byte{0});
    const Error error = refusal(longer, payload);
    EXPECT_EQ(error.code(), ErrorCode::authentication);
    EXPECT_TRUE(mentions(error, "goes on after its last chunk, chunk 1")) << error.what();
  }
}

TEST(EnvelopeTampering, ChunksOfAnotherEnvelopeAreRefused) {
  const FourChunks original;
  MemorySource source(original.payload);
  MemorySink sink;
  Generator generator = generator_of("another encryption");
  encrypt(alice().public_key, source, sink, generator);
  Bytes mixed = original.header;
  mixed.insert(mixed.end(), sink.bytes().begin() + kHeader, sink.bytes().end());
  EXPECT_EQ(refusal(mixed, original.payload).code(), ErrorCode::authentication);
}

TEST(EnvelopeTampering, NothingLargeIsAllocatedForWhatIsNotAnEnvelope) {
  // A source that never ends and is no envelope: eight bytes decide.
  class Endless final : public Source {
   public:
    std::size_t read(std::span<std::byte> out) override {
      std::ranges::fill(out, std::byte{7});
      given += out.size();
      return out.size();
    }
    std::size_t given = 0;
  } source;
  MemorySink sink;
  EXPECT_EQ(error_of([&] { decrypt(alice().secret_key, source, sink); }).code(),
            ErrorCode::malformed);
  EXPECT_LE(source.given, kHeader);
}

}  // namespace
}  // namespace lath::io
