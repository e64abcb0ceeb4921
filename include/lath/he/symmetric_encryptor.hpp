// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/seeded_ciphertext.hpp"

namespace lath::he {

/// Encrypts with the secret key: with less noise than Encryptor, and to half the memory. Safe to
/// share between threads, with a generator for each.
class SymmetricEncryptor {
 public:
  /// With this key. Throws mismatch if it has other parameters.
  SymmetricEncryptor(const SchemeParameters& parameters, const SecretKey& key);

  ///@{
  /// A fresh ciphertext of the highest level: (Q m/t + e - a s, a) in BFV, (m + t e - a s, a) in
  /// BGV, where a public seed determines a. The second form gives c0 and the seed, which expand to
  /// the ciphertext that the first would have given. Draws 32 bytes for the seed, then e. Throws
  /// mismatch if the plaintext has other parameters, invalid_argument if Q is too small even for
  /// it, and what the generator throws. Takes one transform and one product for each prime, and the
  /// time to draw a.
  [[nodiscard]] Ciphertext encrypt(const Plaintext& plaintext, Generator& generator) const;
  [[nodiscard]] SeededCiphertext encrypt_seeded(const Plaintext& plaintext,
                                                Generator& generator) const;
  ///@}

 private:
  std::shared_ptr<const Context> context_;
  SecretKey key_;
};

}  // namespace lath::he
