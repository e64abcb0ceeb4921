// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "lath/base/buffer.hpp"

/// Bech32 (BIP 173) without a limit on the length. Constant time in the data of texts that are
/// right; of others, what is wrong shows.
namespace lath::io::age {

/// A text of Bech32 read.
struct Bech32 {
  std::string_view prefix;  ///< as it stands in the text
  Buffer<std::byte, Secret> data;
  const char* problem = nullptr;  ///< why the text is none, in words; the rest is empty then
};

/// The parts of a text, in small or in capital letters.
Bech32 read_bech32(std::string_view text);

/// The text of a prefix in small letters and data, in small letters.
Buffer<char, Secret> bech32(std::string_view prefix, std::span<const std::byte> data);

}  // namespace lath::io::age
