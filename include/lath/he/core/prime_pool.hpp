// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/literal.hpp"

namespace lath::he {

/// The primes of rings, each of which is searched for once: a program that compares many literals
/// keeps one pool for all of them. For one thread at a time.
class PrimePool {
 public:
  /// The `count` largest primes of `bits` bits for the ring of a literal, largest first: the primes
  /// that ntt_primes() finds. They are valid until the next call. Throws invalid_argument if there
  /// are fewer, or if there is no ring of the literal's index.
  [[nodiscard]] std::span<const std::uint64_t> primes(const Literal& literal, unsigned bits,
                                                      std::size_t count);

 private:
  // By the ring's index, 2n for the degree n, and by their bits.
  std::map<std::pair<std::uint64_t, unsigned>, std::vector<std::uint64_t>> primes_;
};

}  // namespace lath::he
