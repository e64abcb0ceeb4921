// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bindings.hpp"

namespace lath::python {
namespace {

template <class Object>
Object take(const Server& server, const Object& x) {
  if (!(server.desk->parameters() == x.desk->parameters())) {
    throw Error(ErrorCode::mismatch, "a ciphertext of " + x.desk->facts(),
                "one of the server's parameters, " + server.desk->facts(),
                "give it to the server of its client");
  }
  const Release release;
  return {server.desk, x.value};
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
nb::tuple all_key_bytes(const Server& server) {
  const DeskKeys& keys = server.desk->keys();
  const DeskOptions& options = server.desk->options();
  nb::object galois = nb::none();
  if (keys.galois) galois = key_bytes(*keys.galois);
  return nb::make_tuple(key_bytes(*keys.relin), galois, options.match_levels, options.relinearize,
                        name_of(server.desk->encoding()));
}

template <class Scheme>
Server from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& relin,
                  const std::optional<nb::bytes>& galois, bool match_levels, bool relinearize,
                  const std::string& encoding) {
  const auto relin_bytes = span_of(relin);
  const auto galois_bytes = galois ? span_of(*galois) : std::span<const std::byte>();
  const Release release;
  DeskKeys keys;
  keys.relin = he::relin_key_from_bytes(parameters, relin_bytes);
  if (galois) keys.galois = he::galois_keys_from_bytes(parameters, galois_bytes);
  return {desk_without_keys(parameters, encoding_of(encoding))
              ->with(std::move(keys), {match_levels, relinearize})};
}
template <class Scheme>
Cipher ciphertext_from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& data,
                             const std::string& encoding) {
  const auto bytes = span_of(data);
  const Release release;
  return {desk_without_keys(parameters, encoding_of(encoding)),
          he::ciphertext_from_bytes(parameters, bytes)};
}

template <class Scheme>
void bind(nb::module_& m) {
  m.def("server_from_bytes", &from_bytes<Scheme>, nb::arg("parameters"), nb::arg("relin"),
        nb::arg("galois").none(), nb::arg("match_levels") = true, nb::arg("relinearize") = true,
        nb::arg("encoding") = "slots", "The server with the keys of these bytes.");
  m.def("ciphertext_from_bytes", &ciphertext_from_bytes<Scheme>, nb::arg("parameters"),
        nb::arg("data"), nb::arg("encoding") = "slots",
        "The ciphertext with these bytes, without keys.");
}

}  // namespace

nb::object parameters_of(const Desk& desk) {
  if (const auto* of = dynamic_cast<const DeskOf<he::Bfv>*>(&desk)) {
    return nb::cast(of->parameters());
  }
  return nb::cast(dynamic_cast<const DeskOf<he::Bgv>&>(desk).parameters());
}

void bind_server(nb::module_& m) {
  nb::class_<Server>(m, "Server",
                     "Computes with keys for everybody: client.server() makes one.\n\n"
                     "It can be pickled, and threads share it.\n\n"
                     ">>> import pickle\n"
                     ">>> client = lath.Client(lath.he.bgv.Parameters.recommended(8192, 65537))\n"
                     ">>> server = pickle.loads(pickle.dumps(client.server()))\n"
                     ">>> x = pickle.loads(pickle.dumps(client.encrypt([3, 4])))\n"
                     ">>> client.decrypt(server.take(x) * x)[:2].tolist()\n"
                     "[9, 16]\n")
      .def("take", &take<Cipher>, nb::arg("ciphertext"),
           "The ciphertext with the keys of this server. Raises MismatchError if it has other "
           "parameters.")
      .def("take", &take<Product>, nb::arg("product"), "The product with the keys of this server.")
      .def_prop_ro(
          "parameters", [](const Server& s) { return parameters_of(*s.desk); },
          nb::sig("def parameters(self) -> BfvParameters | BgvParameters"), "The parameters.")
      .def("_key_bytes", &all_key_bytes)
      .def("__repr__", [](const Server& s) {
        return nb::str(("<lath Server " + s.desk->facts() + ">").c_str());
      });
  bind<he::Bfv>(m);
  bind<he::Bgv>(m);
}

}  // namespace lath::python
