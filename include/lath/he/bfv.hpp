// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/core/scheme.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/evaluator.hpp"
#include "lath/he/parameters.hpp"

namespace lath::he {

/// BFV as the argument of templates over schemes, with the names of its types.
struct Bfv {
  using Parameters = he::Parameters<Bfv>;         ///< its parameters
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

/// The scheme of J. Fan and F. Vercauteren (ePrint 2012/144) after Z. Brakerski (CRYPTO 2012),
/// which is scale-invariant, in residues: products as in A. Kim, Y. Polyakov, V. Zucca (ASIACRYPT
/// 2021), keys switched with special primes (C. Gentry, S. Halevi, N. Smart, CRYPTO 2012).
///
/// A ciphertext (c0, c1) of a plaintext m has (t/Q)(c0 + c1 s) = m + v modulo t, with a noise v.
namespace bfv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluationKeys;
using he::EvaluatorOptions;
using Parameters = Bfv::Parameters;  ///< parameters of the scheme
using Product = Bfv::Product;        ///< a product, by its coefficients
using Evaluator = Bfv::Evaluator;    ///< computes on ciphertexts of BFV
using Session = Bfv::Session;        ///< a thread's place to compute

}  // namespace bfv
}  // namespace lath::he
