// SPDX-License-Identifier: Apache-2.0
//
// The test vectors of age, and files that age 1.3.2 has written: see tests/kat/age.
#include <gtest/gtest.h>

#include "io/age/fixtures.hpp"
#include "io/age/payload.hpp"
#include "io/age/unarmored.hpp"
#include "kat/known_answers.hpp"
#include "lath/io/age/description.hpp"

namespace lath::io::age {
namespace {

constexpr std::string_view kX25519 = "AGE-SECRET-KEY-1";

// How the format says that a vector fails, in the codes of our errors.
bool fits(const std::string& expectation, const Vector& vector, ErrorCode code) {
  if (expectation == "no match") {
    // A passphrase that is wrong cannot be told from a stanza that was changed.
    const bool scrypt = vector.fields.contains("passphrase") && vector.name != "scrypt_uppercase";
    return code == (scrypt ? ErrorCode::authentication : ErrorCode::mismatch);
  }
  if (expectation == "HMAC failure" || expectation == "payload failure") {
    return code == ErrorCode::authentication;
  }
  return (expectation == "header failure" || expectation == "armor failure") &&
         code == ErrorCode::malformed;
}

Keys keys_of(const Vector& vector) {
  Keys keys;
  if (const auto found = vector.fields.find("identity"); found != vector.fields.end()) {
    for (const std::string& text : found->second) {
      if (text.starts_with(kX25519)) continue;
      keys.identities.push_back(Identity::from_text(text));
    }
  }
  if (const std::string text = vector.field("passphrase"); !text.empty()) {
    keys.passphrase = [text] { return passphrase_of(text); };
  }
  return keys;
}

FileKey file_key_of(const Vector& vector) {
  const std::string hex = vector.field("file-key");
  FileKey key;
  for (std::size_t i = 0; i < key.size(); ++i) key.data()[i] = byte_of_hex(hex.substr(2 * i, 2));
  return key;
}

// Decrypts with the file key that the vector tells: for files whose stanza is of X25519, and which
// test something else.
void decrypt_with_file_key(const Vector& vector, Source& file, Sink& payload) {
  const FileKey key = file_key_of(vector);
  Unarmored unarmored(file);
  const Header header = read_header(unarmored.source());
  if (!header.check_mac(key)) throw Error(ErrorCode::authentication, "HMAC", "", "");
  read_payload(key, unarmored.source(), payload, {});
}

void check(const Vector& vector) {
  MemorySource source(vector.data);
  MemorySink payload;
  const std::string expectation = vector.field("expect");
  try {
    if (vector.field("identity").starts_with(kX25519) && !vector.fields.contains("passphrase")) {
      decrypt_with_file_key(vector, source, payload);
    } else {
      decrypt(keys_of(vector), source, payload);
    }
    EXPECT_EQ(expectation, "success");
  } catch (const Error& error) {
    EXPECT_TRUE(fits(expectation, vector, error.code())) << expectation << ": " << error.what();
  }
  if (const std::string hash = vector.field("payload"); !hash.empty()) {
    testing::Digest digest;
    digest.append(payload.bytes());
    EXPECT_EQ(digest.finish(), hash);
  } else {
    EXPECT_TRUE(payload.bytes().empty());
  }
}

TEST(AgeVectors, AllOfC2spThatConcernOurStanzas) {
  const auto vectors = read_vectors("vectors.txt");
  EXPECT_EQ(vectors.size(), 128U);
  for (const Vector& vector : vectors) {
    // Nobody's file key opens these: another X25519 identity does not.
    if (vector.name == "armor_no_match") continue;
    SCOPED_TRACE(vector.name);
    check(vector);
  }
}

TEST(AgeVectors, ArmorAndHeadersAreWrittenAsTheyWereRead) {
  std::size_t count = 0;
  for (const Vector& vector : read_vectors("vectors.txt")) {
    if (vector.field("expect") != "success" || vector.data.size() > 100000) continue;
    SCOPED_TRACE(vector.name);
    MemorySource source(vector.data);
    Unarmored unarmored(source);
    const Header header = read_header(unarmored.source());
    const FileKey key = file_key_of(vector);
    EXPECT_EQ(header_text(header.stanzas, key).substr(0, header.text.size()), header.text);
    EXPECT_EQ(header_text(header.stanzas, key).size(), header.bytes());
    ++count;
  }
  EXPECT_EQ(count, 17U);
}

TEST(AgeVectors, FilesOfAge132) {
  for (const Vector& vector : read_vectors("files.txt")) {
    SCOPED_TRACE(vector.name);
    check(vector);
    EXPECT_TRUE(is_age_file(vector.data));
    MemorySource source(vector.data);
    const Description found = describe(source);
    EXPECT_EQ(found.form == Form::armored, vector.field("armored") == "yes");
    EXPECT_EQ(std::to_string(found.payload_bytes), vector.field("size"));
    EXPECT_EQ(std::to_string(found.recipients.size()), vector.field("recipients"));
    EXPECT_EQ(found.work_factor.has_value(), vector.fields.contains("passphrase"));
  }
}

}  // namespace
}  // namespace lath::io::age
