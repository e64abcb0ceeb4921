// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "he/core/key_tables.hpp"
#include "lath/he/keys.hpp"

/// @file
/// The exponents of automorphisms x -> x^g that come from programs, and what errors say of them.
namespace lath::he {

/// Throws invalid_argument unless g is below the index and prime to it.
void require_element(const KeyTables& tables, std::uint64_t g);
/// The same of all, before any is used.
void require_elements(const KeyTables& tables, std::span<const std::uint64_t> elements);

/// What an automorphism is for, in the words of the call that needs it.
struct Substitution {
  enum class Of : std::uint8_t { exponent, rotation, exchange, sum };

  Of of = Of::exponent;
  std::int64_t columns = 0;     ///< of a rotation, also of one in a sum
  std::size_t sum_columns = 0;  ///< of the sum
};

/// The key for x -> x^g. Throws invalid_argument if there is none, naming what it is for and the
/// keys that there are, or why there can be none.
[[nodiscard]] const GaloisKeys::Entry& key_for(const KeyTables& tables, const GaloisKeys& keys,
                                               std::uint64_t g, const Substitution& use);

}  // namespace lath::he
