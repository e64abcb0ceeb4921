// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include "bindings.hpp"

namespace lath::python {
namespace {

Cipher encrypt(const PublicKey& key, nb::handle values) {
  const he::Plaintext plaintext = encode(*key.desk, values);
  const Release release;
  Generator generator = Generator::from_system();
  const he::Encryptor encryptor(key.desk->parameters(), key.key);
  return {key.desk, encryptor.encrypt(plaintext, generator)};
}

nb::bytes bytes(const PublicKey& key) {
  return bytes_of(he::public_key_bytes(key.desk->parameters()),
                  [&](std::span<std::byte> out) { he::to_bytes(key.key, out); });
}
template <class Scheme>
PublicKey from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& data,
                     std::string_view encoding) {
  const auto bytes = span_of(data);
  const Release release;
  return {desk_without_keys(parameters, encoding_of(encoding)),
          he::public_key_from_bytes(parameters, bytes)};
}
template <class Scheme>
using State = std::tuple<he::Parameters<Scheme>, nb::bytes, std::string>;
template <class Scheme>
void set_state(PublicKey& key, const State<Scheme>& state) {
  const auto& [parameters, bytes, encoding] = state;
  new (&key) PublicKey(from_bytes(parameters, bytes, encoding));
}

}  // namespace

void bind_public_keys(nb::module_& m) {
  nb::class_<PublicKey>(
      m, "PublicKey",
      R"(The key with which anybody encrypts for a client: client.public_key() makes one.

It can be pickled, and threads share it.

    >>> key = client.public_key()
    >>> key
    <lath PublicKey BFV n=4096 t=65537>
    >>> key.parameters == client.parameters, key.encoding
    (True, 'slots'))")
      .def("encrypt", &encrypt, nb::arg("values"),
           nb::sig("def encrypt(self, values: lath.typing.Values) -> Ciphertext"),
           R"(Encrypts as the client does. The ciphertext has no keys: a server takes it.

Raises TypeError for other things than integers, with the index, and lath.Error for integers out of
range.

    >>> key = client.public_key()
    >>> client.decrypt(server.take(key.encrypt([1, 2, 3])))[:3].tolist()
    [1, 2, 3])")
      .def_prop_ro(
          "parameters", [](const PublicKey& k) { return parameters_of(*k.desk); },
          nb::sig("def parameters(self) -> lath.typing.Parameters"), "The parameters.")
      .def("__bytes__", &bytes)
      .def(
          "__getstate__",
          [](const PublicKey& k) {
            return nb::make_tuple(parameters_of(*k.desk), bytes(k), name_of(k.desk->encoding()));
          },
          nb::sig("def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, str]"))
      .def("__setstate__", &set_state<he::Bfv>)
      .def("__setstate__", &set_state<he::Bgv>)
      .def("__repr__",
           [](const PublicKey& k) { return "<lath PublicKey " + k.desk->facts() + ">"; });
}

}  // namespace lath::python
