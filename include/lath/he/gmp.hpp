// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/ring/gmp.hpp"

/// @file
/// Plaintexts to and from GMP integers: the component lath::he_gmp, which links GMP.
///
/// GMP does not wipe its memory, and its time depends on the sizes and the values of integers. Who
/// may learn either learns something of secrets: use `WideValues` for these.
namespace lath::he {

/// PlaintextSpace::integer() of t. Throws invalid_argument unless t has 2 to 4096 bits and is
/// positive.
[[nodiscard]] PlaintextSpace integer_space(const mpz_class& t);

///@{
/// Integers as WideValues, of as many words as the longest takes, and back. Negative ones are two's
/// complements, and are refused with invalid_argument if `representative` is nonnegative.
[[nodiscard]] WideValues from_gmp_integers(std::span<const mpz_class> integers,
                                           Representative representative);
[[nodiscard]] std::vector<mpz_class> to_gmp_integers(const WideValues& values,
                                                     Representative representative);
///@}

///@{
/// The plaintext with these slots or coefficients, nonnegative below the modulus or, centered, of
/// magnitudes up to half of it. Throws as encode() of the encoder.
[[nodiscard]] Plaintext encode(const WideSlotEncoder& encoder, std::span<const mpz_class> values,
                               Representative representative = Representative::nonnegative);
[[nodiscard]] Plaintext encode(const WideCoefficientEncoder& encoder,
                               std::span<const mpz_class> values,
                               Representative representative = Representative::nonnegative);
///@}
///@{
/// The slots or coefficients of a plaintext, nonnegative or next to zero. Throws as decode() of the
/// encoder.
[[nodiscard]] std::vector<mpz_class> decode_gmp(
    const WideSlotEncoder& encoder, const Plaintext& plaintext,
    Representative representative = Representative::nonnegative);
[[nodiscard]] std::vector<mpz_class> decode_gmp(
    const WideCoefficientEncoder& encoder, const Plaintext& plaintext,
    Representative representative = Representative::nonnegative);
///@}

namespace crt {

/// The plaintext of integers of any size and sign modulo t_i. Throws as Part::encode().
template <class Scheme>
[[nodiscard]] Plaintext encode(const Part<Scheme>& part, std::span<const mpz_class> integers) {
  return part.encode(from_gmp_integers(integers, Representative::centered),
                     Representative::centered);
}
/// The integers with these residues, nonnegative or next to zero. Throws as Residues::integers().
[[nodiscard]] std::vector<mpz_class> integers_gmp(const Residues& residues,
                                                  Representative representative);

}  // namespace crt

}  // namespace lath::he
