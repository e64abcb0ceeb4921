// SPDX-License-Identifier: Apache-2.0
#include "io/old_files.hpp"

#include "lath/base/error.hpp"
#include "lath/wire/object_kind.hpp"

namespace lath::io {

void refuse_old_file(std::string_view start) {
  constexpr std::string_view kMark = "lath";
  if (!start.starts_with(kMark) || start.size() <= kMark.size()) return;
  const auto kind = static_cast<ObjectKind>(static_cast<unsigned char>(start[kMark.size()]));
  if (kind == ObjectKind::public_key_file || kind == ObjectKind::secret_key_file) {
    throw Error(ErrorCode::malformed, "a key file of lath 0.1.0",
                "need a key of X-Wing, as lath keygen makes it",
                "lath 0.1.0 is the last version that reads it: make new keys with lath keygen");
  }
  if (kind == ObjectKind::encrypted_file) {
    throw Error(ErrorCode::malformed, "an encrypted file of lath 0.1.0", "need an age file",
                "lath 0.1.0 is the last version that reads it: decrypt with that, and encrypt "
                "again");
  }
}

}  // namespace lath::io
