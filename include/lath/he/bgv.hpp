// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/core/scheme.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/evaluator.hpp"
#include "lath/he/parameters.hpp"

namespace lath::he {

/// BGV as the argument of templates over schemes, with the names of its types.
struct Bgv {
  using Parameters = he::Parameters<Bgv>;         ///< its parameters
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
void Session<Bgv>::write_product(Product& out, const CiphertextParts<Eval>& a,
                                 const CiphertextParts<Eval>& b);
template <>
void Session<Bgv>::relinearize(Ciphertext& out, const Product& product);
///@endcond

/// The scheme of Z. Brakerski, C. Gentry and V. Vaikuntanathan (ITCS 2012) in residues, its moduli
/// switched as in C. Gentry, S. Halevi, N. Smart (CRYPTO 2012), keys with special primes (there,
/// too).
///
/// A ciphertext (c0, c1) of a plaintext m has c0 + c1 s = f m + t e modulo Q, with an error e and a
/// factor f that is public, prime to t, and part of the ciphertext (A. Kim, Y. Polyakov, V. Zucca,
/// ASIACRYPT 2021). Encryption has f = 1. A product has the product of the factors: (f m + t e) (f'
/// m' + t e') = f f' m m' modulo t. A division by a prime q changes both parts by less than t q/2
/// each, by multiples of t, so that q divides them, and has f/q modulo t. The error falls by q: a
/// circuit switches before every product, or as soon as the error is much larger than the error
/// that a switch leaves.
namespace bgv {

using he::Ciphertext;
using he::Decryptor;
using he::Encryptor;
using he::EvaluationKeys;
using he::EvaluatorOptions;
using Parameters = Bgv::Parameters;  ///< parameters of the scheme
using Product = Bgv::Product;        ///< a product, by its values
using Evaluator = Bgv::Evaluator;    ///< computes on ciphertexts of BGV
using Session = Bgv::Session;        ///< a thread's place to compute

}  // namespace bgv
}  // namespace lath::he
