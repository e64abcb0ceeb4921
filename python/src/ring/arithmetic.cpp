// SPDX-License-Identifier: Apache-2.0
//
// The operators of polynomials: with one another, and with integers of Python on either side.
#include <nanobind/operators.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "lath/ring/batch.hpp"
#include "lath/ring/operators.hpp"
#include "lath/ring/scalar.hpp"
#include "plaintexts/integers.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

[[noreturn]] void refuse_forms(const char* sign, const Polynomial& a) {
  const bool values = a.has_values();
  throw Error(ErrorCode::mismatch,
              std::string("a ") + sign + " b of " + (values ? "values" : "coefficients") + " and " +
                  (values ? "coefficients" : "values"),
              "two polynomials of one form",
              std::string("transform one of them: a") + (values ? " " : ".ntt() ") + sign +
                  (values ? " b.ntt()" : " b"));
}

// The result of `use` of the words of two polynomials of one form.
template <class Use>
Polynomial combined(const char* sign, const Polynomial& a, const Polynomial& b, const Use& use) {
  if (a.has_values() != b.has_values()) refuse_forms(sign, a);
  const bool is_secret = a.is_secret || b.is_secret;
  const Release release;
  if (a.has_values()) return {use(std::get<Values>(a.words), std::get<Values>(b.words)), is_secret};
  return {use(std::get<Coefficients>(a.words), std::get<Coefficients>(b.words)), is_secret};
}

Polynomial sum(const Polynomial& a, const Polynomial& b) {
  return combined("+", a, b, []<class P>(const P& x, const P& y) { return P(x + y); });
}
Polynomial difference(const Polynomial& a, const Polynomial& b) {
  return combined("-", a, b, []<class P>(const P& x, const P& y) { return P(x - y); });
}
Polynomial product(const Polynomial& a, const Polynomial& b) {
  return combined("*", a, b, []<class P>(const P& x, const P& y) {
    if constexpr (std::is_same_v<P, Values>)
      return P(x * y);
    else
      return convolve(x, y);
  });
}
Polynomial negated(const Polynomial& a) {
  return mapped(a, []<class P>(const P& words) { return P(-words); });
}

// An integer of Python modulo each prime of the ring. It is public.
std::vector<std::uint64_t> residues_of(const DynamicRing& ring, nb::handle integer) {
  const auto index = nb::steal(PyNumber_Index(integer.ptr()));
  if (!index.is_valid()) nb::raise_python_error();
  std::vector<std::uint64_t> residues(ring.limbs());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    residues[i] = nb::cast<std::uint64_t>(index % nb::int_(ring.modulus(i).value()));
  }
  return residues;
}

// The polynomial that is constant: the coefficient of 1, or all values.
template <class P>
P constant(const DynamicRing& ring, const std::vector<std::uint64_t>& residues) {
  P result(ring);
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const auto row = result.limb(i);
    std::ranges::fill(std::is_same_v<P, Values> ? row : row.first(1), residues[i]);
  }
  return result;
}
Polynomial constant_like(const Polynomial& a, nb::handle integer) {
  const auto residues = residues_of(a.ring(), integer);
  if (a.has_values()) return {constant<Values>(a.ring(), residues), false};
  return {constant<Coefficients>(a.ring(), residues), false};
}

Polynomial scaled(const Polynomial& a, nb::handle integer) {
  const auto residues = residues_of(a.ring(), integer);
  return mapped(a, [&]<class P>(const P& words) {
    return P(RnsScalar<DynamicRing>::from_residues(words.ring(), residues) * words);
  });
}

[[noreturn]] void refuse_operand(nb::handle other) {
  throw nb::type_error(("a " + nb::cast<std::string>(other.type().attr("__name__")) +
                        " beside a polynomial; polynomials and integers are operands; give "
                        "a.ring.from_integers([1, 2, 3]) or an int")
                           .c_str());
}

using Operation = Polynomial (*)(const Polynomial&, const Polynomial&);

// The result of an operator whose other operand Python gives: of what it does not know, Python asks
// the other operand.
template <class WithInteger>
nb::object applied(const Polynomial& a, nb::handle other, Operation use,
                   const WithInteger& with_integer) {
  if (nb::isinstance<Polynomial>(other)) {
    return nb::cast(use(a, nb::cast<const Polynomial&>(other)));
  }
  if (is_integer(other)) return nb::cast(with_integer(a, other));
  const bool number = PyFloat_Check(other.ptr()) || PyBool_Check(other.ptr());
  if (number || nb::hasattr(other, "__len__")) refuse_operand(other);
  return nb::borrow(Py_NotImplemented);
}

nb::object add(const Polynomial& a, nb::handle other) {
  return applied(a, other, &sum,
                 [](const Polynomial& x, nb::handle k) { return sum(x, constant_like(x, k)); });
}
nb::object subtract(const Polynomial& a, nb::handle other) {
  return applied(a, other, &difference, [](const Polynomial& x, nb::handle k) {
    return difference(x, constant_like(x, k));
  });
}
nb::object subtract_from(const Polynomial& a, nb::handle other) {
  return applied(a, other, &difference, [](const Polynomial& x, nb::handle k) {
    return difference(constant_like(x, k), x);
  });
}
nb::object multiply(const Polynomial& a, nb::handle other) {
  return applied(a, other, &product, &scaled);
}

// By squaring, on values.
Polynomial power(const Polynomial& a, std::uint64_t exponent) {
  const auto raised = [exponent](Values base) {
    Values result =
        constant<Values>(base.ring(), std::vector<std::uint64_t>(base.ring().limbs(), 1));
    for (std::uint64_t rest = exponent; rest != 0; rest /= 2) {
      if (rest % 2 != 0) result *= base;
      if (rest > 1) base *= base;
    }
    return result;
  };
  const Release release;
  if (const auto* values = std::get_if<Values>(&a.words)) return {raised(*values), a.is_secret};
  return {intt(raised(ntt(std::get<Coefficients>(a.words)))), a.is_secret};
}

}  // namespace

void bind_arithmetic(PolyClass& poly) {
  poly.def("__add__", &add, nb::sig("def __add__(self, other: Poly | int, /) -> Poly"))
      .def("__radd__", &add, nb::sig("def __radd__(self, other: int, /) -> Poly"))
      .def("__sub__", &subtract, nb::sig("def __sub__(self, other: Poly | int, /) -> Poly"))
      .def("__rsub__", &subtract_from, nb::sig("def __rsub__(self, other: int, /) -> Poly"))
      .def("__mul__", &multiply, nb::sig("def __mul__(self, other: Poly | int, /) -> Poly"))
      .def("__rmul__", &multiply, nb::sig("def __rmul__(self, other: int, /) -> Poly"))
      .def("__neg__", &negated)
      .def("__pow__", &power, nb::arg("exponent"),
           "The product of so many factors, which takes two products for each bit. The exponent "
           "is public.");
}

}  // namespace lath::python
