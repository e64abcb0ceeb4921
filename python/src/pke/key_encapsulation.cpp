// SPDX-License-Identifier: Apache-2.0
//
// Key encapsulations of both schemes as one class, with the calls of lath.ml_kem.
#include <nanobind/operators.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <string>
#include <variant>
#include <vector>

#include "bindings.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "pke/pke.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Schemes = std::variant<mlwe::Scheme, rlwe::Scheme>;

struct Kem {
  std::variant<FujisakiOkamoto<mlwe::Scheme>, FujisakiOkamoto<rlwe::Scheme>> transform;

  explicit Kem(const Schemes& scheme)
      : transform(std::visit(
            [](const auto& s) -> decltype(transform) { return FujisakiOkamoto(s); }, scheme)) {}
  template <class Use>
  decltype(auto) with(const Use& use) const {
    return std::visit(use, transform);
  }
  [[nodiscard]] std::string name() const {
    return with([](const auto& kem) { return kem.name(); });
  }
  [[nodiscard]] Schemes scheme() const {
    return with([](const auto& kem) -> Schemes { return kem.scheme(); });
  }
};

// Keys with their encapsulation. Their bytes were checked.
struct PublicKey {
  Kem kem;
  Buffer<std::byte> bytes;
};
struct PrivateKey {
  Kem kem;
  Buffer<std::byte, Secret> bytes;
};

template <class Bytes>
nb::bytes copied(const Bytes& bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

PublicKey public_key(const Kem& kem, const nb::bytes& data) {
  const std::span<const std::byte> bytes = span_of(data);
  const Release release;
  kem.with([&](const auto& k) { k.check_public_key(bytes); });
  return {kem, Buffer<std::byte>(bytes)};
}
PrivateKey private_key(const Kem& kem, const nb::bytes& data) {
  const std::span<const std::byte> bytes = span_of(data);
  const Release release;
  kem.with([&](const auto& k) { k.check_secret_key(bytes); });
  return {kem, Buffer<std::byte, Secret>(bytes)};
}

PrivateKey generate(const Kem& kem, SharedGenerator* generator) {
  const Release release;
  auto keys = with_generator(generator, [&](Generator& g) {
    return kem.with([&](const auto& k) { return k.generate_keys(g); });
  });
  return {kem, std::move(keys.secret_key)};
}

PublicKey public_key_of(const PrivateKey& key) {
  return {key.kem, Buffer<std::byte>(key.kem.with(
                       [&](const auto& k) { return k.public_key_in(key.bytes.span()); }))};
}

using Sent = std::pair<nb::bytes, nb::bytes>;

Sent encapsulate(const PublicKey& key, SharedGenerator* generator) {
  const kem::Encapsulation sent = [&] {
    const Release release;
    return with_generator(generator, [&](Generator& g) {
      return key.kem.with([&](const auto& k) { return k.encapsulate(key.bytes.span(), g); });
    });
  }();
  return {copied(sent.ciphertext), copied(sent.secret)};
}

nb::bytes decapsulate(const PrivateKey& key, const nb::bytes& ciphertext) {
  const std::span<const std::byte> bytes = span_of(ciphertext);
  const kem::SharedSecret secret = [&] {
    const Release release;
    return key.kem.with([&](const auto& k) { return k.decapsulate(key.bytes.span(), bytes); });
  }();
  return copied(secret);
}

bool equal(const PublicKey& a, const PublicKey& b) {
  return a.kem.name() == b.kem.name() && std::ranges::equal(a.bytes.span(), b.bytes.span());
}

void bind_keys(nb::module_& m) {
  nb::class_<PublicKey>(m, "KemPublicKey", R"(A public key: it encapsulates secrets for its owner.

    >>> from lath.pke import FujisakiOkamoto, KemPublicKey, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> key = kem.generate_key().public_key
    >>> isinstance(key, KemPublicKey), len(bytes(key)) == kem.public_key_bytes
    (True, True))")
      .def("encapsulate", &encapsulate, nb::arg("generator") = nb::none(),
           R"(A ciphertext to send, and the secret of 32 bytes in it.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> ciphertext, secret = kem.generate_key().public_key.encapsulate()
    >>> len(ciphertext), len(secret)
    (1664, 32))")
      .def("__bytes__", [](const PublicKey& key) { return copied(key.bytes); })
      .def("__eq__", &equal, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const PublicKey& key) { return nb::hash(copied(key.bytes)); })
      .def("__getstate__",
           [](const PublicKey& key) {
             return std::pair<Schemes, nb::bytes>(key.kem.scheme(), copied(key.bytes));
           })
      .def("__setstate__",
           [](PublicKey& key, const std::pair<Schemes, nb::bytes>& state) {
             new (&key) PublicKey(public_key(Kem(state.first), state.second));
           })
      .def("__repr__",
           [](const PublicKey& key) { return "<lath public key of " + key.kem.name() + ">"; });
  nb::class_<PrivateKey>(m, "KemPrivateKey",
                         R"(A private key, for its owner only. It is neither shown nor pickled.

    >>> from lath.pke import FujisakiOkamoto, KemPrivateKey, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> key = kem.generate_key()
    >>> isinstance(key, KemPrivateKey), key
    (True, <lath private key of mlwe 256 3 3 1 1 7681 2 2>)
    >>> ciphertext, secret = key.public_key.encapsulate()
    >>> key.decapsulate(ciphertext) == secret
    True)")
      .def_prop_ro("public_key", &public_key_of, "The public key, for everybody.")
      .def("decapsulate", &decapsulate, nb::arg("ciphertext"),
           R"(The secret of 32 bytes in a ciphertext.

A ciphertext for another key gives a secret that nobody else can predict. Raises MalformedError for
bytes that are no ciphertext.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> key, other = kem.generate_key(), kem.generate_key()
    >>> ciphertext, secret = key.public_key.encapsulate()
    >>> key.decapsulate(ciphertext) == secret, other.decapsulate(ciphertext) == secret
    (True, False))")
      .def(
          "secret_bytes", [](const PrivateKey& key) { return copied(key.bytes); },
          R"(The key as bytes, as secret as the key: kem.private_key() reads them.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> len(kem.generate_key().secret_bytes()) == kem.private_key_bytes
    True)")
      .def(
          "__reduce_ex__",
          [](const PrivateKey&, nb::handle) -> nb::object {
            throw nb::type_error("private keys are not pickled; key.secret_bytes() has the bytes");
          },
          nb::arg("protocol"),
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"))
      .def("__repr__",
           [](const PrivateKey& key) { return "<lath private key of " + key.kem.name() + ">"; });
}

void bind_sizes(nb::class_<Kem>& kem) {
  kem.def_prop_ro("name", &Kem::name, "The scheme and its parameters.")
      .def_prop_ro("scheme", &Kem::scheme, "The scheme.")
      .def_prop_ro(
          "failure_bound",
          [](const Kem& k) { return k.with([](const auto& t) { return t.failure_bound(); }); },
          "The probability that an honest ciphertext gives another secret, at most.")
      .def_prop_ro(
          "public_key_bytes",
          [](const Kem& k) { return k.with([](const auto& t) { return t.public_key_bytes(); }); },
          "The size of a public key.")
      .def_prop_ro(
          "private_key_bytes",
          [](const Kem& k) { return k.with([](const auto& t) { return t.secret_key_bytes(); }); },
          "The size of a private key.")
      .def_prop_ro(
          "ciphertext_bytes",
          [](const Kem& k) { return k.with([](const auto& t) { return t.ciphertext_bytes(); }); },
          "The size of a ciphertext.");
}

}  // namespace

void bind_key_encapsulation(nb::module_& m) {
  bind_keys(m);
  nb::class_<Kem> kem(
      m, "FujisakiOkamoto",
      R"(Key encapsulation of a scheme of mlwe or rlwe, with the calls of lath.ml_kem.

It is secure against active attackers, too.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> scheme = mlwe.Scheme.create(mlwe.recommended_parameters())
    >>> kem = FujisakiOkamoto(scheme)
    >>> kem.name, kem.scheme == scheme, kem.failure_bound < 2**-128
    ('mlwe 256 3 3 1 1 7681 2 2', True, True)
    >>> kem.public_key_bytes, kem.private_key_bytes, kem.ciphertext_bytes
    (1280, 2592, 1664))");
  kem.def(nb::init<const Schemes&>(), nb::arg("scheme"),
          nb::sig("def __init__(self, scheme: mlwe.Scheme | rlwe.Scheme) -> None"),
          "Raises InvalidArgumentError if a message has fewer than 256 coefficients.")
      .def("generate_key", &generate, nb::arg("generator") = nb::none(),
           R"(A new private key, by randomness of the system unless a generator is given.

    >>> from lath.pke import FujisakiOkamoto, rlwe
    >>> FujisakiOkamoto(rlwe.Scheme.create(rlwe.recommended_parameters())).generate_key()
    <lath private key of rlwe 1024 12289 8 32>)")
      .def("public_key", &public_key, nb::arg("data"),
           R"(The public key with these bytes. Raises MalformedError for anything else.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> key = kem.generate_key().public_key
    >>> kem.public_key(bytes(key)) == key
    True)")
      .def("private_key", &private_key, nb::arg("data"),
           R"(The private key of secret_bytes().

Raises MalformedError unless all its parts belong together.

    >>> from lath.pke import FujisakiOkamoto, mlwe
    >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
    >>> key = kem.generate_key()
    >>> kem.private_key(key.secret_bytes()).public_key == key.public_key
    True)")
      .def("__repr__", [](const Kem& k) { return "<lath key encapsulation, " + k.name() + ">"; });
  bind_sizes(kem);
}

}  // namespace lath::python
