// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include "parameters/spaces.hpp"

namespace lath::python {

void bind_summaries(nb::module_& m) {
  using Summary = he::SpaceSummary;
  nb::class_<Summary>(m, "SpaceSummary",
                      "The plaintexts of parameters in numbers: explain() makes one.")
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
        return "<lath SpaceSummary slots=" + std::to_string(s.slots) +
               " depth=" + std::to_string(s.depth) + ">";
      });
  m.def(
      "explain",
      [](nb::handle given) {
        const he::SchemeParameters& parameters = parameters_in(given);
        const Release release;
        return he::explain(parameters);
      },
      nb::arg("parameters"),
      nb::sig("def explain(parameters: BfvParameters | BgvParameters) -> SpaceSummary"),
      "The plaintexts of parameters in numbers, for who chooses: print() shows them as text.\n\n"
      ">>> lath.he.explain(lath.he.bfv.Parameters.recommended(8192, 65537)).slots\n"
      "8192\n");
}

}  // namespace lath::python
