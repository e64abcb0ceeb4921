// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/estimated_limits.hpp"
#include "lath/security/published_limits.hpp"
#include "lath/security/security_estimate.hpp"

namespace lath::python {

SecurityLevel level_of(unsigned bits) {
  if (bits == 128 || bits == 192 || bits == 256) return static_cast<SecurityLevel>(bits);
  throw Error(ErrorCode::invalid_argument, "a level of " + std::to_string(bits) + " bits",
              "a level is 128, 192 or 256", "give level=128");
}

namespace {

void bind_enums(nb::module_& m) {
  nb::enum_<Attacker>(m, "Attacker", "The computers that an attacker has.")
      .value("classical", Attacker::classical)
      .value("quantum", Attacker::quantum);
  nb::enum_<Attack>(m, "Attack", "The attacks that are estimated.")
      .value("primal_usvp", Attack::primal_usvp)
      .value("primal_bdd", Attack::primal_bdd)
      .value("dual_hybrid", Attack::dual_hybrid)
      .value("exhaustive_search", Attack::exhaustive_search);
  nb::enum_<CostModel>(m, "CostModel", "The costs of reducing a lattice.")
      .value("core_svp_classical", CostModel::core_svp_classical)
      .value("core_svp_quantum", CostModel::core_svp_quantum)
      .value("standard_2018_classical", CostModel::standard_2018_classical)
      .value("standard_2018_quantum", CostModel::standard_2018_quantum)
      .value("matzov", CostModel::matzov)
      .value("chailloux_loyer", CostModel::chailloux_loyer);
}

void bind_distribution(nb::module_& m) {
  using D = SmallDistribution;
  nb::class_<D>(m, "SmallDistribution", "The distribution of coefficients of a secret or an error.")
      .def_static("uniform", &D::uniform, nb::arg("least"), nb::arg("greatest"),
                  "Uniform on the integers from `least` to `greatest`.")
      .def_static("ternary", &D::ternary, "Uniform on -1, 0 and 1.")
      .def_static("centered_binomial", &D::centered_binomial, nb::arg("eta"),
                  "The sum of eta fair bits minus the sum of eta others.")
      .def_static("discrete_gaussian", &D::discrete_gaussian, nb::arg("sigma"),
                  "The discrete Gaussian of this standard deviation, from 0.3 on.")
      .def_prop_ro("standard_deviation", &D::standard_deviation, "The standard deviation.")
      .def("__repr__", [](const D& d) {
        return "<lath distribution of standard deviation " +
               nb::cast<std::string>(nb::str(nb::float_(d.standard_deviation()))) + ">";
      });
}

void bind_instance(nb::module_& m) {
  using D = SmallDistribution;
  nb::class_<LweInstance>(m, "LweInstance",
                          "The problem of finding s from A and A s + e mod q. Ring-LWE of degree n "
                          "counts as dimension n, Module-LWE of rank k as k n.")
      .def(
          "__init__",
          [](LweInstance* self, std::size_t dimension, double log2_modulus, std::optional<D> secret,
             std::optional<D> error, std::optional<std::size_t> samples) {
            new (self) LweInstance{dimension, log2_modulus, secret.value_or(D::ternary()),
                                   error.value_or(D::discrete_gaussian(3.19)),
                                   samples.value_or(kUnlimitedSamples)};
          },
          nb::arg("dimension"), nb::arg("log2_modulus"), nb::arg("secret") = nb::none(),
          nb::arg("error") = nb::none(), nb::arg("samples") = nb::none(),
          "Secrets are ternary and errors Gaussian of deviation 3.19 unless others are given; "
          "samples are unlimited unless their number is.")
      .def_ro("dimension", &LweInstance::dimension, "n, the length of s.")
      .def_ro("log2_modulus", &LweInstance::log2_modulus, "log2 q.")
      .def_ro("secret", &LweInstance::secret, "The distribution of s.")
      .def_ro("error", &LweInstance::error, "The distribution of e.");
}

void bind_estimates(nb::module_& m) {
  nb::class_<AttackEstimate>(m, "AttackEstimate", "The cheapest parameters of an attack.")
      .def_ro("log2_operations", &AttackEstimate::log2_operations,
              "log2 of the cost; infinite if the attack never succeeds.")
      .def_ro("block_size", &AttackEstimate::block_size, "beta, of BKZ.")
      .def_ro("lattice_dimension", &AttackEstimate::lattice_dimension, "d.")
      .def_ro("svp_dimension", &AttackEstimate::svp_dimension, "eta, of the last search.")
      .def_ro("guessed", &AttackEstimate::guessed, "The coefficients that are tried one by one.");
  nb::class_<SecurityEstimate>(m, "SecurityEstimate", "log2 of the cost of the cheapest attacks.")
      .def_ro("classical", &SecurityEstimate::classical, "On classical computers.")
      .def_ro("quantum", &SecurityEstimate::quantum, "On quantum computers.")
      .def(
          "reaches",
          [](const SecurityEstimate& e, unsigned level) { return reaches(e, level_of(level)); },
          nb::arg("level"), "Whether both are at least 128, 192 or 256.");
  const nb::call_guard<Release> released;
  m.def("estimate_attack", &estimate_attack, nb::arg("instance"), nb::arg("attack"),
        nb::arg("model"), released, "The cost of one attack. Takes a millisecond at most.");
  m.def("estimate_security", &estimate_security, nb::arg("instance"), released,
        "Both estimates of an instance: by MATZOV's model, and for quantum computers.");
  m.def("determining_samples", &determining_samples, nb::arg("instance"), released,
        "About how many samples determine the secret.");
}

void bind_limits(nb::module_& m) {
  m.def(
      "largest_modulus_bits",
      [](std::size_t degree, unsigned level, Attacker attacker) {
        return largest_modulus_bits(degree, level_of(level), attacker);
      },
      nb::arg("degree"), nb::arg("level") = 128, nb::arg("attacker") = Attacker::classical,
      "The published limit of a Ring-LWE modulus in bits for a power of two, or 0.");
  m.def(
      "estimated_modulus_bits",
      [](std::size_t degree, unsigned level, Attacker attacker) {
        const Release release;
        return estimated_modulus_bits(degree, level_of(level), attacker);
      },
      nb::arg("degree"), nb::arg("level") = 128, nb::arg("attacker") = Attacker::classical,
      "The estimated limit of a Ring-LWE modulus in bits, for any degree up to 2**20.");
}

template <class Noise>
void bind_failures(nb::module_& m) {
  const nb::call_guard<Release> released;
  m.def(
      "worst_case_noise", [](const Noise& noise) { return worst_case_noise(noise); },
      nb::arg("noise"), "The largest noise that can occur.");
  m.def(
      "failure_probability", [](const Noise& noise) { return failure_probability(noise); },
      nb::arg("noise"), released,
      "An upper bound of the probability that a message fails, by convolution.");
  m.def(
      "failure_bound", [](const Noise& noise) { return failure_bound(noise); }, nb::arg("noise"),
      released, "A weaker upper bound, by Chernoff, in microseconds.");
}

void bind_noises(nb::module_& m) {
  nb::class_<DecryptionNoise>(m, "DecryptionNoise",
                              "The noise of a message in the low digits (LWE, Module-LWE).")
      .def(
          "__init__",
          [](DecryptionNoise* self, std::uint64_t products, unsigned noise, std::uint64_t q,
             std::uint64_t p, std::size_t coefficients) {
            new (self) DecryptionNoise{products, noise, q, p, coefficients};
          },
          nb::kw_only(), nb::arg("products"), nb::arg("noise"), nb::arg("modulus"),
          nb::arg("plaintext_modulus"), nb::arg("coefficients"));
  nb::class_<BinomialDecryptionNoise>(m, "BinomialDecryptionNoise",
                                      "The noise of a message in the topmost digit (Ring-LWE).")
      .def(
          "__init__",
          [](BinomialDecryptionNoise* self, std::uint64_t products, unsigned eta, std::uint64_t q,
             std::size_t coefficients) {
            new (self) BinomialDecryptionNoise{products, eta, q, coefficients};
          },
          nb::kw_only(), nb::arg("products"), nb::arg("eta"), nb::arg("modulus"),
          nb::arg("coefficients"));
}

}  // namespace

void bind_security(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("security", "Estimates of attacks, and failures.");
  bind_enums(m);
  bind_distribution(m);
  bind_instance(m);
  bind_estimates(m);
  bind_limits(m);
  bind_noises(m);
  bind_failures<DecryptionNoise>(m);
  bind_failures<BinomialDecryptionNoise>(m);
}

}  // namespace lath::python
