// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/bgv_parameters.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/product_evaluator.hpp"

namespace lath::he::bgv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluatorOptions;
using he::EvaluatorWorkspace;
/// A product by its values.
using Product = he::Product<Eval>;

/// Computes on ciphertexts of BGV.
class Evaluator : public ProductEvaluator<Eval> {
 public:
  /// For these parameters.
  explicit Evaluator(const Parameters& parameters, EvaluatorOptions options = {}) noexcept
      : ProductEvaluator(parameters.context(), options) {}
};

}  // namespace lath::he::bgv
