// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/io/ml_kem_keys.hpp"

/// Where the parts of SubjectPublicKeyInfo and PKCS#8 stand, without a look at the keys.
namespace lath::detail::pem {

/// The kinds of key files.
enum class FileKind { public_key, private_key, encrypted_private_key };

/// A file as DER, and what it is by its label or its first elements.
struct KeyFile {
  FileKind kind;
  bool text;  ///< whether the file is PEM
  Buffer<std::byte, Secret> der;
};

/// Opens a file. Throws malformed for files that are neither PEM nor DER of a key, or too long,
/// and unsupported for PEM of other things, with their label.
[[nodiscard]] KeyFile open_key_file(std::span<const std::byte> file);

/// The parts of SubjectPublicKeyInfo.
struct PublicKeyParts {
  std::string algorithm;  ///< the object identifier as numbers with dots
  unsigned set;           ///< 512, 768, 1024, or 0 for another algorithm
  std::span<const std::byte> key;
};
[[nodiscard]] PublicKeyParts public_key_parts(std::span<const std::byte> der);

/// The parts of PKCS#8. Those of ML-KEM alone are there only where `set` is not 0.
struct PrivateKeyParts {
  std::string algorithm;
  unsigned set;
  io::PrivateKeyForm form;
  std::span<const std::byte> seed, expanded;
  std::optional<std::span<const std::byte>> public_key;
};
[[nodiscard]] PrivateKeyParts private_key_parts(std::span<const std::byte> der);

/// The object identifier of a parameter set, without tag and length.
[[nodiscard]] std::span<const std::byte> identifier_of(unsigned set);

}  // namespace lath::detail::pem
