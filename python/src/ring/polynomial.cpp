// SPDX-License-Identifier: Apache-2.0
#include "ring/polynomial.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <array>

#include "lath/base/constant_time.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::python {
namespace {

const char* name_of_form(const Polynomial& a) { return a.has_values() ? "values" : "coefficients"; }

// A view of the words, which keeps the polynomial. It is read-only: every word is below its prime.
nb::object rows(const nb::handle_t<Polynomial>& self) {
  const auto& a = nb::cast<const Polynomial&>(self);
  const DynamicRing& ring = a.ring();
  const std::array shape{ring.limbs(), ring.degree()};
  return std::visit(
      [&](const auto& words) {
        const std::array strides{static_cast<std::int64_t>(words.stride()), std::int64_t{1}};
        return nb::cast(nb::ndarray<nb::numpy, const std::uint64_t>(
            words.memory().data(), shape.size(), shape.data(), self, strides.data()));
      },
      a.words);
}

Polynomial to_values(const Polynomial& a) {
  const Coefficients& words = coefficients_of(a, "ntt()");
  const Release release;
  return {ntt(words), a.is_secret};
}
Polynomial to_coefficients(const Polynomial& a) {
  const auto* values = std::get_if<Values>(&a.words);
  if (values == nullptr) {
    throw Error(ErrorCode::mismatch, "intt() of coefficients", "it takes values",
                "take the polynomial itself: a.form says which form it has");
  }
  const Release release;
  return {intt(*values), a.is_secret};
}

// In other rings than x^n + 1 an automorphism permutes values, and nothing as simple coefficients.
Polynomial automorphism(const Polynomial& a, std::uint64_t k) {
  return mapped(a, [k](const auto& words) -> decltype(Polynomial::words) {
    const auto& index = words.ring().index();
    if constexpr (std::is_same_v<std::decay_t<decltype(words)>, Coefficients>) {
      if (!index || !index->is_power_of_two()) {
        return intt(apply_automorphism(ntt(words), k));
      }
    }
    return apply_automorphism(words, k);
  });
}

Polynomial drop_limbs_of(const Polynomial& a, const DynamicRing& ring) {
  return mapped(a, [&](const auto& words) { return drop_limbs(words, ring); });
}
Polynomial append_limbs_of(const Polynomial& a, const DynamicRing& ring) {
  const Coefficients& words = coefficients_of(a, "append_limbs()");
  const Release release;
  return {append_limbs(words, ring), a.is_secret};
}

bool equal(const Polynomial& a, const Polynomial& b) {
  if (a.words.index() != b.words.index() || !(a.ring() == b.ring())) return false;
  const auto bytes = [](const Polynomial& x) {
    return std::visit([](const auto& words) { return std::as_bytes(words.memory()); }, x.words);
  };
  const Release release;
  return ct::equal(bytes(a), bytes(b));
}

std::string repr(const Polynomial& a) {
  return std::string("<lath ") + (a.is_secret ? "secret " : "") + "polynomial of " +
         text_of(a.ring()) + ", as " + name_of_form(a) + ">";
}

void bind_properties(PolyClass& poly) {
  poly.def_prop_ro(
          "ring", [](const Polynomial& a) { return a.ring(); }, "The ring of the polynomial.")
      .def_prop_ro("form", &name_of_form,
                   "\"coefficients\", or \"values\" at roots of unity, in the order of "
                   "ring.exponents.")
      .def_prop_ro(
          "is_secret", [](const Polynomial& a) { return a.is_secret; },
          "Whether it was drawn or made as a secret, or computed from one.")
      .def_prop_ro(
          "rows", &rows, nb::sig("def rows(self) -> numpy.typing.NDArray[numpy.uint64]"),
          R"(A view of the words, which is read-only: a row of n words below q for each prime q.

Nothing is copied, and the view keeps the polynomial. Views of secrets are not wiped before the
polynomial is.

    >>> ring = lath.ring.Ring(4, [97, 17])
    >>> print((3 * ring.x - 1).rows)
    [[96  3  0  0]
     [16  3  0  0]])")
      .def(
          "declassify", [](const Polynomial& a) { return Polynomial{a.words, false}; },
          R"(A public copy, for a polynomial that everybody may know, such as a public key.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> a, key, error = ring.uniform(), ring.ternary(), ring.centered_binomial(8)
    >>> b = a * key + error
    >>> b.is_secret, b.declassify().is_secret
    (True, False))");
}

}  // namespace

const Coefficients& coefficients_of(const Polynomial& a, const char* call) {
  if (const auto* words = std::get_if<Coefficients>(&a.words)) return *words;
  throw Error(ErrorCode::mismatch, std::string(call) + " of values", "it takes coefficients",
              "transform the polynomial back first: a.intt()");
}

void require_public(const Polynomial& a, const char* call) {
  if (!a.is_secret) return;
  throw Error(ErrorCode::invalid_argument, std::string(call) + " of a secret polynomial",
              "a public one", "where everybody may know it, take a.declassify()");
}

void bind_polynomial(nb::module_& m) {
  PolyClass poly(m, "Poly",
                 R"(A polynomial of a ring, as coefficients or as values at roots of unity.

It never changes, and all threads may use it. `+ - *` take polynomials of one ring and one form, and
integers of any length. A result is secret if an operand is; secrets are neither shown nor pickled.

    >>> from lath.ring import Poly, Ring
    >>> ring = Ring(4, 12289)
    >>> a = 1 - 2 * ring.x
    >>> isinstance(a, Poly), a.ring == ring, a.form, a.is_secret
    (True, True, 'coefficients', False)
    >>> print((a * a - 5).to_integers(), (a**4).to_integers())
    [-4 -4  4  0] [-15  -8  24 -32]
    >>> a * ring.ternary()
    <lath secret polynomial of Z_q[x]/(x^4 + 1) with log2 q = 13.6, as coefficients>)");
  bind_properties(poly);
  poly.def("ntt", &to_values,
           R"(The values of the coefficients. Raises MismatchError if it has values already.

    >>> ring = lath.ring.Ring(4, 17)
    >>> print((1 + ring.x).ntt().rows, ring.roots, ring.exponents)
    [[ 3 16  9 10]] [2] [1 5 3 7])")
      .def("intt", &to_coefficients,
           R"(The coefficients of the values. Raises MismatchError if it has coefficients already.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> a, b = ring.uniform(), ring.uniform()
    >>> (a.ntt() * b.ntt()).intt() == a * b
    True)")
      .def("apply_automorphism", &automorphism, nb::arg("k"),
           R"(a(x^k), in the same form; k counts modulo the index of the ring.

Raises InvalidArgumentError if k has a common factor with it: in rings modulo x^n + 1, if k is even.

    >>> a = 1 + 2 * lath.ring.Ring(4, 17).x
    >>> print(a.apply_automorphism(3).to_integers(), a.apply_automorphism(5).to_integers())
    [1 0 0 2] [ 1 -2  0  0])")
      .def("drop_limbs", &drop_limbs_of, nb::arg("ring"),
           R"(The polynomial in a ring that has some of the primes, in the same form.

Raises MismatchError if that has other primes, too.

    >>> ring = lath.ring.Ring(4, [97, 17])
    >>> print((20 * ring.x - 1).drop_limbs(lath.ring.Ring(4, 17)).to_integers())
    [-1  3  0  0])")
      .def("append_limbs", &append_limbs_of, nb::arg("ring"),
           R"(The polynomial with the same centered coefficients in a ring of more primes.

Raises MismatchError for values, and if that ring lacks a prime.

    >>> ring = lath.ring.Ring(4, 17)
    >>> (3 * ring.x - 1).append_limbs(lath.ring.Ring(4, [17, 97])).to_integers().tolist()
    [-1, 3, 0, 0])")
      .def("__eq__", &equal, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"),
           "Whether ring, form and words are equal.")
      .def("__repr__", &repr);
  poly.attr("__array_ufunc__") = nb::none();
  bind_arithmetic(poly);
  bind_integers(poly);
  bind_poly_bytes(poly);
}

}  // namespace lath::python
