// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/bgv_parameters.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/evaluator.hpp"

namespace lath::he {

/// BGV as the argument of templates over schemes, with the names of its types.
struct Bgv {
  using Parameters = bgv::Parameters;             ///< its parameters
  using Product = he::Product<Eval>;              ///< a product, by its values
  using Evaluator = he::Evaluator<Bgv>;           ///< computes on its ciphertexts
  using Session = he::Session<Bgv>;               ///< an evaluator with keys and memory
  static constexpr Scheme kScheme = Scheme::bgv;  ///< its name
};

///@cond
template <>
void Session<Bgv>::dot_product(Product& out, std::span<const Ciphertext> a,
                               std::span<const Ciphertext> b);
template <>
void Session<Bgv>::relinearize(Ciphertext& out, const Product& product);
///@endcond

namespace bgv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluationKeys;
using he::EvaluatorOptions;
using Product = Bgv::Product;      ///< a product, by its values
using Evaluator = Bgv::Evaluator;  ///< computes on ciphertexts of BGV
using Session = Bgv::Session;      ///< a thread's place to compute

}  // namespace bgv
}  // namespace lath::he
