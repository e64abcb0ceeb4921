// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "lath/he/literal.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"

namespace lath::bench {

/// The plaintexts of a ring, which short moduli depend on. May throw lath::Error where there are
/// none.
using SpaceOf = std::function<he::PlaintextSpace(std::size_t degree)>;

/// A literal of BFV, without its plaintexts, and how much memory it will take.
struct Sizing {
  he::Literal literal;
  he::PlaintextSpace space;
  std::size_t bytes;  ///< an estimate for a row: keys, tables, a session, ciphertexts
  bool published;     ///< whether the limit of log2 QP is published, or estimated by this library
};

/// Primes of up to 50 bits for so many levels of products, squares among them, with 128 bits of
/// security: the smallest ring with the fewest primes, and the longest digits that leave the depth.
/// None if no ring up to n = 2^19 has room.
std::optional<Sizing> smallest_for(const SpaceOf& space_of, unsigned depth);

/// How many squares, one after the other, and how many products with fresh ciphertexts the bounds
/// of BFV allow for a literal with its plaintexts: the smaller number.
unsigned depth_of(const he::Literal& literal);

/// The bytes of a row of BFV, to about a tenth.
std::size_t estimated_bytes(const he::Literal& literal);

}  // namespace lath::bench
