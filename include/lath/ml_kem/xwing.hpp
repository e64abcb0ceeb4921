// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lath/base/error.hpp"
#include "lath/base/secret.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/random/generator.hpp"

/// X-Wing, the key encapsulation of draft-connolly-cfrg-xwing-kem-09: ML-KEM-768 and X25519 side by
/// side, whose secrets enter one hash. The secret stays unknown as long as one of the two is not
/// broken: ML-KEM against quantum computers, X25519 in case that ML-KEM has a flaw. HPKE calls it
/// MLKEM768-X25519. All keys, ciphertexts and secrets are the draft's, byte for byte.
///
/// ML-KEM and SHA-3 are Lath's, X25519 is OpenSSL's. Every function throws unsupported where
/// OpenSSL has no X25519. Everything is constant time in seeds, secret keys and shared secrets. A
/// key pair takes about 100 microseconds, encapsulation and decapsulation about the same.
namespace lath::xwing {

/// The secret that both sides share in the end.
using SharedSecret = kem::SharedSecret;

class SecretKey;

/// The draft's encapsulation key: the public key of ML-KEM-768, then the one of X25519.
class PublicKey {
 public:
  /// The size of a key in bytes.
  static constexpr std::size_t kBytes = ml_kem::PublicKey<768>::kBytes + 32;

  /// The key with these bytes. Throws malformed unless there are kBytes of them and the first part
  /// is a key of ML-KEM-768. Takes less than a microsecond.
  static PublicKey from_bytes(std::span<const std::byte> bytes);

  /// The bytes of the key.
  [[nodiscard]] std::span<const std::byte, kBytes> bytes() const& noexcept { return bytes_; }
  std::span<const std::byte, kBytes> bytes() const&& = delete;  // the key is a temporary: name it

  /// Whether both keys have the same bytes.
  friend bool operator==(const PublicKey&, const PublicKey&) = default;

 private:
  PublicKey() = default;
  friend SecretKey;

  std::array<std::byte, kBytes> bytes_{};
};

/// The draft's decapsulation key: a seed of 32 bytes, kept with the keys that it expands to. A copy
/// is as secret as the key. Moving copies: the source stays intact until it is destroyed and wiped.
class SecretKey {
 public:
  /// The size of a seed in bytes.
  static constexpr std::size_t kBytes = 32;

  ///@{
  /// A copy, which is as secret as the original.
  SecretKey(const SecretKey&) noexcept = default;
  SecretKey& operator=(const SecretKey&) noexcept = default;
  ///@}
  ~SecretKey() = default;

  /// The key with this seed. Throws malformed unless there are kBytes bytes; all values are keys.
  static SecretKey from_seed(std::span<const std::byte> seed);

  /// The seed, which is secret.
  [[nodiscard]] std::span<const std::byte, kBytes> seed() const& noexcept { return seed_.span(); }
  std::span<const std::byte, kBytes> seed() const&& = delete;  // the key is a temporary: name it
  /// The public key of the pair.
  [[nodiscard]] const PublicKey& public_key() const& noexcept { return public_key_; }
  const PublicKey& public_key() const&& = delete;  // the key is a temporary: name it

 private:
  struct Parts;
  SecretKey(std::span<const std::byte, kBytes> seed, const Parts& parts);
  friend SharedSecret decapsulate(const SecretKey&, const struct Ciphertext&);

  SecretBytes<kBytes> seed_, x25519_;
  ml_kem::SecretKey<768> ml_kem_;
  PublicKey public_key_;
};

/// A ciphertext: one of ML-KEM-768, then an ephemeral public key of X25519.
struct Ciphertext {
  /// The size of a ciphertext in bytes.
  static constexpr std::size_t kBytes = ml_kem::Ciphertext<768>::kBytes + 32;

  std::array<std::byte, kBytes> bytes{};  ///< the bytes

  /// The ciphertext with these bytes. Throws malformed unless there are kBytes of them.
  static Ciphertext from_bytes(std::span<const std::byte> bytes);

  /// Whether both have the same bytes.
  friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// The result of an encapsulation.
struct Encapsulation {
  Ciphertext ciphertext;  ///< to send
  SharedSecret secret;    ///< to keep
};

/// A new key. Draws its seed, 32 bytes. Throws as the generator does.
[[nodiscard]] SecretKey generate_key(Generator& generator);

/// A new secret for the owner of `key`, and the ciphertext to send. Draws 64 bytes. Throws as the
/// generator does, and malformed where the X25519 part of the key has a low order, which no honest
/// key has.
[[nodiscard]] Encapsulation encapsulate(const PublicKey& key, Generator& generator);

/// encapsulate() with given randomness. For test vectors only: the secret is only as secret as it.
[[nodiscard]] Encapsulation encapsulate_derandomized(const PublicKey& key,
                                                     const SecretBytes<64>& randomness);

/// The secret in a ciphertext. A ciphertext that was not encapsulated for this key gives a secret
/// that nobody else can predict, always the same one. Throws malformed where the X25519 part of the
/// ciphertext has a low order, which shows in the ciphertext alone.
[[nodiscard]] SharedSecret decapsulate(const SecretKey& key, const Ciphertext& ciphertext);

}  // namespace lath::xwing
