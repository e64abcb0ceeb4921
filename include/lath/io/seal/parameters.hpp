// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/scheme_parameters.hpp"

/// @file
/// Parameters of Microsoft SEAL 4, read and written as its files have them.
///
/// SEAL's last prime is special by its place, and the digits of a key switch are single primes: a
/// literal with one special prime, which is the last one, and digit_primes of 1. Rings, transforms,
/// slots and scaling are the same in both libraries, so that keys and ciphertexts carry over word
/// for word.
///
/// Files of SEAL 4.0 to 4.4 are read, with the compression none or zstd; older ones are refused by
/// their version. Written files are not compressed, and SEAL reads them from 4.1 on. Bytes are not
/// authenticated, neither here nor in SEAL.
namespace lath::io::seal {

/// The published table that parameters from a file have to keep to.
enum class SecurityTable : std::uint8_t {
  guidelines_2024,  ///< the table of Literal::security, as for parameters of Lath
  /// the table of the HomomorphicEncryption.org standard of 2018 for 128 bits, by which SEAL makes
  /// its default moduli: for degrees 1024 to 32768 up to 27, 54, 109, 218, 438 and 881 bits, which
  /// is up to 13 bits above the guidelines of 2024
  standard_2018,
};

/// Parameters as they stand in a file: which scheme they are of, and their literal.
struct EncryptionParameters {
  he::Scheme scheme;    ///< BFV or BGV
  he::Literal literal;  ///< with primes and special_primes in place of their lengths
};

/// The parameters in the bytes of SEAL's EncryptionParameters, which may come from anywhere. Throws
/// malformed if they are none, unsupported for CKKS, for another version of SEAL, for fewer than
/// two primes, with which SEAL has no key switches, and for members that zlib compressed. Whether
/// the numbers make parameters is for create() to check.
[[nodiscard]] EncryptionParameters parameters_from_bytes(ByteView bytes);

///@{
/// The parameters that parameters_from_bytes() found. Throws mismatch if they are of the other
/// scheme, invalid_argument if they are beyond the table or if create() of the parameters refuses
/// them.
[[nodiscard]] he::bfv::Parameters create_bfv(const EncryptionParameters& parameters,
                                             SecurityTable table = SecurityTable::guidelines_2024);
[[nodiscard]] he::bgv::Parameters create_bgv(const EncryptionParameters& parameters,
                                             SecurityTable table = SecurityTable::guidelines_2024);
///@}

/// Parameters as the bytes of SEAL's EncryptionParameters. Throws unsupported if SEAL has no such
/// parameters: with a short modulus or a t of more than 60 bits, a ring of another index, several
/// special primes, or digits of several primes.
[[nodiscard]] Buffer<std::byte> to_bytes(const he::SchemeParameters& parameters);

/// The largest length of Q P in bits by the standard of 2018 for 128 bits of security, ternary
/// secrets and classical computers (M. Albrecht et al., "Homomorphic encryption security standard",
/// HomomorphicEncryption.org, 2018, table 1). 0 for a degree that has no entry.
[[nodiscard]] unsigned standard_2018_bits(std::size_t degree) noexcept;

}  // namespace lath::io::seal
