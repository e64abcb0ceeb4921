// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/buffer.hpp"

namespace lath::tool {

/// The longest passphrase, in bytes.
inline constexpr std::size_t kMaxPassphraseBytes = 1024;

/// Asks for a new passphrase on the terminal, twice and without showing it. Throws input_output
/// where there is no terminal, where both differ, or where the passphrase is empty or too long.
[[nodiscard]] Buffer<std::byte, Secret> ask_for_new_passphrase();

/// Reads a passphrase from a descriptor to its end; one end of a line behind it is left out. Throws
/// input_output where the descriptor cannot be read, or the passphrase is empty or too long.
[[nodiscard]] Buffer<std::byte, Secret> passphrase_from(int descriptor);

}  // namespace lath::tool
