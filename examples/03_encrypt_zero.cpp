// SPDX-License-Identifier: Apache-2.0
//
// Encryptions of zero in the manner of Ring-LWE, with the ring in the type: (a, b = a s + e). Who
// knows s finds small coefficients in b - a s; to everybody else the pair looks random.

#include <algorithm>
#include <cstdint>
#include <iostream>

#include "lath/random/samplers.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/static_ring.hpp"

using Ring = lath::StaticRing<std::uint16_t, 512, 14>;  // one prime, 15361

int main() {
  const Ring& ring = Ring::instance();
  auto generator = lath::Generator::from_system();
  const auto s = ntt(lath::centered_binomial(ring, 8, generator));  // secret: sigma = 2
  const auto e = ntt(lath::centered_binomial(ring, 8, generator));
  const auto a = lath::uniform<lath::Eval>(ring, generator);

  // Anyone may see b, and the noise that the receiver finds is printed here: both are declassified.
  const auto b = declassify(a * s + e);
  const auto noise = declassify(intt(b - a * s));

  const std::uint64_t p = ring.modulus(0).value();
  std::uint64_t largest = 0;
  for (const std::uint64_t x : noise.limb(0)) largest = std::max(largest, x < p - x ? x : p - x);
  std::cout << "largest coefficient of the noise: " << largest << " of at most 8\n";
  return largest >= 1 && largest <= 8 ? 0 : 1;
}
