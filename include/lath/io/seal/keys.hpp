// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/random/generator.hpp"

/// @file
/// Keys for everybody of Microsoft SEAL 4, read and written as its files have them, with the errors
/// of lath/io/seal/objects.hpp. Keys that were read have no identifier, and no seed that Lath could
/// write: in Lath's own bytes they take twice as much memory as keys that Lath made.
///
/// Both libraries have the same relinearisation and Galois keys in BFV. In BGV they differ: errors
/// of SEAL's keys are t times as large, since its key switches keep them multiples of t, where Lath
/// multiplies the result by t. Such keys serve in Lath, with log2(t) bits more noise of each
/// switch, which the bounds count; he::to_bytes() refuses them, so that a program keeps SEAL's
/// files. No key of Lath becomes one of SEAL for BGV; the functions make_...() make keys of both
/// schemes for SEAL.
namespace lath::io::seal {

/// The public key in the bytes of a SEAL PublicKey, modulo the primes of Q: SEAL's own is modulo
/// the special prime as well.
[[nodiscard]] he::PublicKey public_key_from_bytes(const he::SchemeParameters& parameters,
                                                  ByteView bytes);
///@{
/// The relinearisation key in the bytes of SEAL's RelinKeys, and the Galois keys in the bytes of
/// its GaloisKeys. Throws unsupported for keys of SEAL for products of more than three parts.
[[nodiscard]] he::RelinKey relin_key_from_bytes(const he::SchemeParameters& parameters,
                                                ByteView bytes);
[[nodiscard]] he::GaloisKeys galois_keys_from_bytes(const he::SchemeParameters& parameters,
                                                    ByteView bytes);
///@}

///@{
/// A relinearisation key as the bytes of SEAL's RelinKeys, and Galois keys as the bytes of its
/// GaloisKeys. Throws mismatch if they are not of these parameters.
[[nodiscard]] Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters,
                                         const he::RelinKey& key);
[[nodiscard]] Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters,
                                         const he::GaloisKeys& keys);
///@}

///@{
/// New keys of a secret key as the bytes of SEAL's PublicKey, RelinKeys and GaloisKeys, the last
/// for the automorphisms x -> x^g of these odd g below 2n. A public key of Lath cannot be written
/// for SEAL, which encrypts modulo all primes, the special one included. Throws mismatch if the
/// secret key is of other parameters, invalid_argument for another g.
[[nodiscard]] Buffer<std::byte> make_public_key(const he::SchemeParameters& parameters,
                                                const he::SecretKey& secret, Generator& generator);
[[nodiscard]] Buffer<std::byte> make_relin_keys(const he::SchemeParameters& parameters,
                                                const he::SecretKey& secret, Generator& generator);
[[nodiscard]] Buffer<std::byte> make_galois_keys(const he::SchemeParameters& parameters,
                                                 const he::SecretKey& secret,
                                                 std::span<const std::uint64_t> elements,
                                                 Generator& generator);
///@}

}  // namespace lath::io::seal
