// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::io {

/// The eight bytes that start every object, see lath/io/rlwe.hpp.
enum class Kind : std::uint8_t { public_key = 1, secret_key = 2, ciphertext = 3, envelope = 4 };

void write_object_header(std::span<std::byte, 8> out, Kind kind) noexcept;

/// Throws malformed unless `bytes` are the header of an object of this kind, of the format version
/// and the scheme that this version of the library reads.
void check_object_header(std::span<const std::byte, 8> bytes, Kind kind);

/// Throws malformed unless an object of this kind has `needed` bytes.
void check_object_size(std::size_t found, std::size_t needed, Kind kind);

}  // namespace lath::io
