// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/little_endian.hpp"
#include "lath/ring/bytes.hpp"

/// @file
/// The headers of the bytes of rings and of polynomials, and the errors that refuse bytes.
namespace lath::detail {

using Bytes = std::span<const std::byte>;

// The objects of lath::io, which begin with the same magic, have the kinds 1, 2 and 4, the objects
// of lath::he kinds from 7 on.
enum class Kind : std::uint8_t { ring = 5, polynomial = 6 };
inline constexpr std::size_t kFingerprintAt = 16, kFingerprintBytes = 32;
static_assert(kFingerprintAt + kFingerprintBytes == kPolyHeaderBytes);

inline constexpr const char* kDamaged = "the bytes were damaged: get them again";

inline std::string text(std::uint64_t x) { return std::to_string(x); }
inline unsigned byte_at(Bytes bytes, std::size_t i) { return std::to_integer<unsigned>(bytes[i]); }
inline std::uint64_t number_at(Bytes bytes, std::size_t i) {
  return load_little_endian<4>(bytes.data() + i);
}

[[noreturn]] void refuse_malformed(const std::string& found, const std::string& needed,
                                   const std::string& remedy = kDamaged);
[[noreturn]] void refuse_mismatch(const std::string& found, const std::string& needed,
                                  const std::string& remedy);
[[noreturn]] void wrong_size(const char* what, std::size_t found, const std::string& needed,
                             bool too_few);

/// The common beginning of both headers: magic, kind, version, two bytes of its own, degree or
/// index, limbs.
void write_start(std::byte* out, Kind kind, std::byte form, std::uint64_t size,
                 std::size_t limbs) noexcept;
/// The header of a ring.
void write_start_of_ring(std::byte* out, const RingView& ring) noexcept;
/// Throws malformed unless magic, kind and version are right.
void check_start(Bytes header, Kind kind);

}  // namespace lath::detail
