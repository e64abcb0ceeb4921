// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/io/noise_claim.hpp"

/// @file
/// Plaintexts, ciphertexts and secret keys of Microsoft SEAL 4, read and written as its files have
/// them; see lath/io/seal/parameters.hpp for versions and compression. All functions throw
/// unsupported for parameters that SEAL does not have, and functions that read throw
///
/// - malformed for bytes that are no such object, of which the number is checked before anything is
///   allocated, and every word before anything is made of them;
/// - mismatch for an object of other parameters;
/// - unsupported for an object of another version of SEAL.
namespace lath::io::seal {

/// The ciphertext in the bytes of a SEAL Ciphertext of two parts; of a seeded one, a is drawn from
/// its seed. Throws unsupported for more parts, which read_product() reads; invalid_argument for a
/// claim that no ciphertext of its level has.
[[nodiscard]] he::Ciphertext ciphertext_from_bytes(const he::SchemeParameters& parameters,
                                                   ByteView bytes, const NoiseClaim& claim);
///@{
/// The product in the bytes of a SEAL Ciphertext of three parts, in BGV of up to he::kMostParts.
/// Throws unsupported for two parts or more than that, invalid_argument for a claim that no product
/// of its level has, or a fresh one of more than three parts.
[[nodiscard]] he::bfv::Product product_from_bytes(const he::bfv::Parameters& parameters,
                                                  ByteView bytes, const NoiseClaim& claim);
[[nodiscard]] he::bgv::Product product_from_bytes(const he::bgv::Parameters& parameters,
                                                  ByteView bytes, const NoiseClaim& claim);
///@}
///@{
/// A ciphertext or a product as the bytes of a SEAL Ciphertext, by its coefficients in BFV and by
/// its values in BGV. Throws mismatch if it is not of these parameters. Its noise bound and the
/// identifier of its key are not written.
[[nodiscard]] Buffer<std::byte> to_bytes(const he::SchemeParameters& parameters,
                                         const he::Ciphertext& ciphertext);
[[nodiscard]] Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters,
                                         const he::bfv::Product& product);
[[nodiscard]] Buffer<std::byte> to_bytes(const he::bgv::Parameters& parameters,
                                         const he::bgv::Product& product);
///@}

/// The plaintext in the bytes of a SEAL Plaintext. Throws unsupported for one that
/// transform_to_ntt() changed. Constant time in the coefficients; reveals whether the bytes are
/// accepted.
[[nodiscard]] he::Plaintext plaintext_from_bytes(const he::SchemeParameters& parameters,
                                                 ByteView bytes);
/// A plaintext as the bytes of a SEAL Plaintext of n coefficients. Throws mismatch if it is not of
/// these parameters. Constant time.
[[nodiscard]] Buffer<std::byte, Secret> to_bytes(const he::SchemeParameters& parameters,
                                                 const he::Plaintext& plaintext);

/// The secret key in the bytes of a SEAL SecretKey, without an identifier. Throws malformed unless
/// it is one ternary polynomial, modulo all primes, whose norm is at most as large as
/// he::secret_key_from_bytes() accepts. SEAL keeps keys whose norm is too large for the noise
/// bounds, two in five: bounds under such a key are claimed, see he::SecretKey::bounds(). Constant
/// time; reveals whether the bytes are accepted, whether bounds are promised, and nothing else of
/// the key.
[[nodiscard]] he::SecretKey secret_key_from_bytes(const he::SchemeParameters& parameters,
                                                  ByteView bytes);
/// A secret key as the bytes of a SEAL SecretKey: its values modulo all primes. Throws mismatch if
/// it is not of these parameters. Constant time.
[[nodiscard]] Buffer<std::byte, Secret> to_bytes(const he::SchemeParameters& parameters,
                                                 const he::SecretKey& key);

}  // namespace lath::io::seal
