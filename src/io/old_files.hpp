// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lath::io {

/// Throws malformed where a file with this start is a key or an encrypted file of Lath 0.1.0, which
/// this version does not read.
void refuse_old_file(std::string_view start);

}  // namespace lath::io
