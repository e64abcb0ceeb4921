// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/he/bgv_ciphertext.hpp"
#include "lath/he/bgv_parameters.hpp"
#include "lath/he/evaluator_workspace.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he::bgv {

/// Encrypts with a public key. Safe to share between threads, with a generator for each.
class Encryptor {
 public:
  /// With this key. Throws mismatch if it has other parameters.
  Encryptor(const Parameters& parameters, const PublicKey& key);

  /// A fresh ciphertext of the highest level, with the factor 1: t (b u + e0 + m/t, a u + e1).
  /// Throws mismatch if the plaintext has other parameters, invalid_argument if Q is too small even
  /// for it, and what the generator throws. Takes three transforms and two products for each prime.
  [[nodiscard]] Ciphertext encrypt(const Plaintext& plaintext, Generator& generator) const;

 private:
  Parameters parameters_;
  PublicKey key_;
};

/// Decrypts with the secret key: the representative of c0 + c1 s next to zero, modulo t, over f.
class Decryptor {
 public:
  /// With this key. Throws mismatch if it has other parameters.
  Decryptor(const Parameters& parameters, const SecretKey& key);

  ///@{
  /// The plaintext of a ciphertext or of a product. Refuses one whose noise bound does not promise
  /// the right plaintext: throws invalid_argument. Throws mismatch if it has other parameters.
  ///
  /// The result must stay with the owner of the key: whoever can choose ciphertexts and sees what
  /// becomes of them learns the key.
  [[nodiscard]] Plaintext decrypt(const Ciphertext& ciphertext) const;
  [[nodiscard]] Plaintext decrypt(const Product& product) const;
  ///@}

 private:
  Parameters parameters_;
  SecretKey key_;
};

/// Scratch memory for an Evaluator; one for each thread.
class EvaluatorWorkspace : public he::EvaluatorWorkspace {
 public:
  /// As much as any operation with these parameters needs.
  explicit EvaluatorWorkspace(const Parameters& parameters);
};

/// Computes on ciphertexts. Results do not depend on the number of threads, the order of sums or
/// the kernels of the CPU. Immutable; threads share it, each with a workspace of its own.
///
/// Every function throws mismatch if operands have other parameters or different levels, and
/// invalid_argument if the noise bound of its result does not promise that it can be decrypted.
/// Operands stay as they were.
class Evaluator {
 public:
  /// For these parameters.
  explicit Evaluator(const Parameters& parameters) noexcept : parameters_(parameters) {}

  ///@{
  /// The sum, the difference, and the negative. One pass over the words. Operands with different
  /// factors are multiplied by integers a and b with a f = b f' modulo t first, the noise with
  /// them: those with the least noise of the sum, about sqrt(t) both if the operands have equal
  /// noise. Ciphertexts that went through the same products and switches have the same factor.
  [[nodiscard]] Ciphertext add(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext sub(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext negate(const Ciphertext& a) const;
  [[nodiscard]] Product add(const Product& a, const Product& b) const;
  ///@}
  ///@{
  /// The sum, the difference, and the product with a plaintext. Takes one transform for each prime.
  [[nodiscard]] Ciphertext add_plain(const Ciphertext& a, const Plaintext& b) const;
  [[nodiscard]] Ciphertext sub_plain(const Ciphertext& a, const Plaintext& b) const;
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const Plaintext& b) const;
  ///@}

  ///@{
  /// The product (a0 b0, a0 b1 + a1 b0, a1 b1), and that with itself, not relinearised. One pass
  /// over the words.
  [[nodiscard]] Product multiply(const Ciphertext& a, const Ciphertext& b,
                                 EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Product square(const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  ///@}
  /// The ciphertext of a product. Throws mismatch if the key has other parameters.
  [[nodiscard]] Ciphertext relinearize(const Product& product, const RelinKey& key,
                                       EvaluatorWorkspace& workspace) const;
  /// Substitutes x^g for x. Throws invalid_argument if there is no key for g.
  [[nodiscard]] Ciphertext apply_galois(const Ciphertext& a, std::uint64_t g,
                                        const GaloisKeys& keys,
                                        EvaluatorWorkspace& workspace) const;
  /// The same plaintext at a lower level, divided by the primes in between: its error is smaller by
  /// their product, and not much below t sqrt(n/12). Throws invalid_argument unless `to` is from 1
  /// to the level of `a`.
  [[nodiscard]] Ciphertext mod_switch(const Ciphertext& a, std::size_t to,
                                      EvaluatorWorkspace& workspace) const;

 private:
  Parameters parameters_;
};

}  // namespace lath::he::bgv
