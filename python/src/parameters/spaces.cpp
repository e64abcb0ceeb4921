// SPDX-License-Identifier: Apache-2.0
#include "parameters/spaces.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <utility>

#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

using he::PrimeField;
using Space = he::PlaintextSpace;

constexpr std::array kFields = {
    std::pair("P-256", PrimeField::p256),
    std::pair("P-256 order", PrimeField::p256_order),
    std::pair("secp256k1 order", PrimeField::secp256k1_order),
    std::pair("BLS12-381", PrimeField::bls12_381_r),
    std::pair("BN254", PrimeField::bn254_r),
    std::pair("Goldilocks", PrimeField::goldilocks),
};

Space field(std::string_view name, std::uint64_t index) {
  const PrimeField of_name = prime_field_of(name);
  try {
    const Release release;
    return Space::field(of_name, index);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    throw Error(
        error.code(),
        "slots of the field " + quote(name) + " in the ring of the index " + std::to_string(index),
        error.needed(), error.remedy());
  }
}

Space short_modulus(nb::handle p, std::uint64_t index, std::vector<std::int64_t> coefficients,
                    nb::handle root) {
  const Natural modulus = natural_of(p, "p");
  const he::ShortModulus t{index, std::move(coefficients), natural_of(root, "root")};
  const Release release;
  return Space::short_modulus(modulus, t);
}

std::string modulus_facts(const Natural& modulus, bool is_short) {
  const std::string bits = std::to_string(modulus.bits()) + " bits";
  if (is_short) return "p of " + bits + " by a short t(x)";
  return modulus.bits() > 64 ? "t of " + bits : "t=" + decimal_vartime(modulus);
}

void bind_makers(nb::class_<Space>& c) {
  c.def_static(
       "integer", [](nb::handle t) { return Space::integer(natural_of(t, "t")); }, nb::arg("t"),
       nb::sig("def integer(t: int) -> PlaintextSpace"),
       R"(Polynomials modulo an integer t of 2 to 4096 bits. Raises InvalidArgumentError for others.

    >>> lath.he.PlaintextSpace.integer(65537)
    <lath PlaintextSpace t=65537>)")
      .def_static(
          "field", &field, nb::arg("name"), nb::kw_only(), nb::arg("index"),
          R"(The field of a name in the ring of an index, 2n for x^n + 1, by a short modulus.

Names are "P-256", "P-256 order", "secp256k1 order", "BLS12-381", "BN254" and "Goldilocks". Raises
InvalidArgumentError for other names, and UnsupportedError, naming indices that serve, for others.

    >>> lath.he.PlaintextSpace.field("Goldilocks", index=16384)
    <lath PlaintextSpace p of 64 bits by a short t(x)>)")
      .def_static("short_modulus", &short_modulus, nb::arg("p"), nb::kw_only(), nb::arg("index"),
                  nb::arg("coefficients"), nb::arg("root"),
                  nb::sig("def short_modulus(p: int, *, index: int, coefficients: "
                          "collections.abc.Sequence[int], root: int) -> PlaintextSpace"),
                  R"(Polynomials modulo a short t(x) over roots of unity of order `index`.

t(x) vanishes at `root` modulo p. Raises InvalidArgumentError unless it does.

    >>> lath.he.PlaintextSpace.short_modulus(
    ...     65537, index=32, coefficients=[-2, 1] + 14 * [0], root=2)
    <lath PlaintextSpace p of 17 bits by a short t(x)>)")
      .def_static("root", &Space::root, nb::arg("degree"), nb::kw_only(), nb::arg("k"),
                  nb::arg("b"), nb::call_guard<Release>(),
                  R"(Integers modulo b^(n/k) + 1 by t(x) = x^k - b, in the ring of degree n.

Raises InvalidArgumentError unless n and k are powers of two, and b is even.

    >>> space = lath.he.PlaintextSpace.root(4096, k=64, b=2)
    >>> space.modulus == 2**64 + 1
    True)")
      .def_static("from_json", &Space::from_json, nb::arg("text"), nb::call_guard<Release>(),
                  R"(The space that a JSON object describes. Raises MalformedError for others.

    >>> lath.he.PlaintextSpace.from_json(lath.he.PlaintextSpace.integer(65537).to_json())
    <lath PlaintextSpace t=65537>)");
}

}  // namespace

he::PrimeField prime_field_of(std::string_view name) {
  const auto* const at = std::ranges::find(kFields, name, [](const auto& f) { return f.first; });
  if (at != kFields.end()) return at->second;
  std::string names;
  for (const auto& [known, unused] : kFields) names += (names.empty() ? "" : ", ") + quote(known);
  throw Error(ErrorCode::invalid_argument, "the field " + quote(name), "one of " + names,
              "give a t(x) of another field: PlaintextSpace.short_modulus()");
}
const char* name_of(he::PrimeField field) noexcept {
  const auto* const at = std::ranges::find(kFields, field, [](const auto& f) { return f.second; });
  return at != kFields.end() ? at->first : "unknown";
}

std::string facts_of(const he::SchemeParameters& p) {
  const he::Literal& literal = p.literal();
  const std::string index = literal.index != 0 ? "m=" + std::to_string(literal.index) + " " : "";
  return index + "n=" + std::to_string(p.degree()) + " " +
         modulus_facts(p.plaintext_modulus(), literal.short_modulus.index != 0);
}

const he::SchemeParameters& parameters_in(nb::handle object) {
  if (nb::isinstance<he::bfv::Parameters>(object)) {
    return nb::cast<const he::bfv::Parameters&>(object);
  }
  if (nb::isinstance<he::bgv::Parameters>(object)) {
    return nb::cast<const he::bgv::Parameters&>(object);
  }
  throw nb::type_error(("a " + nb::cast<std::string>(object.type().attr("__name__")) +
                        "; parameters are needed: lath.he.bfv.Parameters.recommended(8192, 65537)")
                           .c_str());
}

he::PlaintextSpace space_of(nb::handle object) {
  if (nb::isinstance<Space>(object)) return nb::cast<const Space&>(object);
  return Space::integer(natural_of(object, "plaintext_modulus"));
}

void bind_spaces(nb::module_& m) {
  nb::class_<Space> c(
      m, "PlaintextSpace",
      R"(The plaintexts of parameters: polynomials modulo an integer t or a short t(x).

Spaces compare, hash and can be pickled.

    >>> space = lath.he.PlaintextSpace.field("BLS12-381", index=16384)
    >>> space
    <lath PlaintextSpace p of 255 bits by a short t(x)>
    >>> space.modulus % 2**32, 16 < space.log2_size < 18
    (1, True))");
  bind_makers(c);
  c.def(
       "to_json", [](const Space& s) { return he::to_json(s); },
       R"(The JSON object that describes the space.

    >>> space = lath.he.PlaintextSpace.integer(65537)
    >>> lath.he.PlaintextSpace.from_json(space.to_json()) == space
    True)")
      .def_prop_ro(
          "modulus", [](const Space& s) { return integer_of(s.modulus()); },
          nb::sig("def modulus(self) -> int"), "t, or p beside a short modulus.")
      .def_prop_ro("log2_size", &Space::log2_size,
                   "log2 of t, or of the largest value of t(x): how noise counts it.")
      .def(
          "__eq__", [](const Space& a, const Space& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Space& s) { return nb::hash(nb::str(he::to_json(s).c_str())); })
      .def("__getstate__", [](const Space& s) { return he::to_json(s); })
      .def("__setstate__",
           [](Space& s, const std::string& text) { new (&s) Space(Space::from_json(text)); })
      .def("__repr__", [](const Space& s) {
        return "<lath PlaintextSpace " + modulus_facts(s.modulus(), s.short_modulus().index != 0) +
               ">";
      });
}

}  // namespace lath::python
