// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/scheme_parameters.hpp"

/// @file
/// Descriptions of files of Microsoft SEAL 4.
namespace lath::io::seal {

/// The kinds of objects in files of SEAL, which do not say it: their sizes and identifiers do.
enum class ObjectKind : std::uint8_t {
  parameters,
  plaintext,   ///< by its coefficients
  secret_key,  ///< or a plaintext by its values, where the parameters are not known
  ciphertext,  ///< or a public key, where the parameters are not known
  product,     ///< a ciphertext of three parts or more
  public_key,
  relin_keys,
  galois_keys,
};

/// Whether bytes begin as objects of SEAL do, from 3.5 on. Nothing else is checked.
[[nodiscard]] bool is_seal(ByteView bytes) noexcept;

///@{
/// The kind of an object, from its first members: of any parameters, and of these, among whose
/// objects it distinguishes all kinds. Throws malformed for bytes of another kind, unsupported for
/// other versions of SEAL and for members that zlib compressed; whether the object is whole and
/// right is for the function that reads it to check. Takes the time and memory of some hundred
/// bytes, even where they are compressed.
[[nodiscard]] ObjectKind kind_of(ByteView bytes);
[[nodiscard]] ObjectKind kind_of(const he::SchemeParameters& parameters, ByteView bytes);
///@}
/// A kind in words: "Galois keys".
[[nodiscard]] const char* name_of(ObjectKind kind) noexcept;

/// All that the first members of an object say, as pairs of a name and a value in words: "what", "a
/// ciphertext, or a public key"; "version", "SEAL 4.1"; "degree", "8192". Throws as kind_of() does.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> describe(ByteView bytes);

}  // namespace lath::io::seal
