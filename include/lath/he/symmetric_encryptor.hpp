// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// A fresh ciphertext (c0, a) in half the memory: c0 and the public seed that determines a.
/// SymmetricEncryptor makes it.
class SeededCiphertext {
 public:
  /// The number of primes of the modulus.
  [[nodiscard]] std::size_t level() const noexcept { return c0_.limbs().size(); }
  /// The bound on its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }
  /// The factor of the plaintext, see Ciphertext.
  [[nodiscard]] Natural scale_factor() const { return factor_; }
  /// The seed of a.
  [[nodiscard]] const PublicSeed& seed() const noexcept { return seed_; }

  ///@{
  /// The ciphertext, with the same bound. Throws entropy if OpenSSL fails. Takes the time to draw
  /// a, in its values, limb after limb: uniform<Eval>() with
  /// Generator::from_seed(seed(), "lath he c").
  [[nodiscard]] Ciphertext expand() const&;
  [[nodiscard]] Ciphertext expand() &&;
  ///@}

  /// The identifier of the secret key that decrypts it.
  [[nodiscard]] KeyId key_id() const noexcept { return key_id_; }

 private:
  friend class Access;
  SeededCiphertext(std::shared_ptr<const Context> context, EngineRows c0, const PublicSeed& seed,
                   Natural factor, const NoiseBound& noise, KeyId key_id) noexcept
      : context_(std::move(context)),
        c0_(std::move(c0)),
        seed_(seed),
        factor_(std::move(factor)),
        noise_(noise),
        key_id_(key_id) {}

  std::shared_ptr<const Context> context_;
  EngineRows c0_;
  PublicSeed seed_;
  Natural factor_;
  NoiseBound noise_;
  KeyId key_id_;
};

/// Encrypts with the secret key: with less noise than Encryptor, and to half the memory. Safe to
/// share between threads, with a generator for each.
class SymmetricEncryptor {
 public:
  /// The encryptor with this key. Throws mismatch if the key has other parameters.
  SymmetricEncryptor(const SchemeParameters& parameters, const SecretKey& key);

  ///@{
  /// A fresh ciphertext of the highest level: (Q m/t + e - a s, a) in BFV, (m + t e - a s, a) in
  /// BGV, where a public seed determines a. The second form gives c0 and the seed, which expand to
  /// the ciphertext that the first would have given. Draws 32 bytes for the seed, then e. Throws
  /// mismatch if the plaintext has other parameters, invalid_argument if Q is too small even for a
  /// fresh ciphertext, and as the generator does. Takes one transform and one product for each
  /// prime, and the time to draw a.
  [[nodiscard]] Ciphertext encrypt(const Plaintext& plaintext, Generator& generator) const;
  [[nodiscard]] SeededCiphertext encrypt_seeded(const Plaintext& plaintext,
                                                Generator& generator) const;
  ///@}

 private:
  std::shared_ptr<const Context> context_;
  SecretKey key_;
};

}  // namespace lath::he
