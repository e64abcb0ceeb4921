// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// Encrypts with a public key. Safe to share between threads, with a generator for each.
class Encryptor {
 public:
  /// The encryptor with this key. Throws mismatch if the key has other parameters.
  Encryptor(const SchemeParameters& parameters, const PublicKey& key);

  ///@{
  /// A fresh ciphertext of the highest level: (b u + e0 + Q m/t, a u + e1) in BFV, (t (b u + e0) +
  /// m, t (a u + e1)) in BGV. Throws mismatch if the plaintext has other parameters,
  /// invalid_argument if Q is too small even for a fresh ciphertext, and as the generator does.
  /// Takes three transforms and two products for each prime. The second form writes into the memory
  /// that a ciphertext of these parameters and this level has, which spares the time in which an
  /// operating system gives new memory: up to a third. If it throws, `out` is as it was.
  [[nodiscard]] Ciphertext encrypt(const Plaintext& plaintext, Generator& generator) const;
  void encrypt(Ciphertext& out, const Plaintext& plaintext, Generator& generator) const;
  ///@}

 private:
  std::shared_ptr<const Context> context_;
  PublicKey key_;
};

}  // namespace lath::he
