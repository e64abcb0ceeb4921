// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "lath/ring/coefficients.hpp"
#include "lath/ring/crt.hpp"

/// @file
/// Polynomials to and from built-in integers. Constant time in the integers and coefficients.
namespace lath {

namespace detail {
/// Built-in integers of `bytes` bytes each, signed or not.
struct IntegerWords {
  const void* integers;
  std::size_t count, bytes;
  bool is_signed;
};
/// Writes the residues of the integers, the first words of every limb. Throws mismatch if there are
/// more than `degree` of them.
template <class Word>
void reduce_integers(const Limbs<Word>& out, const IntegerWords& integers);
[[noreturn]] void throw_does_not_fit(std::size_t bits, int digits);
}  // namespace detail

///@{
/// The polynomial whose first coefficients are these integers, signed or unsigned words of at most
/// 64 bits, in a vector, an array, a span, a Buffer or braces, reduced modulo each prime; the other
/// coefficients are zero. Coefficients belong to 1, x, x^2, ... in rings modulo x^n + 1; in the
/// ring of another index they belong to the powerful basis (see CyclotomicIndex), where {1, 2} need
/// not be 1 + 2x: PowerfulBasis::from_polynomial() starts from powers of x. The polynomial is
/// secret for `Storage = Secret`, and where a Buffer of secret integers is given. Throws mismatch
/// if there are more than `degree` of them. Takes one reduction per integer and prime.
template <class Storage = Public, Ring R, CoefficientInteger Integer>
[[nodiscard]] Poly<R, Coeff, Storage> from_integers(R ring, std::span<const Integer> integers) {
  Poly<R, Coeff, Storage> result(std::move(ring));
  detail::reduce_integers(
      detail::limbs_of(result),
      {integers.data(), integers.size(), sizeof(Integer), std::signed_integral<Integer>});
  return result;
}
template <class Storage = Public, Ring R, CoefficientRange Integers>
[[nodiscard]] Poly<R, Coeff, Storage> from_integers(R ring, const Integers& integers) {
  return from_integers<Storage>(std::move(ring), coefficients_in(integers));
}
template <class Storage = Public, Ring R, CoefficientInteger Integer>
[[nodiscard]] Poly<R, Coeff, Storage> from_integers(R ring,
                                                    std::initializer_list<Integer> integers) {
  return from_integers<Storage>(std::move(ring), std::span(integers.begin(), integers.size()));
}
template <class Storage = Public, Ring R, CoefficientInteger Integer, class StorageOfIntegers>
[[nodiscard]] Poly<R, Coeff, Join<Storage, StorageOfIntegers>> from_integers(
    R ring, const Buffer<Integer, StorageOfIntegers>& integers) {
  return from_integers<Join<Storage, StorageOfIntegers>>(std::move(ring), integers.span());
}
///@}

///@{
/// Other numbers and containers are not taken: nothing is rounded or cut off unseen. Compilers
/// print these lines.
template <class Storage = Public, Ring R, class Others>
  requires(!CoefficientRange<Others>)
void from_integers(R ring, const Others& integers) =
    delete;  // give a vector, an array or a span of integers of at most 64 bits
template <class Storage = Public, Ring R, class Other>
  requires(!CoefficientInteger<Other>)
void from_integers(R ring, std::initializer_list<Other> integers) =
    delete;  // give integers of at most 64 bits; for longer ones see from_wide_integers()
///@}

/// The coefficients, in (-Q/2, Q/2] if Integer is signed and in [0, Q) if it is unsigned. Throws
/// unsupported if Q has more bits than Integer. Costs as much as lift().
template <CoefficientInteger Integer, Ring R, class Storage>
[[nodiscard]] Buffer<Integer, Storage> to_integers(const Poly<R, Coeff, Storage>& a) {
  a.require_words();
  const std::size_t bits = basis_of(a.ring()).bits();
  constexpr int kBits = std::numeric_limits<Integer>::digits + std::signed_integral<Integer>;
  if (bits > static_cast<std::size_t>(kBits)) detail::throw_does_not_fit(bits, kBits);
  const auto words = lift(
      a, std::signed_integral<Integer> ? Representative::centered : Representative::nonnegative);
  Buffer<Integer, Storage> result(a.ring().degree());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<Integer>(words[i]);
  return result;
}

}  // namespace lath
