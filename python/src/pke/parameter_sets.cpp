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
  nb::class_<P>(m, "ParameterSet", R"(A named parameter set, with the facts to choose one by.

    >>> chosen = lath.pke.parameter_set("mlwe-128")
    >>> chosen
    <lath parameter set mlwe-128: Module-LWE, m = 3, n = 3, k = 1, l = 1, p = 2, noise up to 2>
    >>> isinstance(chosen, lath.pke.ParameterSet)
    True
    >>> chosen.name, chosen.scheme, chosen.standing, chosen.level, chosen.modulus
    ('mlwe-128', 'Module-LWE', 'recommended', 128, 7681)
    >>> chosen.remark
    'm = 3, n = 3, k = 1, l = 1, p = 2, noise up to 2'
    >>> chosen.public_key_bytes, chosen.secret_key_bytes, chosen.ciphertext_bytes
    (1280, 1248, 1664)
    >>> chosen.log2_failure_bound < -128
    True
    >>> lath.security.estimate_security(chosen.instance).reaches(128)
    True)")
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
  m.def("parameter_sets", &all_sets,
        R"(All named sets, grouped by scheme, insecure ones last.

    >>> [s.name for s in lath.pke.parameter_sets() if s.level == 192]
    ['lwe-192', 'mlwe-192', 'rlwe-192'])");
  m.def(
      "parameter_set", [](std::string_view name) { return parameter_set(name); }, nb::arg("name"),
      R"(The set with this name. Raises InvalidArgumentError if there is none.

    >>> lath.pke.parameter_set("rlwe-192").remark
    'degree 1024, binomial noise of 8 bits less 8 bits, messages of 32 bytes')");
}

}  // namespace lath::python
