// SPDX-License-Identifier: Apache-2.0
//
// Large integers as coefficients. A ring with several primes computes modulo their product Q: a
// polynomial holds the residues of each coefficient modulo each prime (a residue number system),
// and the Chinese remainder theorem (CRT) takes integers to residues and back.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/arith/wide_integer.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/limbs.hpp"

using namespace lath;

using Integer = WideInteger<4>;  // 256 bits, two's complement

namespace {

void print(std::string_view what, const Integer& x) {
  std::cout << what << signed_decimal_vartime(x) << '\n';
}

}  // namespace

int main() {
  // Four primes of 50 bits.
  const auto ring = DynamicRing::create(1024, ntt_primes(50, 1024, 4));
  std::cout << "Q has " << ring.basis().bits() << " bits\n";

  // a = (2^80 + 3) - 5x, reduced modulo each prime. "Centered" says how the words are meant: as
  // signed integers, which stand for their class modulo Q.
  const Integer five(5);
  Integer big(3);
  big.words[1] = std::uint64_t{1} << 16;
  std::vector<Integer> integers(ring.degree());
  integers[0] = big;
  integers[1] = -five;
  const auto a =
      from_wide_integers(ring, std::span<const Integer>(integers), Representative::centered);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    std::cout << "modulo " << ring.modulus(i).value() << ": " << a.limb(i)[0] << ", "
              << a.limb(i)[1] << '\n';
  }

  // Sums and products work on the residues, one prime after the other, and never see a large
  // integer. The result is exact as long as its coefficients lie between -Q/2 and Q/2.
  const auto square = to_wide_integers<4>(convolve(a, a), Representative::centered);
  print("a^2 = ", square[0]);
  print("      + x   * ", square[1]);
  print("      + x^2 * ", square[2]);

  // Modulo fewer primes a coefficient is known only modulo their product ...
  const auto small = drop_limbs(a, ring.prefix(1));
  std::cout << "modulo the first prime alone: " << small.limb(0)[0] << '\n';

  // ... and a polynomial with small coefficients moves to more primes without becoming another.
  const auto two = ring.prefix(2);
  const auto b =
      from_wide_integers(two, std::span<const Integer>(integers), Representative::centered);
  const bool same = append_limbs(b, ring) == a;
  std::cout << (same ? "two primes and four give the same polynomial\n" : "they differ\n");

  const bool right =
      square[0] == big * big && square[1] == -(big * Integer(10)) && square[2] == five * five;
  return same && right ? 0 : 1;
}
