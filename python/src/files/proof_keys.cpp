// SPDX-License-Identifier: Apache-2.0
#include "files/proof_keys.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include "files/hex.hpp"
#include "files/secrets.hpp"

namespace lath::python {
namespace {

[[noreturn]] void refuse_key(nb::handle key, const char* needed) {
  const std::string type = nb::cast<std::string>(key.type().attr("__name__"));
  throw nb::type_error(("a key of type " + type + "; " + needed).c_str());
}

// The C++ names a size; Python's users need the call.
template <class Key>
Key key_of(std::span<const std::byte> bytes, const char* call) {
  if (bytes.size() == Key::kBytes) return Key::from_bytes(bytes);
  throw Error(ErrorCode::invalid_argument, "a key of " + std::to_string(bytes.size()) + " bytes",
              "32 bytes", std::string("give the bytes that ") + call + " returned");
}

template <class Key>
Key generate() {
  const Release release;
  Generator generator = Generator::from_system();
  return Key::generate(generator);
}

// A docstring with the name of a class in it.
std::string with_name(std::string text, const std::string& name) {
  const std::string place = "NAME";
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place)) {
    text.replace(at, place.size(), name);
  }
  return text;
}

template <class Key>
nb::class_<Key> bind_secret(nb::module_& m, const char* name, const char* docstring) {
  const std::string hidden = std::string("<lath ") + name + ", secret key hidden>";
  const std::string refusal = std::string(name) +
                              " is secret and is not pickled; keep key.secret_bytes() in a safe "
                              "place, and read it by " +
                              name + ".from_secret_bytes()";
  const std::string made = std::string("(data: bytes | bytearray | memoryview) -> ") + name;
  return nb::class_<Key>(m, name, docstring)
      .def_static("generate", &generate<Key>,
                  with_name(R"(A new key, drawn from the system's randomness.

    >>> lath.NAME.generate()
    <lath NAME, secret key hidden>)",
                            name)
                      .c_str())
      .def_static(
          "from_secret_bytes",
          [](nb::handle data) {
            const SecretCopy bytes = secret_bytes_of(data, "a key");
            return key_of<Key>(bytes.span(), "secret_bytes()");
          },
          nb::arg("data"), nb::sig(("def from_secret_bytes" + made).c_str()),
          with_name(R"(The key with these 32 bytes, for example of a bytearray that is cleared then.

Raises InvalidArgumentError for another number of bytes.

    >>> key = lath.NAME.generate()
    >>> lath.NAME.from_secret_bytes(key.secret_bytes())
    <lath NAME, secret key hidden>)",
                    name)
              .c_str())
      .def(
          "secret_bytes", [](const Key& key) { return nb::bytes(key.bytes().data(), Key::kBytes); },
          with_name(R"(The 32 bytes, which are secret: whoever has them can prove files.

    >>> len(lath.NAME.generate().secret_bytes())
    32)",
                    name)
              .c_str())
      .def(
          "__reduce_ex__",
          [refusal](const Key&, nb::handle) -> nb::object {
            throw nb::type_error(refusal.c_str());
          },
          nb::arg("protocol"),
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"))
      .def("__repr__", [hidden](const Key&) { return hidden; });
}

std::string shown(const io::VerifyingKey& key) {
  return "<lath VerifyingKey " + hex_of(key.bytes()).substr(0, 16) + "...>";
}

void bind_verifying_key(nb::module_& m) {
  nb::class_<io::VerifyingKey>(m, "VerifyingKey",
                               R"(The public key of a signer (Ed25519), for everybody.

lath.load(file, key=...) with it takes only files that were saved with the SigningKey. It can be
pickled and compared.

    >>> signing_key = lath.SigningKey.generate()
    >>> key = signing_key.verifying_key
    >>> lath.save(x, "x.lath", key=signing_key)
    >>> lath.load("x.lath", key=key)
    <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>
    >>> isinstance(key, lath.VerifyingKey)
    True)")
      .def_static(
          "from_bytes",
          [](const nb::bytes& data) {
            return key_of<io::VerifyingKey>(span_of(data), "bytes(key)");
          },
          nb::arg("data"),
          R"(The key with these 32 bytes. Raises InvalidArgumentError for another number of bytes.

    >>> key = lath.SigningKey.generate().verifying_key
    >>> lath.VerifyingKey.from_bytes(bytes(key)) == key
    True)")
      .def("__bytes__",
           [](const io::VerifyingKey& key) {
             return nb::bytes(key.bytes().data(), io::VerifyingKey::kBytes);
           })
      .def(
          "__eq__", [](const io::VerifyingKey& a, const io::VerifyingKey& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const io::VerifyingKey& key) {
             return nb::hash(nb::bytes(key.bytes().data(), io::VerifyingKey::kBytes));
           })
      .def("__getstate__",
           [](const io::VerifyingKey& key) {
             return nb::bytes(key.bytes().data(), io::VerifyingKey::kBytes);
           })
      .def("__setstate__",
           [](io::VerifyingKey& key, const nb::bytes& data) {
             new (&key) io::VerifyingKey(key_of<io::VerifyingKey>(span_of(data), "bytes(key)"));
           })
      .def("__repr__", &shown);
}

}  // namespace

io::SaveOptions save_options(nb::handle key) {
  io::SaveOptions options;
  if (key.is_none()) return options;
  if (nb::isinstance<io::MacKey>(key)) {
    options.mac = &nb::cast<const io::MacKey&>(key);
  } else if (nb::isinstance<io::SigningKey>(key)) {
    options.signing_key = &nb::cast<const io::SigningKey&>(key);
  } else {
    refuse_key(key, "save with a MacKey or a SigningKey: key=lath.SigningKey.generate()");
  }
  return options;
}

io::LoadOptions load_options(nb::handle key) {
  io::LoadOptions options;
  if (key.is_none()) return options;
  if (nb::isinstance<io::MacKey>(key)) {
    options.mac = &nb::cast<const io::MacKey&>(key);
  } else if (nb::isinstance<io::VerifyingKey>(key)) {
    options.verifying_key = &nb::cast<const io::VerifyingKey&>(key);
  } else {
    refuse_key(key, "load with a MacKey or a VerifyingKey: key=signing_key.verifying_key");
  }
  return options;
}

void bind_proof_keys(nb::module_& m) {
  bind_secret<io::MacKey>(m, "MacKey",
                          R"(A secret key that two parties share (HMAC-SHA256).

lath.save(x, file, key=...) proves a file with it, and lath.load(file, key=...) takes only such
files. It is never pickled or shown.

    >>> key = lath.MacKey.generate()
    >>> lath.save(x, "x.lath", key=key)
    >>> lath.load("x.lath", key=key)
    <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>)");
  bind_verifying_key(m);
  bind_secret<io::SigningKey>(m, "SigningKey",
                              R"(The secret key of a signer (Ed25519).

lath.save(x, file, key=...) signs a file with it, and everybody who has its verifying_key can check
that. It is never pickled or shown.

    >>> key = lath.SigningKey.generate()
    >>> lath.save(x, "x.lath", key=key)
    >>> lath.inspect("x.lath", key=key.verifying_key).is_authentic
    True)")
      .def_prop_ro(
          "verifying_key",
          [](const io::SigningKey& key) {
            const Release release;
            return key.verifying_key();
          },
          "The public key that belongs to it.");
}

}  // namespace lath::python
