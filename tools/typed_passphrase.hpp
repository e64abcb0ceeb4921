// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/base/buffer.hpp"

namespace lath::tool {

/// How often a passphrase is typed: a new one twice.
enum class Typing { once, twice };

/// A passphrase that is typed on the terminal of the process, which does not show it: at most 4096
/// bytes, without the end of the line. Control-C ends the process as it does elsewhere. Throws
/// input_output where there is no terminal, and invalid_argument where both passphrases differ.
[[nodiscard]] Buffer<char, Secret> typed_passphrase(Typing typing);

}  // namespace lath::tool
