// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"

/// Measures noise with the secret key: for tests and for studies, not for programs. Whoever sees
/// the noise of ciphertexts that others made learns the key.
namespace lath::he::debug {

///@{
/// log2 of the largest coefficient of the noise of a ciphertext or product, in the units of
/// NoiseBound, however large it is; -1 means that it is as large as can be. Throws mismatch if an
/// operand has other parameters. Variable time, with big integers.
[[nodiscard]] double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                                const Ciphertext& ciphertext);
[[nodiscard]] double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                                const Product<Coeff>& product);
[[nodiscard]] double log2_noise(const SchemeParameters& parameters, const SecretKey& secret,
                                const Product<Eval>& product);
///@}

}  // namespace lath::he::debug
