// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

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

}  // namespace

nb::object parameters_of(const Desk& desk) {
  if (const auto* of = dynamic_cast<const DeskOf<he::Bfv>*>(&desk)) {
    return nb::cast(of->parameters());
  }
  return nb::cast(dynamic_cast<const DeskOf<he::Bgv>&>(desk).parameters());
}

void bind_server(nb::module_& m) {
  nb::class_<Server>(m, "Server",
                     R"(Computes with keys for everybody: client.server() makes one.

It can be pickled, and threads share it.

    >>> import pickle
    >>> server = pickle.loads(pickle.dumps(client.server()))
    >>> server
    <lath Server BFV n=4096 t=65537>
    >>> server.parameters == client.parameters, server.encoding
    (True, 'slots')
    >>> x = pickle.loads(pickle.dumps(client.encrypt([3, 4])))
    >>> client.decrypt(server.take(x) * x)[:2].tolist()
    [9, 16])")
      .def("take", &take<Cipher>, nb::arg("ciphertext"),
           R"(The ciphertext with the keys of this server.

Raises MismatchError if it has other parameters.

    >>> z = client.public_key().encrypt([5, 6])
    >>> client.decrypt(server.take(z) * x)[:2].tolist()
    [5, 12])")
      .def("take", &take<Product>, nb::arg("product"), "The product with the keys of this server.")
      .def_prop_ro(
          "parameters", [](const Server& s) { return parameters_of(*s.desk); },
          nb::sig("def parameters(self) -> lath.typing.Parameters"), "The parameters.")
      .def("__repr__", [](const Server& s) {
        return nb::str(("<lath Server " + s.desk->facts() + ">").c_str());
      });
}

}  // namespace lath::python
