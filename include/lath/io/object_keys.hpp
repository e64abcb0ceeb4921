// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/random/generator.hpp"

/// @file
/// Keys by which saved objects are authenticated, see lath/io/objects.hpp. Copies are as secret as
/// the original. A key that was moved from is all zeros.
namespace lath::io {

/// A key that two parties share: HMAC-SHA256.
class MacKey {
 public:
  /// The number of bytes of a key.
  static constexpr std::size_t kBytes = 32;

  /// A new key. Throws as the generator does.
  [[nodiscard]] static MacKey generate(Generator& generator);
  /// The key with these bytes. Throws invalid_argument unless there are kBytes.
  [[nodiscard]] static MacKey from_bytes(ByteView bytes);
  /// The bytes, which are secret.
  [[nodiscard]] const SecretBytes<kBytes>& bytes() const& noexcept { return bytes_; }
  const SecretBytes<kBytes>& bytes() const&& = delete;  // the key is a temporary: give it a name

 private:
  explicit MacKey(const SecretBytes<kBytes>& bytes) noexcept : bytes_(bytes) {}
  SecretBytes<kBytes> bytes_;
};

/// The public key of a signer: Ed25519 (RFC 8032).
class VerifyingKey {
 public:
  /// The number of bytes of a key.
  static constexpr std::size_t kBytes = 32;

  /// The key with these bytes. Throws invalid_argument unless there are kBytes.
  [[nodiscard]] static VerifyingKey from_bytes(ByteView bytes);
  /// The bytes.
  [[nodiscard]] const std::array<std::byte, kBytes>& bytes() const& noexcept { return bytes_; }
  const std::array<std::byte, kBytes>& bytes() const&& = delete;  // the key is a temporary
  /// Whether both are one key.
  friend bool operator==(const VerifyingKey&, const VerifyingKey&) noexcept = default;

 private:
  explicit VerifyingKey(const std::array<std::byte, kBytes>& bytes) noexcept : bytes_(bytes) {}
  std::array<std::byte, kBytes> bytes_;
};

/// The secret key of a signer.
class SigningKey {
 public:
  /// The number of bytes of a key, of which RFC 8032 computes all that it needs.
  static constexpr std::size_t kBytes = 32;

  /// A new key. Throws as the generator does.
  [[nodiscard]] static SigningKey generate(Generator& generator);
  /// The key with these bytes. Throws invalid_argument unless there are kBytes.
  [[nodiscard]] static SigningKey from_bytes(ByteView bytes);
  /// The bytes, which are secret.
  [[nodiscard]] const SecretBytes<kBytes>& bytes() const& noexcept { return bytes_; }
  const SecretBytes<kBytes>& bytes() const&& = delete;  // the key is a temporary: give it a name
  /// The public key that belongs to it. Throws unsupported where OpenSSL has no Ed25519.
  [[nodiscard]] VerifyingKey verifying_key() const;

 private:
  explicit SigningKey(const SecretBytes<kBytes>& bytes) noexcept : bytes_(bytes) {}
  SecretBytes<kBytes> bytes_;
};

}  // namespace lath::io
