// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/lwe.hpp"

#include "pke/parameters.hpp"

namespace lath::python {
namespace {

using lwe::Parameters;

struct Set {
  static constexpr const char* kModule = "lwe";
  static Fields<7> fields(const Parameters& p) {
    return {{{"rows", p.rows},
             {"columns", p.columns},
             {"message_rows", p.message_rows},
             {"message_columns", p.message_columns},
             {"modulus", p.modulus},
             {"plaintext_modulus", p.plaintext_modulus},
             {"noise", p.noise}}};
  }
  static Parameters make(const std::array<std::uint64_t, 7>& v) {
    return {v[0], v[1], v[2], v[3], v[4], v[5], static_cast<unsigned>(v[6])};
  }
};

constexpr SchemeTexts kTexts{.name = "LWE",
                             .module = Set::kModule,
                             .sizes = "(32, 18336, 18304, 18720)",
                             .small = R"(rows=8, columns=8, message_rows=8, message_columns=8,
    ...                        modulus=521, plaintext_modulus=2, noise=2)"};

}  // namespace

void bind_lwe(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("lwe", "Encryption by LWE.");
  nb::class_<Parameters> parameters(m, "Parameters", R"(The parameters of a scheme.

    >>> from lath.pke import lwe
    >>> p = lwe.Parameters(rows=704, columns=704, message_rows=16, message_columns=16,
    ...                    modulus=8191, plaintext_modulus=2, noise=2)
    >>> p.rows, p.columns, p.message_rows, p.message_columns
    (704, 704, 16, 16)
    >>> p.modulus, p.plaintext_modulus, p.noise
    (8191, 2, 2)
    >>> lwe.Scheme.create(p).ciphertext_bytes
    18720)");
  parameters
      .def(
          "__init__",
          [](Parameters* self, std::size_t rows, std::size_t columns, std::size_t message_rows,
             std::size_t message_columns, std::uint64_t q, std::uint64_t p, unsigned noise) {
            new (self) Parameters{rows, columns, message_rows, message_columns, q, p, noise};
          },
          nb::kw_only(), nb::arg("rows"), nb::arg("columns"), nb::arg("message_rows") = 1,
          nb::arg("message_columns") = 1, nb::arg("modulus"), nb::arg("plaintext_modulus"),
          nb::arg("noise"), "Schemes check them.")
      .def_ro("rows", &Parameters::rows, "m, the rows of A.")
      .def_ro("columns", &Parameters::columns, "n, the columns of A.")
      .def_ro("message_rows", &Parameters::message_rows, "k.")
      .def_ro("message_columns", &Parameters::message_columns, "l.")
      .def_ro("modulus", &Parameters::modulus, "q.")
      .def_ro("plaintext_modulus", &Parameters::plaintext_modulus, "p.")
      .def_ro("noise", &Parameters::noise, "The largest magnitude of noise.");
  bind_parameters_of<Set>(parameters);
  bind_functions_of<Parameters>(m, Set::kModule, &lwe::recommended_parameters);
  bind_scheme<lwe::Scheme>(m, kTexts);
}

}  // namespace lath::python
