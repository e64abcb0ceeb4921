// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/seeded_values.hpp"
#include "io/age/base64.hpp"
#include "io/age/bech32.hpp"
#include "io/age/fixtures.hpp"

namespace lath::io::age {
namespace {

// From c2sp.org/age, the beginning and the end of the recipient.
constexpr std::string_view kIdentity =
    "AGE-SECRET-KEY-PQ-1XX76JRALNLXDMEW0CRK45QMCCH4X06SE84UN3VPM33W6HWDX0H3SK3ZQFR";

std::string text_of(const Identity& identity) {
  const SecretText text = identity.text();
  return std::string(view(text.span()));
}

std::string capital(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(c));
  return text;
}

TEST(AgeKeys, TheIdentityOfTheSpecificationHasItsRecipient) {
  const Identity identity = Identity::from_text(kIdentity);
  const std::string recipient = identity.recipient().text();
  EXPECT_EQ(recipient.size(), 1959U);
  EXPECT_TRUE(
      recipient.starts_with("age1pq1x34nzsvr0rxjsgdn8zgyhfe8j7ceq5r9rdelkjuh3y235jzxshfg8"));
  EXPECT_EQ(text_of(identity), kIdentity);
}

TEST(AgeKeys, TextsComeBackInSmallAndCapitalLetters) {
  for (const char* name : {"a", "b", "c"}) {
    const Identity identity = identity_of(name);
    const std::string text = text_of(identity), recipient = identity.recipient().text();
    EXPECT_EQ(text.size(), 77U);
    EXPECT_EQ(text_of(Identity::from_text(text)), text);
    std::string small = text;
    for (char& c : small) c = static_cast<char>(std::tolower(c));
    EXPECT_EQ(text_of(Identity::from_text(small)), text);
    EXPECT_EQ(Recipient::from_text(recipient), identity.recipient());
    EXPECT_EQ(Recipient::from_text(capital(recipient)), identity.recipient());
  }
}

TEST(AgeKeys, EveryChangedLetterShows) {
  const std::string text = text_of(alice());
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const char c : {'Q', '7', 'B', 'q', ' ', '1', '\n'}) {
      std::string changed = text;
      if (changed[at] == c) continue;
      changed[at] = c;
      const Error error = error_of([&] { (void)Identity::from_text(changed); });
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_FALSE(mentions(error, text.substr(30, 10))) << "the identity is shown";
    }
  }
}

TEST(AgeKeys, OtherKindsAreNamed) {
  for (const auto& [text, said] : std::initializer_list<std::pair<const char*, const char*>>{
           {"age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
            "recipient of X25519"},
           {"age1tag1qt8lw0ual6avlwmwatk888yqnmdamm7xfd0wak53ut6elz5c4swx2yqdj4e", "of a plugin"},
           {"AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX",
            "identity of X25519"},
           {"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB", "recipient of SSH"},
           {"", "no prefix, digit 1 and data"}}) {
    const Error error = error_of([&, t = text] { (void)Recipient::from_text(t); });
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    EXPECT_TRUE(mentions(error, said)) << error.what();
  }
  const Error swapped = error_of([] { (void)Recipient::from_text(text_of(alice())); });
  EXPECT_TRUE(mentions(swapped, "identity in place of a recipient")) << swapped.what();
  EXPECT_FALSE(mentions(swapped, text_of(alice()).substr(20, 20)));
  EXPECT_EQ(error_of([] { (void)Identity::from_text(alice().recipient().text()); }).code(),
            ErrorCode::malformed);
}

TEST(AgeKeys, BytesThatAreNoKeyAreRefused) {
  for (const std::size_t size : {0U, 31U, 33U, 1215U, 1217U}) {
    const ByteVector bytes(size);
    const auto recipient = bech32("age1pq", bytes), identity = bech32("age-secret-key-pq-", bytes);
    EXPECT_EQ(error_of([&] { (void)Recipient::from_text(view(recipient.span())); }).code(),
              ErrorCode::malformed);
    EXPECT_EQ(error_of([&] { (void)Identity::from_text(identity.span()); }).code(),
              ErrorCode::malformed);
  }
  const ByteVector high(1216, std::byte{0xff});
  const auto text = bech32("age1pq", high);
  EXPECT_EQ(error_of([&] { (void)Recipient::from_text(view(text.span())); }).code(),
            ErrorCode::malformed);
}

TEST(AgeKeys, FilesHoldKeysAndComments) {
  const SecretText file = identity_file(alice(), "2026-01-31T12:00:00Z");
  EXPECT_EQ(std::string(view(file.span())),
            "# created: 2026-01-31T12:00:00Z\n# public key: " + alice().recipient().text() + "\n" +
                text_of(alice()) + "\n");
  const auto found = read_identities(file.span());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].recipient(), alice().recipient());
  const std::string a = identity_of("a").recipient().text(),
                    b = identity_of("b").recipient().text();
  const auto both = read_recipients("# friends\r\n\r\n" + a + "\r\n\n#\n" + b);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[1].text(), b);
  const Error third = error_of([&] { (void)read_recipients(a + "\n\n" + a + "x\n"); });
  EXPECT_TRUE(mentions(third, "line 3: ")) << third.what();
  for (const std::string none : {"", "\n", "# nobody\n"}) {
    EXPECT_EQ(error_of([&] { (void)read_recipients(none); }).code(), ErrorCode::malformed);
    EXPECT_EQ(error_of([&] { (void)read_identities(none); }).code(), ErrorCode::malformed);
  }
  for (const std::string encrypted :
       {"age-encryption.org/v1\n", "-----BEGIN AGE ENCRYPTED FILE-----\n"}) {
    EXPECT_EQ(error_of([&] { (void)read_identities(encrypted); }).code(), ErrorCode::unsupported);
  }
}

// The valid and invalid texts of BIP 173 that have data of whole bytes or show an error here, too.
TEST(AgeBech32, TextsOfBip173) {
  EXPECT_EQ(read_bech32("A12UEL5L").problem, nullptr);
  EXPECT_EQ(read_bech32("a12uel5l").problem, nullptr);
  const auto all = read_bech32("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw");
  EXPECT_EQ(all.problem, nullptr);
  EXPECT_EQ(all.data.size(), 20U);
  EXPECT_EQ(read_bech32("?1ezyfcl").problem, nullptr);
  for (const char* wrong :
       {"\x20"
        "1nwldj5",
        "\x7f"
        "1axkwrx",
        "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "de1lg7wt\xff", "A1G7SGD8",
        "10a06t8", "1qzzfhee", "A12uEL5L", "a12UEL5L"}) {
    EXPECT_NE(read_bech32(wrong).problem, nullptr) << wrong;
  }
}

TEST(AgeBase64, TheVectorsOfRfc4648ComeBackAndOthersAreRefused) {
  constexpr std::pair<const char*, const char*> kVectors[] = {{"", ""},
                                                              {"f", "Zg=="},
                                                              {"fo", "Zm8="},
                                                              {"foo", "Zm9v"},
                                                              {"foob", "Zm9vYg=="},
                                                              {"fooba", "Zm9vYmE="},
                                                              {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, text] : kVectors) {
    const auto bytes = std::as_bytes(std::span(std::string_view(plain)));
    const std::string full = text, bare = full.substr(0, full.find('='));
    EXPECT_EQ(base64(bytes, Padding::full), full);
    EXPECT_EQ(base64(bytes, Padding::none), bare);
    const ByteVector expected(bytes.begin(), bytes.end());
    EXPECT_EQ(from_base64(full, Padding::full), expected);
    EXPECT_EQ(from_base64(bare, Padding::none), expected);
    if (full != bare) {
      EXPECT_FALSE(from_base64(bare, Padding::full));
      EXPECT_FALSE(from_base64(full, Padding::none));
    }
  }
  for (const char* wrong : {"Z", "Zh", "Zm9", "Zm9vY", "Zm 9", "Zm-v", "Zm9v\n"}) {
    EXPECT_FALSE(from_base64(wrong, Padding::none)) << wrong;
  }
  for (const char* wrong : {"Zg=", "Zg", "Zh==", "Zm9=", "====", "Z===", "Zg==Zg==", "Zg==="}) {
    EXPECT_FALSE(from_base64(wrong, Padding::full)) << wrong;
  }
}

}  // namespace
}  // namespace lath::io::age
