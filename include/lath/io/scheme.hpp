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
/// | id | name        | key encapsulation                          | as hard to break as |
/// |----|-------------|--------------------------------------------|---------------------|
/// | 1  | ml-kem-512  | ML-KEM-512 (FIPS 203)                      | AES-128             |
/// | 2  | ml-kem-768  | ML-KEM-768, what to take if nothing speaks against it | AES-192  |
/// | 3  | ml-kem-1024 | ML-KEM-1024                                | AES-256             |
/// | 4  | mlwe-128    | FujisakiOkamoto over mlwe::Scheme, N = 256, m = n = 4, q = 40961, beta = 6
/// | AES-128 |
///
/// An id never changes its meaning. "mlwe" is a short name of mlwe-128.
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
