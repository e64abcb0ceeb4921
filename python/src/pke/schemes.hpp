// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "pke/pke.hpp"
#include "pke/scheme_docs.hpp"
#include "random.hpp"

namespace lath::python {

/// A public key of Python: with its scheme, which encrypts under it.
template <class Scheme>
struct SchemePublicKey {
  Scheme scheme;
  typename Scheme::PublicKey key;
};
/// A secret key of Python: with its scheme, which decrypts with it.
template <class Scheme>
struct SchemeSecretKey {
  Scheme scheme;
  typename Scheme::SecretKey key;
};

/// A copy of bytes in Python's memory.
template <class Bytes>
nb::bytes copy_in_python(const Bytes& bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

/// Whether the messages of a scheme are residues, which have bytes besides.
template <class Scheme>
inline constexpr bool kHasResidues =
    !std::is_same_v<typename Scheme::Message, Buffer<std::byte, Secret>>;

/// The calls of Python on keys and schemes.
template <class Scheme>
struct SchemeCalls {
  using PublicKey = SchemePublicKey<Scheme>;
  using SecretKey = SchemeSecretKey<Scheme>;
  using Message = typename Scheme::Message;

  static std::pair<PublicKey, SecretKey> generate(const Scheme& scheme,
                                                  SharedGenerator* generator) {
    const Release release;
    auto keys = with_generator(generator, [&](Generator& g) { return scheme.generate_keys(g); });
    return {PublicKey{scheme, std::move(keys.public_key)},
            SecretKey{scheme, std::move(keys.secret_key)}};
  }
  static nb::bytes encrypt_message(const PublicKey& key, const Message& message,
                                   SharedGenerator* generator) {
    return bytes_of(key.scheme.ciphertext_bytes(), [&](std::span<std::byte> out) {
      const auto bytes = key.scheme.to_bytes(with_generator(
          generator, [&](Generator& g) { return key.scheme.encrypt(key.key, message, g); }));
      std::ranges::copy(bytes.span(), out.begin());
    });
  }
  static nb::bytes encrypt(const PublicKey& key, const nb::bytes& message,
                           SharedGenerator* generator) {
    return encrypt_message(key, key.scheme.message_from_bytes(span_of(message)), generator);
  }
  static Message decrypted(const SecretKey& key, const nb::bytes& ciphertext) {
    const std::span<const std::byte> bytes = span_of(ciphertext);
    const Release release;
    return key.scheme.decrypt(key.key, key.scheme.ciphertext_from_bytes(bytes));
  }
  static nb::bytes decrypt(const SecretKey& key, const nb::bytes& ciphertext) {
    return copy_in_python(key.scheme.message_to_bytes(decrypted(key, ciphertext)));
  }
  static nb::bytes encrypt_many(const PublicKey& key, const nb::bytes& messages,
                                SharedGenerator* generator) {
    const Scheme& scheme = key.scheme;
    const std::size_t count = whole_parts(messages.size(), scheme.message_bytes(), "messages");
    return bytes_of(count * scheme.ciphertext_bytes(), [&](std::span<std::byte> out) {
      with_generator(generator, [&](Generator& g) {
        scheme.encrypt_packed(key.key, span_of(messages), out, g);
      });
    });
  }
  static std::pair<nb::bytes, std::vector<std::size_t>> decrypt_many(const SecretKey& key,
                                                                     const nb::bytes& ciphertexts) {
    const Scheme& scheme = key.scheme;
    const std::size_t count =
        whole_parts(ciphertexts.size(), scheme.ciphertext_bytes(), "ciphertexts");
    std::vector<std::size_t> malformed;
    nb::bytes messages = bytes_of(count * scheme.message_bytes(), [&](std::span<std::byte> out) {
      malformed = scheme.decrypt_packed(key.key, span_of(ciphertexts), out);
    });
    return {std::move(messages), std::move(malformed)};
  }
  static nb::bytes public_bytes(const PublicKey& key) {
    return copy_in_python(key.scheme.to_bytes(key.key));
  }
  static nb::bytes secret_bytes(const SecretKey& key) {
    return copy_in_python(key.scheme.to_bytes(key.key));
  }
};

/// The calls of schemes whose messages are residues.
template <class Scheme>
struct ResidueCalls {
  using Calls = SchemeCalls<Scheme>;
  using Message = typename Scheme::Message;

  static nb::bytes encrypt(const SchemePublicKey<Scheme>& key, nb::handle residues,
                           SharedGenerator* generator) {
    return Calls::encrypt_message(key, message_of_residues(residues), generator);
  }
  static nb::object decrypt(const SchemeSecretKey<Scheme>& key, const nb::bytes& ciphertext) {
    return array_of_residues(Calls::decrypted(key, ciphertext));
  }
};

template <class Scheme>
void bind_public_key(nb::module_& m, const SchemeTexts& texts) {
  using Calls = SchemeCalls<Scheme>;
  using Key = SchemePublicKey<Scheme>;
  const auto generator = nb::arg("generator") = nb::none();
  nb::class_<Key> key(m, "PublicKey", texts.in(kPublicKeyDoc).c_str());
  key.def("encrypt", &Calls::encrypt, nb::arg("message"), generator, texts.in(kEncryptDoc).c_str())
      .def("encrypt_many", &Calls::encrypt_many, nb::arg("messages"), generator,
           texts.in(kEncryptManyDoc).c_str())
      .def_prop_ro(
          "scheme", [](const Key& k) { return k.scheme; }, "The scheme of the key.")
      .def("__bytes__", &Calls::public_bytes,
           "The key without its parameters: scheme.public_key_from_bytes() reads it.")
      .def(
          "__eq__",
          [](const Key& a, const Key& b) {
            return a.scheme.parameters() == b.scheme.parameters() && a.key == b.key;
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Key& k) { return nb::hash(Calls::public_bytes(k)); })
      .def("__getstate__",
           [](const Key& k) {
             return std::pair<Scheme, nb::bytes>(k.scheme, Calls::public_bytes(k));
           })
      .def("__setstate__",
           [](Key& k, const std::pair<Scheme, nb::bytes>& state) {
             new (&k) Key{state.first, state.first.public_key_from_bytes(span_of(state.second))};
           })
      .def("__repr__", [name = texts.name](const Key&) {
        return "<lath " + std::string(name) + " public key>";
      });
  if constexpr (kHasResidues<Scheme>) {
    key.def("encrypt_residues", &ResidueCalls<Scheme>::encrypt, nb::arg("residues"), generator,
            nb::sig("def encrypt_residues(self, residues: collections.abc.Sequence[int] | "
                    "numpy.typing.NDArray[typing.Any], generator: lath._lath.random.Generator | "
                    "None = None) -> bytes"),
            texts.in(kEncryptResiduesDoc).c_str());
  }
}

template <class Scheme>
void bind_secret_key(nb::module_& m, const SchemeTexts& texts) {
  using Calls = SchemeCalls<Scheme>;
  using Key = SchemeSecretKey<Scheme>;
  nb::class_<Key> key(m, "SecretKey", texts.in(kSecretKeyDoc).c_str());
  key.def("decrypt", &Calls::decrypt, nb::arg("ciphertext"), texts.in(kDecryptDoc).c_str())
      .def("decrypt_many", &Calls::decrypt_many, nb::arg("ciphertexts"),
           texts.in(kDecryptManyDoc).c_str())
      .def_prop_ro(
          "scheme", [](const Key& k) { return k.scheme; }, "The scheme of the key.")
      .def("secret_bytes", &Calls::secret_bytes, texts.in(kSecretBytesDoc).c_str())
      .def(
          "__reduce_ex__",
          [](const Key&, nb::handle) -> nb::object {
            throw nb::type_error("secret keys are not pickled; key.secret_bytes() has the bytes");
          },
          nb::arg("protocol"),
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"))
      .def("__repr__", [name = texts.name](const Key&) {
        return "<lath " + std::string(name) + " secret key>";
      });
  if constexpr (kHasResidues<Scheme>) {
    key.def("decrypt_residues", &ResidueCalls<Scheme>::decrypt, nb::arg("ciphertext"),
            nb::sig("def decrypt_residues(self, ciphertext: bytes) -> "
                    "numpy.typing.NDArray[numpy.int64]"),
            texts.in(kDecryptResiduesDoc).c_str());
  }
}

template <class Scheme>
void bind_sizes(nb::class_<Scheme>& scheme, const SchemeTexts& texts) {
  scheme
      .def_prop_ro(
          "parameters", [](const Scheme& s) { return s.parameters(); }, "The parameters.")
      .def_prop_ro("message_bytes", &Scheme::message_bytes, "The size of a message.")
      .def_prop_ro("public_key_bytes", &Scheme::public_key_bytes, "The size of a public key.")
      .def_prop_ro("secret_key_bytes", &Scheme::secret_key_bytes, "The size of a secret key.")
      .def_prop_ro("ciphertext_bytes", &Scheme::ciphertext_bytes, "The size of a ciphertext.");
  if constexpr (kHasResidues<Scheme>) {
    scheme.def_prop_ro("message_size", &Scheme::message_size, texts.in(kMessageSizeDoc).c_str());
  }
}

/// Adds the class of a scheme and the classes of its keys to its module.
template <class Scheme>
void bind_scheme(nb::module_& m, const SchemeTexts& texts) {
  using Parameters = typename Scheme::Parameters;
  using Calls = SchemeCalls<Scheme>;
  nb::class_<Scheme> scheme(m, "Scheme", texts.in(kSchemeDoc).c_str());
  bind_public_key<Scheme>(m, texts);
  bind_secret_key<Scheme>(m, texts);
  const nb::call_guard<Release> released;
  scheme
      .def_static("create", &Scheme::create, nb::arg("parameters"), released,
                  texts.in(kCreateDoc).c_str())
      .def_static("create_insecure", &Scheme::create_insecure, nb::arg("parameters"), released,
                  texts.in(kCreateInsecureDoc).c_str())
      .def("generate_keys", &Calls::generate, nb::arg("generator") = nb::none(),
           texts.in(kGenerateKeysDoc).c_str())
      .def(
          "public_key_from_bytes",
          [](const Scheme& s, const nb::bytes& data) {
            return SchemePublicKey<Scheme>{s, s.public_key_from_bytes(span_of(data))};
          },
          nb::arg("data"), texts.in(kPublicKeyFromBytesDoc).c_str())
      .def(
          "secret_key_from_bytes",
          [](const Scheme& s, const nb::bytes& data) {
            return SchemeSecretKey<Scheme>{s, s.secret_key_from_bytes(span_of(data))};
          },
          nb::arg("data"), texts.in(kSecretKeyFromBytesDoc).c_str())
      .def(
          "__eq__",
          [](const Scheme& a, const Scheme& b) { return a.parameters() == b.parameters(); },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Scheme& s) { return nb::hash(nb::cast(s.parameters())); })
      .def("__getstate__", [](const Scheme& s) { return s.parameters(); })
      .def("__setstate__",
           [](Scheme& s, const Parameters& parameters) {
             new (&s) Scheme(Scheme::create_insecure(parameters));
           })
      .def("__repr__", [name = texts.name](const Scheme& s) {
        return "<lath " + std::string(name) + " scheme, " +
               nb::cast<std::string>(nb::str(nb::repr(nb::cast(s.parameters())))) + ">";
      });
  bind_sizes(scheme, texts);
}

}  // namespace lath::python
