// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/bfv_parameters.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/evaluator.hpp"

namespace lath::he {

/// BFV as the argument of templates over schemes, with the names of its types.
struct Bfv {
  using Parameters = bfv::Parameters;             ///< its parameters
  using Product = he::Product<Coeff>;             ///< a product, by its coefficients
  using Evaluator = he::Evaluator<Bfv>;           ///< computes on its ciphertexts
  using Session = he::Session<Bfv>;               ///< an evaluator with keys and memory
  static constexpr Scheme kScheme = Scheme::bfv;  ///< its name
};

///@cond
template <>
void Session<Bfv>::dot_product(Product& out, std::span<const Ciphertext> a,
                               std::span<const Ciphertext> b);
template <>
void Session<Bfv>::relinearize(Ciphertext& out, const Product& product);
///@endcond

namespace bfv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluationKeys;
using he::EvaluatorOptions;
using Product = Bfv::Product;      ///< a product, by its coefficients
using Evaluator = Bfv::Evaluator;  ///< computes on ciphertexts of BFV
using Session = Bfv::Session;      ///< a thread's place to compute

}  // namespace bfv
}  // namespace lath::he
