// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include "parameters/spaces.hpp"

namespace lath::python {

void bind_summaries(nb::module_& m) {
  using Summary = he::SpaceSummary;
  nb::class_<Summary>(m, "SpaceSummary",
                      R"(The plaintexts of parameters in numbers: explain() makes one.

    >>> s = lath.he.explain(parameters)
    >>> s
    <lath SpaceSummary BFV n=4096 t of 17 bits slots=4096 depth=1>
    >>> s.scheme, s.index, s.degree, s.modulus_bits, s.is_short, s.coefficients
    ('BFV', 8192, 4096, 17, False, 4096)
    >>> s.slots, s.numbers_a_slot, s.encoder, s.without_slots, s.automorphisms
    (4096, 1, 'SlotEncoder', '', 4096)
    >>> s.depth, round(s.log2_size), s.log2_q > s.fresh_bits > s.product_bits > 0
    (1, 16, True))")
      .def_prop_ro(
          "scheme", [](const Summary& s) { return s.scheme == he::Scheme::bfv ? "BFV" : "BGV"; },
          nb::sig("def scheme(self) -> str"), "\"BFV\" or \"BGV\".")
      .def_ro("index", &Summary::index, "The index m of the ring, 2n for x^n + 1.")
      .def_ro("degree", &Summary::degree, "n, or phi(m).")
      .def_ro("modulus_bits", &Summary::modulus_bits, "The bits of t, or of p.")
      .def_ro("is_short", &Summary::is_short, "Whether t is a polynomial.")
      .def_ro("log2_size", &Summary::log2_size, "log2 of t, or of the largest value of t(x).")
      .def_ro("coefficients", &Summary::coefficients, "The numbers in a plaintext.")
      .def_ro("slots", &Summary::slots, "The slots of a plaintext, 0 if there are none.")
      .def_ro("numbers_a_slot", &Summary::numbers_a_slot,
              "1 for integers, and more for elements of Galois rings.")
      .def_ro("encoder", &Summary::encoder, "The encoder of slots; empty if there are none.")
      .def_ro("without_slots", &Summary::without_slots,
              "Why slots are no integers; empty if they are.")
      .def_ro("automorphisms", &Summary::automorphisms, "How many automorphisms leave t as it is.")
      .def_ro("log2_q", &Summary::log2_q, "log2 of Q.")
      .def_ro("fresh_bits", &Summary::fresh_bits, "The noise budget of a fresh ciphertext.")
      .def_ro("product_bits", &Summary::product_bits, "The bits of budget that a product costs.")
      .def_ro("depth", &Summary::depth, "The longest chain of squares that decrypts.")
      .def("__str__", [](const Summary& s) { return he::to_string(s); })
      .def("__repr__", [](const Summary& s) {
        return std::string("<lath SpaceSummary ") + (s.scheme == he::Scheme::bfv ? "BFV" : "BGV") +
               " n=" + std::to_string(s.degree) + " t of " + std::to_string(s.modulus_bits) +
               " bits slots=" + std::to_string(s.slots) + " depth=" + std::to_string(s.depth) + ">";
      });
  m.def(
      "explain",
      [](nb::handle given) {
        const he::SchemeParameters& parameters = parameters_in(given);
        const Release release;
        return he::explain(parameters);
      },
      nb::arg("parameters"),
      nb::sig("def explain(parameters: lath.typing.Parameters) -> SpaceSummary"),
      R"(The plaintexts of parameters in numbers, for who chooses: print() shows them as text.

    >>> lath.he.explain(lath.he.bfv.Parameters.recommended(4096, 65537)).slots
    4096)");
}

}  // namespace lath::python
