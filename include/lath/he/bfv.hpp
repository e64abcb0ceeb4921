// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/bfv_parameters.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/product_evaluator.hpp"

namespace lath::he::bfv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluatorOptions;
using he::EvaluatorWorkspace;
/// A product by its coefficients.
using Product = he::Product<Coeff>;

/// Computes on ciphertexts of BFV.
class Evaluator : public ProductEvaluator<Coeff> {
 public:
  /// For these parameters.
  explicit Evaluator(const Parameters& parameters, EvaluatorOptions options = {}) noexcept
      : ProductEvaluator(parameters.context(), options) {}
};

}  // namespace lath::he::bfv
