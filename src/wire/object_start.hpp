// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/wire/object_kind.hpp"

/// @file
/// The eight bytes that every object starts with: "lath", its kind, the version of its format, and
/// two bytes whose meaning is the kind's.
namespace lath::detail {

inline constexpr std::array<std::byte, 4> kMagic{std::byte{'l'}, std::byte{'a'}, std::byte{'t'},
                                                 std::byte{'h'}};
inline constexpr std::size_t kObjectStartBytes = 8;

/// The two bytes behind the version.
struct KindBytes {
  std::uint8_t first = 0, second = 0;
};

/// The start of an object of this kind.
[[nodiscard]] std::array<std::byte, kObjectStartBytes> object_start(ObjectKind kind,
                                                                    KindBytes own = {}) noexcept;

/// Throws malformed unless `bytes` start an object of this kind in the version that is read, as far
/// as they go: where there are too few, what is missing is as it should be. The start is public,
/// also where the contents are secret.
KindBytes read_object_start(std::span<const std::byte> bytes, ObjectKind wanted);

/// The kind of an object and its version, for whoever shows what bytes are; false if there are too
/// few of them, or if they do not begin with "lath".
[[nodiscard]] bool find_object_start(std::span<const std::byte> bytes, ObjectKind& kind,
                                     unsigned& version) noexcept;

}  // namespace lath::detail
