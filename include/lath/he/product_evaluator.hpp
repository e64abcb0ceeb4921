// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "lath/he/evaluator.hpp"

namespace lath::he {

/// An evaluator with products, which BFV computes by their coefficients and BGV by their values: a
/// program makes that of its scheme.
///
/// A product of BFV takes 16 transforms and 9 conversions of as many primes as the level has, and
/// each further term of a dot product 10 and 6; a square takes two transforms less. In BGV it is
/// one pass over the words: (a0 b0, a0 b1 + a1 b0, a1 b1).
template <class Form>
class ProductEvaluator : public Evaluator {
 public:
  /// The product, not relinearised.
  [[nodiscard]] Product<Form> multiply(const Ciphertext& a, const Ciphertext& b,
                                       EvaluatorWorkspace& workspace) const;
  /// The product with itself, not relinearised.
  [[nodiscard]] Product<Form> square(const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  /// The product into given memory.
  void multiply(Product<Form>& out, const Ciphertext& a, const Ciphertext& b,
                EvaluatorWorkspace& workspace) const;
  /// The product with itself into given memory.
  void square(Product<Form>& out, const Ciphertext& a, EvaluatorWorkspace& workspace) const;
  /// The sum of the products a[i] b[i], which is scaled once in BFV. In BGV all products must have
  /// one scale factor, the product of those of a[i] and b[i]; others are brought together by add()
  /// of products. Throws invalid_argument if there are none, mismatch if the numbers or the factors
  /// of the products differ.
  [[nodiscard]] Product<Form> dot_product(std::span<const Ciphertext> a,
                                          std::span<const Ciphertext> b,
                                          EvaluatorWorkspace& workspace) const;
  /// The same into given memory.
  void dot_product(Product<Form>& out, std::span<const Ciphertext> a, std::span<const Ciphertext> b,
                   EvaluatorWorkspace& workspace) const;
  /// The ciphertext of a product. Throws mismatch if the key has other parameters.
  [[nodiscard]] Ciphertext relinearize(const Product<Form>& product, const RelinKey& key,
                                       EvaluatorWorkspace& workspace) const;
  /// The same into given memory.
  void relinearize(Ciphertext& out, const Product<Form>& product, const RelinKey& key,
                   EvaluatorWorkspace& workspace) const;

 protected:
  ///@cond
  ProductEvaluator(std::shared_ptr<const Context> context, EvaluatorOptions options) noexcept
      : Evaluator(std::move(context), options) {}
  ProductEvaluator(const ProductEvaluator&) noexcept = default;
  ProductEvaluator& operator=(const ProductEvaluator&) noexcept = default;
  ~ProductEvaluator() = default;
  ///@endcond
};

///@cond
template <>
void ProductEvaluator<Coeff>::dot_product(Product<Coeff>&, std::span<const Ciphertext>,
                                          std::span<const Ciphertext>, EvaluatorWorkspace&) const;
template <>
void ProductEvaluator<Eval>::dot_product(Product<Eval>&, std::span<const Ciphertext>,
                                         std::span<const Ciphertext>, EvaluatorWorkspace&) const;
template <>
void ProductEvaluator<Coeff>::relinearize(Ciphertext&, const Product<Coeff>&, const RelinKey&,
                                          EvaluatorWorkspace&) const;
template <>
void ProductEvaluator<Eval>::relinearize(Ciphertext&, const Product<Eval>&, const RelinKey&,
                                         EvaluatorWorkspace&) const;
extern template class ProductEvaluator<Coeff>;
extern template class ProductEvaluator<Eval>;
///@endcond

}  // namespace lath::he
