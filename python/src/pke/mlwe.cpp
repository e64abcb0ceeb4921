// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/mlwe.hpp"

#include "pke/parameters.hpp"

namespace lath::python {
namespace {

using mlwe::Parameters;

struct Set {
  static constexpr const char* kModule = "mlwe";
  static Fields<8> fields(const Parameters& p) {
    return {{{"degree", p.degree},
             {"rows", p.rows},
             {"columns", p.columns},
             {"message_rows", p.message_rows},
             {"message_columns", p.message_columns},
             {"modulus", p.modulus},
             {"plaintext_modulus", p.plaintext_modulus},
             {"noise", p.noise}}};
  }
  static Parameters make(const std::array<std::uint64_t, 8>& v) {
    return {v[0], v[1], v[2], v[3], v[4], v[5], v[6], static_cast<unsigned>(v[7])};
  }
};

constexpr SchemeTexts kTexts{.name = "Module-LWE",
                             .module = Set::kModule,
                             .sizes = "(32, 1280, 1248, 1664)",
                             .small = R"(degree=64, rows=2, columns=2, modulus=7681,
    ...                         plaintext_modulus=2, noise=2)"};

}  // namespace

void bind_mlwe(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("mlwe", "Encryption by Module-LWE.");
  nb::class_<Parameters> parameters(m, "Parameters", R"(The parameters of a scheme.

    >>> from lath.pke import mlwe
    >>> p = mlwe.Parameters(degree=256, rows=3, columns=3, modulus=7681,
    ...                     plaintext_modulus=2, noise=2)
    >>> p.degree, p.rows, p.columns, p.message_rows, p.message_columns
    (256, 3, 3, 1, 1)
    >>> p.modulus, p.plaintext_modulus, p.noise
    (7681, 2, 2)
    >>> mlwe.Scheme.create(p).ciphertext_bytes
    1664)");
  parameters
      .def(
          "__init__",
          [](Parameters* self, std::size_t degree, std::size_t rows, std::size_t columns,
             std::size_t message_rows, std::size_t message_columns, std::uint64_t q,
             std::uint64_t p, unsigned noise) {
            new (self)
                Parameters{degree, rows, columns, message_rows, message_columns, q, p, noise};
          },
          nb::kw_only(), nb::arg("degree"), nb::arg("rows"), nb::arg("columns"),
          nb::arg("message_rows") = 1, nb::arg("message_columns") = 1, nb::arg("modulus"),
          nb::arg("plaintext_modulus"), nb::arg("noise"), "Schemes check them.")
      .def_ro("degree", &Parameters::degree, "N.")
      .def_ro("rows", &Parameters::rows, "m, the rows of A.")
      .def_ro("columns", &Parameters::columns, "n, the columns of A.")
      .def_ro("message_rows", &Parameters::message_rows, "k.")
      .def_ro("message_columns", &Parameters::message_columns, "l.")
      .def_ro("modulus", &Parameters::modulus, "q.")
      .def_ro("plaintext_modulus", &Parameters::plaintext_modulus, "p.")
      .def_ro("noise", &Parameters::noise, "The largest magnitude of noise.");
  bind_parameters_of<Set>(parameters);
  bind_functions_of<Parameters>(m, Set::kModule, &mlwe::recommended_parameters);
  m.def("insecure_thesis_parameters", &mlwe::insecure_thesis_parameters,
        nb::sig("def insecure_thesis_parameters() -> list[Parameters]"),
        R"(The rows of a table in the thesis of A. R. Rodríguez Rodríguez (2022), by degree.

    >>> from lath.pke import mlwe
    >>> rows = mlwe.insecure_thesis_parameters()
    >>> [p.degree for p in rows]
    [256, 512, 1024, 4096, 4096, 8192, 16384]
    >>> lath.security.failure_probability(mlwe.decryption_noise(rows[0])) < 2**-128
    False)");
  bind_scheme<mlwe::Scheme>(m, kTexts);
}

}  // namespace lath::python
