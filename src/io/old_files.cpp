// SPDX-License-Identifier: Apache-2.0
#include "io/old_files.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath::io {

void refuse_old_file(std::string_view start) {
  constexpr std::string_view kMark = "lath";
  if (!start.starts_with(kMark) || start.size() <= kMark.size()) return;
  const auto kind = static_cast<unsigned char>(start[kMark.size()]);
  if (kind < 1 || kind > 3) return;
  const bool is_key = kind < 3;
  throw Error(
      ErrorCode::malformed, is_key ? "a key file of lath 0.1.0" : "an encrypted file of lath 0.1.0",
      is_key ? "need a key of X-Wing, as lath keygen makes it" : "need an age file",
      is_key ? "lath 0.1.0 is the last version that reads it: make new keys with lath keygen"
             : "lath 0.1.0 is the last version that reads it: decrypt with that, and "
               "encrypt again");
}

}  // namespace lath::io
