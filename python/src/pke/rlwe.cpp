// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/rlwe.hpp"

#include "pke/parameters.hpp"

namespace lath::python {
namespace {

using rlwe::Parameters;

struct Set {
  static constexpr const char* kModule = "rlwe";
  static Fields<4> fields(const Parameters& p) {
    return {{{"degree", p.degree},
             {"modulus", p.modulus},
             {"noise", p.noise},
             {"message_bytes", p.message_bytes}}};
  }
  static Parameters make(const std::array<std::uint64_t, 4>& v) {
    return {v[0], v[1], static_cast<unsigned>(v[2]), v[3]};
  }
};

constexpr SchemeTexts kTexts{.name = "Ring-LWE",
                             .module = Set::kModule,
                             .sizes = "(32, 1824, 1792, 2240)",
                             .small = "degree=64, modulus=12289, noise=2, message_bytes=8"};

}  // namespace

void bind_rlwe(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("rlwe", "Encryption by Ring-LWE.");
  nb::class_<Parameters> parameters(m, "Parameters", R"(The parameters of a scheme.

    >>> from lath.pke import rlwe
    >>> p = rlwe.Parameters(degree=1024, modulus=12289, noise=8, message_bytes=32)
    >>> p.degree, p.modulus, p.noise, p.message_bytes
    (1024, 12289, 8, 32)
    >>> rlwe.Scheme.create(p).ciphertext_bytes
    2240)");
  parameters
      .def(
          "__init__",
          [](Parameters* self, std::size_t degree, std::uint64_t q, unsigned noise,
             std::size_t message_bytes) { new (self) Parameters{degree, q, noise, message_bytes}; },
          nb::kw_only(), nb::arg("degree"), nb::arg("modulus"), nb::arg("noise"),
          nb::arg("message_bytes"), "Schemes check them.")
      .def_ro("degree", &Parameters::degree, "n.")
      .def_ro("modulus", &Parameters::modulus, "q.")
      .def_ro("noise", &Parameters::noise, "eta of centered binomial noise.")
      .def_ro("message_bytes", &Parameters::message_bytes, "The size of a message.");
  bind_parameters_of<Set>(parameters);
  bind_functions_of<Parameters>(m, Set::kModule, &rlwe::recommended_parameters);
  m.def("insecure_nfllib_parameters", &rlwe::insecure_nfllib_parameters,
        nb::sig("def insecure_nfllib_parameters() -> list[Parameters]"),
        R"(The sizes of a table of the NFLlib paper (2016).

    >>> [(p.degree, p.modulus) for p in lath.pke.rlwe.insecure_nfllib_parameters()]
    [(256, 12289), (512, 12289), (256, 7681), (512, 7681)])");
  bind_scheme<rlwe::Scheme>(m, kTexts);
}

}  // namespace lath::python
