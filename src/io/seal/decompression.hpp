// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"

namespace lath::io::seal {

/// Contents at the beginning of a buffer, which may be longer.
struct Contents {
  Buffer<std::byte, Secret> buffer;
  std::size_t size = 0;

  [[nodiscard]] std::span<const std::byte> span() const noexcept {
    return std::span<const std::byte>(buffer).first(size);
  }
};

/// The contents of a zstd stream, RFC 8878, of one frame. Throws malformed if it is none, or as
/// soon as there are more than `most` bytes; unsupported if it wants to look back more than 8 MiB,
/// which SEAL never does. Takes at most 1.5 times `most` and 8 MiB of memory. The library zstd does
/// not wipe its own memory, in which a part of the contents stays.
[[nodiscard]] Contents decompress(std::span<const std::byte> stream, const std::string& what,
                                  std::uint64_t most);

/// The first `count` bytes of the contents, or all if there are fewer. Throws malformed if the
/// bytes before are no stream.
[[nodiscard]] Contents decompress_first(std::span<const std::byte> stream, const std::string& what,
                                        std::size_t count);

}  // namespace lath::io::seal
