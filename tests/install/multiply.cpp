// SPDX-License-Identifier: Apache-2.0
//
// x^2 = -1 in Z_p[x]/(x^2 + 1), by a program that links lath::ring only.

#include "lath/arith/primes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

int main() {
  const auto ring = lath::DynamicRing::create(2, lath::ntt_primes(20, 2, 1));
  lath::Poly<lath::DynamicRing, lath::Coeff> x(ring);
  x.limb(0)[1] = 1;
  const auto square = intt(ntt(x) * ntt(x));
  return square.limb(0)[0] == ring.modulus(0).value() - 1 ? 0 : 1;
}
