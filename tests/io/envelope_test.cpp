// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "fixtures.hpp"
#include "io/sha256.hpp"
#include "kat/known_answers.hpp"

namespace lath::io {
namespace {

// Gives its bytes in pieces of sizes that fit nothing, and fails after `limit` bytes.
class AwkwardSource final : public Source {
 public:
  AwkwardSource(std::span<const std::byte> bytes, std::size_t piece,
                std::size_t limit = static_cast<std::size_t>(-1))
      : rest_(bytes), piece_(piece), limit_(limit) {}

  std::size_t read(std::span<std::byte> out) override {
    if (given_ >= limit_) throw std::runtime_error("the source failed");
    const std::size_t size = std::min({out.size(), piece_, rest_.size()});
    std::copy_n(rest_.begin(), size, out.begin());
    rest_ = rest_.subspan(size);
    given_ += size;
    return size;
  }

 private:
  std::span<const std::byte> rest_;
  std::size_t piece_, limit_, given_ = 0;
};

// Fails at one write and remembers whether anyone writes after it.
class FailingSink final : public Sink {
 public:
  explicit FailingSink(std::size_t writes) : left_(writes) {}
  void write(std::span<const std::byte>) override {
    if (failed_) written_after_ = true;
    if (left_-- == 0) {
      failed_ = true;
      throw std::runtime_error("the sink failed");
    }
  }
  [[nodiscard]] bool written_after_failure() const { return written_after_; }

 private:
  std::size_t left_;
  bool failed_ = false, written_after_ = false;
};

class EnvelopeOfSize : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EnvelopeOfSize, OpensToWhatWasSealed) {
  const Bytes payload = random_bytes(GetParam());
  const Bytes envelope = sealed(payload);
  EXPECT_EQ(envelope.size(), envelope_bytes(alice().public_key.scheme(), payload.size()));
  EXPECT_EQ(opened(envelope), payload);
  MemorySource source(envelope);
  EXPECT_EQ(verify(alice().secret_key, source), payload.size());
}

TEST_P(EnvelopeOfSize, DoesNotDependOnHowTheSourceDividesIt) {
  const Bytes payload = random_bytes(GetParam());
  const Bytes envelope = sealed(payload);
  for (const std::size_t piece : std::initializer_list<std::size_t>{977, 65536, 65553}) {
    AwkwardSource source(payload, piece);
    MemorySink sink;
    Generator generator = generator_of("encryption");
    EXPECT_EQ(encrypt(alice().public_key, source, sink, generator), payload.size());
    EXPECT_EQ(sink.bytes(), envelope);
    AwkwardSource back(envelope, piece);
    MemorySink plain;
    EXPECT_EQ(decrypt(alice().secret_key, back, plain), payload.size());
    EXPECT_EQ(plain.bytes(), payload);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EnvelopeOfSize,
                         ::testing::Values(0, 1, 65535, 65536, 65537, 131072, 200000,
                                           16 * 65536 - 1, 16 * 65536, 16 * 65536 + 1, 32 * 65536,
                                           33 * 65536 + 5));

class EnvelopeOfScheme : public ::testing::TestWithParam<std::string> {
 protected:
  const KeyPair keys = keys_of("alice", GetParam());
};

TEST_P(EnvelopeOfScheme, OpensToWhatWasSealed) {
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 65536, 200000}) {
    const Bytes payload = random_bytes(size);
    const Bytes envelope = sealed(payload, keys.public_key);
    EXPECT_EQ(envelope.size(), envelope_bytes(keys.public_key.scheme(), size));
    EXPECT_EQ(opened(envelope, keys.secret_key), payload);
  }
}

TEST_P(EnvelopeOfScheme, KeepsItsBytes) {
  const auto digest = [&](std::size_t size) {
    return lath::testing::hex(sha256(sealed(random_bytes(size), keys.public_key)));
  };
  const std::string file = "files.txt";
  EXPECT_EQ(digest(0), lath::testing::known_answer(file, GetParam() + ".empty-envelope"));
  EXPECT_EQ(digest(200000), lath::testing::known_answer(file, GetParam() + ".envelope"));
}

TEST_P(EnvelopeOfScheme, IsRefusedByKeysOfOtherSchemes) {
  const Bytes envelope = sealed(random_bytes(10), keys.public_key);
  for (const std::string& name : scheme_names()) {
    if (name == GetParam()) continue;
    const KeyPair others = keys_of("alice", name);
    const Error error = error_of([&] { (void)opened(envelope, others.secret_key); });
    EXPECT_EQ(error.code(), ErrorCode::mismatch);
    EXPECT_NE(error.found().find(GetParam() + " key"), std::string::npos) << error.what();
    EXPECT_NE(error.needed().find(name + " key"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, EnvelopeOfScheme, ::testing::ValuesIn(scheme_names()));

TEST(Envelope, IsFreshEachTime) {
  const Bytes payload = random_bytes(100);
  Generator generator = generator_of("two encryptions");
  MemorySink first, second;
  for (MemorySink* sink : {&first, &second}) {
    MemorySource source(payload);
    encrypt(alice().public_key, source, *sink, generator);
  }
  EXPECT_NE(first.bytes(), second.bytes());
}

TEST(Envelope, NamesBothKeysWhereTheyDiffer) {
  const KeyPair bob = keys_of("bob");
  const Bytes envelope = sealed(random_bytes(10));
  MemorySource source(envelope);
  MemorySink sink;
  const Error error = error_of([&] { decrypt(bob.secret_key, source, sink); });
  EXPECT_EQ(error.code(), ErrorCode::mismatch);
  EXPECT_NE(error.found().find(short_name(alice().secret_key.fingerprint())), std::string::npos);
  EXPECT_NE(error.needed().find(short_name(bob.secret_key.fingerprint())), std::string::npos);
  EXPECT_TRUE(sink.bytes().empty());
}

TEST(Envelope, AnotherSecretKeyUnderTheRightNameOpensNothing) {
  const KeyPair bob = keys_of("bob");
  Bytes envelope = sealed(random_bytes(10));
  std::ranges::copy(bob.public_key.fingerprint(), envelope.begin() + kObjectHeaderBytes);
  MemorySource source(envelope);
  MemorySink sink;
  EXPECT_EQ(error_of([&] { decrypt(bob.secret_key, source, sink); }).code(),
            ErrorCode::authentication);
  EXPECT_TRUE(sink.bytes().empty());
}

TEST(Envelope, PassesOnWhatASourceThrows) {
  const Bytes payload = random_bytes(3 << 20);
  AwkwardSource failing(payload, 65536, 5 << 18);
  MemorySink sink;
  Generator generator = generator_of("encryption");
  EXPECT_THROW(encrypt(alice().public_key, failing, sink, generator), std::runtime_error);
  EXPECT_THROW((void)opened(sink.bytes()), Error);
  const Bytes envelope = sealed(payload);
  AwkwardSource failing_envelope(envelope, 65536, 5 << 18);
  MemorySink plain;
  EXPECT_THROW(decrypt(alice().secret_key, failing_envelope, plain), std::runtime_error);
  EXPECT_TRUE(std::equal(plain.bytes().begin(), plain.bytes().end(), payload.begin()));
}

TEST(Envelope, PassesOnWhatASinkThrowsAndWritesNothingMore) {
  const Bytes payload = random_bytes(3 << 20);
  const Bytes envelope = sealed(payload);
  for (const std::size_t writes : std::initializer_list<std::size_t>{0, 1, 2}) {
    MemorySource source(payload);
    FailingSink sink(writes);
    Generator generator = generator_of("encryption");
    EXPECT_THROW(encrypt(alice().public_key, source, sink, generator), std::runtime_error);
    EXPECT_FALSE(sink.written_after_failure());
    MemorySource back(envelope);
    FailingSink plain(writes);
    EXPECT_THROW(decrypt(alice().secret_key, back, plain), std::runtime_error);
    EXPECT_FALSE(plain.written_after_failure());
  }
}

TEST(Envelope, ReportsProgressThatNeverDecreases) {
  const Bytes payload = random_bytes(5 << 20);
  const Bytes envelope = sealed(payload);
  for (const bool encrypting : {true, false}) {
    std::vector<std::uint64_t> reports;
    const Work work{.progress = [&](std::uint64_t done) { reports.push_back(done); },
                    .cancellation = {}};
    MemorySink sink;
    MemorySource source(encrypting ? payload : envelope);
    Generator generator = generator_of("encryption");
    if (encrypting) {
      encrypt(alice().public_key, source, sink, generator, work);
    } else {
      decrypt(alice().secret_key, source, sink, work);
    }
    EXPECT_GE(reports.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(reports));
    EXPECT_EQ(reports.back(), encrypting ? payload.size() : envelope.size());
  }
}

TEST(Envelope, StopsWhenItIsAsked) {
  const Bytes payload = random_bytes(5 << 20);
  const Bytes envelope = sealed(payload);
  std::stop_source stop;
  const Work work{.progress =
                      [&](std::uint64_t done) {
                        if (done > (2 << 20)) stop.request_stop();
                      },
                  .cancellation = stop.get_token()};
  MemorySource source(payload);
  MemorySink sink;
  Generator generator = generator_of("encryption");
  EXPECT_EQ(error_of([&] { encrypt(alice().public_key, source, sink, generator, work); }).code(),
            ErrorCode::cancelled);
  EXPECT_LT(sink.bytes().size(), envelope.size());
  // Once stopped, nothing starts.
  MemorySource back(envelope);
  MemorySink plain;
  EXPECT_EQ(error_of([&] { decrypt(alice().secret_key, back, plain, work); }).code(),
            ErrorCode::cancelled);
  EXPECT_TRUE(plain.bytes().empty());
}

TEST(Envelope, KnowsSizesBeyondFourGigabytes) {
  const FileScheme scheme = FileScheme::of_name("ml-kem-768");
  EXPECT_EQ(scheme.envelope_header_bytes(), 8U + 32U + 1088U);
  EXPECT_EQ(envelope_bytes(scheme, 0), 1128 + kTagBytes);
  EXPECT_EQ(envelope_bytes(scheme, std::uint64_t{1} << 33),
            1128 + (std::uint64_t{1} << 17) * kSealed);
  EXPECT_EQ(envelope_bytes(scheme, kMaxPayloadBytes), 1128 + (std::uint64_t{1} << 32) * kSealed);
  for (const std::uint64_t payload : {kMaxPayloadBytes + 1, ~std::uint64_t{0}}) {
    EXPECT_EQ(error_of([&] { (void)envelope_bytes(scheme, payload); }).code(),
              ErrorCode::invalid_argument);
  }
}

}  // namespace
}  // namespace lath::io
