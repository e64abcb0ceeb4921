// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "io/age/fixtures.hpp"
#include "lath/base/threads.hpp"
#include "lath/io/age/description.hpp"

namespace lath::io::age {
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

// The size that the format gives to a file for one recipient.
std::size_t size_of_file(std::size_t payload) {
  constexpr std::size_t kStanza = 3 + 14 + 1 + 1494 + 1 + 43 + 1;
  const std::size_t chunks = std::max<std::size_t>(1, (payload + kChunkBytes - 1) / kChunkBytes);
  return 22 + kStanza + 48 + 16 + payload + 16 * chunks;
}

std::size_t size_in_armor(std::size_t bytes) {
  const std::size_t letters = (bytes + 2) / 3 * 4;
  return 35 + letters + (letters + 63) / 64 + 33;
}

const std::size_t kSizes[] = {0,
                              1,
                              47,
                              48,
                              kChunkBytes - 1,
                              kChunkBytes,
                              kChunkBytes + 1,
                              3 * kChunkBytes,
                              4 * kChunkBytes,
                              4 * kChunkBytes + 1,
                              600001};

TEST(AgeFiles, EverySizeComesBackInBothForms) {
  for (const std::size_t size : kSizes) {
    SCOPED_TRACE(size);
    const ByteVector payload = random_bytes(size);
    const ByteVector file = sealed(payload), text = sealed(payload, Form::armored);
    EXPECT_EQ(file.size(), size_of_file(size));
    EXPECT_EQ(text.size(), size_in_armor(file.size()));
    EXPECT_EQ(opened(file), payload);
    EXPECT_EQ(opened(text), payload);
    for (const auto* bytes : {&file, &text}) {
      MemorySource source(*bytes), again(*bytes);
      EXPECT_EQ(verify({{alice()}, {}}, source), size);
      const Description found = describe(again);
      EXPECT_EQ(found.payload_bytes, size);
      EXPECT_EQ(found.form, bytes == &text ? Form::armored : Form::binary);
      EXPECT_EQ(found.recipients, std::vector<std::string>{"mlkem768x25519"});
      EXPECT_EQ(found.header_bytes,
                size_of_file(size) - size - 16 -
                    16 * std::max<std::size_t>(1, (size + kChunkBytes - 1) / kChunkBytes));
    }
  }
}

TEST(AgeFiles, PiecesOfSourcesDoNotMatter) {
  const ByteVector payload = random_bytes(150000);
  for (const Form form : {Form::binary, Form::armored}) {
    const ByteVector file = sealed(payload, form);
    for (const std::size_t piece : {1U, 7U, 63U, 65U, 4096U, 65551U}) {
      AwkwardSource source(file, piece), plain(payload, piece);
      MemorySink sink, same;
      EXPECT_EQ(decrypt({{alice()}, {}}, source, sink), payload.size());
      EXPECT_EQ(sink.bytes(), payload) << piece;
      Generator generator = generator_of("encryption");
      const Recipient recipient = alice().recipient();
      encrypt(std::span(&recipient, 1), plain, same, generator, form);
      EXPECT_EQ(same.bytes(), file) << piece;
    }
  }
}

TEST(AgeFiles, ThreadsDoNotMatter) {
  const std::size_t before = threads();
  const ByteVector payload = random_bytes(50 * kChunkBytes + 1);
  set_threads(1);
  const ByteVector file = sealed(payload), text = sealed(payload, Form::armored);
  set_threads(2);
  EXPECT_EQ(sealed(payload), file);
  EXPECT_EQ(sealed(payload, Form::armored), text);
  EXPECT_EQ(opened(file), payload);
  EXPECT_EQ(opened(text), payload);
  set_threads(before);
}

TEST(AgeFiles, EachOfSeveralRecipientsOpensTheFile) {
  std::vector<Identity> identities;
  std::vector<Recipient> recipients;
  for (const char* name : {"a", "b", "c", "d"}) {
    identities.push_back(identity_of(name));
    recipients.push_back(identities.back().recipient());
  }
  const ByteVector payload = random_bytes(1000);
  MemorySource source(payload);
  MemorySink file;
  Generator generator = generator_of("several");
  encrypt(recipients, source, file, generator);
  for (const Identity& identity : identities) {
    EXPECT_EQ(opened(file.bytes(), {{alice(), identity}, {}}), payload);
  }
  const Error error = error_of([&] { opened(file.bytes()); });
  EXPECT_EQ(error.code(), ErrorCode::mismatch);
  EXPECT_NE(error.found().find("\"mlkem768x25519\" (4 times)"), std::string::npos) << error.what();
}

TEST(AgeFiles, ThereAreRecipientsAndNotTooMany) {
  const std::vector<Recipient> none, many(kMaxRecipients + 1, alice().recipient()),
      most(kMaxRecipients, alice().recipient());
  MemorySink file;
  Generator generator = generator_of("many");
  for (const auto* recipients : {&none, &many}) {
    MemorySource source({});
    EXPECT_EQ(error_of([&] { encrypt(*recipients, source, file, generator); }).code(),
              ErrorCode::invalid_argument);
  }
  EXPECT_TRUE(file.bytes().empty());
  MemorySource source({});
  encrypt(most, source, file, generator);
  EXPECT_TRUE(opened(file.bytes()).empty());
}

TEST(AgeFiles, PassphrasesOpenWhatTheyClosed) {
  const ByteVector payload = random_bytes(300);
  MemorySource source(payload);
  MemorySink file;
  Generator generator = generator_of("passphrase");
  encrypt(passphrase_of("correct horse", 3), source, file, generator);
  const auto keys = [](const char* text) {
    return Keys{{alice()}, [text] { return passphrase_of(text); }};
  };
  EXPECT_EQ(opened(file.bytes(), keys("correct horse")), payload);
  MemorySource again(file.bytes());
  EXPECT_EQ(describe(again).work_factor, 3U);
  // A wrong passphrase and a header that was changed give the same words.
  const Error wrong = error_of([&] { opened(file.bytes(), keys("wrong horse")); });
  EXPECT_EQ(wrong.code(), ErrorCode::authentication);
  ByteVector changed = file.bytes();
  const auto mac = std::string_view(reinterpret_cast<const char*>(changed.data()), 300).find("---");
  changed[mac + 10] = changed[mac + 10] == std::byte{'A'} ? std::byte{'B'} : std::byte{'A'};
  const Error other = error_of([&] { opened(changed, keys("correct horse")); });
  EXPECT_STREQ(wrong.what(), other.what());
  EXPECT_EQ(error_of([&] { opened(file.bytes()); }).code(), ErrorCode::mismatch);
}

TEST(AgeFiles, AWorkFactorAboveTheLimitIsRefusedBeforeAnybodyIsAsked) {
  MemorySource source({});
  MemorySink file;
  Generator generator = generator_of("passphrase");
  encrypt(passphrase_of("x", 5), source, file, generator);
  bool asked = false;
  Keys keys{{}, [&] {
              asked = true;
              return passphrase_of("x");
            }};
  keys.max_work_factor = 4;
  EXPECT_EQ(error_of([&] { opened(file.bytes(), keys); }).code(), ErrorCode::malformed);
  EXPECT_FALSE(asked);
  keys.max_work_factor = 5;
  EXPECT_TRUE(opened(file.bytes(), keys).empty());
  EXPECT_TRUE(asked);
  for (const unsigned factor : {0U, 31U}) {
    EXPECT_EQ(error_of([&] { (void)passphrase_of("x", factor); }).code(),
              ErrorCode::invalid_argument);
  }
  EXPECT_EQ(error_of([&] { (void)passphrase_of(""); }).code(), ErrorCode::invalid_argument);
}

TEST(AgeFiles, FailuresOfSourcesAndSinksPassThrough) {
  const ByteVector payload = random_bytes(700000), file = sealed(payload);
  const Recipient recipient = alice().recipient();
  for (const std::size_t limit : {0U, 1U, 65536U, 600000U}) {
    AwkwardSource plain(payload, 65536, limit), source(file, 65536, limit);
    MemorySink sink;
    Generator generator = generator_of("encryption");
    EXPECT_THROW(encrypt(std::span(&recipient, 1), plain, sink, generator), std::runtime_error);
    EXPECT_THROW(decrypt({{alice()}, {}}, source, sink), std::runtime_error);
  }
  for (const std::size_t writes : {0U, 1U, 2U}) {
    FailingSink one(writes), two(writes);
    MemorySource plain(payload), source(file);
    Generator generator = generator_of("encryption");
    EXPECT_THROW(encrypt(std::span(&recipient, 1), plain, one, generator), std::runtime_error);
    EXPECT_THROW(decrypt({{alice()}, {}}, source, two), std::runtime_error);
    EXPECT_FALSE(one.written_after_failure() || two.written_after_failure());
  }
}

TEST(AgeFiles, WorkReportsBytesOfPayloadAndStops) {
  const ByteVector payload = random_bytes(700000), file = sealed(payload);
  std::vector<std::uint64_t> steps;
  const Work work{[&](std::uint64_t done) { steps.push_back(done); }, {}};
  MemorySource source(file);
  MemorySink sink;
  decrypt({{alice()}, {}}, source, sink, work);
  EXPECT_TRUE(std::ranges::is_sorted(steps));
  EXPECT_GT(steps.size(), 1U);
  EXPECT_EQ(steps.back(), payload.size());
  std::stop_source stop;
  const Work stopped{[&](std::uint64_t) { stop.request_stop(); }, stop.get_token()};
  MemorySource again(file);
  MemorySink part;
  EXPECT_EQ(error_of([&] { decrypt({{alice()}, {}}, again, part, stopped); }).code(),
            ErrorCode::cancelled);
  EXPECT_LT(part.bytes().size(), payload.size());
}

TEST(AgeFiles, TheBytesOfAGeneratorAreTheSameEveryTime) {
  EXPECT_EQ(sealed(random_bytes(10)), sealed(random_bytes(10)));
  Generator generator = generator_of("encryption");
  const Recipient recipient = alice().recipient();
  ByteVector files[2];
  for (ByteVector& file : files) {
    MemorySource source({});
    MemorySink sink;
    encrypt(std::span(&recipient, 1), source, sink, generator);
    file = sink.bytes();
  }
  EXPECT_NE(files[0], files[1]);
}

TEST(AgeFiles, ASizeThatIsNoneIsNotDescribed) {
  const ByteVector file = sealed(random_bytes(2 * kChunkBytes));
  const std::size_t header = file.size() - 2 * kSealed - 16;
  for (const std::size_t payload : {0U, 15U, 16U, 31U}) {
    MemorySource source{std::span(file).first(header + payload)};
    EXPECT_EQ(error_of([&] { (void)describe(source); }).code(), ErrorCode::malformed) << payload;
  }
  for (const std::size_t rest : {1U, 15U, 16U}) {
    MemorySource source{std::span(file).first(header + 16 + kSealed + rest)};
    EXPECT_EQ(error_of([&] { (void)describe(source); }).code(), ErrorCode::malformed) << rest;
  }
}

}  // namespace
}  // namespace lath::io::age
