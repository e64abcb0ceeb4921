// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "pke/schemes.hpp"

namespace lath::python {

/// The fields of the parameters of a scheme by their names, in order.
template <std::size_t kCount>
using Fields = std::array<std::pair<const char*, std::uint64_t>, kCount>;

/// Their values, as pickles have them.
template <std::size_t kCount>
std::array<std::uint64_t, kCount> values_of(const Fields<kCount>& fields) {
  std::array<std::uint64_t, kCount> values{};
  std::ranges::transform(fields, values.begin(), [](const auto& field) { return field.second; });
  return values;
}

/// Adds the operators of parameters. `Set` names their module, and has fields() of parameters and
/// make(), from the values of the fields.
template <class Set, class Parameters>
void bind_parameters_of(nb::class_<Parameters>& parameters) {
  using Values = decltype(values_of(Set::fields(Parameters())));
  parameters
      .def(
          "__eq__", [](const Parameters& a, const Parameters& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Parameters& p) {
             return nb::hash(nb::tuple(nb::cast(values_of(Set::fields(p)))));
           })
      .def("__getstate__", [](const Parameters& p) { return values_of(Set::fields(p)); })
      .def("__setstate__",
           [](Parameters& p, const Values& values) { new (&p) Parameters(Set::make(values)); })
      .def("__repr__", [](const Parameters& p) {
        std::string text;
        for (const auto& [name, value] : Set::fields(p)) {
          text += (text.empty() ? "" : ", ") + std::string(name) + "=" + std::to_string(value);
        }
        return std::string(Set::kModule) + ".Parameters(" + text + ")";
      });
}

/// Adds the functions of parameters to the module of a scheme: its recommended parameters, and the
/// problems behind them.
template <class Parameters, class Recommend>
void bind_functions_of(nb::module_& m, const char* module, const Recommend& recommend) {
  const auto in_module = [module](const char* docstring) {
    return with_text(docstring, "MODULE", module);
  };
  m.def(
      "recommended_parameters", [recommend](unsigned level) { return recommend(level_of(level)); },
      nb::arg("level") = 128,
      in_module(
          R"(Parameters for messages of 256 bits and a level of 128, 192 or 256 bits of security.

    >>> from lath.pke import MODULE
    >>> instance = MODULE.lwe_instance(MODULE.recommended_parameters(192))
    >>> lath.security.estimate_security(instance).reaches(192)
    True)")
          .c_str());
  m.def(
      "lwe_instance", [](const Parameters& p) { return lwe_instance(p); }, nb::arg("parameters"),
      in_module(R"(The problem whose hardness hides keys and messages, for lath.security.

    >>> from lath.pke import MODULE
    >>> instance = MODULE.lwe_instance(MODULE.recommended_parameters())
    >>> lath.security.estimate_security(instance).classical > 128
    True)")
          .c_str());
  m.def(
      "decryption_noise", [](const Parameters& p) { return decryption_noise(p); },
      nb::arg("parameters"),
      in_module(R"(The noise in decryption, for lath.security.

    >>> from lath.pke import MODULE
    >>> noise = MODULE.decryption_noise(MODULE.recommended_parameters())
    >>> lath.security.failure_probability(noise) < 2**-128
    True)")
          .c_str());
}

}  // namespace lath::python
