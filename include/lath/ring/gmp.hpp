// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/crt.hpp"

/// @file
/// Polynomials and natural numbers to and from GMP integers: the component lath::ring_gmp. For
/// public ones only, since GMP does not wipe its memory. lath/he/gmp.hpp has plaintexts.
namespace lath {

namespace detail {
/// The integer that these words are, unsigned or a two's complement.
mpz_class to_integer(std::span<const std::uint64_t> words, Representative representative);
/// x modulo 2^(64 words.size()).
void write_words(std::span<std::uint64_t> words, mpz_srcptr x);
/// The number of words that hold x as a two's complement.
std::size_t words_for(mpz_srcptr x) noexcept;
}  // namespace detail

///@{
/// A natural number of GMP, and back. Throws invalid_argument for a negative one.
[[nodiscard]] Natural natural_from_gmp(const mpz_class& x);
[[nodiscard]] mpz_class to_gmp_integer(const Natural& x);
///@}

/// Q, the product of the moduli.
[[nodiscard]] inline mpz_class product_of(const RnsBasis& basis) {
  return detail::to_integer(basis.product(), Representative::nonnegative);
}

/// The degree() coefficients of `a`, nonnegative or centered. See RnsBasis::lift() for the cost.
template <Ring R>
[[nodiscard]] std::vector<mpz_class> to_gmp_integers(const Poly<R, Coeff, Public>& a,
                                                     Representative representative) {
  const auto words = lift(a, representative);
  const std::size_t degree = a.ring().degree(), size = words.size() / degree;
  std::vector<mpz_class> integers;
  integers.reserve(degree);
  for (std::size_t i = 0; i < degree; ++i) {
    integers.push_back(detail::to_integer(words.span().subspan(i * size, size), representative));
  }
  return integers;
}

/// The polynomial whose coefficients are these integers modulo Q. They may have any size and sign.
/// Throws mismatch unless there are `degree` of them. Takes as much memory as `degree` integers of
/// the size of the largest.
template <Ring R>
[[nodiscard]] Poly<R, Coeff> from_gmp_integers(R ring, std::span<const __mpz_struct> integers) {
  if (integers.size() != ring.degree()) detail::throw_count(integers.size(), ring.degree());
  std::size_t size = 1;
  for (const __mpz_struct& x : integers) size = std::max(size, detail::words_for(&x));
  std::vector<std::uint64_t> words(integers.size() * size);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    detail::write_words(std::span(words).subspan(i * size, size), &integers[i]);
  }
  return from_multiword(std::move(ring), words, size, Representative::centered);
}
/// The polynomial whose coefficients are these integers modulo Q, as above, from GMP's C++
/// interface.
template <Ring R>
[[nodiscard]] Poly<R, Coeff> from_gmp_integers(R ring, std::span<const mpz_class> integers) {
  std::vector<__mpz_struct> references;  // not copies: they share the limbs
  for (const mpz_class& x : integers) references.push_back(*x.get_mpz_t());
  return from_gmp_integers(std::move(ring), std::span<const __mpz_struct>(references));
}

/// The largest absolute value of the centered coefficients. Costs as much as lift().
template <Ring R>
[[nodiscard]] mpz_class infinity_norm_gmp(const Poly<R, Coeff, Public>& a) {
  return detail::to_integer(infinity_norm(a), Representative::nonnegative);
}

}  // namespace lath
