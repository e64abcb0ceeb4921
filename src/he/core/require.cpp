// SPDX-License-Identifier: Apache-2.0
#include "he/core/require.hpp"

#include "he/core/key_tables.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

// The word as 16 hexadecimal digits.
std::string hexadecimal(std::uint64_t x) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[x >> shift & 15];
  return text;
}

[[noreturn]] void refuse(ErrorCode code, const std::string& found) {
  throw Error(code, found, "need one that still holds its words",
              "assign to it first, or copy it where it is still needed");
}

}  // namespace

void refuse_moved_from(const char* what) {
  refuse(ErrorCode::invalid_argument, std::string(what) + " that was moved from");
}
void refuse_moved_from_operand(const char* what) {
  refuse(ErrorCode::mismatch, std::string(what) + " of other parameters: it was moved from");
}

void refuse_mismatch(const char* what, const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters: " + found,
              "need one of the parameters in use: " + needed,
              found == needed
                  ? "the primes, digits or errors differ: make both with one literal"
                  : "make both with one literal, or with parameters over one key space");
}

KeyId require_one_key(const char* what, KeyId found, KeyId needed) {
  if (found.is_none()) return needed;
  if (needed.is_none() || found == needed) return found;
  const auto text = [](KeyId id) { return hexadecimal(id.value()); };
  throw Error(ErrorCode::mismatch, std::string(what) + " of another secret key, " + text(found),
              "need one of the secret key " + text(needed),
              "keep the objects of different key owners apart");
}

void require_keys(const std::shared_ptr<const KeyTables>& found,
                  const std::shared_ptr<const KeyTables>& needed, const char* what) {
  const KeyTables& tables = require_operand(found, what);
  if (found == needed || tables.fingerprint == needed->fingerprint) return;
  refuse_mismatch(what, describe(tables), describe(*needed));
}

}  // namespace lath::he
