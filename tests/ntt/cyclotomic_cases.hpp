// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

/// The indices and moduli that transforms of rings of every index are tested with.
namespace lath::testing {

/// Indices of every kind of stage: long and short primes, powers, several of each, with and without
/// a power of two behind them.
inline constexpr std::uint64_t kNamedIndices[] = {2783,  4095,  4369,  13981,
                                                  15015, 21845, 65535, 65537};

/// The largest primes of these lengths for an index, where there are any.
inline std::vector<std::uint64_t> primes_of(const CyclotomicIndex& index,
                                            std::initializer_list<int> lengths) {
  std::vector<std::uint64_t> primes;
  for (const int bits : lengths) {
    try {
      const std::uint64_t p = ntt_primes(bits, index, 1).front();
      if (std::ranges::find(primes, p) == primes.end()) primes.push_back(p);
    } catch (const Error&) {
    }
  }
  return primes;
}

/// The largest prime below 2^bits that is 1 modulo the index, but lacks the roots of unity of fast
/// transforms. The index has a prime whose transforms take convolutions.
inline std::uint64_t slow_prime(const CyclotomicIndex& index, int bits) {
  const std::uint64_t m = index.value();
  std::uint64_t p = ((std::uint64_t{1} << bits) - 2) / m * m + 1;
  while (!is_prime(p) || (p - 1) % index.root_order() == 0) p -= m;
  return p;
}

/// As many random indices up to 2^17 as seeds() says.
inline std::vector<std::uint64_t> random_indices(std::uint64_t usual) {
  std::vector<std::uint64_t> indices;
  for (std::uint64_t seed = 1; seed <= seeds(usual); ++seed) {
    SeededValues random(seed);
    indices.push_back(3 + random.below((std::uint64_t{1} << 17) - 2));
  }
  return indices;
}

/// Numbers 2^a 3^b 5^c up to 2^18 that are no powers of two: all of them where seeds() says 200 or
/// more, otherwise as many as it says, small and large.
inline std::vector<std::uint64_t> smooth_indices(std::uint64_t usual) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 18;
  std::vector<std::uint64_t> all;
  for (std::uint64_t fives = 1; fives <= kMost; fives *= 5) {
    for (std::uint64_t threes = fives; threes <= kMost; threes *= 3) {
      for (std::uint64_t m = threes; m <= kMost && threes != 1; m *= 2) all.push_back(m);
    }
  }
  std::ranges::sort(all);
  const std::uint64_t wanted = seeds(usual);
  if (wanted >= 200) return all;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 1; i <= wanted; ++i) some.push_back(all[i * all.size() / wanted - 1]);
  return some;
}

}  // namespace lath::testing
