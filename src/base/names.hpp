// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::detail {

/// The name of an enumerator.
template <class Enum>
struct Named {
  Enum value;
  const char* name;
};

/// The name of `value` in a table; `otherwise` where it has none.
template <class Table, class Enum>
constexpr const char* name_in(const Table& table, Enum value, const char* otherwise) noexcept {
  for (const Named<Enum>& entry : table) {
    if (entry.value == value) return entry.name;
  }
  return otherwise;
}

}  // namespace lath::detail
