// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/he/core/scheme.hpp"

/// @file
/// The JSON of OpenFHE's objects, which the library cereal writes. Numbers of polynomials stand in
///
///     {"v": [row, ...], "f": 0 for values or 1 for coefficients}
///
/// where a row is {"v": {"ptr_wrapper": {"data": {"v": [words], "m": {"v": p}}}}}. Polynomials are
/// "v" of a ciphertext, "h" of a public key and "s" of a secret key, in value0.ptr_wrapper.data;
/// the crypto parameters are further inside.
namespace lath::io::openfhe {

/// The kinds of files, by the name of what they hold.
enum class FileKind : std::uint8_t { ciphertext, public_key, secret_key };

/// The parameters in a file.
struct FileParameters {
  he::Scheme scheme;
  std::uint64_t degree = 0, t = 0;
  std::vector<std::uint64_t> primes, roots;
  double error_deviation = 0;
};

/// A polynomial by its words modulo each prime, row after row.
struct FilePolynomial {
  bool values = true;
  std::vector<std::uint64_t> primes;
  Buffer<std::uint64_t, Secret> words;
};

/// The polynomials of a file.
struct FileObject {
  std::vector<FilePolynomial> parts;
  std::uint64_t scale_factor = 1;  ///< of a ciphertext
};

/// The parameters in a file. Throws malformed or unsupported.
[[nodiscard]] FileParameters file_parameters(std::string_view text);
/// The polynomials in a file of a kind, each of `degree` words modulo each prime.
[[nodiscard]] FileObject file_object(std::string_view text, FileKind kind, std::size_t degree);
/// A file like the example with other words, of as many parts with as many rows, and another scale
/// factor. Throws mismatch if their numbers differ.
[[nodiscard]] std::string file_like(std::string_view example, FileKind kind,
                                    const FileObject& object, std::size_t degree);

}  // namespace lath::io::openfhe
