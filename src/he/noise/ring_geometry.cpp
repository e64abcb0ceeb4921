// SPDX-License-Identifier: Apache-2.0
#include "lath/he/noise/ring_geometry.hpp"

#include <bit>
#include <cmath>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {

RingGeometry RingGeometry::of_index(std::uint64_t m) noexcept {
  const auto degree = static_cast<double>(euler_phi(m));
  std::uint64_t rest = m >> std::countr_zero(m), odd_primes = 0;
  for (std::uint64_t p = 3; p * p <= rest; p += 2) {
    if (rest % p != 0) continue;
    ++odd_primes;
    while (rest % p == 0) rest /= p;
  }
  if (rest > 1) ++odd_primes;
  const std::uint64_t powers = m % 2 == 0 ? m / 2 : m;
  return {degree, static_cast<double>(powers), std::ldexp(1.0, static_cast<int>(odd_primes)),
          odd_primes};
}

}  // namespace lath::he
