// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

namespace lath::testing {

using CoeffPoly = Poly<DynamicRing, Coeff>;
using EvalPoly = Poly<DynamicRing, Eval>;

/// `count` primes for a degree, the largest and smaller ones mixed, so that no two limbs are alike.
/// Those for fewer limbs are a beginning of those for more.
inline std::vector<std::uint64_t> mixed_primes(std::size_t degree, std::size_t count) {
  std::array<std::vector<std::uint64_t>, 4> sizes;
  const int bits[] = {50, 62, 30, 40};
  std::vector<std::uint64_t> primes;
  for (std::size_t i = 0; i < count; ++i) {
    auto& of_size = sizes[i % 4];
    if (of_size.empty()) of_size = ntt_primes(bits[i % 4], degree, (count - i + 3) / 4);
    primes.push_back(of_size[i / 4]);
  }
  return primes;
}

inline DynamicRing ring_of(std::size_t degree, std::size_t limbs) {
  return DynamicRing::create(degree, mixed_primes(degree, limbs));
}

/// Random residues, limb after limb.
template <Ring R>
std::vector<typename R::Word> words_of(const R& ring, SeededValues& random) {
  std::vector<typename R::Word> words;
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    for (std::size_t i = 0; i < ring.degree(); ++i) {
      words.push_back(static_cast<typename R::Word>(random.below(ring.modulus(limb).value())));
    }
  }
  return words;
}

template <class Form, class Storage = Public, Ring R>
Poly<R, Form, Storage> from_integers(const R& ring, SeededValues& random) {
  return Poly<R, Form, Storage>::from_words(ring, words_of(ring, random));
}

template <Ring R, class Form, class Storage>
std::vector<typename R::Word> copy_of_words(const Poly<R, Form, Storage>& a) {
  std::vector<typename R::Word> words;
  for (std::size_t limb = 0; limb < a.ring().limbs(); ++limb) {
    words.insert(words.end(), a.limb(limb).begin(), a.limb(limb).end());
  }
  return words;
}
template <Ring R, class Form, class Storage>
std::vector<typename R::Word> copy_of_limb(const Poly<R, Form, Storage>& a, std::size_t limb) {
  return {a.limb(limb).begin(), a.limb(limb).end()};
}

/// The polynomial of another ring with the centered coefficients of `a`, by way of integers.
inline CoeffPoly lifted_to(const DynamicRing& ring, const CoeffPoly& a) {
  const auto integers = lift(a, Representative::centered);
  return from_multiword(ring, integers.span(), a.ring().basis().words(), Representative::centered);
}

}  // namespace lath::testing
