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

}  // namespace

void bind_rlwe(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("rlwe", "Encryption by Ring-LWE.");
  nb::class_<Parameters> parameters(m, "Parameters", "The parameters of a scheme.");
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
  bind_functions_of<Parameters>(m, &rlwe::recommended_parameters);
  m.def("insecure_nfllib_parameters", &rlwe::insecure_nfllib_parameters,
        nb::sig("def insecure_nfllib_parameters() -> list[Parameters]"),
        "The sizes of a table of the NFLlib paper (2016).");
  bind_scheme<rlwe::Scheme>(m, "Ring-LWE");
}

}  // namespace lath::python
