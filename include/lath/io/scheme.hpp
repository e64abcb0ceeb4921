// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lath::io {

class AnyKem;

/// A key encapsulation with fixed parameters that keys and envelopes are made with. All of them
/// withstand chosen ciphertexts (IND-CCA2).
///
/// | id | name        | key encapsulation                                                |
/// |----|-------------|------------------------------------------------------------------|
/// | 1  | ml-kem-512  | ML-KEM-512 (FIPS 203)                                            |
/// | 2  | ml-kem-768  | ML-KEM-768: the one to take if nothing speaks against it         |
/// | 3  | ml-kem-1024 | ML-KEM-1024                                                      |
/// | 4  | mlwe-128    | FujisakiOkamoto over mlwe::Scheme, mlwe::recommended_parameters() |
/// | 5  | mlwe-192    |                                                                  |
/// | 6  | mlwe-256    |                                                                  |
/// | 7  | rlwe-192    | FujisakiOkamoto over rlwe::Scheme, rlwe::recommended_parameters() |
/// | 8  | rlwe-256    |                                                                  |
///
/// The number behind mlwe and rlwe is the level of security in bits, see security_level.hpp. An id
/// never changes its meaning. "mlwe" is a short name of mlwe-128, "rlwe" of rlwe-192.
class Scheme {
 public:
  /// The scheme with this name. Throws invalid_argument for any other name, with all that there
  /// are.
  static Scheme of_name(std::string_view name);
  /// The scheme with this id, or none.
  static std::optional<Scheme> of_id(std::uint8_t id) noexcept;
  /// All of them, by id.
  static std::vector<Scheme> all();

  [[nodiscard]] std::uint8_t id() const noexcept;
  [[nodiscard]] std::string_view name() const noexcept;
  /// What it is, in a few words.
  [[nodiscard]] std::string_view description() const noexcept;

  /// Sizes of files: of keys, and of what stands before the chunks of an envelope.
  [[nodiscard]] std::size_t public_key_bytes() const;
  [[nodiscard]] std::size_t secret_key_bytes() const;
  [[nodiscard]] std::size_t envelope_header_bytes() const;

  friend bool operator==(const Scheme&, const Scheme&) = default;

 private:
  struct Row;
  static const std::vector<Row>& rows();
  friend const AnyKem& kem_of(const Scheme& scheme);
  explicit Scheme(const Row& row) noexcept : row_(&row) {}

  const Row* row_;
};

}  // namespace lath::io
