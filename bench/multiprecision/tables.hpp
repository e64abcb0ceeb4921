// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::bench {

/// The arguments of the program.
struct Wanted {
  unsigned depth = 4;                                 ///< up to which products go
  std::size_t bytes = std::size_t{8} << 30;           ///< the memory that a row may take
  std::size_t moduli = static_cast<std::size_t>(-1);  ///< how many t_i of products over Z are run
};

/// Products by depth: t of 2, of 256 bits and of 2048 bits, and other kinds of plaintexts for
/// numbers as long. Rows that need more memory say so, and are not run.
void print_by_depth(const Wanted& wanted);

/// Every kind of plaintexts for numbers of 255 bits and more, with equal primes.
void print_by_kind(const Wanted& wanted);

/// The products of an exponentiation modulo a number of 2048 bits.
void print_over_z(const Wanted& wanted);

}  // namespace lath::bench
