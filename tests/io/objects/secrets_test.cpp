// SPDX-License-Identifier: Apache-2.0
//
// Secrets under a passphrase.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect_error.hpp"
#include "io/objects/object_cases.hpp"
#include "lath/io/files.hpp"

namespace lath::io {
namespace {

using namespace lath::testing;

std::span<const std::byte> phrase(std::string_view text) { return std::as_bytes(std::span(text)); }

struct Secrets : ::testing::Test {
  FewKeys<Bfv> keys{byte_literals()[0]};
  Generator generator = Generator::from_seed(Seed{}, "secrets");
  LockOptions quick{.log2_work = 10};

  Bytes locked_key(std::string_view passphrase) {
    MemorySink sink;
    save_secret_key(sink, keys.secret, phrase(passphrase), generator, quick);
    return sink.bytes();
  }
};

TEST_F(Secrets, AreLoadedWithTheirPassphrase) {
  const Bytes key = locked_key("correct horse");
  EXPECT_EQ(copy(to_bytes(load_secret_key(keys.parameters, key, phrase("correct horse")))),
            copy(to_bytes(keys.secret)));
  const he::Plaintext plaintext = stepped(keys, 77);
  MemorySink sink;
  save_plaintext(sink, plaintext, phrase("battery"), generator,
                 {.parameters = &keys.parameters, .log2_work = 10});
  SlowSource source(sink.bytes());
  EXPECT_EQ(copy(to_bytes(load_plaintext(keys.parameters, source, phrase("battery")))),
            copy(to_bytes(plaintext)));
  // Nothing of the secret stands in the envelope, and its salt is new each time.
  const Bytes packed = copy(to_bytes(keys.secret)), again = locked_key("correct horse");
  EXPECT_EQ(std::search(key.begin(), key.end(), packed.begin() + 56, packed.end()), key.end());
  EXPECT_NE(key, again);
}

TEST_F(Secrets, AreRefusedInTheSameWordsWhateverIsWrong) {
  const Bytes good = locked_key("right");
  const auto error_of = [&](const Bytes& bytes, std::string_view passphrase) -> std::string {
    try {
      (void)load_secret_key(keys.parameters, bytes, phrase(passphrase));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::authentication) << error.what();
      return error.what();
    }
    ADD_FAILURE() << "accepted";
    return {};
  };
  const std::string expected = error_of(good, "wrong");
  EXPECT_EQ(error_of(good, "right "), expected);
  // Every byte behind the three of the tag.
  for (std::size_t i = 3; i < good.size(); ++i) {
    Bytes bad = good;
    bad[i] ^= std::byte{1};
    ASSERT_EQ(error_of(bad, "right"), expected) << i;
  }
  for (std::size_t size = 3; size < good.size(); size += 7) {
    ASSERT_EQ(
        error_of(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)), "right"),
        expected)
        << size;
  }
  Bytes longer = good;
  longer.push_back({});
  EXPECT_EQ(error_of(longer, "right"), expected);
}

TEST_F(Secrets, OfOtherParametersAreAMismatch) {
  const FewKeys<Bfv> other(byte_literals()[4]);
  MemorySink sink;
  save_secret_key(sink, keys.secret, phrase("p"), generator, quick);
  EXPECT_THROW((void)load_secret_key(other.parameters, sink.bytes(), phrase("p")), Error);
}

TEST_F(Secrets, AreToldFromOtherEnvelopes) {
  const Bytes other = copy(to_envelope(keys.public_key));
  expect_error([&] { (void)load_secret_key(keys.parameters, other, phrase("p")); },
               ErrorCode::malformed, {"an envelope with a public key", "a secret key"});
  expect_error([&] { (void)load_secret_key(keys.parameters, Bytes(100), phrase("p")); },
               ErrorCode::malformed, {"no envelope"});
}

TEST_F(Secrets, NeedAPassphraseAndAWorkThatCanBeDone) {
  MemorySink sink;
  expect_error([&] { save_secret_key(sink, keys.secret, phrase(""), generator, quick); },
               ErrorCode::invalid_argument, {"empty passphrase"});
  for (const unsigned work : {0U, 9U, 21U, 64U}) {
    expect_error(
        [&] { save_secret_key(sink, keys.secret, phrase("p"), generator, {.log2_work = work}); },
        ErrorCode::invalid_argument, {"2^" + std::to_string(work), "2^10 to 2^20"});
  }
  EXPECT_TRUE(sink.bytes().empty());
}

TEST_F(Secrets, AreRefusedBeforeTheyCostMoreThanTheReaderAllows) {
  MemorySink key, plaintext;
  save_secret_key(key, keys.secret, phrase("p"), generator, {.log2_work = 12});
  save_plaintext(plaintext, stepped(keys, 5), phrase("p"), generator, {.log2_work = 12});
  EXPECT_NO_THROW((void)load_secret_key(keys.parameters, key.bytes(), phrase("p"), {12}));
  expect_error([&] { (void)load_secret_key(keys.parameters, key.bytes(), phrase("p"), {11}); },
               ErrorCode::unsupported, {"2^12", "at most 2^11", "most_log2_work"});
  // Not even for a wrong passphrase, which only the work would tell.
  expect_error([&] { (void)load_plaintext(keys.parameters, plaintext.bytes(), phrase(""), {10}); },
               ErrorCode::unsupported, {"2^12", "at most 2^10"});
  for (const unsigned limit : {9U, 21U}) {
    expect_error([&] { (void)load_secret_key(keys.parameters, key.bytes(), phrase("p"), {limit}); },
                 ErrorCode::invalid_argument, {"2^" + std::to_string(limit), "2^10 to 2^20"});
  }
}

TEST_F(Secrets, AreFilesOfTheirOwner) {
  const std::string path = ::testing::TempDir() + "lath-secret";
  save_secret_key_file(path, keys.secret, phrase("p"), generator, quick);
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  EXPECT_EQ(copy(to_bytes(load_secret_key(keys.parameters, ObjectInput::file(path), phrase("p")))),
            copy(to_bytes(keys.secret)));
  save_plaintext_file(path, stepped(keys, 5), phrase("p"), generator, quick);
  EXPECT_EQ(copy(to_bytes(load_plaintext(keys.parameters, ObjectInput::file(path), phrase("p")))),
            copy(to_bytes(stepped(keys, 5))));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace lath::io
