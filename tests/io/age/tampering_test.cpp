// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "base/corrupted.hpp"
#include "io/age/fixtures.hpp"
#include "lath/base/threads.hpp"

namespace lath::io::age {
namespace {

// The error that decrypting gives for a file that somebody worked on; a true prefix comes out.
Error refusal(const ByteVector& file, const ByteVector& payload) {
  MemorySource source(file);
  MemorySink sink;
  Error error = error_of([&] { decrypt({{alice()}, {}}, source, sink); });
  EXPECT_LE(sink.bytes().size(), payload.size());
  EXPECT_TRUE(std::equal(sink.bytes().begin(), sink.bytes().end(), payload.begin()));
  EXPECT_FALSE(error.remedy().empty());
  return error;
}

// A file of four chunks, the last of 3392 bytes.
struct FourChunks {
  ByteVector payload = random_bytes(200000);
  ByteVector file = sealed(payload);
  std::size_t header_size = file.size() - 3 * kSealed - 3408;  // with the nonce
  ByteVector header{file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header_size)};
  std::vector<ByteVector> chunks;

  FourChunks() {
    for (std::size_t at = header_size; at < file.size(); at += kSealed) {
      const auto end = std::min(at + kSealed, file.size());
      chunks.emplace_back(file.begin() + static_cast<std::ptrdiff_t>(at),
                          file.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }
  [[nodiscard]] ByteVector assembled(std::initializer_list<std::size_t> order) const {
    ByteVector result = header;
    for (const std::size_t i : order) {
      result.insert(result.end(), chunks[i].begin(), chunks[i].end());
    }
    return result;
  }
};

TEST(AgeTampering, EveryBitOfAHeaderCounts) {
  const ByteVector payload = random_bytes(10), file = sealed(payload);
  for (std::size_t at = 0; at < file.size(); ++at) {
    // The ciphertext of X-Wing costs a decapsulation each time: some of it will do.
    if (at > 60 && at < 1500 && at % 64 != 0) continue;
    ByteVector changed = file;
    changed[at] ^= std::byte{1} << (at % 8);
    (void)refusal(changed, payload);
  }
}

TEST(AgeTampering, EveryCutIsRefused) {
  const ByteVector payload = random_bytes(10), file = sealed(payload);
  for (std::size_t size = 0; size < file.size(); ++size) {
    (void)refusal({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}, payload);
  }
}

TEST(AgeTampering, ChangedChunksAreNamed) {
  const FourChunks original;
  for (std::size_t i = 0; i < 4; ++i) {
    for (const std::size_t at : {std::size_t{0}, original.chunks[i].size() - 1}) {
      FourChunks changed;
      changed.chunks[i][at] ^= std::byte{1};
      const Error error = refusal(changed.assembled({0, 1, 2, 3}), original.payload);
      EXPECT_EQ(error.code(), ErrorCode::authentication);
      EXPECT_TRUE(mentions(error, "chunk " + std::to_string(i) + " ")) << error.what();
    }
  }
}

TEST(AgeTampering, ChunksBeforeAChangedOneComeOutAndNoOthers) {
  FourChunks changed;
  changed.chunks[2][5] ^= std::byte{1};
  MemorySource source(changed.file = changed.assembled({0, 1, 2, 3}));
  MemorySink sink;
  EXPECT_EQ(error_of([&] { decrypt({{alice()}, {}}, source, sink); }).code(),
            ErrorCode::authentication);
  EXPECT_EQ(sink.bytes().size(), 2 * kChunkBytes);
  EXPECT_TRUE(std::equal(sink.bytes().begin(), sink.bytes().end(), changed.payload.begin()));
}

// The chunks behind it may have been opened by then, by another thread.
TEST(AgeTampering, NoChunkBehindAChangedOneComesOutOfALongFile) {
  const std::size_t before = threads();
  set_threads(2);
  const ByteVector payload = random_bytes(50 * kChunkBytes), file = sealed(payload);
  for (const std::size_t chunk :
       {std::size_t{0}, std::size_t{3}, std::size_t{12}, std::size_t{21}, std::size_t{49}}) {
    ByteVector changed = file;
    changed[file.size() - (50 - chunk) * kSealed + 7] ^= std::byte{1};
    MemorySource source(changed);
    MemorySink sink;
    const Error error = error_of([&] { decrypt({{alice()}, {}}, source, sink); });
    EXPECT_TRUE(mentions(error, "chunk " + std::to_string(chunk) + " ")) << error.what();
    ASSERT_EQ(sink.bytes().size(), chunk * kChunkBytes);
    EXPECT_TRUE(std::equal(sink.bytes().begin(), sink.bytes().end(), payload.begin()));
  }
  set_threads(before);
}

TEST(AgeTampering, OtherSequencesOfChunksAreRefused) {
  const FourChunks original;
  ASSERT_EQ(original.assembled({0, 1, 2, 3}), original.file);
  const std::initializer_list<std::initializer_list<std::size_t>> orders = {
      {1, 0, 2, 3}, {0, 2, 1, 3}, {0, 0, 1, 2, 3}, {0, 1, 2, 2, 3}, {0, 2, 3}, {1, 2, 3},
      {0, 1, 3},    {3},          {0, 3},          {3, 0, 1, 2}};
  for (const auto& order : orders) {
    const Error error = refusal(original.assembled(order), original.payload);
    EXPECT_EQ(error.code(), ErrorCode::authentication) << error.what();
  }
}

TEST(AgeTampering, ACutBetweenChunksIsCalledOne) {
  const FourChunks original;
  const Error error = refusal(original.assembled({0, 1}), original.payload);
  EXPECT_EQ(error.code(), ErrorCode::authentication);
  EXPECT_TRUE(mentions(error, "cut off after chunk 1")) << error.what();
}

TEST(AgeTampering, ExtensionsAreRefused) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, 2 * kChunkBytes}) {
    const ByteVector payload = random_bytes(size), file = sealed(payload);
    for (const std::size_t extra : {1U, 15U, 16U, 17U, 65552U, 70000U}) {
      ByteVector longer = file;
      longer.insert(longer.end(), extra, std::byte{0});
      EXPECT_EQ(refusal(longer, payload).code(), ErrorCode::authentication) << extra;
    }
  }
}

TEST(AgeTampering, ChunksOfAnotherFileAreRefused) {
  const FourChunks original;
  MemorySource source(original.payload);
  MemorySink sink;
  Generator generator = generator_of("another encryption");
  const Recipient recipient = alice().recipient();
  encrypt(std::span(&recipient, 1), source, sink, generator);
  ByteVector mixed = original.header;
  mixed.insert(mixed.end(),
               sink.bytes().begin() + static_cast<std::ptrdiff_t>(original.header_size),
               sink.bytes().end());
  EXPECT_EQ(refusal(mixed, original.payload).code(), ErrorCode::authentication);
}

// A source that never ends.
class Endless final : public Source {
 public:
  explicit Endless(std::string text, std::byte rest) : text_(std::move(text)), rest_(rest) {}
  std::size_t read(std::span<std::byte> out) override {
    std::ranges::fill(out, rest_);
    if (given == 0) std::ranges::copy(std::as_bytes(std::span(text_)), out.begin());
    given += out.size();
    return out.size();
  }
  std::size_t given = 0;

 private:
  std::string text_;
  std::byte rest_;
};

TEST(AgeTampering, LittleIsReadWhereItIsNoFile) {
  const std::string header = "age-encryption.org/v1\n-> ";
  const std::string armor = "-----BEGIN AGE ENCRYPTED FILE-----\n";
  for (const auto& [start, most] : std::initializer_list<std::pair<std::string, std::size_t>>{
           {"", 1U << 17}, {header, kMaxHeaderBytes + (1U << 17)}, {armor, 1U << 17}}) {
    Endless source(start, std::byte{'7'});
    MemorySink sink;
    EXPECT_EQ(error_of([&] { decrypt({{alice()}, {}}, source, sink); }).code(),
              ErrorCode::malformed);
    EXPECT_LE(source.given, most) << start;
  }
  Endless blank("", std::byte{' '});
  MemorySink sink;
  EXPECT_EQ(error_of([&] { decrypt({{alice()}, {}}, blank, sink); }).code(), ErrorCode::malformed);
  EXPECT_LE(blank.given, 1U << 17);
}

TEST(AgeTampering, FilesOfLath010AreRefusedByName) {
  for (const auto& [kind, what] : std::initializer_list<std::pair<char, const char*>>{
           {1, "key file"}, {2, "key file"}, {4, "encrypted file"}}) {
    std::string old = "lath";
    old += {kind, 1, 2, 0};
    old.append(2000, 'x');
    MemorySource source(std::as_bytes(std::span(old)));
    MemorySink sink;
    for (const Error& error : {error_of([&] { decrypt({{alice()}, {}}, source, sink); }),
                               error_of([&] { (void)read_identities(old); }),
                               error_of([&] { (void)read_recipients(old); })}) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_TRUE(mentions(error, what) && mentions(error, "lath 0.1.0 is the last version"))
          << error.what();
      source = MemorySource(std::as_bytes(std::span(old)));
    }
  }
}

// LATH_TEST_SEEDS says how many; tests/io/corruptions_at_full_size has 100,000.
TEST(AgeCorruption, AnyGivesAnErrorAndATruePrefix) {
  const ByteVector payload = random_bytes(100), binary = sealed(payload),
                   armored = sealed(payload, Form::armored);
  for (std::uint64_t seed = 1; seed <= testing::seeds(500); ++seed) {
    testing::SeededValues random(seed);
    const ByteVector& file = random.below(2) == 0 ? binary : armored;
    const ByteVector changed = testing::corrupted(file, random);
    if (changed == file) continue;
    SCOPED_TRACE(random.label());
    MemorySource source(changed);
    MemorySink sink;
    try {
      decrypt({{alice()}, {}}, source, sink);
      // White space behind armour is no change, and lines may end with CR LF.
      EXPECT_EQ(&file, &armored);
      EXPECT_EQ(sink.bytes(), payload);
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                  error.code() == ErrorCode::authentication)
          << error.what();
      EXPECT_LE(sink.bytes().size(), payload.size());
      EXPECT_TRUE(std::equal(sink.bytes().begin(), sink.bytes().end(), payload.begin()));
    }
  }
}

}  // namespace
}  // namespace lath::io::age
