// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

/// Fills `out` with independent uniform residues in [0, p), exactly: each draw takes bits(p) random
/// bits from two, four or eight bytes, as few as hold them, and is dropped if it is not below p.
/// Only the number of drops can be seen in the time, and they are independent of what is kept.
/// p is at least 2 and below 2^62, or below the range of `Word`.
template <ResidueWord Word>
void sample_uniform(std::span<Word> out, std::uint64_t p, Generator& generator);

/// Fills `out` with independent draws from the centered binomial distribution: the sum of eta fair
/// bits minus the sum of eta others, standard deviation sqrt(eta / 2). eta is from 1 to 32:
/// invalid_argument otherwise. Constant time. Draws two bytes per value for eta <= 8, four for
/// eta <= 16, else eight.
void sample_centered_binomial(std::span<std::int8_t> out, unsigned eta, Generator& generator);

/// Fills `out` with independent uniform values from {-1, 0, 1}, exactly: a random byte below
/// 243 = 3^5 gives five of them, another is dropped. Only the number of drops can be seen in the
/// time, and they are independent of what is kept.
void sample_ternary(std::span<std::int8_t> out, Generator& generator);

extern template void sample_uniform(std::span<std::uint16_t>, std::uint64_t, Generator&);
extern template void sample_uniform(std::span<std::uint32_t>, std::uint64_t, Generator&);
extern template void sample_uniform(std::span<std::uint64_t>, std::uint64_t, Generator&);

/// A uniform polynomial. It is uniform in either form, so it may be drawn in the form it is used
/// in.
template <class Form, Ring R>
[[nodiscard]] Poly<R, Form> uniform(const R& ring, Generator& generator) {
  Poly<R, Form> result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    sample_uniform(result.limb(i), ring.modulus(i).value(), generator);
  }
  return result;
}

/// A secret polynomial with centered binomial coefficients.
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> centered_binomial(const R& ring, unsigned eta,
                                                       Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_centered_binomial(draws.span(), eta, generator);
  return Poly<R, Coeff, Secret>::from_integers(ring, std::as_const(draws).span());
}

/// A secret polynomial with uniform coefficients from {-1, 0, 1}.
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> ternary(const R& ring, Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_ternary(draws.span(), generator);
  return Poly<R, Coeff, Secret>::from_integers(ring, std::as_const(draws).span());
}

}  // namespace lath
