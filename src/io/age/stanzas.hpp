// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "io/age/aead.hpp"
#include "io/age/header.hpp"
#include "lath/io/age/files.hpp"

/// The two kinds of stanzas: the key of a file encrypted for a key of X-Wing, or with a passphrase.
namespace lath::io::age {

inline constexpr std::string_view kHybridKind = "mlkem768x25519", kScryptKind = "scrypt";
/// The size of a file key encrypted.
inline constexpr std::size_t kWrappedBytes = 32;

Stanza wrap(const Recipient& recipient, const FileKey& key, Generator& generator);
Stanza wrap(const Passphrase& passphrase, const FileKey& key, Generator& generator);

/// The file key that a stanza of kind kHybridKind holds, or nothing where it is not for this
/// identity. Throws malformed where the stanza is not well-formed.
std::optional<FileKey> unwrap(const Identity& identity, const Stanza& stanza);

/// A stanza of kind kScryptKind read.
struct ScryptStanza {
  std::vector<std::byte> salt;
  unsigned work_factor = 0;
};
/// The parts of a stanza of kind kScryptKind. Throws malformed where it is not well-formed, or asks
/// for a work factor above 2^limit.
ScryptStanza read_scrypt(const Stanza& stanza, unsigned limit);
/// The file key in the stanza, or nothing where passphrase or stanza are wrong.
std::optional<FileKey> unwrap(const Passphrase& passphrase, const Stanza& stanza, unsigned limit);

/// A file key encrypted with a key that is used once.
std::vector<std::byte> seal_key(const Key& key, const Nonce& nonce, const FileKey& file_key);
/// The file key in kWrappedBytes, or nothing where they are not authentic.
std::optional<FileKey> open_key(const Key& key, const Nonce& nonce, Bytes sealed);

[[noreturn]] void throw_wrong_stanza(std::string_view kind, std::string found, std::string needed);

}  // namespace lath::io::age
