// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "bindings.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "random.hpp"

namespace lath::python {

///@{
/// The two forms of a polynomial. All polynomials of Python wipe their memory, so that one type of
/// each form serves public and secret ones.
using Coefficients = Poly<DynamicRing, Coeff, Secret>;
using Values = Poly<DynamicRing, Eval, Secret>;
///@}

/// A polynomial of Python: it never changes, so that all threads may read it, and views of its
/// words stay valid as long as it lives.
struct Polynomial {
  std::variant<Coefficients, Values> words;
  bool is_secret = false;

  [[nodiscard]] bool has_values() const noexcept { return words.index() == 1; }
  [[nodiscard]] const DynamicRing& ring() const {
    return std::visit([](const auto& a) -> const DynamicRing& { return a.ring(); }, words);
  }
};

/// The result of `use` of the words of a polynomial, without the GIL, which is as secret.
template <class Use>
Polynomial mapped(const Polynomial& a, const Use& use) {
  const Release release;
  return {std::visit([&](const auto& words) -> decltype(Polynomial::words) { return use(words); },
                     a.words),
          a.is_secret};
}

/// The class of polynomials, the ring of them, and the parts of both.
using PolyClass = nb::class_<Polynomial>;
using RingClass = nb::class_<DynamicRing>;

///@{
/// Adds the functions of a file to a class or a module.
void bind_polynomial(nb::module_& m);
void bind_arithmetic(PolyClass& poly);
void bind_integers(PolyClass& poly);
void bind_poly_bytes(PolyClass& poly);
void bind_from_integers(RingClass& ring);
void bind_ring_polynomials(RingClass& ring);
void bind_samplers(nb::module_& m, RingClass& ring);
void bind_primes(nb::module_& m);
void bind_plan(nb::module_& m);
///@}

/// The text of an attribute of an object of Python, such as the dtype of an array.
[[nodiscard]] inline std::string shown(nb::handle object, const char* attribute) {
  const nb::object value = nb::getattr(object, attribute);
  return nb::cast<std::string>(nb::str(nb::handle(value)));
}
/// "Z_q[x]/(x^1024 + 1), log2 q = 99.9" for texts.
[[nodiscard]] std::string text_of(const DynamicRing& ring);
/// The coefficient form. Throws mismatch for values; `call` says what needs it.
[[nodiscard]] const Coefficients& coefficients_of(const Polynomial& a, const char* call);
/// Throws invalid_argument for a secret polynomial; `call` says what would reveal it.
void require_public(const Polynomial& a, const char* call);
/// Whether text of Python names the evaluation form. Throws invalid_argument for other names.
[[nodiscard]] bool is_value_form(const std::string& form);
/// The polynomial x of a ring in coefficient form.
[[nodiscard]] Polynomial x_of(const DynamicRing& ring);
/// The index of a ring, one of `degree` and `index`. Throws invalid_argument unless one is given.
[[nodiscard]] CyclotomicIndex index_of(std::optional<std::uint64_t> degree,
                                       std::optional<std::uint64_t> index, const char* call);

}  // namespace lath::python
