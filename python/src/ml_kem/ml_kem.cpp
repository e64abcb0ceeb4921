// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/ml_kem.hpp"

#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

// Calls `use` with the parameter set as a constant.
template <class Use>
auto with_set(const MlKem& scheme, const Use& use) {
  if (scheme.set == 512) return use(std::integral_constant<unsigned, 512>());
  if (scheme.set == 768) return use(std::integral_constant<unsigned, 768>());
  return use(std::integral_constant<unsigned, 1024>());
}

io::MlKemPrivateKey generate(const MlKem& scheme, SharedGenerator* generator) {
  const Release release;
  return with_generator(generator,
                        [&](Generator& g) { return io::generate_ml_kem_key(scheme.set, g); });
}

io::MlKemPublicKey public_key(const MlKem& scheme, const nb::bytes& bytes) {
  return with_set(scheme, [&](auto set) -> io::MlKemPublicKey {
    return ml_kem::PublicKey<set>::from_bytes(span_of(bytes));
  });
}

io::MlKemPrivateKey private_key(const MlKem& scheme, const nb::bytes& bytes) {
  return with_set(scheme, [&](auto set) -> io::MlKemPrivateKey {
    const Release release;
    return ml_kem::PrivateKey<set>::from_expanded(span_of(bytes));
  });
}

io::MlKemPrivateKey from_seed(const MlKem& scheme, const nb::bytes& seed) {
  return with_set(scheme, [&](auto set) -> io::MlKemPrivateKey {
    const Release release;
    return ml_kem::PrivateKey<set>::from_seed(span_of(seed));
  });
}

void bind_sizes(nb::class_<MlKem>& scheme) {
  scheme
      .def_prop_ro(
          "public_key_bytes",
          [](const MlKem& s) {
            return with_set(s, [](auto set) { return ml_kem::PublicKey<set>::kBytes; });
          },
          "The size of a public key.")
      .def_prop_ro(
          "private_key_bytes",
          [](const MlKem& s) {
            return with_set(s, [](auto set) { return ml_kem::SecretKey<set>::kBytes; });
          },
          "The size of an expanded private key.")
      .def_prop_ro(
          "ciphertext_bytes",
          [](const MlKem& s) {
            return with_set(s, [](auto set) { return ml_kem::Ciphertext<set>::kBytes; });
          },
          "The size of a ciphertext.")
      .def_prop_ro(
          "failure_bound",
          [](const MlKem& s) {
            return with_set(s, [](auto set) { return ml_kem::Kem<set>::failure_bound(); });
          },
          "The probability that an honest ciphertext gives another secret, at most.");
}

}  // namespace

void bind_ml_kem(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("ml_kem", "ML-KEM of FIPS 203.");
  bind_ml_kem_public_key(m);
  bind_ml_kem_private_key(m);
  nb::class_<MlKem> scheme(
      m, "MlKem", R"(ML-KEM with one of its parameter sets: MlKem512, MlKem768 or MlKem1024.

    >>> from lath.ml_kem import MlKem, MlKem768
    >>> isinstance(MlKem768, MlKem), MlKem768.parameter_set
    (True, 768)
    >>> MlKem768.public_key_bytes, MlKem768.private_key_bytes, MlKem768.ciphertext_bytes
    (1184, 2400, 1088)
    >>> MlKem768.failure_bound < 2**-164
    True)");
  scheme.def_prop_ro(
            "parameter_set", [](const MlKem& s) { return s.set; }, "512, 768 or 1024.")
      .def("generate_key", &generate, nb::arg("generator") = nb::none(),
           R"(A new private key, by randomness of the system unless a generator is given.

    >>> lath.ml_kem.MlKem768.generate_key()
    <lath ML-KEM-768 private key>)")
      .def("public_key", &public_key, nb::arg("data"),
           R"(The public key with these bytes. Raises MalformedError for anything else.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> lath.ml_kem.MlKem768.public_key(bytes(key)) == key
    True)")
      .def("private_key", &private_key, nb::arg("data"),
           R"(The private key whose expanded form has these bytes.

Raises MalformedError unless all its parts belong together.

    >>> key = lath.ml_kem.MlKem512.generate_key()
    >>> lath.ml_kem.MlKem512.private_key(key.expanded_bytes()).public_key == key.public_key
    True)")
      .def("private_key_from_seed", &from_seed, nb::arg("seed"),
           R"(The private key of a seed of 64 bytes. Raises MalformedError for other sizes.

    >>> key = lath.ml_kem.MlKem512.generate_key()
    >>> lath.ml_kem.MlKem512.private_key_from_seed(key.seed_bytes()).public_key == key.public_key
    True)")
      .def("__repr__",
           [](const MlKem& s) { return "<lath ML-KEM-" + std::to_string(s.set) + ">"; });
  bind_sizes(scheme);
  for (const unsigned set : {512U, 768U, 1024U}) {
    m.attr(("MlKem" + std::to_string(set)).c_str()) = MlKem{set};
  }
}

}  // namespace lath::python
