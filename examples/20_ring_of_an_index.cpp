// SPDX-License-Identifier: Apache-2.0
//
// A ring Z_Q[x]/(Phi_m(x)) whose index m is no power of two. Sums, products and samplers are those
// of every ring. Two things differ: coefficients are those of the powerful basis, not of 1, x, x^2,
// ..., and automorphisms serve evaluation forms only.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/ntt/powerful_basis.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/poly.hpp"

using namespace lath;

namespace {

using Words = std::vector<std::uint64_t>;
using Polynomial = Poly<DynamicRing, Coeff>;

// The polynomial with these coefficients of 1, x, x^2, ..., of any number.
Polynomial from_powers(const DynamicRing& ring, const PowerfulBasis& basis, const Words& powers) {
  Polynomial result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    basis.from_polynomial(result.limb(i), powers, ring.modulus(i));
  }
  return result;
}

// The way back, modulo the first prime.
Words to_powers(const Polynomial& a, const PowerfulBasis& basis) {
  Words powers(a.ring().degree());
  basis.to_polynomial(powers, a.limb(0), a.ring().modulus(0));
  return powers;
}

void print(const char* name, const Words& powers) {
  std::cout << name;
  const char* before = " = ";
  for (std::size_t k = 0; k < powers.size(); ++k) {
    if (powers[k] == 0) continue;
    std::cout << before << powers[k];
    if (k != 0) std::cout << " x^" << k;
    before = " + ";
  }
  std::cout << "\n";
}

}  // namespace

int main() {
  // m = 340 = 4 * 5 * 17, with 2 * 4 * 16 = 128 units. The basis has the products of powers of
  // x^(340/5), x^(340/17) and x^(340/4); the exponent of the last one, 85, runs fastest.
  const auto index = CyclotomicIndex::create(340);
  const auto ring = DynamicRing::create(index, ntt_primes(40, index, 2));
  const auto basis = PowerfulBasis::create(index);
  std::cout << "degree " << ring.degree() << "\n";

  const Polynomial a = from_integers(ring, {1, 2});
  print("from_integers(ring, {1, 2})", to_powers(a, basis));
  const Polynomial b = from_powers(ring, basis, {1, 2});
  print("1 + 2x by its powers", to_powers(b, basis));

  // Products are those modulo Phi_m, whatever the basis.
  const Polynomial product = intt(ntt(a) * ntt(b));
  print("their product", to_powers(product, basis));
  Words expected(87);
  expected[0] = 1, expected[1] = 2, expected[85] = 2, expected[86] = 4;
  bool right = product == from_powers(ring, basis, expected);

  // x -> x^3, on values: slots move and nothing else. Exponents are units modulo m.
  const auto automorphism = Automorphism::create(ring.slots(), 3);
  const Polynomial moved = intt(apply_automorphism(ntt(b), automorphism));
  print("1 + 2x with x^3 for x", to_powers(moved, basis));
  right = right && moved == from_powers(ring, basis, {1, 0, 0, 2});

  std::cout << (right ? "equal to the products by hand\n" : "wrong\n");
  return right ? 0 : 1;
}
