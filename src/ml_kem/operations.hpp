// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "lath/base/secret.hpp"
#include "ml_kem/k_pke.hpp"

/// The operations of ML-KEM (FIPS 203, section 6) in steps, for one or for several side by side.
/// Each operation has
///   first(Sampling&), second(Sampling&), third(Sampling&)   name the next work of the sponges
///   finish()                                                the rest
/// and run() has the sponges run before the next step. Memory that is given stays where it is until
/// then. Operations do not move.
namespace lath::ml_kem {

using k_pke::Bytes;
using k_pke::Bytes32;

/// Operations side by side; a range of them.
template <class Operations>
void run(Operations&& operations) {
  Sampling sampling(k_pke::isa());
  for (auto& operation : operations) operation.first(sampling);
  sampling.run();
  for (auto& operation : operations) operation.second(sampling);
  sampling.run();
  for (auto& operation : operations) operation.third(sampling);
  sampling.run();
  for (auto& operation : operations) operation.finish();
}

/// The keys of d and z (algorithm 16).
class KeyGeneration {
 public:
  /// Writes public_key_bytes() and secret_key_bytes(). z may stand where it is in the secret key,
  /// and d anywhere in it.
  KeyGeneration(const Parameters& parameters, Bytes32 d, Bytes32 z, std::span<std::byte> public_key,
                std::span<std::byte> secret_key);

  void first(Sampling& sampling);
  void second(Sampling& sampling);
  void third(Sampling& sampling);
  void finish();

 private:
  Parameters parameters_;
  std::span<std::byte> public_key_, secret_key_;
  SecretBytes<33> d_;  // and the rank
  SecretBytes<32> z_;
  SecretBytes<64> seeds_;  // rho, sigma
  Matrix a_;
  Noise s_e_;
};

/// A public key with its hash, H of the standard, and its matrix.
class ExpandedKey {
 public:
  /// Leaves hash and matrix to `sampling`.
  ExpandedKey(const Parameters& parameters, Bytes public_key, Sampling& sampling);

  [[nodiscard]] const k_pke::EncryptionKey& encryption() const noexcept { return encryption_; }
  [[nodiscard]] Bytes32 hash() const noexcept { return hash_; }

 private:
  std::array<std::byte, 32> hash_;
  k_pke::EncryptionKey encryption_;
};

/// The encryption of m with the randomness that m itself determines: (K, r) = G(m || H(pk)).
class HashedEncryption {
 public:
  explicit HashedEncryption(const Parameters& parameters);

  void hash(Sampling& sampling, Bytes32 m, Bytes32 key_hash);
  void draw(Sampling& sampling);
  void encrypt(const k_pke::EncryptionKey& key, std::span<std::byte> ciphertext);
  [[nodiscard]] Bytes32 secret() const noexcept { return both_.span().first<32>(); }

 private:
  unsigned eta1_;
  std::size_t rank_;
  SecretBytes<64> message_, both_;  // m and the hash, K and r
  Noise noise_;
};

/// The ciphertext of m, and the secret (algorithm 17). m may stand where the secret will.
class Encapsulating {
 public:
  /// Encapsulates to a key that is expanded already, or to a key that this object expands.
  Encapsulating(const Parameters& parameters, const ExpandedKey& key, Bytes32 m,
                std::span<std::byte> ciphertext, std::span<std::byte, 32> secret);
  Encapsulating(const Parameters& parameters, Bytes public_key, Bytes32 m,
                std::span<std::byte> ciphertext, std::span<std::byte, 32> secret);

  void first(Sampling& sampling);
  void second(Sampling& sampling);
  void third(Sampling& sampling);
  void finish();

 private:
  Parameters parameters_;
  Bytes public_key_;
  Bytes32 m_;
  std::span<std::byte> ciphertext_;
  std::span<std::byte, 32> secret_;
  const ExpandedKey* key_ = nullptr;
  std::optional<ExpandedKey> own_;
  HashedEncryption encryption_;
};

/// The secret in a ciphertext (algorithm 18), with implicit rejection.
class Decapsulating {
 public:
  /// Decapsulates with the public key in the secret key expanded already, or not.
  Decapsulating(const Parameters& parameters, const ExpandedKey& key, Bytes secret_key,
                Bytes ciphertext, std::span<std::byte, 32> secret);
  Decapsulating(const Parameters& parameters, Bytes secret_key, Bytes ciphertext,
                std::span<std::byte, 32> secret);
  ~Decapsulating();
  Decapsulating(const Decapsulating&) = delete;
  Decapsulating& operator=(const Decapsulating&) = delete;

  void first(Sampling& sampling);
  void second(Sampling& sampling);
  void third(Sampling& sampling);
  void finish();

 private:
  static constexpr std::size_t kMostBytes = Parameters::of(1024).ciphertext_bytes();

  // Aligned members first, so that few bytes lie between them.
  HashedEncryption encryption_;
  std::optional<k_pke::EncryptionKey> own_;
  std::span<std::byte, 32> secret_;
  const k_pke::EncryptionKey* key_ = nullptr;
  Bytes secret_key_, ciphertext_;
  Parameters parameters_;
  SecretBytes<32> m_;
  std::array<std::byte, 32 + kMostBytes> rejected_;  // z and the ciphertext
};

}  // namespace lath::ml_kem
