// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/io/file_scheme.hpp"
#include "lath/io/fingerprint.hpp"
#include "lath/random/generator.hpp"

/// @file
/// Key files, format version 1. Every object starts with eight bytes,
///
///     "lath" | kind (1) | format version (1) | scheme (1) | 0
///
/// where kind is 1 for a public key, 2 for a secret key and 4 for an envelope, and scheme is an id.
///
///     public key   header | public key of the key encapsulation | digest
///     secret key   header | fingerprint of the public key | its secret key | digest
///
/// The keys inside belong to the key encapsulation; keys of ML-KEM are the standard's, byte for
/// byte. The digest is the SHA-256 of all bytes before it, so that damage is detected; the digest
/// of a public key is its fingerprint. Secret keys are not encrypted.
///
/// A reader trusts nothing: it checks the eight bytes, the size, the digest, the key itself and,
/// for a secret key, its fingerprint, and throws malformed otherwise. Every key has exactly one
/// file. Version 0, which was experimental and had one scheme only, is no longer read.
namespace lath::io {

/// The bytes that every object starts with.
inline constexpr std::size_t kObjectHeaderBytes = 8;
/// The digest at the end of a key file.
inline constexpr std::size_t kDigestBytes = 32;
/// No key file of this version is longer. Readers need not read on.
inline constexpr std::size_t kMaxKeyBytes = 65536;

/// A public key with its scheme: immutable, cheap to copy, safe to share between threads.
class PublicKey {
 public:
  ///@{
  /// Copies share the bytes. A moved-from object keeps its key.
  PublicKey(const PublicKey&) noexcept = default;
  PublicKey& operator=(const PublicKey&) noexcept = default;
  ///@}
  ~PublicKey() = default;

  /// The key in a file with these bytes. Throws malformed if they are not a valid key file.
  static PublicKey from_bytes(std::span<const std::byte> file);
  /// The key whose bytes in the key encapsulation are `key`, for example a FIPS 203 key from
  /// another program. Throws malformed if it is not a valid key.
  static PublicKey of(FileScheme scheme, std::span<const std::byte> key);

  /// The scheme of the key.
  [[nodiscard]] FileScheme scheme() const noexcept { return scheme_; }
  /// The bytes of the file.
  [[nodiscard]] std::span<const std::byte> bytes() const& noexcept { return bytes_->span(); }
  std::span<const std::byte> bytes() const&& = delete;  // the key is a temporary: give it a name
  /// The key inside, as the key encapsulation defines it.
  [[nodiscard]] std::span<const std::byte> key() const& noexcept;
  std::span<const std::byte> key() const&& = delete;  // the key is a temporary: give it a name
  /// The fingerprint: the digest at the end of the file.
  [[nodiscard]] Fingerprint fingerprint() const noexcept;

 private:
  PublicKey(FileScheme scheme, Buffer<std::byte> bytes);

  FileScheme scheme_;
  std::shared_ptr<const Buffer<std::byte>> bytes_;
};

/// A secret key with its scheme and the fingerprint of its public key: immutable, cheap to copy,
/// safe to share between threads. Its bytes are wiped when the last copy is destroyed.
class SecretKey {
 public:
  ///@{
  /// Copies share the bytes. A moved-from object keeps its key.
  SecretKey(const SecretKey&) noexcept = default;
  SecretKey& operator=(const SecretKey&) noexcept = default;
  ///@}
  ~SecretKey() = default;

  /// The key in a file with these bytes. Throws malformed if they are not a valid key file, or if
  /// its fingerprint is not the fingerprint of the public key inside the secret key. Reveals
  /// whether the key is well-formed, and nothing else about it.
  static SecretKey from_bytes(std::span<const std::byte> file);
  /// The key whose bytes in the key encapsulation are `key`, with the fingerprint of the public key
  /// inside it. Throws malformed if it is not a valid key. Reveals no more than from_bytes().
  static SecretKey of(FileScheme scheme, std::span<const std::byte> key);

  /// The scheme of the key.
  [[nodiscard]] FileScheme scheme() const noexcept { return scheme_; }
  /// The bytes of the file, which are secret.
  [[nodiscard]] std::span<const std::byte> bytes() const& noexcept { return bytes_->span(); }
  std::span<const std::byte> bytes() const&& = delete;  // the key is a temporary: give it a name
  /// The key inside, as the key encapsulation defines it: secret.
  [[nodiscard]] std::span<const std::byte> key() const& noexcept;
  std::span<const std::byte> key() const&& = delete;  // the key is a temporary: give it a name
  /// The fingerprint of the public key of the pair.
  [[nodiscard]] Fingerprint fingerprint() const noexcept;

 private:
  SecretKey(FileScheme scheme, Buffer<std::byte, Secret> bytes);

  FileScheme scheme_;
  std::shared_ptr<const Buffer<std::byte, Secret>> bytes_;
};

/// A public key and its secret key.
struct KeyPair {
  PublicKey public_key;  ///< for everybody
  SecretKey secret_key;  ///< for its owner only
};

/// A new key pair. Throws as the generator does.
[[nodiscard]] KeyPair generate_keys(FileScheme scheme, Generator& generator);

}  // namespace lath::io
