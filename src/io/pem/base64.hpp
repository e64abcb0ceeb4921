// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lath/base/buffer.hpp"

/// Base64 (RFC 4648, section 4) of secrets: time and memory accesses depend on lengths, on spaces
/// and on whether a text is one at all.
namespace lath::detail::base64 {

/// The characters of `bytes`, padded with '='.
[[nodiscard]] constexpr std::size_t encoded_size(std::size_t bytes) noexcept {
  return 4 * ((bytes + 2) / 3);
}

/// Writes encoded_size(bytes.size()) characters.
void encode(std::span<const std::byte> bytes, std::span<std::byte> out);

/// The bytes of a text, whose spaces, tabs and ends of lines are left out; nothing unless the rest
/// is what encode() writes.
[[nodiscard]] std::optional<Buffer<std::byte, Secret>> decode(std::span<const std::byte> text);

}  // namespace lath::detail::base64
