// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/circuits/task.hpp"
#include "lath/he/literal.hpp"

namespace lath::circuits {

/// A ring that routes may take.
struct Ring {
  std::size_t degree = 0;   ///< n, the number of units of the index
  std::uint64_t index = 0;  ///< m; 0 for x^n + 1
  unsigned limit = 0;  ///< the bits of Q P that are secure; a lower bound where no table has it
  double layers = 0;   ///< the time of a transform for a word, in layers of butterflies

  /// The number modulo which primes with slots are 1.
  [[nodiscard]] std::uint64_t order() const noexcept {
    return index != 0 ? index : 2 * std::uint64_t{degree};
  }
};

/// The rings x^n + 1 with n from 2^least to 2^most.
[[nodiscard]] std::vector<Ring> binary_rings(const Task& task, unsigned least, unsigned most);

/// The other rings of 2^12 to 2^16 units whose index is a multiple of d and divides p - 1, smallest
/// first.
[[nodiscard]] std::vector<Ring> rings_of_field(const Task& task, const Natural& p, std::uint64_t d);

/// A literal of a ring with the security of a task, without primes and plaintexts.
[[nodiscard]] he::Literal literal_of(const Ring& ring, const Task& task);

/// "n = 8192", or "m = 13107, n = 8192".
[[nodiscard]] std::string name_of(const Ring& ring);

}  // namespace lath::circuits
