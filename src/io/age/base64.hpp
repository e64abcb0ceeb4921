// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Base64 (RFC 4648, section 4) of bytes that are public. Decoding takes the one canonical text of
/// its bytes only.
namespace lath::io::age {

/// Whether the text is filled up with = to a multiple of four characters.
enum class Padding { none, full };

/// The text of `bytes`.
std::string base64(std::span<const std::byte> bytes, Padding padding);

/// Writes the bytes of `text` to the beginning of `out`, which has room for 3 bytes for every 4
/// characters begun. Returns how many they are, or nothing where the text is not canonical.
std::optional<std::size_t> from_base64(std::string_view text, Padding padding,
                                       std::span<std::byte> out) noexcept;
/// The bytes of `text`, or nothing where it is not canonical.
std::optional<std::vector<std::byte>> from_base64(std::string_view text, Padding padding);

}  // namespace lath::io::age
