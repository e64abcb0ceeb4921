// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"

namespace lath::python {
namespace {

Cipher take(const Server& server, const Cipher& x) {
  if (!(server.desk->parameters() == x.desk->parameters())) {
    throw Error(ErrorCode::mismatch, "a ciphertext of " + x.desk->facts(),
                "one of the server's parameters, " + server.desk->facts(),
                "give it to the server of its client");
  }
  return {server.desk, x.value};
}

nb::object key_bytes(const Server& server) {
  const DeskKeys& keys = server.desk->keys();
  const auto as_bytes = [](const auto& key) {
    const auto bytes = he::to_bytes(key);
    return nb::bytes(bytes.data(), bytes.size());
  };
  nb::object galois = nb::none();
  if (keys.galois) galois = as_bytes(*keys.galois);
  return nb::make_tuple(as_bytes(*keys.relin), galois, server.desk->matches_levels());
}

template <class Scheme>
Server from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& relin,
                  nb::handle galois, bool match_levels) {
  DeskKeys keys;
  keys.relin = he::relin_key_from_bytes(parameters, span_of(relin));
  if (!galois.is_none()) {
    keys.galois = he::galois_keys_from_bytes(parameters, span_of(nb::borrow<nb::bytes>(galois)));
  }
  return {std::make_shared<DeskOf<Scheme>>(parameters, std::move(keys), match_levels)};
}
template <class Scheme>
Cipher ciphertext_from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& bytes) {
  const Release release;
  return {std::make_shared<DeskOf<Scheme>>(parameters),
          he::ciphertext_from_bytes(parameters, span_of(bytes))};
}

template <class Scheme>
void bind(nb::module_& m) {
  m.def("server_from_bytes", &from_bytes<Scheme>, nb::arg("parameters"), nb::arg("relin"),
        nb::arg("galois").none(), nb::arg("match_levels"));
  m.def("ciphertext_from_bytes", &ciphertext_from_bytes<Scheme>, nb::arg("parameters"),
        nb::arg("data"));
}

// The parameters as the class of their scheme.
template <class Scheme>
bool is_of(const Desk& desk, nb::object& out) {
  const auto* of = dynamic_cast<const DeskOf<Scheme>*>(&desk);
  if (of != nullptr) out = nb::cast(of->parameters());
  return of != nullptr;
}
nb::object parameters_of(const Desk& desk) {
  nb::object out;
  if (!is_of<he::Bfv>(desk, out)) is_of<he::Bgv>(desk, out);
  return out;
}

}  // namespace

void bind_server(nb::module_& m) {
  nb::class_<Server>(m, "Server", "Computes with keys for everybody.")
      .def("take", &take, nb::arg("ciphertext"), "The ciphertext with this server's keys.")
      .def_prop_ro("parameters", [](const Server& s) { return parameters_of(*s.desk); })
      .def("_key_bytes", &key_bytes)
      .def("__repr__", [](const Server& s) {
        return nb::str(("<lath Server " + s.desk->facts() + ">").c_str());
      });
  bind<he::Bfv>(m);
  bind<he::Bgv>(m);
  m.attr("Ciphertext").attr("parameters") = nb::steal(PyObject_CallFunctionObjArgs(
      reinterpret_cast<PyObject*>(&PyProperty_Type),
      nb::object(nb::cpp_function([](const Cipher& a) { return parameters_of(*a.desk); })).ptr(),
      nullptr));
}

}  // namespace lath::python
