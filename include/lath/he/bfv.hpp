// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/he/bfv_parameters.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/evaluator_workspace.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::he::bfv {

/// Encrypts with a public key. Safe to share between threads, with a generator for each.
class Encryptor {
 public:
  /// With this key. Throws mismatch if it has other parameters.
  Encryptor(const Parameters& parameters, const PublicKey& key);

  /// A fresh ciphertext of the highest level. Throws mismatch if the plaintext has other
  /// parameters, and what the generator throws. Takes three transforms and two products for each
  /// prime.
  [[nodiscard]] Ciphertext encrypt(const Plaintext& plaintext, Generator& generator) const;

 private:
  Parameters parameters_;
  PublicKey key_;
};

/// Decrypts with the secret key.
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
/// Operands stay as they were, and so does everything after an error.
///
/// A function that takes `out` writes its result there: in the memory that `out` has if it is of
/// these parameters and of the level of the result, so that nothing is allocated, else in new
/// memory. `out` may be an operand of a sum; otherwise it is none.
class Evaluator {
 public:
  /// For these parameters.
  explicit Evaluator(const Parameters& parameters) noexcept : parameters_(parameters) {}

  ///@{
  /// The sum, the difference, and the negative. One pass over the words.
  [[nodiscard]] Ciphertext add(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext sub(const Ciphertext& a, const Ciphertext& b) const;
  [[nodiscard]] Ciphertext negate(const Ciphertext& a) const;
  [[nodiscard]] Product add(const Product& a, const Product& b) const;
  void add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const;
  void sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const;
  void add(Product& out, const Product& a, const Product& b) const;
  ///@}
  ///@{
  /// The sum, the difference, and the product with a plaintext. Takes one transform for each prime.
  [[nodiscard]] Ciphertext add_plain(const Ciphertext& a, const Plaintext& b) const;
  [[nodiscard]] Ciphertext sub_plain(const Ciphertext& a, const Plaintext& b) const;
  [[nodiscard]] Ciphertext multiply_plain(const Ciphertext& a, const Plaintext& b) const;
  ///@}

  ///@{
  /// The product, not relinearised. Takes 16 transforms and 9 conversions of as many primes as the
  /// level has.
  [[nodiscard]] Product multiply(const Ciphertext& a, const Ciphertext& b,
                                 EvaluatorWorkspace& workspace) const;
  void multiply(Product& out, const Ciphertext& a, const Ciphertext& b,
                EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The ciphertext of a product. Throws mismatch if the key has other parameters.
  [[nodiscard]] Ciphertext relinearize(const Product& product, const RelinKey& key,
                                       EvaluatorWorkspace& workspace) const;
  void relinearize(Ciphertext& out, const Product& product, const RelinKey& key,
                   EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// Substitutes x^g for x. Throws invalid_argument if there is no key for g.
  [[nodiscard]] Ciphertext apply_galois(const Ciphertext& a, std::uint64_t g,
                                        const GaloisKeys& keys,
                                        EvaluatorWorkspace& workspace) const;
  void apply_galois(Ciphertext& out, const Ciphertext& a, std::uint64_t g, const GaloisKeys& keys,
                    EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The same plaintext at a lower level: smaller, faster, with as much noise in proportion as
  /// before and a little more. Throws invalid_argument unless `to` is from 1 to the level of `a`.
  [[nodiscard]] Ciphertext mod_switch(const Ciphertext& a, std::size_t to,
                                      EvaluatorWorkspace& workspace) const;
  void mod_switch(Ciphertext& out, const Ciphertext& a, std::size_t to,
                  EvaluatorWorkspace& workspace) const;
  ///@}

 private:
  Parameters parameters_;
};

}  // namespace lath::he::bfv
