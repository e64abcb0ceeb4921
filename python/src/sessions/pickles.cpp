// SPDX-License-Identifier: Apache-2.0
//
// Pickle for what everybody may have, and for nothing that is secret.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "bindings.hpp"

namespace lath::python {
namespace {

// The parameters, the bytes and the encoding of a ciphertext.
template <class Scheme>
using CipherState = std::tuple<he::Parameters<Scheme>, nb::bytes, std::string>;
// The parameters, the keys, whether levels are matched and products relinearised, and the encoding.
template <class Scheme>
using ServerState = std::tuple<he::Parameters<Scheme>, nb::bytes, std::optional<nb::bytes>, bool,
                               bool, std::string>;

nb::tuple state_of_cipher(const Cipher& x) {
  const nb::bytes bytes = bytes_of(he::ciphertext_bytes(x.desk->parameters(), x.value.level()),
                                   [&](std::span<std::byte> out) { he::to_bytes(x.value, out); });
  return nb::make_tuple(parameters_of(*x.desk), bytes, name_of(x.desk->encoding()));
}

template <class Scheme>
Cipher cipher_from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& data,
                         const std::string& encoding) {
  const auto bytes = span_of(data);
  const Release release;
  return {desk_without_keys(parameters, encoding_of(encoding)),
          he::ciphertext_from_bytes(parameters, bytes)};
}
template <class Scheme>
void set_cipher(Cipher& x, const CipherState<Scheme>& state) {
  const auto& [parameters, data, encoding] = state;
  new (&x) Cipher(cipher_from_bytes(parameters, data, encoding));
}

template <class Key>
nb::bytes key_bytes(const Key& key) {
  std::optional<Buffer<std::byte>> bytes;
  {
    const Release release;
    bytes = he::to_bytes(key);
  }
  return bytes_of(bytes->size(),
                  [&](std::span<std::byte> out) { std::ranges::copy(bytes->span(), out.begin()); });
}

nb::tuple state_of_server(const Server& server) {
  const DeskKeys& keys = server.desk->keys();
  const DeskOptions& options = server.desk->options();
  nb::object galois = nb::none();
  if (keys.galois) galois = key_bytes(*keys.galois);
  return nb::make_tuple(parameters_of(*server.desk), key_bytes(*keys.relin), galois,
                        options.match_levels, options.relinearize,
                        name_of(server.desk->encoding()));
}

template <class Scheme>
void set_server(Server& server, const ServerState<Scheme>& state) {
  const auto& [parameters, relin, galois, match_levels, relinearize, encoding] = state;
  const auto relin_bytes = span_of(relin);
  const auto galois_bytes = galois ? span_of(*galois) : std::span<const std::byte>();
  const Release release;
  DeskKeys keys;
  keys.relin = he::relin_key_from_bytes(parameters, relin_bytes);
  if (galois) keys.galois = he::galois_keys_from_bytes(parameters, galois_bytes);
  new (&server) Server{desk_without_keys(parameters, encoding_of(encoding))
                           ->with(std::move(keys), {match_levels, relinearize})};
}

[[noreturn]] void refuse(const Client&, nb::handle) {
  throw nb::type_error("secret keys are not pickled; use client.save(path, passphrase=...)");
}

template <class Scheme>
void bind(nb::module_& m) {
  m.def("ciphertext_from_bytes", &cipher_from_bytes<Scheme>, nb::arg("parameters"), nb::arg("data"),
        nb::arg("encoding") = "slots", "The ciphertext with these bytes, without keys.");
}

}  // namespace

void bind_pickles(nb::module_& m) {
  bind<he::Bfv>(m);
  bind<he::Bgv>(m);
  nb::borrow<nb::class_<Cipher>>(m.attr("Ciphertext"))
      .def("__getstate__", &state_of_cipher,
           nb::sig("def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, str]"))
      .def("__setstate__", &set_cipher<he::Bfv>)
      .def("__setstate__", &set_cipher<he::Bgv>);
  nb::borrow<nb::class_<Server>>(m.attr("Server"))
      .def("__getstate__", &state_of_server,
           nb::sig("def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, bytes | None, "
                   "bool, bool, str]"))
      .def("__setstate__", &set_server<he::Bfv>)
      .def("__setstate__", &set_server<he::Bgv>);
  nb::borrow<nb::class_<Client>>(m.attr("Client"))
      .def(
          "__reduce_ex__", &refuse, nb::arg("protocol"),
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"));
}

}  // namespace lath::python
