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

/// @file
/// Samplers of integers and of polynomials. All of them throw entropy if the generator does; `out`
/// then holds unspecified values. They consume the stream as documented, on every machine. Costs
/// are linear in out.size() unless stated otherwise. docs/reference.md has all distributions in a
/// table.

namespace detail {
template <class Word>
void sample_uniform(std::span<Word> out, std::uint64_t p, Generator& generator);
template <class Word, class Integer>
void residues_of(std::span<Word> out, std::span<const Integer> integers, std::uint64_t bound,
                 const Modulus& modulus);
}  // namespace detail

/// Fills `out` with independent, exactly uniform residues in [0, p). A draw takes the lowest
/// bit_length(p - 1) bits of the fewest bytes (two, four or eight) that hold them, and is rejected
/// unless it is below p. The time reveals only how many draws were rejected, which is independent
/// of the values that are kept. Throws invalid_argument unless p is at least 2 and below 2^62 and
/// its residues fit in a word. Fastest if draws are as wide as words: it then draws in place.
template <ResidueWord Word>
void sample_uniform(std::span<Word> out, std::uint64_t p, Generator& generator) {
  detail::sample_uniform(out, p, generator);
}

/// Fills `out` with independent draws from the centered binomial distribution: the sum of eta fair
/// bits minus the sum of eta others, of standard deviation sqrt(eta / 2). Throws invalid_argument
/// unless eta is from 1 to 32. Constant time. Draws two bytes per value for eta <= 8, four for
/// eta <= 16, else eight.
void sample_centered_binomial(std::span<std::int8_t> out, unsigned eta, Generator& generator);

/// Fills `out` with independent, exactly uniform values from {-1, 0, 1}. A random byte below
/// 243 = 3^5 gives five of them; other bytes are rejected. The time reveals only how many bytes
/// were rejected, which is independent of the values that are kept.
void sample_ternary(std::span<std::int8_t> out, Generator& generator);

/// Fills `out` with independent, exactly uniform integers in [least, greatest]: least plus a
/// uniform residue modulo greatest - least + 1 (see sample_uniform()). No randomness is drawn if
/// least = greatest. Throws invalid_argument if greatest < least or the interval has more than 2^62
/// - 1 integers.
void sample_bounded(std::span<std::int64_t> out, std::int64_t least, std::int64_t greatest,
                    Generator& generator);

/// Fills `out` with independent integers from -bound to bound, nearly uniform:
/// floor(u (2 bound + 1) / 2^64) - bound for a draw u of eight bytes, least significant first.
/// Throws invalid_argument unless bound is from 1 to 127.
///
/// Constant time, and always draws the same number of bytes. This is for noise whose seed an
/// attacker may guess: the rejections of exact sampling would confirm a right guess (Q. Guo et al.,
/// "Don't Reject This", CHES 2022). The price: probabilities of two integers differ by a factor of
/// up to 1 + (2 bound + 1) 2^-64. Over 2^20 values the probability of any event, such as a break or
/// a decryption failure, differs from the probability with exact draws by a factor of at most 1 +
/// 2^-35.
void sample_nearly_uniform(std::span<std::int8_t> out, unsigned bound, Generator& generator);

/// Fills `out` with one of the vectors that have exactly `weight` entries 1 or -1 and zeros
/// elsewhere, all of them equally likely. Throws invalid_argument if weight > out.size().
///
/// Constant time in the positions. Each entry draws eight bytes. Their lowest 61 bits are the key
/// by which a sorting network sorts the entries; the topmost bit makes one of the first `weight`
/// entries 1 (set) or -1 (clear). If two keys are equal, which has a probability below n^2 / 2^62
/// for n entries, all keys are drawn again; that reveals nothing about the order of keys that
/// differ. Takes n log2(n)^2 / 4 comparisons, where a scan of the vector for each position would
/// take n * weight steps.
void sample_fixed_weight(std::span<std::int8_t> out, std::size_t weight, Generator& generator);

/// A probability, stored as a multiple of 2^-63.
class Density {
 public:
  /// The nearest multiple of 2^-63, which is exact for values of 2^-10 and above. Throws
  /// invalid_argument unless `probability` is in [0, 1].
  static Density of(double probability);
  /// numerator / denominator, rounded to the nearest multiple. Throws invalid_argument if the
  /// denominator is zero or less than the numerator.
  static Density of_ratio(std::uint64_t numerator, std::uint64_t denominator);

  /// The probability times 2^63.
  [[nodiscard]] std::uint64_t scaled() const noexcept { return scaled_; }

 private:
  explicit Density(std::uint64_t scaled) noexcept : scaled_(scaled) {}
  std::uint64_t scaled_;
};

/// Fills `out` with independent values from {-1, 0, 1}: 1 and -1 with probability density / 2 each,
/// else 0. The literature calls this distribution ZO. Exact for the density's multiple of 2^-63.
/// Constant time. Draws the fewest bytes per value (one, two, four or eight) for which
/// s = density 2^(bits - 1) is an integer: the value is 1 for the s least draws, -1 for the s
/// greatest.
void sample_ternary(std::span<std::int8_t> out, Density density, Generator& generator);

/// The residues modulo p of integers whose absolute values are at most `bound`, a public number
/// below 2^63, which is not checked. Throws mismatch if the sizes differ. Constant time in the
/// integers; fastest if bound < p.
template <ResidueWord Word, class Integer>
void residues_of(std::span<Word> out, std::span<const Integer> integers, std::uint64_t bound,
                 const Modulus& modulus) {
  detail::residues_of(out, integers, bound, modulus);
}

namespace detail {
/// Every limb of `out` becomes the residues of the integers, see residues_of().
template <class Word, class Integer>
void residues_of(const Limbs<Word>& out, std::span<const Integer> integers, std::uint64_t bound);
/// Every limb of `out` becomes uniform, one after the other.
template <class Word>
void sample_uniform(const Limbs<Word>& out, Generator& generator);
}  // namespace detail

/// The secret polynomial with these coefficients, `degree` of them, reduced modulo each prime; see
/// residues_of().
template <Ring R, class Integer>
[[nodiscard]] Poly<R, Coeff, Secret> polynomial_of(const R& ring,
                                                   const Buffer<Integer, Secret>& coefficients,
                                                   std::uint64_t bound) {
  auto result = detail::Forms::for_overwrite<Coeff, Secret>(ring);
  detail::residues_of(detail::limbs_of(result), coefficients.span(), bound);
  return result;
}

/// A uniform polynomial. It is uniform in either form, so draw it in the form in which it is used.
/// Draws limb after limb, see sample_uniform().
template <class Form, Ring R>
[[nodiscard]] Poly<R, Form> uniform(const R& ring, Generator& generator) {
  auto result = detail::Forms::for_overwrite<Form, Public>(ring);
  detail::sample_uniform(detail::limbs_of(result), generator);
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

/// A secret polynomial with exactly `weight` coefficients 1 or -1 and zeros elsewhere. See
/// sample_fixed_weight().
template <Ring R>
[[nodiscard]] Poly<R, Coeff, Secret> fixed_weight(const R& ring, std::size_t weight,
                                                  Generator& generator) {
  Buffer<std::int8_t, Secret> draws(ring.degree());
  sample_fixed_weight(draws.span(), weight, generator);
  return polynomial_of(ring, draws, 1);
}

/// A secret polynomial with coefficients 1 and -1 of this density and zeros elsewhere. See
/// sample_ternary() with a density.
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
