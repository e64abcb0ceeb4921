// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/arith/wide_integer.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ring/poly.hpp"
#include "lath/rns/rns_basis.hpp"

/// @file
/// Polynomials to and from their coefficients as integers modulo Q. Integers of any size are arrays
/// of 64-bit words, least significant first; negative ones are two's complements. gmp.hpp has the
/// same for GMP. Constant time in the coefficients; results are as secret as the polynomial.
namespace lath {

namespace detail {
/// A new basis of the moduli of a ring.
template <class Word>
RnsBasis basis_of(const Plans<Word>& plans);
}  // namespace detail

/// The basis of a ring's moduli: the one that the ring holds, or else a new one.
template <Ring R>
[[nodiscard]] RnsBasis basis_of(const R& ring) {
  if constexpr (requires { ring.basis(); }) {
    return ring.basis();
  } else {
    return detail::basis_of(detail::plans_of(ring));
  }
}

namespace detail {
[[noreturn]] void throw_too_wide(std::size_t bits, std::size_t words);
[[noreturn]] void throw_other_word_count(std::size_t words, std::size_t size, std::size_t degree);
[[noreturn]] void throw_count(std::size_t count, std::size_t degree);
/// The largest magnitude among two's complements of `size` words.
std::vector<std::uint64_t> largest_magnitude(std::span<const std::uint64_t> integers,
                                             std::size_t size);
}  // namespace detail

/// All coefficients as integers of basis_of(ring).words() words each, nonnegative or centered. See
/// RnsBasis::lift() for the cost. Throws invalid_argument if `a` was moved from.
template <Ring R, class Storage>
[[nodiscard]] Buffer<std::uint64_t, Storage> lift(const Poly<R, Coeff, Storage>& a,
                                                  Representative representative) {
  a.require_words();
  const RnsBasis basis = basis_of(a.ring());
  const std::size_t degree = a.ring().degree();
  Buffer<std::uint64_t, Storage> integers(degree * basis.words());
  basis.lift(integers.data(), a.memory().data(), a.stride(), degree, representative);
  return integers;
}

/// All coefficients as integers of `Words` words each, nonnegative or centered. Throws unsupported
/// unless Q < 2^(64 Words), invalid_argument if `a` was moved from. See RnsBasis::lift() for the
/// cost.
template <std::size_t Words, Ring R, class Storage>
[[nodiscard]] Buffer<WideInteger<Words>, Storage> to_wide_integers(const Poly<R, Coeff, Storage>& a,
                                                                   Representative representative) {
  a.require_words();
  const RnsBasis basis = basis_of(a.ring());
  const std::size_t size = basis.words();
  if (size > Words) detail::throw_too_wide(basis.bits(), Words);
  const auto words = lift(a, representative);
  Buffer<WideInteger<Words>, Storage> integers(a.ring().degree());
  for (std::size_t i = 0; i < integers.size(); ++i) {
    const std::uint64_t* x = words.data() + i * size;
    const std::uint64_t sign =
        representative == Representative::centered ? ct::mask_of_top_bit(x[size - 1]) : 0;
    for (std::size_t w = 0; w < Words; ++w) integers[i].words[w] = w < size ? x[w] : sign;
  }
  return integers;
}

/// The polynomial whose coefficients are these integers modulo Q. Each has `size` words, which are
/// read as an unsigned integer or as a two's complement (Representative::centered) and may be of
/// any size. Throws mismatch unless there are degree * size words. See RnsBasis::reduce() for the
/// cost.
template <class Storage = Public, Ring R>
[[nodiscard]] Poly<R, Coeff, Storage> from_multiword(R ring, std::span<const std::uint64_t> words,
                                                     std::size_t size,
                                                     Representative representative) {
  const std::size_t degree = ring.degree();
  if (size == 0 || words.size() % size != 0 || words.size() / size != degree) {
    detail::throw_other_word_count(words.size(), size, degree);
  }
  const RnsBasis basis = basis_of(ring);
  Poly<R, Coeff, Storage> result(std::move(ring));
  basis.reduce(result.limb(0).data(), result.stride(), words.data(), size, degree, representative);
  return result;
}
/// A secret does not become public.
template <class Storage = Public, Ring R, class Other>
  requires(Other::kWipes && !Storage::kWipes)
void from_multiword(R ring, const Buffer<std::uint64_t, Other>& words, std::size_t size,
                    Representative representative) =
    delete;  // it is secret: from_multiword<Secret>
/// The polynomial whose coefficients are these integers modulo Q, read as unsigned or as two's
/// complements (Representative::centered). Throws mismatch unless there are degree() of them.
template <class Storage = Public, std::size_t Words, Ring R>
[[nodiscard]] Poly<R, Coeff, Storage> from_wide_integers(
    R ring, std::span<const WideInteger<Words>> integers, Representative representative) {
  static_assert(sizeof(WideInteger<Words>) == Words * sizeof(std::uint64_t));
  const std::uint64_t* words = integers.empty() ? nullptr : integers.data()->words.data();
  return from_multiword<Storage>(std::move(ring), {words, integers.size() * Words}, Words,
                                 representative);
}

/// The largest absolute value of the centered coefficients, as basis_of(ring).words() words.
/// Variable time. Costs as much as lift().
template <Ring R>
[[nodiscard]] std::vector<std::uint64_t> infinity_norm(const Poly<R, Coeff, Public>& a) {
  const auto integers = lift(a, Representative::centered);
  return detail::largest_magnitude(integers.span(), integers.size() / a.ring().degree());
}
/// The largest absolute value of the centered coefficients. Throws unsupported unless
/// Q < 2^(64 Words). Variable time. Costs as much as lift().
template <std::size_t Words, Ring R>
[[nodiscard]] WideInteger<Words> infinity_norm(const Poly<R, Coeff, Public>& a) {
  const auto norm = infinity_norm(a);
  if (norm.size() > Words) detail::throw_too_wide(basis_of(a.ring()).bits(), Words);
  WideInteger<Words> result;
  for (std::size_t w = 0; w < norm.size(); ++w) result.words[w] = norm[w];
  return result;
}

}  // namespace lath
