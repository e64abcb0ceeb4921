// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lath/he/core/key_id.hpp"

namespace lath::he {

class KeyTables;

/// Throws invalid_argument or mismatch for an object without contents, because it was moved from.
[[noreturn]] void refuse_moved_from(const char* what);
[[noreturn]] void refuse_moved_from_operand(const char* what);

/// The tables of an object that is to do something. Throws invalid_argument if it was moved from:
/// then it has none.
template <class Tables>
const Tables& require_whole(const std::shared_ptr<const Tables>& tables, const char* what) {
  if (tables == nullptr) refuse_moved_from(what);
  return *tables;
}

/// The tables of an operand. Throws mismatch if it was moved from: it belongs to nothing.
template <class Tables>
const Tables& require_operand(const std::shared_ptr<const Tables>& tables, const char* what) {
  if (tables == nullptr) refuse_moved_from_operand(what);
  return *tables;
}

/// Throws mismatch: an object is of `found` where `needed` is in use.
[[noreturn]] void refuse_mismatch(const char* what, const std::string& found,
                                  const std::string& needed);

/// Throws mismatch unless a key is of this key space.
void require_keys(const std::shared_ptr<const KeyTables>& found,
                  const std::shared_ptr<const KeyTables>& needed, const char* what);

/// The identifier of an object with parts of two keys, of which one may be none. Throws mismatch if
/// `what` belongs to another secret key than the other parts.
[[nodiscard]] KeyId require_one_key(const char* what, KeyId found, KeyId needed);

}  // namespace lath::he
