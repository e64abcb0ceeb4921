// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "lath/he/bfv_parameters.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/evaluator.hpp"

namespace lath::he::bfv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluatorWorkspace;
/// A product by its coefficients.
using Product = he::Product<Coeff>;

/// Computes on ciphertexts of BFV: he::Evaluator with products.
class Evaluator : public he::Evaluator {
 public:
  /// For these parameters.
  explicit Evaluator(const Parameters& parameters) noexcept : he::Evaluator(parameters.context()) {}

  ///@{
  /// The product, and that with itself, not relinearised. Takes 16 transforms and 9 conversions of
  /// as many primes as the level has; a square two transforms less.
  [[nodiscard]] Product multiply(const Ciphertext& a, const Ciphertext& b,
                                 EvaluatorWorkspace& workspace) const;
  [[nodiscard]] Product square(const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  void multiply(Product& out, const Ciphertext& a, const Ciphertext& b,
                EvaluatorWorkspace& workspace) const;
  void square(Product& out, const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The sum of the products a[i] b[i], scaled once: each after the first takes 10 transforms and 6
  /// conversions of as many primes as the level has. Throws invalid_argument if there are none,
  /// mismatch if the numbers differ.
  [[nodiscard]] Product dot_product(std::span<const Ciphertext> a, std::span<const Ciphertext> b,
                                    EvaluatorWorkspace& workspace) const;
  void dot_product(Product& out, std::span<const Ciphertext> a, std::span<const Ciphertext> b,
                   EvaluatorWorkspace& workspace) const;
  ///@}
  ///@{
  /// The ciphertext of a product. Throws mismatch if the key has other parameters.
  [[nodiscard]] Ciphertext relinearize(const Product& product, const RelinKey& key,
                                       EvaluatorWorkspace& workspace) const;
  void relinearize(Ciphertext& out, const Product& product, const RelinKey& key,
                   EvaluatorWorkspace& workspace) const;
  ///@}
};

}  // namespace lath::he::bfv
