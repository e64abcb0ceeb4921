// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

namespace lath::testing {

/// A ring with `limbs` primes, the largest and smaller ones mixed, so that no two limbs are alike.
inline DynamicRing ring_of(std::size_t degree, std::size_t limbs) {
  std::vector<std::uint64_t> moduli;
  const int sizes[] = {50, 62, 30, 40};
  for (std::size_t i = 0; i < limbs; ++i) {
    moduli.push_back(ntt_primes(sizes[i % 4], degree, i / 4 + 1).back());
  }
  return DynamicRing::create(degree, moduli);
}

/// Random residues, limb after limb.
inline std::vector<std::uint64_t> words_of(const DynamicRing& ring, SeededValues& random) {
  std::vector<std::uint64_t> words;
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    for (std::size_t i = 0; i < ring.degree(); ++i) {
      words.push_back(random.below(ring.modulus(limb).value()));
    }
  }
  return words;
}

template <class Form, class Storage = Public>
Poly<DynamicRing, Form, Storage> poly_of(const DynamicRing& ring, SeededValues& random) {
  return Poly<DynamicRing, Form, Storage>::from_words(ring, words_of(ring, random));
}

template <class Form, class Storage>
std::vector<std::uint64_t> copy_of_words(const Poly<DynamicRing, Form, Storage>& a) {
  return {a.words().begin(), a.words().end()};
}

}  // namespace lath::testing
