// SPDX-License-Identifier: Apache-2.0
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <tuple>
#include <vector>

#include "lath/ring/bytes.hpp"
#include "plaintexts/integers.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

using Moduli = std::vector<std::uint64_t>;

std::uint64_t modulus_of(nb::handle object, const std::string& name) {
  const Natural value = natural_of(object, name.c_str());
  if (value.bits() <= static_cast<std::size_t>(kMaxModulusBits)) return value.word();
  throw Error(ErrorCode::invalid_argument,
              name + ": a number of " + std::to_string(value.bits()) + " bits", "primes below 2^62",
              "take several primes: ntt_primes(50, degree, 3)");
}

// One prime, or a sequence of them.
Moduli moduli_of(nb::handle object) {
  if (is_integer(object)) return {modulus_of(object, "moduli")};
  if (!is_array(object)) {
    throw nb::type_error(("moduli: a " + nb::cast<std::string>(object.type().attr("__name__")) +
                          "; primes are needed; give a list: ntt_primes(50, degree, 3)")
                             .c_str());
  }
  Moduli moduli;
  for (const nb::handle one : object) {
    moduli.push_back(modulus_of(one, "moduli[" + std::to_string(moduli.size()) + "]"));
  }
  return moduli;
}

void create(DynamicRing* self, std::optional<std::uint64_t> degree, nb::handle moduli,
            std::optional<std::uint64_t> index) {
  const Moduli primes = moduli_of(moduli);
  const Release release;
  if (degree && !index) {
    new (self) DynamicRing(DynamicRing::create(std::size_t{*degree}, primes));
  } else {
    new (self) DynamicRing(DynamicRing::create(index_of(degree, index, "Ring"), primes));
  }
}

const CyclotomicIndex& index_of(const DynamicRing& ring) { return ring.index().value(); }

Moduli moduli(const DynamicRing& ring) {
  Moduli result;
  for (std::size_t i = 0; i < ring.limbs(); ++i) result.push_back(ring.modulus(i).value());
  return result;
}

double log2_modulus(const DynamicRing& ring) {
  double sum = 0;
  for (const std::uint64_t q : moduli(ring)) sum += std::log2(static_cast<double>(q));
  return sum;
}

// The numbers f(0), ..., f(n - 1) as an array.
template <class F>
nb::object numbers(std::size_t n, const F& f) {
  auto held = std::make_unique<std::vector<std::int64_t>>(n);
  auto* values = held.get();
  for (std::size_t i = 0; i < n; ++i) (*values)[i] = static_cast<std::int64_t>(f(i));
  const nb::capsule owner(
      values, [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
  (void)held.release();
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(values->data(), 1, &n, owner));
}

nb::bytes bytes_of_ring(const DynamicRing& ring) {
  const auto bytes = to_bytes(ring);
  return nb::bytes(bytes.data(), bytes.size());
}

DynamicRing from_python_bytes(const nb::bytes& data, std::size_t max_degree,
                              std::size_t max_limbs) {
  const std::span<const std::byte> bytes = span_of(data);
  const Release release;
  return ring_from_bytes(bytes, {max_degree, max_limbs});
}

using State = std::tuple<nb::bytes, std::size_t, std::size_t>;

void bind_properties(RingClass& ring) {
  ring.def_prop_ro("degree", &DynamicRing::degree, "n, the number of coefficients.")
      .def_prop_ro(
          "index", [](const DynamicRing& r) { return index_of(r).value(); },
          "m of the polynomial Phi_m of the ring: 2 n for x^n + 1.")
      .def_prop_ro("moduli", &moduli, "The primes whose product is q.")
      .def_prop_ro(
          "modulus",
          [](const DynamicRing& r) { return integer_of(Natural::from_words(r.basis().product())); },
          nb::sig("def modulus(self) -> int"), "q, the product of the primes.")
      .def_prop_ro("log2_modulus", &log2_modulus, "log2 q.")
      .def_prop_ro(
          "roots",
          [](const DynamicRing& r) {
            Moduli roots;
            for (std::size_t i = 0; i < r.limbs(); ++i) roots.push_back(r.plan(i).root());
            return roots;
          },
          R"(A root of unity psi of order `index` modulo each prime.

    >>> ring = lath.ring.Ring(4, [97, 17])
    >>> ring.roots, [pow(psi, 4, q) - q for psi, q in zip(ring.roots, ring.moduli)]
    ([33, 2], [-1, -1]))")
      .def_prop_ro(
          "exponents",
          [](const DynamicRing& r) {
            return numbers(r.degree(), [&](std::size_t i) { return r.slots().exponent(i); });
          },
          nb::sig("def exponents(self) -> numpy.typing.NDArray[numpy.int64]"),
          R"(The order of values: value j is a(psi^exponents[j]).

    >>> ring = lath.ring.Ring(4, 17)
    >>> [pow(ring.roots[0], int(k), 17) for k in ring.exponents], ring.x.ntt().rows.tolist()
    ([2, 15, 8, 9], [[2, 15, 8, 9]]))")
      .def_prop_ro(
          "powers",
          [](const DynamicRing& r) {
            return numbers(r.degree(), [&](std::size_t i) { return index_of(r).power(i); });
          },
          nb::sig("def powers(self) -> numpy.typing.NDArray[numpy.int64]"),
          R"(The basis of coefficients: coefficient j belongs to x^powers[j].

    >>> ring = lath.ring.Ring(index=21, moduli=43)
    >>> print(ring.powers)
    [ 0  3  6  9 12 15  7 10 13 16 19  1]
    >>> print((ring.x**3 - ring.x).to_integers())
    [ 0  1  0  0  0  0  0  0  0  0  0 -1])");
}

void bind_bytes(RingClass& ring) {
  ring.def("__bytes__", &bytes_of_ring, "The degree or index and the primes, in the wire format.")
      .def_static("from_bytes", &from_python_bytes, nb::arg("data"), nb::kw_only(),
                  nb::arg("max_degree") = RingLimits().degree,
                  nb::arg("max_limbs") = RingLimits().limbs,
                  R"(The ring of bytes(), from anywhere.

Raises MalformedError for anything else, and UnsupportedError for a ring that is larger than the
limits.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> lath.ring.Ring.from_bytes(bytes(ring), max_degree=4096) == ring
    True)")
      .def("__getstate__",
           [](const DynamicRing& r) { return State(bytes_of_ring(r), r.degree(), r.limbs()); })
      .def("__setstate__", [](DynamicRing& r, const State& state) {
        const auto& [bytes, degree, limbs] = state;
        new (&r) DynamicRing(from_python_bytes(bytes, degree, limbs));
      });
}

RingClass bind_ring_itself(nb::module_& m) {
  RingClass ring(m, "Ring",
                 R"(The ring Z_q[x]/(Phi_m(x)), where q is a product of distinct primes below 2^62.

For m = 2 n, a power of two, Phi_m is x^n + 1. A ring never changes, and all threads may use it.

    >>> ring = lath.ring.Ring(4, [97, 17])
    >>> ring
    <lath ring Z_q[x]/(x^4 + 1) with log2 q = 10.7 of 2 primes>
    >>> ring.degree, ring.index, ring.moduli, ring.modulus, round(ring.log2_modulus, 1)
    (4, 8, [97, 17], 1649, 10.7)
    >>> lath.ring.Ring(index=21, moduli=43)
    <lath ring Z_q[x]/(Phi_21(x)) with log2 q = 5.4>)");
  ring.def("__init__", &create, nb::arg("degree") = nb::none(), nb::arg("moduli"), nb::kw_only(),
           nb::arg("index") = nb::none(),
           nb::sig("def __init__(self, degree: int | None = None, moduli: int | "
                   "collections.abc.Sequence[int] = ..., *, index: int | None = None) -> None"),
           "The ring modulo x^degree + 1, or modulo Phi_index, with one prime or several, which "
           "are 1 modulo 2 degree, or modulo the index: ntt_primes() finds them. Raises "
           "InvalidArgumentError for others.")
      .def("prefix", &DynamicRing::prefix, nb::arg("limbs"),
           R"(The ring of the first primes, without any cost.

    >>> lath.ring.Ring(4, [97, 17]).prefix(1) == lath.ring.Ring(4, 97)
    True)")
      .def(
          "__eq__", [](const DynamicRing& a, const DynamicRing& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const DynamicRing& r) { return nb::hash(bytes_of_ring(r)); })
      .def("__repr__", [](const DynamicRing& r) { return "<lath ring " + text_of(r) + ">"; });
  bind_properties(ring);
  bind_bytes(ring);
  return ring;
}

}  // namespace

CyclotomicIndex index_of(std::optional<std::uint64_t> degree, std::optional<std::uint64_t> index,
                         const char* call) {
  if (degree.has_value() == index.has_value()) {
    throw Error(ErrorCode::invalid_argument,
                degree ? "a degree and an index" : "neither a degree nor an index", "one of them",
                std::string("give one: ") + call + "(..., index=21), or a degree");
  }
  return CyclotomicIndex::create(index ? *index : 2 * *degree);
}

std::string text_of(const DynamicRing& ring) {
  const CyclotomicIndex& index = index_of(ring);
  const std::string polynomial = index.is_power_of_two()
                                     ? "x^" + std::to_string(ring.degree()) + " + 1"
                                     : "Phi_" + std::to_string(index.value()) + "(x)";
  char size[32];
  (void)std::snprintf(size, sizeof size, "%.1f", log2_modulus(ring));
  return "Z_q[x]/(" + polynomial + ") with log2 q = " + size +
         (ring.limbs() == 1 ? "" : " of " + std::to_string(ring.limbs()) + " primes");
}

void bind_ring(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("ring", "Rings, polynomials and transforms.");
  RingClass ring = bind_ring_itself(m);
  bind_polynomial(m);
  bind_from_integers(ring);
  bind_ring_polynomials(ring);
  bind_samplers(m, ring);
  bind_primes(m);
  bind_plan(m);
}

}  // namespace lath::python
