// SPDX-License-Identifier: Apache-2.0
#include "io/age/stanzas.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "io/age/base64.hpp"
#include "io/age/hpke.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/quote.hpp"

namespace lath::io::age {
namespace {

constexpr std::string_view kHybridInfo = "age-encryption.org/mlkem768x25519";
constexpr std::string_view kScryptLabel = "age-encryption.org/v1/scrypt";
constexpr std::size_t kSaltBytes = 16;

void check_parts(const Stanza& stanza, std::size_t arguments) {
  if (stanza.arguments.size() != arguments) {
    throw_wrong_stanza(stanza.kind(), std::to_string(stanza.arguments.size()) + " arguments",
                       "need " + std::to_string(arguments));
  }
  if (stanza.body.size() != kWrappedBytes) {
    throw_wrong_stanza(stanza.kind(), "a body of " + std::to_string(stanza.body.size()) + " bytes",
                       "need " + std::to_string(kWrappedBytes));
  }
}

std::vector<std::byte> argument_bytes(const Stanza& stanza, std::size_t i, std::size_t size) {
  auto bytes = from_base64(stanza.arguments[i], Padding::none);
  if (!bytes || bytes->size() != size) {
    throw_wrong_stanza(stanza.kind(), "an argument " + quote(stanza.arguments[i]),
                       "need " + std::to_string(size) + " bytes in Base64");
  }
  return std::move(*bytes);
}

Key scrypt_key(const Passphrase& passphrase, Bytes salt, unsigned work_factor) {
  if (passphrase.text().empty()) {
    throw Error(ErrorCode::invalid_argument, "a passphrase that was moved from",
                "need one that holds its text", "copy it, or use it before the move");
  }
  std::vector<std::byte> whole;
  const Bytes label = bytes_of(kScryptLabel);
  whole.insert(whole.end(), label.begin(), label.end());
  whole.insert(whole.end(), salt.begin(), salt.end());
  return scrypt(passphrase.text(), whole, work_factor);
}

}  // namespace

void throw_wrong_stanza(std::string_view kind, std::string found, std::string needed) {
  throw Error(ErrorCode::malformed, "a stanza " + quote(kind) + " with " + std::move(found),
              std::move(needed),
              "copy the file again; if it stays so, another program wrote it wrong");
}

std::vector<std::byte> seal_key(const Key& key, const Nonce& nonce, const FileKey& file_key) {
  std::vector<std::byte> sealed(file_key.size() + kTagBytes);
  Aead(key, Aead::Direction::seal).seal(nonce, file_key.span(), sealed);
  return sealed;
}

std::optional<FileKey> open_key(const Key& key, const Nonce& nonce, Bytes sealed) {
  FileKey file_key;
  if (!Aead(key, Aead::Direction::open).open(nonce, sealed, file_key.span())) return std::nullopt;
  return file_key;
}

Stanza wrap(const Recipient& recipient, const FileKey& key, Generator& generator) {
  const auto sent = xwing::encapsulate(recipient.key(), generator);
  const auto [wrap_key, nonce] = hpke_keys(sent.secret, kHybridInfo);
  return {{std::string(kHybridKind), base64(sent.ciphertext.bytes, Padding::none)},
          seal_key(wrap_key, nonce, key)};
}

std::optional<FileKey> unwrap(const Identity& identity, const Stanza& stanza) {
  check_parts(stanza, 2);
  const auto bytes = argument_bytes(stanza, 1, xwing::Ciphertext::kBytes);
  const auto secret = xwing::decapsulate(identity.key(), xwing::Ciphertext::from_bytes(bytes));
  const auto [wrap_key, nonce] = hpke_keys(secret, kHybridInfo);
  return open_key(wrap_key, nonce, stanza.body);
}

Stanza wrap(const Passphrase& passphrase, const FileKey& key, Generator& generator) {
  std::array<std::byte, kSaltBytes> salt;
  generator.fill(salt);
  ct::declassify(salt.data(), salt.size());  // it is written to the file
  const Key wrap_key = scrypt_key(passphrase, salt, passphrase.work_factor());
  return {{std::string(kScryptKind), base64(salt, Padding::none),
           std::to_string(passphrase.work_factor())},
          seal_key(wrap_key, {}, key)};
}

ScryptStanza read_scrypt(const Stanza& stanza, unsigned limit) {
  check_parts(stanza, 3);
  ScryptStanza result{argument_bytes(stanza, 1, kSaltBytes)};
  const std::string& text = stanza.arguments[2];
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), result.work_factor);
  const bool is_digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_digits || text.front() == '0' || end != text.data() + text.size()) {
    throw_wrong_stanza(stanza.kind(), "a work factor " + quote(text), "need a decimal number");
  }
  if (error != std::errc() || result.work_factor > limit) {
    throw_wrong_stanza(
        stanza.kind(), "a work factor of 2^" + text,
        "need at most 2^" + std::to_string(limit) + ", which a passphrase may take here");
  }
  return result;
}

std::optional<FileKey> unwrap(const Passphrase& passphrase, const Stanza& stanza, unsigned limit) {
  const ScryptStanza read = read_scrypt(stanza, limit);
  return open_key(scrypt_key(passphrase, read.salt, read.work_factor), {}, stanza.body);
}

}  // namespace lath::io::age
