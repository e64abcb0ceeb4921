// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/ml_kem/xwing.hpp"
#include "lath/random/generator.hpp"

/// Encrypted files in the format age v1 (C2SP, c2sp.org/age), which age 1.3, rage and others read
/// and write: encrypted for one or several recipients, each with a key of X-Wing, or with a
/// passphrase.
namespace lath::io::age {

/// A text that is secret, such as the one of an identity. Its memory is wiped.
using SecretText = Buffer<char, Secret>;

/// The text that stands in a span.
[[nodiscard]] inline std::string_view view(std::span<const char> text) noexcept {
  return {text.data(), text.size()};
}

/// Somebody for whom files are encrypted: a public key of X-Wing, written as age1pq1... in 1959
/// characters.
class Recipient {
 public:
  /// The recipient with this public key.
  explicit Recipient(const xwing::PublicKey& key) noexcept : key_(key) {}
  /// The recipient that a text names: Bech32 with the prefix age1pq, in small or in capital
  /// letters. Throws malformed where the text is none, with a hint where it is a recipient of
  /// another kind that age knows.
  static Recipient from_text(std::string_view text);

  /// The text of the recipient, in small letters.
  [[nodiscard]] std::string text() const;
  /// The public key.
  [[nodiscard]] const xwing::PublicKey& key() const& noexcept { return key_; }
  const xwing::PublicKey& key() const&& = delete;  // the recipient is a temporary: name it

  /// Whether both have the same key.
  friend bool operator==(const Recipient&, const Recipient&) = default;

 private:
  xwing::PublicKey key_;
};

/// The secret key of a recipient, written as AGE-SECRET-KEY-PQ-1... in 77 characters. A copy is as
/// secret as the original.
class Identity {
 public:
  /// The identity with this secret key.
  explicit Identity(const xwing::SecretKey& key) noexcept : key_(key) {}
  /// A new identity. Draws 32 bytes; throws as the generator does.
  static Identity generate(Generator& generator);
  /// The identity that a text holds: Bech32 with the prefix AGE-SECRET-KEY-PQ-, in capital or in
  /// small letters. Throws malformed where the text is none; no error shows the text. Constant time
  /// in the text, except for whether it is an identity.
  static Identity from_text(std::span<const char> text);

  /// The text of the identity, which is secret. Constant time.
  [[nodiscard]] SecretText text() const;
  /// The recipient whose files this identity opens.
  [[nodiscard]] Recipient recipient() const { return Recipient(key_.public_key()); }
  /// The secret key.
  [[nodiscard]] const xwing::SecretKey& key() const& noexcept { return key_; }
  const xwing::SecretKey& key() const&& = delete;  // the identity is a temporary: name it

 private:
  xwing::SecretKey key_;
};

/// The most bytes of a file of recipients or identities: 4 MiB.
inline constexpr std::size_t kMaxKeyFileBytes = std::size_t{1} << 22;

/// The recipients in a file: one a line, with empty lines and lines that begin with # between.
/// Throws malformed, with the number of the line, where one is no recipient, and where there is
/// none.
[[nodiscard]] std::vector<Recipient> read_recipients(std::string_view file);

/// The identities in a file such as `lath keygen` and `age-keygen -pq` write: one a line, with
/// empty lines and lines that begin with # between. Throws as read_recipients() does.
[[nodiscard]] std::vector<Identity> read_identities(std::span<const char> file);

/// A file of one identity, which is secret: two lines of comments, with a time (as
/// 2026-01-31T12:00:00Z) and the recipient, and the line of the identity.
[[nodiscard]] SecretText identity_file(const Identity& identity, std::string_view created);

}  // namespace lath::io::age
