// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// @file
/// The registry of everything that Lath writes as bytes. docs/wire-format.md has the layouts.
namespace lath {

/// The kind of an object: byte 4 of its bytes, behind "lath". A number that was in use is never
/// given to another kind, and 3 was never in use.
enum class ObjectKind : std::uint8_t {
  /// The files of lath 0.1.0: a public key, a secret key, and a payload encrypted to a public key.
  public_key_file = 1,
  secret_key_file = 2,
  encrypted_file = 4,
  /// Rings and polynomials, see lath/ring/bytes.hpp.
  ring = 5,
  polynomial = 6,
  /// Objects of homomorphic encryption, see lath/he/bytes.hpp and lath/he/crt/integers.hpp.
  parameters = 7,
  plaintext = 8,
  secret_key = 9,
  public_key = 10,
  relin_key = 11,
  galois_keys = 12,
  ciphertext = 13,
  product = 14,
  seeded_ciphertext = 15,
  plaintext_space = 16,
  crt_moduli = 17,
  /// A message of a protocol, see lath/apps/.
  message = 18,
};

/// The kind in words, "a ciphertext", as errors name it; nullptr for a number that no kind has.
[[nodiscard]] const char* name_of(ObjectKind kind) noexcept;

/// The version of the format in which objects of this kind are written, and the only one that is
/// read: byte 5 of their bytes. 0 for a number that no kind has.
[[nodiscard]] unsigned format_version(ObjectKind kind) noexcept;

}  // namespace lath
