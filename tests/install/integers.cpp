// SPDX-License-Identifier: Apache-2.0
//
// A program that uses an installed Lath with GMP: operators and printing of mpz_class included.
#include <iostream>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/gmp.hpp"

int main() {
  const auto ring = lath::DynamicRing::create(2, {97, 193});
  const mpz_class q = lath::product_of(lath::basis_of(ring));
  std::cout << "modulo " << q << "\n";
  return q == 97 * 193 ? 0 : 1;
}
