// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <type_traits>
#include <utility>
#include <vector>

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
/// Writes one limb, " [modulus: words]".
void write_limb(std::ostream& out, std::uint64_t modulus, const std::vector<std::uint64_t>& words);
/// Writes "coeff degree" or "eval degree".
void write_head(std::ostream& out, const char* form, std::size_t degree);
/// Throw input_output where the stream fails, malformed where it holds anything else.
void read_head(std::istream& in, const char* form, std::size_t degree);
void read_limb(std::istream& in, std::size_t limb, std::uint64_t modulus,
               std::vector<std::uint64_t>& words);

template <class Form>
inline constexpr const char* kForm = std::is_same_v<Form, Coeff> ? "coeff" : "eval";
}  // namespace detail

/// Writes `a` without a line end. Throws invalid_argument if `a` was moved from. A failure to write
/// shows in the state of the stream.
template <Ring R, class Form>
std::ostream& operator<<(std::ostream& out, const Poly<R, Form, Public>& a) {
  a.require_words();
  detail::write_head(out, detail::kForm<Form>, a.ring().degree());
  std::vector<std::uint64_t> words(a.ring().degree());
  for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
    for (std::size_t j = 0; j < words.size(); ++j) words[j] = a.limb(i)[j];
    detail::write_limb(out, a.ring().modulus(i).value(), words);
  }
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
  Poly<R, Form> result(std::move(ring));
  std::vector<std::uint64_t> words(result.ring().degree());
  for (std::size_t i = 0; i < result.ring().limbs(); ++i) {
    detail::read_limb(in, i, result.ring().modulus(i).value(), words);
    for (std::size_t j = 0; j < words.size(); ++j) {
      result.limb(i)[j] = static_cast<typename R::Word>(words[j]);
    }
  }
  return result;
}

}  // namespace lath
