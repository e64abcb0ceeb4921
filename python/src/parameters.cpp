// SPDX-License-Identifier: Apache-2.0
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings.hpp"

namespace lath::python {
namespace {

// The parameters that a text describes: the tables of a desk that is there, or new ones.
template <class Scheme>
he::Parameters<Scheme> from_json(std::string_view text) {
  const Release release;
  const he::Literal literal = he::literal_from_json(text);
  const char* scheme = Scheme::kScheme == he::Scheme::bfv ? "BFV" : "BGV";
  const Ref desk = find_desk(scheme, literal);
  if (desk == nullptr) return he::Parameters<Scheme>::create(literal);
  return dynamic_cast<const DeskOf<Scheme>&>(*desk).parameters();
}

template <class Scheme>
void bind(nb::module_& m, const char* name) {
  using Parameters = he::Parameters<Scheme>;
  nb::class_<Parameters>(m, name, "Parameters of the scheme: checked once, immutable.")
      .def_static(
          "recommended",
          [](std::size_t degree, std::uint64_t t) {
            const Release release;
            return Parameters::recommended(degree, t);
          },
          nb::arg("degree"), nb::arg("plaintext_modulus"),
          "Parameters for degree n and plaintexts modulo t, with all the bits of 128-bit security.")
      .def_static("from_json", &from_json<Scheme>, nb::arg("text"),
                  "The parameters that a JSON object describes.")
      .def(
          "to_json", [](const Parameters& p) { return he::to_json(p.literal()); },
          "The JSON object that describes the parameters.")
      .def_prop_ro(
          "degree", [](const Parameters& p) { return p.degree(); }, "n.")
      .def_prop_ro(
          "plaintext_modulus",
          [](const Parameters& p) {
            return nb::int_(nb::str(decimal_vartime(p.plaintext_modulus()).c_str()));
          },
          nb::sig("def plaintext_modulus(self) -> int"), "t.")
      .def_prop_ro(
          "levels", [](const Parameters& p) { return p.levels(); },
          "The level of a fresh ciphertext.")
      .def_prop_ro(
          "log2_qp", [](const Parameters& p) { return p.log2_qp(); }, "log2(Q P).")
      .def(
          "__eq__", [](const Parameters& a, const Parameters& b) { return a == b; },
          nb::is_operator())
      .def("__hash__",
           [](const Parameters& p) { return nb::hash(nb::str(he::to_json(p.literal()).c_str())); })
      .def("__getstate__", [](const Parameters& p) { return he::to_json(p.literal()); })
      .def("__setstate__",
           [](Parameters& p, const std::string& text) {
             new (&p) Parameters(from_json<Scheme>(text));
           })
      .def("__repr__", [](const Parameters& p) {
        return "<lath " + DeskOf<Scheme>(p).facts() + " levels=" + std::to_string(p.levels()) + ">";
      });
}

}  // namespace

void bind_parameters(nb::module_& m) {
  bind<he::Bfv>(m, "BfvParameters");
  bind<he::Bgv>(m, "BgvParameters");
}

}  // namespace lath::python
