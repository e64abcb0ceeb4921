// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <iostream>

#include "lath/arith/primes.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"

int main() {
  // The ring Z_q[x]/(x^8 + 1), where q is one prime of 30 bits. Real degrees are 256 to 65536. A
  // ring owns the tables of its transforms: create it once, then share it.
  const auto ring = lath::DynamicRing::create(8, lath::ntt_primes(30, 8, 1));

  // Polynomials from integers of any sign. Coefficients that are not given are zero.
  const auto a = lath::from_integers(ring, {1, 2});                    // 1 + 2x
  const auto b = lath::from_integers(ring, {0, 0, 0, 0, 0, 0, 0, 1});  // x^7

  // The product, in n log n steps: intt(ntt(a) * ntt(b)) in one call. `a * b` does not compile.
  const auto c = lath::to_integers<std::int64_t>(lath::convolve(a, b));

  // (1 + 2x) x^7 = x^7 + 2x^8, and x^8 = -1.
  for (std::size_t i = 0; i < c.size(); ++i) std::cout << c[i] << ' ';
  std::cout << '\n';
}
