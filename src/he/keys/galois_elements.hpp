// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "he/core/key_tables.hpp"
#include "lath/he/keys.hpp"

/// @file
/// The exponents of automorphisms x -> x^g that come from programs, and their names in errors.
namespace lath::he {

/// Throws invalid_argument unless g is below the index and prime to it.
void require_element(const KeyTables& tables, std::uint64_t g);
/// Calls require_element() for all exponents, before any is used.
void require_elements(const KeyTables& tables, std::span<const std::uint64_t> elements);

/// The use of an automorphism, in the words of the call that needs it.
struct Substitution {
  enum class Of : std::uint8_t { exponent, rotation, exchange, sum };

  Of of = Of::exponent;
  std::int64_t columns = 0;     ///< of a rotation, also of one in a sum
  std::size_t sum_columns = 0;  ///< of the sum
};

/// The key of an automorphism, in the set that keeps its memory.
struct GaloisKey {
  std::shared_ptr<const GaloisKeys> set;
  const GaloisKeys::Entry* entry = nullptr;
};

/// Throws invalid_argument because there is no key for x -> x^g, naming its use and the keys that
/// there are, or why there can be none.
[[noreturn]] void refuse_without_key(const KeyTables& tables,
                                     const std::vector<std::uint64_t>& elements, std::uint64_t g,
                                     const Substitution& use);

}  // namespace lath::he
