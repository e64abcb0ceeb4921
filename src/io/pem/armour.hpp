// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "lath/base/buffer.hpp"

/// The textual encoding of RFC 7468: "-----BEGIN label-----", base64, "-----END label-----".
namespace lath::detail::pem {

/// Bytes and what they are, by the label around them.
struct Block {
  std::string label;
  Buffer<std::byte, Secret> bytes;
};

/// Whether a line of `file` begins a block.
[[nodiscard]] bool has_block(std::span<const std::byte> file) noexcept;

/// The only block of a text. Text before the block is left out. Throws malformed for a text without
/// a block or with more than spaces behind it, and for base64 that encode() does not write, but for
/// the lengths of its lines.
[[nodiscard]] Block read_block(std::span<const std::byte> file);

/// The block of these bytes, in lines of 64 characters: a text.
[[nodiscard]] Buffer<std::byte, Secret> write_block(std::string_view label,
                                                    std::span<const std::byte> bytes);

}  // namespace lath::detail::pem
