// SPDX-License-Identifier: Apache-2.0
//
// Encodings by name, and objects with another one.
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>

#include "bindings.hpp"

namespace lath::python {
namespace {

constexpr std::array<const char*, 4> kNames = {"slots", "elements", "coefficients", "integers"};

constexpr const char* kDoc =
    R"(The object with another encoding of values, which bytes and files do not tell.

"slots", "elements", "coefficients" or "integers", as of a Client. Raises InvalidArgumentError for
other names.

    >>> client.with_encoding("integers").encoding
    'integers'
    >>> x.with_encoding("coefficients").encoding
    'coefficients')";

template <class Object>
Object with_encoding(const Object& object, std::string_view name) {
  const Encoding encoding = encoding_of(name);
  const Release release;
  Object result = object;
  result.desk = object.desk->with(encoding);
  return result;
}
template <class Object>
nb::class_<Object> bind(nb::module_& m, const char* name) {
  auto c = nb::borrow<nb::class_<Object>>(m.attr(name));
  const std::string sig =
      std::string("def with_encoding(self, encoding: lath.typing.Encoding) -> ") + name;
  c.def("with_encoding", &with_encoding<Object>, nb::arg("encoding"), nb::sig(sig.c_str()), kDoc);
  return c;
}
template <class Object>
void bind_property(nb::class_<Object> c) {
  c.def_prop_ro(
      "encoding", [](const Object& object) { return name_of(object.desk->encoding()); },
      nb::sig("def encoding(self) -> lath.typing.Encoding"), "How values stand in plaintexts.");
}

template <class Object>
he::Plaintext to_plaintext(const Client& client, const Object& x) {
  const Release release;
  return client.decryptor.decrypt(x.value);
}
template <class Scheme>
std::optional<Client> moved(const Client& client, const he::PlaintextSpace& space) {
  const auto* of = dynamic_cast<const DeskOf<Scheme>*>(client.desk.get());
  if (of == nullptr) return std::nullopt;
  const auto parameters = of->parameters().with_plaintexts(space);
  const Ref desk = desk_without_keys(parameters, client.desk->encoding());
  return Client{desk->with(client.desk->keys(), client.desk->options()), client.key};
}

}  // namespace

const char* name_of(Encoding encoding) noexcept {
  return kNames[static_cast<std::size_t>(encoding)];
}
Encoding encoding_of(std::string_view name) {
  const auto* const at = std::ranges::find(kNames, name);
  if (at == kNames.end()) {
    throw Error(ErrorCode::invalid_argument, "encoding=" + quote(name),
                R"("slots", "elements", "coefficients" or "integers")",
                "leave encoding out for slots");
  }
  return static_cast<Encoding>(at - kNames.begin());
}

void require_encoding(const Desk& a, const Desk& b) {
  if (a.encoding() == b.encoding() || !a.keys().relin || !b.keys().relin) return;
  throw Error(
      ErrorCode::mismatch,
      std::string("a ciphertext of ") + name_of(a.encoding()) + " and one of " +
          name_of(b.encoding()),
      "one encoding",
      std::string("say which one holds: x.with_encoding(\"") + name_of(a.encoding()) + "\")");
}

void bind_encodings(nb::module_& m) {
  auto client = bind<Client>(m, "Client");
  bind_property(client);
  bind_property(bind<Server>(m, "Server"));
  bind_property(bind<PublicKey>(m, "PublicKey"));
  bind<Cipher>(m, "Ciphertext");
  client
      .def("decrypt_to_plaintext", &to_plaintext<Cipher>, nb::arg("ciphertext"),
           R"(The plaintext of a ciphertext, for an encoder of the program's own.

It is for the owner of the key only. Raises MismatchError for a ciphertext of other parameters.

    >>> plaintext = client.decrypt_to_plaintext(x)
    >>> lath.he.SlotEncoder(client.parameters).decode(plaintext)[:3].tolist()
    [1, 2, 3])")
      .def(
          "with_plaintexts",
          [](const Client& c, const he::PlaintextSpace& space) {
            const Release release;
            auto client = moved<he::Bfv>(c, space);
            return client ? std::move(*client) : std::move(*moved<he::Bgv>(c, space));
          },
          nb::arg("space"),
          R"(The client with the same keys for other plaintexts.

Raises InvalidArgumentError if a prime of Q divides t.

    >>> client.with_plaintexts(lath.he.PlaintextSpace.integer(40961))
    <lath Client BFV n=4096 t=40961, secret key hidden>)");
}

}  // namespace lath::python
