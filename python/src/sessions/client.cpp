// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "sessions/client.hpp"

namespace lath::python {
namespace {

// The columns of one rotation. Throws TypeError, with its index, for other things than integers.
std::int64_t columns_of(nb::handle given, std::size_t i) {
  const auto integer = nb::steal(PyBool_Check(given.ptr()) ? nullptr : PyNumber_Index(given.ptr()));
  int overflow = 0;
  if (integer.is_valid()) {
    const long long columns = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
    if (overflow == 0) return columns;
  }
  PyErr_Clear();
  const std::string text = std::string("rotations: a ") + (overflow == 0 ? "" : "large ") +
                           nb::cast<std::string>(given.type().attr("__name__")) + " at index " +
                           std::to_string(i) +
                           "; integers of 64 bits are needed; give columns: rotations=[1, 2, 4]";
  throw nb::type_error(text.c_str());
}

}  // namespace

Rotations rotations_of(nb::handle given) {
  if (PyUnicode_Check(given.ptr())) return nb::cast<std::string>(given);
  std::vector<Rotation> rotations;
  for (const nb::handle each : nb::iter(given)) {
    const std::size_t i = rotations.size();
    if (!PyTuple_Check(each.ptr()) || nb::len(each) != 2) {
      rotations.push_back({.amount = columns_of(each, i)});
      continue;
    }
    const std::int64_t dimension = columns_of(each[0], i);
    if (dimension < 0) {
      throw Error(ErrorCode::invalid_argument, "dimension " + std::to_string(dimension),
                  "a dimension from 0", "give pairs: rotations=[(0, 1)]");
    }
    rotations.push_back({columns_of(each[1], i), static_cast<std::size_t>(dimension)});
  }
  return rotations;
}

namespace {

std::vector<std::uint64_t> elements_of(Desk& desk, const Rotations& rotations) {
  const std::size_t n = desk.parameters().degree();
  if (const auto* word = std::get_if<std::string>(&rotations)) {
    if (desk.encoding() == Encoding::slots) require_rows(desk, "rotations by name");
    if (*word == "all") return he::all_rotations(n);
    if (*word == "sum") return he::sum_rotations(n, n);
    throw Error(ErrorCode::invalid_argument, "rotations=" + quote(*word),
                "\"all\", \"sum\", or a list of columns", "give rotations=[1, 2, 4], for example");
  }
  std::vector<std::uint64_t> elements;
  for (const Rotation& rotation : std::get<1>(rotations)) {
    for (const std::uint64_t g : elements_along(desk, rotation)) elements.push_back(g);
  }
  std::ranges::sort(elements);
  elements.erase(std::ranges::unique(elements).begin(), elements.end());
  return elements;
}

}  // namespace

template <class Scheme>
Client client_of(const he::Parameters<Scheme>& parameters, const he::SecretKey& key,
                 const Rotations& rotations, Generator& generator, Encoding encoding) {
  he::KeyGenerator maker(parameters, generator);
  DeskKeys keys;
  keys.relin = maker.relin_key(key);
  const Ref desk = desk_without_keys(parameters, encoding);
  const auto elements = elements_of(*desk, rotations);
  if (!elements.empty()) keys.galois = maker.galois_keys(key, elements);
  return {desk->with(std::move(keys), {}), key};
}
template Client client_of(const he::Parameters<he::Bfv>&, const he::SecretKey&, const Rotations&,
                          Generator&, Encoding);
template Client client_of(const he::Parameters<he::Bgv>&, const he::SecretKey&, const Rotations&,
                          Generator&, Encoding);

namespace {

template <class Scheme>
void create(Client* self, const he::Parameters<Scheme>& parameters, nb::handle given,
            std::string_view encoding_name) {
  const Rotations rotations = rotations_of(given);
  const Encoding encoding = encoding_of(encoding_name);
  const Release release;
  Generator generator = Generator::from_system();
  const he::SecretKey key = he::KeyGenerator(parameters, generator).secret_key();
  new (self) Client(client_of(parameters, key, rotations, generator, encoding));
}

Cipher encrypt(const Client& client, nb::handle values) {
  const he::Plaintext plaintext = encode(*client.desk, values);
  const Release release;
  Generator generator = Generator::from_system();
  return {client.desk, client.encryptor.encrypt(plaintext, generator)};
}

// Results that came as bytes say of their noise what they like.
[[noreturn]] void refuse_claimed() {
  throw Error(ErrorCode::invalid_argument,
              "a ciphertext whose noise bound is claimed: it came from outside",
              "a bound that was computed here, or one that the owner of the key accepts",
              "keep the result of client.decrypt(x) to yourself; or, if an authenticated channel "
              "brought the ciphertext, call client.decrypt_for_release(client.authenticated(x))");
}
he::Plaintext decrypted(const he::Decryptor& decryptor, const auto& value, bool release_it) {
  if (!release_it) return decryptor.decrypt(value);
  Generator generator = Generator::from_system();
  if (value.noise().origin() == he::BoundOrigin::claimed) refuse_claimed();
  return decryptor.decrypt_for_release(value, generator);
}
he::Plaintext decrypted(const he::Decryptor& decryptor, const AnyProduct& any, bool release_it) {
  return std::visit([&](const auto& value) { return decrypted(decryptor, value, release_it); },
                    any);
}
template <class Object>
nb::object decrypt(const Client& client, const Object& x, bool release_it) {
  std::optional<he::Plaintext> plaintext;
  {
    const Release release;
    plaintext = decrypted(client.decryptor, x.value, release_it);
  }
  return decode(*client.desk, *plaintext);
}

Server server(const Client& client, bool match_levels, bool relinearize) {
  if (match_levels && relinearize) return {client.desk};
  return {client.desk->with(client.desk->keys(), {match_levels, relinearize})};
}
Cipher authenticated(const Client& client, const Cipher& x) {
  const Release release;
  return {client.desk, client.decryptor.authenticated(x.value)};
}
PublicKey public_key(const Client& client) {
  const Release release;
  Generator generator = Generator::from_system();
  he::KeyGenerator maker(client.desk->parameters(), generator);
  return {client.desk->without_keys(), maker.public_key(client.key)};
}

}  // namespace

void bind_client(nb::module_& m) {
  const nb::tuple none;
  const char* made =
      "A new secret key, and keys for products and rotations: a list of columns, or of pairs "
      "(dimension, amount), \"sum\" for the "
      "keys that x.sum() and x.dot() take, or \"all\". Values are integers modulo t in slots, or "
      "as "
      "`encoding` says: \"slots\"; \"elements\" of Galois rings, in arrays of encoder.shape; "
      "\"coefficients\" of polynomials, whose products are products of polynomials; \"integers\", "
      "one of 64 bits with its sign. Results are arrays of int64, of Python's integers where t has "
      "more than 60 bits or is short, and one int for \"integers\". An int beside a ciphertext is "
      "a "
      "constant: it stands in all slots, or in coefficient 0.";
  nb::class_<Client>(m, "Client", R"(The owner of a secret key: encrypts and decrypts.

The key is never shown or pickled: save() and load() keep it in a file, under a passphrase.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537), rotations=[1])
    >>> client
    <lath Client BFV n=4096 t=65537, secret key hidden>
    >>> client.parameters, client.encoding
    (<lath BFV n=4096 t=65537 levels=2>, 'slots')
    >>> client.decrypt(client.encrypt([1, 2, 3]).rotate(1))[:3].tolist()
    [2, 3, 0])")
      .def("__init__", &create<he::Bfv>, nb::arg("parameters"), nb::arg("rotations") = none,
           nb::kw_only(), nb::arg("encoding") = "slots",
           nb::sig("def __init__(self, parameters: BfvParameters, rotations: lath.typing.Rotations "
                   "= (), *, encoding: lath.typing.Encoding = 'slots') -> None"),
           made)
      .def("__init__", &create<he::Bgv>, nb::arg("parameters"), nb::arg("rotations") = none,
           nb::kw_only(), nb::arg("encoding") = "slots",
           nb::sig("def __init__(self, parameters: BgvParameters, rotations: lath.typing.Rotations "
                   "= (), *, encoding: lath.typing.Encoding = 'slots') -> None"),
           made)
      .def("encrypt", &encrypt, nb::arg("values"),
           nb::sig("def encrypt(self, values: lath.typing.Values) -> Ciphertext"),
           R"(Encrypts integers in [-t/2, t), or a Plaintext; values that are missing are zero.

An array may have the shape of the encoder. Raises TypeError for other things, with the index, and
InvalidArgumentError for integers out of range.

    >>> client.decrypt(client.encrypt([1, -2]))[:3].tolist()
    [1, -2, 0])")
      .def(
          "decrypt", [](const Client& c, const Cipher& x) { return decrypt(c, x, false); },
          nb::arg("ciphertext"), nb::sig("def decrypt(self, ciphertext: Ciphertext) -> typing.Any"),
          R"(The values, from -t/2 to t/2: for the owner of the key only.

Raises MismatchError for a ciphertext of other parameters.

    >>> client.decrypt(x + y)[:3].tolist()
    [5, 7, 9])")
      .def(
          "decrypt", [](const Client& c, const Product& x) { return decrypt(c, x, false); },
          nb::arg("product"), nb::sig("def decrypt(self, product: Product) -> typing.Any"),
          R"(The values of a product that is not relinearised.

    >>> client.decrypt(x.multiply(y))[:3].tolist()
    [4, 10, 18])")
      .def(
          "decrypt_for_release",
          [](const Client& c, const Cipher& x) { return decrypt(c, x, true); },
          nb::arg("ciphertext"),
          nb::sig("def decrypt_for_release(self, ciphertext: Ciphertext) -> typing.Any"),
          R"(The values, for others to see: noise does not tell of the key.

Raises InvalidArgumentError if too little noise is left to hide it, or if the noise bound is only
claimed: authenticated() accepts it.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
    >>> client.decrypt_for_release(3 * client.encrypt([1, 2, 3]))[:3].tolist()
    [3, 6, 9])")
      .def(
          "decrypt_for_release",
          [](const Client& c, const Product& x) { return decrypt(c, x, true); }, nb::arg("product"),
          nb::sig("def decrypt_for_release(self, product: Product) -> typing.Any"),
          "The values of a product, for others to see.")
      .def("authenticated", &authenticated, nb::arg("ciphertext"),
           R"(The ciphertext with its noise bound accepted, for decrypt_for_release().

By this call the owner states that an authenticated channel brought it from somebody who is trusted
to have computed it honestly: nothing of this is checked.

    >>> import pickle
    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
    >>> result = pickle.loads(pickle.dumps(client.encrypt([1, 2, 3]) + 1))
    >>> client.decrypt_for_release(client.authenticated(result))[:3].tolist()
    [2, 3, 4])")
      .def("server", &server, nb::kw_only(), nb::arg("match_levels") = true,
           nb::arg("relinearize") = true,
           R"(The server with this client's keys for everybody.

Without match_levels, operands of different levels are refused. Without relinearize, the operator *
of ciphertexts gives a Product.

    >>> client.server(relinearize=False)
    <lath Server BFV n=4096 t=65537>)")
      .def("public_key", &public_key,
           R"(A new public key, with which anybody encrypts for this client.

    >>> client.public_key()
    <lath PublicKey BFV n=4096 t=65537>)")
      .def_prop_ro(
          "parameters", [](const Client& c) { return parameters_of(*c.desk); },
          nb::sig("def parameters(self) -> lath.typing.Parameters"), "The parameters.")
      .def("__repr__", [](const Client& c) {
        return "<lath Client " + c.desk->facts() + ", secret key hidden>";
      });
}

}  // namespace lath::python
