// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

// What all samplers have in common: they throw entropy where the generator does, and `out` then
// holds no particular values. They consume the stream as stated, whatever the machine. Their cost
// is linear in out.size() unless stated.

/// Fills `out` with independent uniform residues in [0, p), exactly: each draw takes the lowest
/// bit_length(p - 1) bits of two, four or eight bytes, as few as hold them, and is dropped if it is
/// not below p. Only the number of drops can be seen in the time, and they are independent of what
/// is kept. Throws invalid_argument unless p is at least 2 and below 2^62, with residues that fit
/// in a word. Fastest where the draws are as wide as the words: it then draws in place.
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

/// Fills `out` with independent uniform integers in [least, greatest], exactly: least plus a
/// uniform residue modulo greatest - least + 1 (see sample_uniform); no randomness is drawn for a
/// single integer. Throws invalid_argument where greatest < least or the interval has more than
/// 2^62 - 1 integers.
void sample_bounded(std::span<std::int64_t> out, std::int64_t least, std::int64_t greatest,
                    Generator& generator);

/// Fills `out` with independent integers from -bound to bound, 1 <= bound <= 127, invalid_argument
/// otherwise: floor(u (2 bound + 1) / 2^64) - bound for a draw u of eight bytes, the lowest first.
/// Constant time, and always draws as many bytes, for noise whose seed somebody may be able to
/// guess: there the drops of exact sampling tell which guess was right (Q. Guo et al., "Don't
/// Reject This", CHES 2022). The price: every integer has a probability within a factor of
/// 1 + (2 bound + 1) 2^-64 of the others', so that over 2^20 values whatever can happen, a break
/// or a failure, happens with a probability within a factor of 1 + 2^-35 of that for exact draws.
void sample_nearly_uniform(std::span<std::int8_t> out, unsigned bound, Generator& generator);

/// Fills `out` with one of the vectors that have exactly `weight` entries 1 or -1 and else zeros,
/// all of them equally likely. Throws invalid_argument where weight > out.size().
///
/// Constant time, whatever the positions: each entry draws eight bytes; the lowest 61 bits are the
/// key by which the entries are sorted by a network, and the topmost bit makes one of the first
/// `weight` entries 1 (set) or -1 (clear). Where two keys are equal, for n entries with a
/// probability below n^2 / 2^62, all keys are drawn again; whether they are says nothing about the
/// order of different ones. Takes n log2(n)^2 / 4 comparisons; to scan the vector for each of the
/// weight positions would take n * weight steps.
void sample_fixed_weight(std::span<std::int8_t> out, std::size_t weight, Generator& generator);

/// A probability, kept as a multiple of 2^-63.
class Density {
 public:
  /// The nearest multiple of 2^-63, exact for values of 2^-10 and above. Throws invalid_argument
  /// for anything that is not in [0, 1].
  static Density of(double probability);
  /// numerator / denominator, rounded to the nearest. Throws invalid_argument for a denominator of
  /// zero and where numerator > denominator.
  static Density of_ratio(std::uint64_t numerator, std::uint64_t denominator);

  /// The probability times 2^63.
  [[nodiscard]] std::uint64_t scaled() const noexcept { return scaled_; }

 private:
  explicit Density(std::uint64_t scaled) noexcept : scaled_(scaled) {}
  std::uint64_t scaled_;
};

/// Fills `out` with independent values from {-1, 0, 1} that are 1 with probability density / 2, -1
/// with the same, and else 0: the distribution ZO. Exact for the density's multiple of 2^-63.
/// Constant time. Draws the fewest of one, two, four and eight bytes per value that make
/// density * 2^(bits - 1) an integer s: the value is 1 for the s least draws, -1 for the s
/// greatest.
void sample_ternary(std::span<std::int8_t> out, Density density, Generator& generator);

extern template void sample_uniform(std::span<std::uint16_t>, std::uint64_t, Generator&);
extern template void sample_uniform(std::span<std::uint32_t>, std::uint64_t, Generator&);
extern template void sample_uniform(std::span<std::uint64_t>, std::uint64_t, Generator&);

/// The residues modulo p of integers of magnitude at most `bound`, a public number below 2^63,
/// which is not checked. Throws mismatch unless there are as many of either. Constant time in the
/// integers; fastest where bound < p.
template <ResidueWord Word, class Integer>
void residues_of(std::span<Word> out, std::span<const Integer> integers, std::uint64_t bound,
                 const Modulus& modulus);

/// The secret polynomial that has these coefficients, `degree` of them, in all limbs, see
/// residues_of().
template <Ring R, class Integer>
[[nodiscard]] Poly<R, Coeff, Secret> polynomial_of(const R& ring,
                                                   const Buffer<Integer, Secret>& coefficients,
                                                   std::uint64_t bound) {
  Poly<R, Coeff, Secret> result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    residues_of(result.limb(i), coefficients.span(), bound, ring.modulus(i));
  }
  return result;
}

/// A uniform polynomial. It is uniform in either form, so it may be drawn in the form it is used
/// in. Draws limb after limb, see sample_uniform().
template <class Form, Ring R>
[[nodiscard]] Poly<R, Form> uniform(const R& ring, Generator& generator) {
  Poly<R, Form> result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    sample_uniform(result.limb(i), ring.modulus(i).value(), generator);
  }
  return result;
}

/// A secret polynomial with centered binomial coefficients. See sample_centered_binomial().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> centered_binomial(const R& ring, unsigned eta,
                                                       Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_centered_binomial(draws.span(), eta, generator);
  return polynomial_of(ring, draws, eta);
}

/// A secret polynomial with uniform coefficients from {-1, 0, 1}. See sample_ternary().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> ternary(const R& ring, Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_ternary(draws.span(), generator);
  return polynomial_of(ring, draws, 1);
}

/// A secret polynomial with uniform coefficients from [least, greatest], reduced modulo each prime.
/// See sample_bounded().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> bounded(const R& ring, std::int64_t least,
                                             std::int64_t greatest, Generator& generator) {
  Buffer<std::int64_t, Secret> draws(ring.degree());
  sample_bounded(draws.span(), least, greatest, generator);
  const auto magnitude = [](std::int64_t x) {
    return x < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
  };
  return polynomial_of(ring, draws, std::max(magnitude(least), magnitude(greatest)));
}

/// A secret polynomial with coefficients from -bound to bound. See sample_nearly_uniform().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> nearly_uniform(const R& ring, unsigned bound,
                                                    Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_nearly_uniform(draws.span(), bound, generator);
  return polynomial_of(ring, draws, bound);
}

/// A secret polynomial with exactly `weight` coefficients 1 or -1 and else zeros. See
/// sample_fixed_weight().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> fixed_weight(const R& ring, std::size_t weight,
                                                  Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_fixed_weight(draws.span(), weight, generator);
  return polynomial_of(ring, draws, 1);
}

/// A secret polynomial with coefficients 1 and -1 of this density and else zeros. See
/// sample_ternary().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> ternary(const R& ring, Density density, Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_ternary(draws.span(), density, generator);
  return polynomial_of(ring, draws, 1);
}

/// A secret polynomial with discrete Gaussian coefficients. See DiscreteGaussian::sample().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> discrete_gaussian(const R& ring,
                                                       const DiscreteGaussian& distribution,
                                                       Generator& generator) {
  Buffer<std::int64_t, Secret> draws(ring.degree());
  distribution.sample(draws.span(), generator);
  const auto magnitude = [](std::int64_t x) { return static_cast<std::uint64_t>(x < 0 ? -x : x); };
  return polynomial_of(
      ring, draws, std::max(magnitude(distribution.least()), magnitude(distribution.greatest())));
}

}  // namespace lath
