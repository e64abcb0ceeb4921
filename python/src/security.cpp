// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdio>

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

// A number in four digits.
std::string shown(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", x);
  return text.data();
}
// 2^x, as costs are written.
std::string shown_power(double x) { return "2^" + shown(x); }

void bind_enums(nb::module_& m) {
  nb::enum_<Attacker>(m, "Attacker", R"(The computers that an attacker has.

    >>> from lath.security import Attacker, largest_modulus_bits
    >>> largest_modulus_bits(8192, 128, Attacker.classical)
    214
    >>> largest_modulus_bits(8192, 128, Attacker.quantum) < 214
    True)")
      .value("classical", Attacker::classical)
      .value("quantum", Attacker::quantum);
  nb::enum_<Attack>(m, "Attack", R"(The attacks that are estimated.

    >>> [attack.name for attack in lath.security.Attack]
    ['primal_usvp', 'primal_bdd', 'dual_hybrid', 'exhaustive_search'])")
      .value("primal_usvp", Attack::primal_usvp)
      .value("primal_bdd", Attack::primal_bdd)
      .value("dual_hybrid", Attack::dual_hybrid)
      .value("exhaustive_search", Attack::exhaustive_search);
  nb::enum_<CostModel>(m, "CostModel", R"(The costs of reducing a lattice.

    >>> from lath.security import CostModel
    >>> [model.name for model in CostModel][:3]
    ['core_svp_classical', 'core_svp_quantum', 'standard_2018_classical']
    >>> [model.name for model in CostModel][3:]
    ['standard_2018_quantum', 'matzov', 'chailloux_loyer'])")
      .value("core_svp_classical", CostModel::core_svp_classical)
      .value("core_svp_quantum", CostModel::core_svp_quantum)
      .value("standard_2018_classical", CostModel::standard_2018_classical)
      .value("standard_2018_quantum", CostModel::standard_2018_quantum)
      .value("matzov", CostModel::matzov)
      .value("chailloux_loyer", CostModel::chailloux_loyer);
}

void bind_distribution(nb::module_& m) {
  using D = SmallDistribution;
  nb::class_<D>(m, "SmallDistribution", R"(The distribution of coefficients of a secret or an error.

    >>> lath.security.SmallDistribution.centered_binomial(2).standard_deviation
    1.0)")
      .def_static("uniform", &D::uniform, nb::arg("least"), nb::arg("greatest"),
                  R"(Uniform on the integers from `least` to `greatest`.

    >>> lath.security.SmallDistribution.uniform(-2, 2)
    <lath SmallDistribution of standard deviation 1.414>)")
      .def_static("ternary", &D::ternary, R"(Uniform on -1, 0 and 1.

    >>> lath.security.SmallDistribution.ternary()
    <lath SmallDistribution of standard deviation 0.8165>)")
      .def_static("centered_binomial", &D::centered_binomial, nb::arg("eta"),
                  R"(The sum of eta fair bits minus the sum of eta others.

    >>> lath.security.SmallDistribution.centered_binomial(2)
    <lath SmallDistribution of standard deviation 1>)")
      .def_static("discrete_gaussian", &D::discrete_gaussian, nb::arg("sigma"),
                  R"(The discrete Gaussian of this standard deviation, from 0.3 on.

    >>> lath.security.SmallDistribution.discrete_gaussian(3.19)
    <lath SmallDistribution of standard deviation 3.19>)")
      .def_prop_ro("standard_deviation", &D::standard_deviation, "The standard deviation.")
      .def("__repr__", [](const D& d) {
        return "<lath SmallDistribution of standard deviation " + shown(d.standard_deviation()) +
               ">";
      });
}

void bind_instance(nb::module_& m) {
  using D = SmallDistribution;
  nb::class_<LweInstance>(m, "LweInstance",
                          R"(The problem of finding s from A and A s + e mod q.

Ring-LWE of degree n counts as dimension n, Module-LWE of rank k as k n.

    >>> instance = lath.security.LweInstance(1024, 25)
    >>> instance
    <lath LweInstance n=1024 log2(q)=25>
    >>> instance.dimension, instance.log2_modulus
    (1024, 25.0)
    >>> instance.secret
    <lath SmallDistribution of standard deviation 0.8165>
    >>> instance.error
    <lath SmallDistribution of standard deviation 3.19>)")
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
      .def_ro("error", &LweInstance::error, "The distribution of e.")
      .def("__repr__", [](const LweInstance& i) {
        return "<lath LweInstance n=" + std::to_string(i.dimension) +
               " log2(q)=" + shown(i.log2_modulus) + ">";
      });
}

void bind_estimates(nb::module_& m) {
  nb::class_<AttackEstimate>(m, "AttackEstimate",
                             R"(The cheapest parameters of an attack: estimate_attack() makes them.

    >>> from lath.security import Attack, CostModel, LweInstance, estimate_attack
    >>> e = estimate_attack(LweInstance(1024, 25), Attack.primal_bdd, CostModel.matzov)
    >>> e
    <lath AttackEstimate 2^137.8 operations, block size 378>
    >>> 120 < e.log2_operations < 150, e.block_size < e.lattice_dimension
    (True, True)
    >>> e.svp_dimension > 0, e.guessed
    (True, 0))")
      .def_ro("log2_operations", &AttackEstimate::log2_operations,
              "log2 of the cost; infinite if the attack never succeeds.")
      .def_ro("block_size", &AttackEstimate::block_size, "beta, of BKZ.")
      .def_ro("lattice_dimension", &AttackEstimate::lattice_dimension, "d.")
      .def_ro("svp_dimension", &AttackEstimate::svp_dimension, "eta, of the last search.")
      .def_ro("guessed", &AttackEstimate::guessed, "The coefficients that are tried one by one.")
      .def("__repr__", [](const AttackEstimate& e) {
        return "<lath AttackEstimate " + shown_power(e.log2_operations) +
               " operations, block size " + std::to_string(e.block_size) + ">";
      });
  nb::class_<SecurityEstimate>(
      m, "SecurityEstimate",
      R"(log2 of the cost of the cheapest attacks: estimate_security() makes it.

    >>> estimate = lath.security.estimate_security(lath.security.LweInstance(1024, 25))
    >>> estimate
    <lath SecurityEstimate 2^136 classical, 2^97.58 quantum>
    >>> 128 < estimate.classical < 140, estimate.quantum < estimate.classical
    (True, True))")
      .def_ro("classical", &SecurityEstimate::classical, "On classical computers.")
      .def_ro("quantum", &SecurityEstimate::quantum, "On quantum computers.")
      .def(
          "reaches",
          [](const SecurityEstimate& e, unsigned level) { return reaches(e, level_of(level)); },
          nb::arg("level"),
          nb::sig("def reaches(self, level: typing.Literal[128, 192, 256]) -> bool"),
          R"(Whether both are at least a level. Raises InvalidArgumentError for other levels.

    >>> instance = lath.security.LweInstance(1024, 25)
    >>> lath.security.estimate_security(instance).reaches(256)
    False)")
      .def("__repr__", [](const SecurityEstimate& e) {
        return "<lath SecurityEstimate " + shown_power(e.classical) + " classical, " +
               shown_power(e.quantum) + " quantum>";
      });
  const nb::call_guard<Release> released;
  m.def("estimate_attack", &estimate_attack, nb::arg("instance"), nb::arg("attack"),
        nb::arg("model"), released, R"(The cost of one attack. Takes a millisecond at most.

    >>> from lath.security import Attack, CostModel, LweInstance, estimate_attack
    >>> estimate = estimate_attack(LweInstance(1024, 25), Attack.primal_usvp, CostModel.matzov)
    >>> 120 < estimate.log2_operations < 150
    True)");
  m.def("estimate_security", &estimate_security, nb::arg("instance"), released,
        R"(Both estimates of an instance: by MATZOV's model, and for quantum computers.

    >>> estimate = lath.security.estimate_security(lath.security.LweInstance(1024, 25))
    >>> 128 < estimate.classical < 140
    True)");
  m.def("determining_samples", &determining_samples, nb::arg("instance"), released,
        R"(About how many samples determine the secret.

    >>> lath.security.determining_samples(lath.security.LweInstance(1024, 25))
    78)");
}

// The signature of a limit.
std::string sig_of(const std::string& name) {
  return "def " + name +
         "(degree: int, level: typing.Literal[128, 192, 256] = 128, attacker: Attacker = "
         "lath._lath.security.Attacker.classical) -> int";
}

void bind_limits(nb::module_& m) {
  m.def(
      "largest_modulus_bits",
      [](std::size_t degree, unsigned level, Attacker attacker) {
        return largest_modulus_bits(degree, level_of(level), attacker);
      },
      nb::arg("degree"), nb::arg("level") = 128, nb::arg("attacker") = Attacker::classical,
      nb::sig(sig_of("largest_modulus_bits").c_str()),
      R"(The published limit of a Ring-LWE modulus in bits for a power of two, or 0.

Raises InvalidArgumentError for other levels.

    >>> lath.security.largest_modulus_bits(8192), lath.security.largest_modulus_bits(8192, 256)
    (214, 114))");
  m.def(
      "estimated_modulus_bits",
      [](std::size_t degree, unsigned level, Attacker attacker) {
        const Release release;
        return estimated_modulus_bits(degree, level_of(level), attacker);
      },
      nb::arg("degree"), nb::arg("level") = 128, nb::arg("attacker") = Attacker::classical,
      nb::sig(sig_of("estimated_modulus_bits").c_str()),
      R"(The estimated limit of a Ring-LWE modulus in bits, for any degree up to 2**20.

Raises InvalidArgumentError for other levels and degrees.

    >>> 200 < lath.security.estimated_modulus_bits(8192) < 220
    True)");
}

template <class Noise>
void bind_failures(nb::module_& m) {
  const nb::call_guard<Release> released;
  m.def(
      "worst_case_noise", [](const Noise& noise) { return worst_case_noise(noise); },
      nb::arg("noise"), R"(The largest noise that can occur.

    >>> from lath.security import DecryptionNoise
    >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
    ...                         coefficients=1)
    >>> lath.security.worst_case_noise(noise)
    53)");
  m.def(
      "failure_probability", [](const Noise& noise) { return failure_probability(noise); },
      nb::arg("noise"), released,
      R"(An upper bound of the probability that a message fails, by convolution.

    >>> from lath.security import DecryptionNoise
    >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
    ...                         coefficients=1)
    >>> lath.security.failure_probability(noise) < lath.security.failure_bound(noise)
    True)");
  m.def(
      "failure_bound", [](const Noise& noise) { return failure_bound(noise); }, nb::arg("noise"),
      released, R"(A weaker upper bound than failure_probability(), by Chernoff, in microseconds.

    >>> from lath.security import DecryptionNoise
    >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
    ...                         coefficients=1)
    >>> lath.security.failure_bound(noise) < 1
    True)");
}

void bind_noises(nb::module_& m) {
  nb::class_<DecryptionNoise>(m, "DecryptionNoise",
                              R"(The noise of a message in the low digits (LWE, Module-LWE).

    >>> from lath.security import DecryptionNoise
    >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
    ...                         coefficients=1)
    >>> noise
    <lath DecryptionNoise products=6 q=37 p=2>)")
      .def(
          "__init__",
          [](DecryptionNoise* self, std::uint64_t products, unsigned noise, std::uint64_t q,
             std::uint64_t p, std::size_t coefficients) {
            new (self) DecryptionNoise{products, noise, q, p, coefficients};
          },
          nb::kw_only(), nb::arg("products"), nb::arg("noise"), nb::arg("modulus"),
          nb::arg("plaintext_modulus"), nb::arg("coefficients"))
      .def("__repr__", [](const DecryptionNoise& n) {
        return "<lath DecryptionNoise products=" + std::to_string(n.products) +
               " q=" + std::to_string(n.modulus) + " p=" + std::to_string(n.plaintext_modulus) +
               ">";
      });
  nb::class_<BinomialDecryptionNoise>(m, "BinomialDecryptionNoise",
                                      R"(The noise of a message in the topmost digit (Ring-LWE).

    >>> lath.security.BinomialDecryptionNoise(products=2048, eta=2, modulus=12289, coefficients=256)
    <lath BinomialDecryptionNoise products=2048 q=12289>)")
      .def(
          "__init__",
          [](BinomialDecryptionNoise* self, std::uint64_t products, unsigned eta, std::uint64_t q,
             std::size_t coefficients) {
            new (self) BinomialDecryptionNoise{products, eta, q, coefficients};
          },
          nb::kw_only(), nb::arg("products"), nb::arg("eta"), nb::arg("modulus"),
          nb::arg("coefficients"))
      .def("__repr__", [](const BinomialDecryptionNoise& n) {
        return "<lath BinomialDecryptionNoise products=" + std::to_string(n.products) +
               " q=" + std::to_string(n.modulus) + ">";
      });
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
