// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::he {

/// Tells secret keys apart: a number that was drawn beside a secret key, never computed from it.
/// All keys that were made of the secret key have it, and so has all that was encrypted with them
/// or computed from that. The identifier guards against mistakes, with one undetected in 2^64, and
/// authenticates nothing: the sender of an object can write any identifier. Objects without an
/// identifier go with all others.
class KeyId {
 public:
  /// No identifier.
  constexpr KeyId() noexcept = default;
  /// The identifier with this number; 0 is none.
  explicit constexpr KeyId(std::uint64_t value) noexcept : value_(value) {}

  /// The number, or 0.
  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }
  /// Whether there is no identifier.
  [[nodiscard]] constexpr bool is_none() const noexcept { return value_ == 0; }
  /// Whether both are equal.
  friend constexpr bool operator==(const KeyId&, const KeyId&) noexcept = default;

 private:
  std::uint64_t value_ = 0;
};

}  // namespace lath::he
