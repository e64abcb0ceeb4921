// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <type_traits>
#include <utility>

#include "lath/ring/poly.hpp"

/// @file
/// Public polynomials as lines of text, for people to read and to exchange with other programs: the
/// form, the degree, and for each limb its modulus and its words,
///
///     coeff 4 [97: 1 0 96 5] [193: 1 0 192 5]
///     eval 2 [97: 3 8]
///
/// Numbers are decimal, whatever the stream's flags and locale. Key files and encrypted files have
/// formats of their own, see lath::io. Secret polynomials are never printed.
namespace lath {

namespace detail {
/// Writes a polynomial, `form` first.
template <class Word>
void write_poly(std::ostream& out, const char* form, const Limbs<const Word>& a);
///@{
/// Read its form and degree, then its limbs. Throw input_output where the stream fails, malformed
/// where it holds anything else.
void read_head(std::istream& in, const char* form, std::size_t degree);
template <class Word>
void read_limbs(std::istream& in, const Limbs<Word>& out);
///@}

template <class Form>
inline constexpr const char* kForm = std::is_same_v<Form, Coeff> ? "coeff" : "eval";
}  // namespace detail

/// Writes `a` without a line end. Throws invalid_argument if `a` was moved from. A failure to write
/// shows in the state of the stream.
template <Ring R, class Form>
std::ostream& operator<<(std::ostream& out, const Poly<R, Form, Public>& a) {
  detail::write_poly(out, detail::kForm<Form>, detail::limbs_of(a));
  return out;
}

/// Reads a polynomial of this ring and form, written as above. Any white space may separate its
/// parts. Nothing is read beyond the last bracket. The input is not trusted: memory is allocated
/// for the polynomial only. Throws input_output if the stream is closed or ends early, and
/// malformed, saying where, if the text is no polynomial, has another form, degree or modulus, or a
/// word is not reduced.
template <class Form, Ring R>
[[nodiscard]] Poly<R, Form> read_poly(std::istream& in, R ring) {
  detail::read_head(in, detail::kForm<Form>, ring.degree());
  auto result = detail::Forms::for_overwrite<Form, Public>(std::move(ring));
  detail::read_limbs(in, detail::limbs_of(result));
  return result;
}

}  // namespace lath
