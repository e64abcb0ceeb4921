// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/error.hpp"

namespace lath::io {

class AnyKem;

/// A key encapsulation with fixed parameters, for keys and envelopes. All are secure against chosen
/// ciphertexts (IND-CCA2).
///
/// | id | name        | key encapsulation                                                |
/// |----|-------------|------------------------------------------------------------------|
/// | 1  | ml-kem-512  | ML-KEM-512 (FIPS 203)                                            |
/// | 2  | ml-kem-768  | ML-KEM-768: the default choice                                   |
/// | 3  | ml-kem-1024 | ML-KEM-1024                                                      |
/// | 4  | mlwe-128    | FujisakiOkamoto over mlwe::Scheme, mlwe::recommended_parameters() |
/// | 5  | mlwe-192    |                                                                  |
/// | 6  | mlwe-256    |                                                                  |
/// | 7  | rlwe-192    | FujisakiOkamoto over rlwe::Scheme, rlwe::recommended_parameters() |
/// | 8  | rlwe-256    |                                                                  |
///
/// The number in the names of mlwe and rlwe is the security level in bits, see SecurityLevel. The
/// meaning of an id never changes. "mlwe" is short for mlwe-128, "rlwe" for rlwe-192.
class FileScheme {
 public:
  /// The scheme with this name. Throws invalid_argument for any other name; the message lists all
  /// names.
  static FileScheme of_name(std::string_view name);
  /// The scheme with this id, if there is one.
  static std::optional<FileScheme> of_id(std::uint8_t id) noexcept;
  /// All schemes, by id.
  static std::vector<FileScheme> all();

  /// The id in files.
  [[nodiscard]] std::uint8_t id() const noexcept;
  /// The name on the command line.
  [[nodiscard]] std::string_view name() const noexcept;
  /// A description of a few words.
  [[nodiscard]] std::string_view description() const noexcept;

  /// The size of a public key file.
  [[nodiscard]] std::size_t public_key_bytes() const;
  /// The size of a secret key file.
  [[nodiscard]] std::size_t secret_key_bytes() const;
  /// The size of an envelope's header, everything before its chunks.
  [[nodiscard]] std::size_t envelope_header_bytes() const;

  /// Whether both are the same scheme.
  friend bool operator==(const FileScheme&, const FileScheme&) = default;

 private:
  struct Row;
  static const std::vector<Row>& rows();
  friend const AnyKem& kem_of(const FileScheme& scheme);
  explicit FileScheme(const Row& row) noexcept : row_(&row) {}

  const Row* row_;
};

}  // namespace lath::io
