// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/parameter_sets.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "pke/pke.hpp"

namespace lath::python {
namespace {

const char* standing_of(const ParameterSet& set) {
  switch (set.standing) {
    case Standing::recommended:
      return "recommended";
    case Standing::standard:
      return "standard";
    case Standing::insecure:
      return "insecure";
  }
  return "insecure";
}

std::optional<unsigned> level(const ParameterSet& set) {
  if (!set.level) return std::nullopt;
  return static_cast<unsigned>(*set.level);
}

std::vector<ParameterSet> all_sets() {
  const Release release;
  const auto sets = parameter_sets();
  return {sets.begin(), sets.end()};
}

}  // namespace

void bind_parameter_sets(nb::module_& m) {
  using P = ParameterSet;
  nb::class_<P>(m, "ParameterSet", "A named parameter set, with the facts to choose one by.")
      .def_ro("name", &P::name, "The name, as on the command line.")
      .def_ro("scheme", &P::scheme, "\"Module-LWE\", for example.")
      .def_prop_ro("standing", &standing_of, "\"recommended\", \"standard\" or \"insecure\".")
      .def_prop_ro("level", &level, "128, 192 or 256, of a recommended set.")
      .def_ro("remark", &P::remark, "The parameters, in one line.")
      .def_ro("modulus", &P::modulus, "q.")
      .def_ro("instance", &P::instance, "The problem that an attacker has to solve.")
      .def_ro("log2_failure_bound", &P::log2_failure_bound,
              "log2 of the probability that an honest message fails, at most.")
      .def_ro("public_key_bytes", &P::public_key_bytes, "The size of a public key.")
      .def_ro("secret_key_bytes", &P::secret_key_bytes, "The size of a secret key.")
      .def_ro("ciphertext_bytes", &P::ciphertext_bytes, "The size of a ciphertext.")
      .def("__repr__", [](const P& set) {
        return "<lath parameter set " + set.name + ": " + set.scheme + ", " + set.remark + ">";
      });
  m.def("parameter_sets", &all_sets, "All named sets, grouped by scheme, insecure ones last.");
  m.def(
      "parameter_set", [](std::string_view name) { return parameter_set(name); }, nb::arg("name"),
      "The set with this name. Raises InvalidArgumentError if there is none.");
}

}  // namespace lath::python
