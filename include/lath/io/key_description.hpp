// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/io/fingerprint.hpp"
#include "lath/io/ml_kem_keys.hpp"

namespace lath::io {

/// A description of a file with a key, without a passphrase and without a check of the key.
struct KeyDescription {
  /// The kinds of files.
  enum class Kind { public_key, private_key, encrypted_private_key };
  Kind kind;          ///< by the label of PEM, or the first elements of DER
  bool pem;           ///< a text, else DER
  std::size_t bytes;  ///< of the file
  std::optional<std::string>
      algorithm;                       ///< "ML-KEM-768", or an object identifier; not if encrypted
  std::optional<PrivateKeyForm> form;  ///< of private keys of ML-KEM
  std::optional<std::string> encryption;  ///< of encrypted keys: "PBKDF2 with 600000 iterations"
  /// The SHA-256 digest of the DER of a public key.
  std::optional<Fingerprint> fingerprint;
};

/// Whether bytes begin as the file of a key does: PEM of a key, or DER that may be one. The first
/// 4096 bytes of a file are enough.
[[nodiscard]] bool may_be_key(ByteView start) noexcept;

/// Describes a file. Throws malformed or unsupported for files that are no keys, as
/// ml_kem_private_key_from_file() does. Keys of other algorithms are described, too.
[[nodiscard]] KeyDescription describe_key(ByteView file);

/// A description in one line: "private key of ML-KEM-768, its seed, PEM".
[[nodiscard]] std::string to_text(const KeyDescription& description);

}  // namespace lath::io
