// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he {

/// Decrypts with the secret key: round(t x / Q) modulo t of x = c0 + c1 s + ... in BFV, and in BGV
/// the representative of x next to zero, modulo t, over the factor.
class Decryptor {
 public:
  /// With this key. Throws mismatch if it has other parameters.
  Decryptor(const SchemeParameters& parameters, const SecretKey& key);

  ///@{
  /// The plaintext of a ciphertext or of a product. Refuses one whose noise bound does not promise
  /// the right plaintext: throws invalid_argument. Throws mismatch if it has other parameters.
  ///
  /// The result must stay with the owner of the key: whoever can choose ciphertexts and sees what
  /// becomes of them learns the key.
  [[nodiscard]] Plaintext decrypt(const Ciphertext& ciphertext) const;
  [[nodiscard]] Plaintext decrypt(const Product<Coeff>& product) const;
  [[nodiscard]] Plaintext decrypt(const Product<Eval>& product) const;
  ///@}

 private:
  std::shared_ptr<const Context> context_;
  SecretKey key_;
};

}  // namespace lath::he
