// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/little_endian.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/wire/object_kind.hpp"
#include "wire/byte_reader.hpp"

/// @file
/// The headers of the bytes of rings and of polynomials, and the errors that refuse bytes.
namespace lath::detail {

using Bytes = std::span<const std::byte>;

inline constexpr std::size_t kFingerprintAt = 16, kFingerprintBytes = 32;
static_assert(kFingerprintAt + kFingerprintBytes == kPolyHeaderBytes);

inline std::string text(std::uint64_t x) { return std::to_string(x); }
inline std::uint64_t number_at(Bytes bytes, std::size_t i) {
  return load_little_endian<4>(bytes.data() + i);
}

[[noreturn]] void refuse_malformed(const std::string& found, const std::string& needed,
                                   const std::string& remedy = kDamaged);
[[noreturn]] void refuse_mismatch(const std::string& found, const std::string& needed,
                                  const std::string& remedy);
[[noreturn]] void wrong_size(const char* what, std::size_t found, const std::string& needed,
                             bool too_few);

/// The common beginning of both headers: the start of every object, degree or index, limbs.
void write_start(std::byte* out, ObjectKind kind, std::uint8_t form, std::uint64_t size,
                 std::size_t limbs) noexcept;
/// The header of a ring.
void write_start_of_ring(std::byte* out, const RingView& ring) noexcept;

}  // namespace lath::detail
