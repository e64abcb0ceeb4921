// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "lath/arith/primes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

int main() {
  // Z_p[x]/(x^1024 + 1) with a prime p of 50 bits. A ring owns its tables: made once, then shared.
  const auto ring = lath::DynamicRing::create(1024, lath::ntt_primes(50, 1024, 1));

  lath::Poly<lath::DynamicRing, lath::Coeff> a(ring), b(ring);
  a.limb(0)[0] = 1, a.limb(0)[1] = 2;  // a = 1 + 2x
  b.limb(0)[1023] = 1;                 // b = x^1023

  // Products are made in evaluation form; `a * b` itself does not compile.
  const auto c = intt(ntt(a) * ntt(b));

  // (1 + 2x) x^1023 = x^1023 + 2 x^1024, and x^1024 = -1: the constant term is p - 2.
  std::cout << c.words()[0] << " + " << c.words()[1023] << " x^1023\n";
}
