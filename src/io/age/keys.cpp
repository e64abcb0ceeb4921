// SPDX-License-Identifier: Apache-2.0
#include "lath/io/age/keys.hpp"

#include <algorithm>
#include <string>

#include "io/age/bech32.hpp"
#include "lath/base/quote.hpp"

namespace lath::io::age {
namespace {

constexpr std::string_view kRecipientPrefix = "age1pq", kIdentityPrefix = "age-secret-key-pq-";

std::string small(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// The kind of a key that has another prefix, where age knows one, for errors.
const char* other_kind(std::string_view prefix) {
  if (prefix == "age") return "a recipient of X25519, which a quantum computer breaks";
  if (prefix == "age-secret-key-") return "an identity of X25519, which a quantum computer breaks";
  if (prefix.starts_with("age1")) return "a recipient of a plugin";
  if (prefix.starts_with("age-plugin-")) return "an identity of a plugin";
  return nullptr;
}

[[noreturn]] void throw_no_key(std::string found, std::string needed, std::string remedy) {
  throw Error(ErrorCode::malformed, std::move(found), std::move(needed), std::move(remedy));
}

// The bytes of a key. `what` is a recipient or an identity; `shown` is the text where it may be
// shown.
Buffer<std::byte, Secret> key_bytes(std::string_view text, std::string_view prefix,
                                    std::size_t size, const char* what, const std::string& shown) {
  const std::string needed = prefix == kRecipientPrefix
                                 ? "need the text of a key of X-Wing: age1pq1..."
                                 : "need the text of a key of X-Wing: AGE-SECRET-KEY-PQ-1...";
  if (prefix == kRecipientPrefix && text.starts_with("ssh-")) {
    throw_no_key("a recipient of SSH, which a quantum computer breaks", needed,
                 "make a key with lath keygen, or let age encrypt for this one");
  }
  Bech32 read = read_bech32(text);
  const std::string found = small(read.prefix);
  if (const char* other = read.problem == nullptr ? other_kind(found) : nullptr;
      other != nullptr && found != kRecipientPrefix) {
    throw_no_key(other, needed, "make a key with lath keygen, or let age read this one");
  }
  const std::string name = what + (shown.empty() ? "" : " " + shown);
  if (read.problem != nullptr) {
    throw_no_key(name + ", in which there is " + read.problem, needed, "copy the whole text again");
  }
  if (found != prefix) {
    throw_no_key(name + ", which is something else", needed,
                 prefix == kRecipientPrefix ? "lath keygen -y shows the recipient of an identity"
                                            : "give the file that lath keygen wrote");
  }
  if (read.data.size() != size) {
    throw_no_key(name + " of " + std::to_string(read.data.size()) + " bytes", needed,
                 "copy the whole text again");
  }
  return std::move(read.data);
}

}  // namespace

Recipient Recipient::from_text(std::string_view text) {
  // A mistaken identity is not shown.
  const bool is_secret = small(text.substr(0, 14)) == "age-secret-key";
  const auto bytes = key_bytes(text, kRecipientPrefix, xwing::PublicKey::kBytes,
                               is_secret ? "an identity in place of a recipient" : "the recipient",
                               is_secret ? "" : quote(text));
  return Recipient(xwing::PublicKey::from_bytes(bytes.span()));
}

std::string Recipient::text() const {
  const auto text = bech32(kRecipientPrefix, key_.bytes());
  return std::string(view(text.span()));
}

Identity Identity::generate(Generator& generator) {
  return Identity(xwing::generate_key(generator));
}

Identity Identity::from_text(std::span<const char> text) {
  const auto bytes =
      key_bytes(view(text), kIdentityPrefix, xwing::SecretKey::kBytes, "an identity", "");
  return Identity(xwing::SecretKey::from_seed(bytes.span()));
}

SecretText Identity::text() const {
  SecretText text = bech32(kIdentityPrefix, key_.seed());
  for (char& c : text) {
    // Capital letters, whatever the letter: digits and the hyphen stay.
    const auto is_small = static_cast<unsigned>(static_cast<unsigned char>(c)) & 0x40U;
    c = static_cast<char>(static_cast<unsigned char>(c) - (is_small >> 1));
  }
  return text;
}

}  // namespace lath::io::age
