// SPDX-License-Identifier: Apache-2.0
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/ml_kem/packed.hpp"
#include "ml_kem/ml_kem.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Key = io::MlKemPublicKey;

nb::tuple encapsulate(const Key& key, SharedGenerator* generator) {
  return std::visit(
      [&](const auto& own) {
        const auto made = [&] {
          const Release release;
          return with_generator(generator,
                                [&](Generator& g) { return ml_kem::encapsulate(own, g); });
        }();
        return nb::make_tuple(to_python(made.ciphertext.bytes), to_python(made.secret.span()));
      },
      key);
}

nb::tuple encapsulate_derandomized(const Key& key, const nb::bytes& m) {
  if (m.size() != Seed::size()) {
    throw Error(ErrorCode::invalid_argument, "an m of " + std::to_string(m.size()) + " bytes",
                "32 bytes are needed", "use encapsulate(), except for test vectors");
  }
  const Seed seed(span_of(m).first<Seed::size()>());
  return std::visit(
      [&](const auto& own) {
        const auto made = [&] {
          const Release release;
          return ml_kem::encapsulate_derandomized(own, seed);
        }();
        return nb::make_tuple(to_python(made.ciphertext.bytes), to_python(made.secret.span()));
      },
      key);
}

nb::tuple encapsulate_many(const Key& key, std::size_t count, SharedGenerator* generator) {
  return std::visit(
      [&](const auto& own) {
        constexpr std::size_t kBytes = ml_kem::Ciphertext<kSetOf<decltype(own)>>::kBytes;
        Buffer<std::byte> ciphertexts(checked_product("bytes", count, kBytes));
        Buffer<std::byte, Secret> secrets(count * 32);
        {
          const Release release;
          with_generator(generator, [&](Generator& g) {
            ml_kem::encapsulate_packed(own, ciphertexts.span(), secrets.span(), g);
          });
        }
        return nb::make_tuple(to_python(ciphertexts.span()), to_python(secrets.span()));
      },
      key);
}

nb::bytes bytes_of_key(const Key& key) {
  return std::visit([](const auto& own) { return to_python(own.bytes()); }, key);
}

constexpr const char* kEncapsulateSig =
    "def encapsulate(self, generator: lath._lath.random.Generator | None = None) -> tuple[bytes, "
    "bytes]";
constexpr const char* kManySig =
    "def encapsulate_many(self, count: int, generator: lath._lath.random.Generator | None = None) "
    "-> tuple[bytes, bytes]";
constexpr const char* kDerandomizedSig =
    "def encapsulate_derandomized(self, m: bytes) -> tuple[bytes, bytes]";

}  // namespace

void bind_ml_kem_public_key(nb::module_& m) {
  nb::class_<Key>(m, "PublicKey", R"(A public key of ML-KEM: it encapsulates secrets for its owner.

It can be pickled and compared.

    >>> private_key = lath.ml_kem.MlKem768.generate_key()
    >>> key = private_key.public_key
    >>> key, isinstance(key, lath.ml_kem.PublicKey), key.parameter_set
    (<lath ML-KEM-768 public key>, True, 768)
    >>> ciphertext, secret = key.encapsulate()
    >>> private_key.decapsulate(ciphertext) == secret
    True)")
      .def_prop_ro(
          "parameter_set", [](const Key& key) { return io::parameter_set(key); },
          "512, 768 or 1024.")
      .def("encapsulate", &encapsulate, nb::arg("generator") = nb::none(), nb::sig(kEncapsulateSig),
           R"(A ciphertext to send, and the secret of 32 bytes in it.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> ciphertext, secret = key.encapsulate()
    >>> len(ciphertext), len(secret)
    (1088, 32))")
      .def("encapsulate_many", &encapsulate_many, nb::arg("count"),
           nb::arg("generator") = nb::none(), nb::sig(kManySig),
           R"(Ciphertexts of so many new secrets, one behind the other, and the secrets likewise.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> ciphertexts, secrets = key.encapsulate_many(10)
    >>> len(ciphertexts), len(secrets)
    (10880, 320))")
      .def("encapsulate_derandomized", &encapsulate_derandomized, nb::arg("m"),
           nb::sig(kDerandomizedSig),
           R"(For test vectors only: encapsulate() with the 32 bytes that are drawn otherwise.

Raises InvalidArgumentError for another number of bytes.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> key.encapsulate_derandomized(bytes(32)) == key.encapsulate_derandomized(bytes(32))
    True)")
      .def("__bytes__", &bytes_of_key, "The bytes of FIPS 203.")
      .def(
          "to_der", [](const Key& key) { return to_python(io::to_der(key)); },
          R"(The key as SubjectPublicKeyInfo (RFC 9935), which read_public_key() reads.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> lath.ml_kem.read_public_key(key.to_der()) == key
    True)")
      .def(
          "to_pem", [](const Key& key) { return io::to_pem(key); },
          R"(The text of to_der() (RFC 9935).

    >>> lath.ml_kem.MlKem768.generate_key().public_key.to_pem()[:26]
    '-----BEGIN PUBLIC KEY-----')")
      .def(
          "__eq__", [](const Key& a, const Key& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Key& key) { return nb::hash(bytes_of_key(key)); })
      .def("__getstate__", [](const Key& key) { return to_python(io::to_der(key)); })
      .def("__setstate__",
           [](Key& key, const nb::bytes& der) {
             new (&key) Key(io::ml_kem_public_key_from_file(span_of(der)));
           })
      .def("__repr__", [](const Key& key) {
        return "<lath ML-KEM-" + std::to_string(io::parameter_set(key)) + " public key>";
      });
  m.def(
      "read_public_key",
      [](const nb::bytes& file) { return io::ml_kem_public_key_from_file(span_of(file)); },
      nb::arg("file"),
      R"(The public key in the bytes of a file, DER or PEM.

Raises MalformedError for anything else, and UnsupportedError for keys of other algorithms.

    >>> key = lath.ml_kem.MlKem768.generate_key().public_key
    >>> lath.ml_kem.read_public_key(key.to_pem().encode()) == key
    True)");
}

}  // namespace lath::python
