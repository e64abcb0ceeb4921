// SPDX-License-Identifier: Apache-2.0
//
// The forms of products; bfv/multiply.cpp and bgv/multiply.cpp compute them.
#include "he/result_memory.hpp"
#include "lath/he/product_evaluator.hpp"

namespace lath::he {

template <class Form>
Product<Form> ProductEvaluator<Form>::dot_product(std::span<const Ciphertext> a,
                                                  std::span<const Ciphertext> b,
                                                  EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Product<Form>>(this->context());
  dot_product(out, a, b, workspace);
  return out;
}

template <class Form>
void ProductEvaluator<Form>::multiply(Product<Form>& out, const Ciphertext& a, const Ciphertext& b,
                                      EvaluatorWorkspace& workspace) const {
  dot_product(out, {&a, 1}, {&b, 1}, workspace);
}

template <class Form>
void ProductEvaluator<Form>::square(Product<Form>& out, const Ciphertext& a,
                                    EvaluatorWorkspace& workspace) const {
  multiply(out, a, a, workspace);
}

template <class Form>
Product<Form> ProductEvaluator<Form>::multiply(const Ciphertext& a, const Ciphertext& b,
                                               EvaluatorWorkspace& workspace) const {
  return dot_product({&a, 1}, {&b, 1}, workspace);
}

template <class Form>
Product<Form> ProductEvaluator<Form>::square(const Ciphertext& a,
                                             EvaluatorWorkspace& workspace) const {
  return multiply(a, a, workspace);
}

template <class Form>
Ciphertext ProductEvaluator<Form>::relinearize(const Product<Form>& product, const RelinKey& key,
                                               EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(this->context());
  relinearize(out, product, key, workspace);
  return out;
}

template class ProductEvaluator<Coeff>;
template class ProductEvaluator<Eval>;

}  // namespace lath::he
