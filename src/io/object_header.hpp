// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/io/file_scheme.hpp"
#include "lath/wire/object_kind.hpp"

namespace lath::io {

/// The eight bytes that start every object, see lath/io/keys.hpp.
enum class Kind : std::uint8_t {
  public_key = static_cast<std::uint8_t>(ObjectKind::public_key_file),
  secret_key = static_cast<std::uint8_t>(ObjectKind::secret_key_file),
  envelope = static_cast<std::uint8_t>(ObjectKind::encrypted_file),
};

void write_object_header(std::span<std::byte, 8> out, Kind kind, FileScheme scheme) noexcept;

/// Throws malformed unless `start`, the first bytes of a file, are how every object starts, as far
/// as they go: a short file is called cut off only where it may be one of ours.
void check_magic(std::span<const std::byte> start, Kind kind);

/// The scheme of an object of this kind. Throws malformed unless `bytes` are the header of one, in
/// the format version and of a scheme that this version of the library reads.
FileScheme read_object_header(std::span<const std::byte, 8> bytes, Kind kind);

/// Throws malformed unless an object of this kind and scheme has `needed` bytes.
void check_object_size(std::size_t found, std::size_t needed, Kind kind, FileScheme scheme);

}  // namespace lath::io
