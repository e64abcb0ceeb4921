// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lath/arith/natural.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"

namespace lath::he {

/// A prime with the short modulus that the library has for it.
struct KnownField {
  std::string name;
  Natural prime;
  ShortModulus short_modulus;
};

/// The known field of a name.
[[nodiscard]] KnownField known_field(PrimeField field);

/// Throws unsupported, naming the nearest indices that serve, unless the prime of a field is 1
/// modulo the index, and the index a multiple of the index of the short modulus.
void require_index_of(const KnownField& field, std::uint64_t index);

}  // namespace lath::he
