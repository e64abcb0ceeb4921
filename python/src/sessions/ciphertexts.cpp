// SPDX-License-Identifier: Apache-2.0
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>

#include <cmath>

#include "plaintexts/encoders.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

// The desk of a result: the first one that has keys.
const Ref& desk_of(const Cipher& a, const Cipher& b) {
  if (a.desk == b.desk) return a.desk;
  if (std::string_view(a.desk->scheme()) != b.desk->scheme()) {
    throw Error(ErrorCode::mismatch, "operands of two schemes, BFV and BGV", "one scheme",
                "encrypt both for one client");
  }
  require_encoding(*a.desk, *b.desk);
  return a.desk->keys().relin || !b.desk->keys().relin ? a.desk : b.desk;
}

template <class Use>
Cipher with_session(const Ref& desk, const Use& use) {
  return {desk, lent(desk, use)};
}
// A sum or a difference of two ciphertexts.
template <class Op>
Cipher combined(const Cipher& a, const Cipher& b, const Op& op) {
  const Ref& desk = desk_of(a, b);
  require_levels(*desk, a.value.level(), b.value.level());
  return with_session(desk, [&](auto& session) { return op(session, a.value, b.value); });
}

// Refuses constants that are no integers; classes of others may have operators of their own.
void refuse_constant(nb::handle b) {
  PyObject* p = b.ptr();
  const bool number = PyFloat_Check(p) || PyComplex_Check(p);
  if (!number && !PyBool_Check(p) && !PyUnicode_Check(p) && !PyBytes_Check(p) && p != Py_None)
    return;
  const std::string text =
      "a " + nb::cast<std::string>(b.type().attr("__name__")) +
      " beside a ciphertext; an integer or a vector of integers is needed; " +
      (PyFloat_Check(p) ? "round it: round(value)" : "convert it: int(value), or give 0 for none");
  throw nb::type_error(text.c_str());
}

// a op b for a public b: an integer or an array; NotImplemented for others.
template <class Op>
nb::object with_public(const Cipher& a, nb::handle b, const Op& op) {
  if (is_integer(b)) {
    const Scalar scalar = encode_integer(*a.desk, b);
    return nb::cast(with_session(a.desk, [&](auto& session) {
      return std::visit([&](const auto& k) { return op(session, a.value, k); }, scalar);
    }));
  }
  refuse_constant(b);
  if (!is_array(b) && !nb::isinstance<he::Plaintext>(b)) return nb::borrow(Py_NotImplemented);
  const he::Plaintext p = encode(*a.desk, b);
  return nb::cast(with_session(a.desk, [&](auto& session) { return op(session, a.value, p); }));
}

nb::object add(const Cipher& a, nb::handle b) {
  if (nb::isinstance<Cipher>(b)) {
    return nb::cast(combined(a, nb::cast<const Cipher&>(b),
                             [](auto& s, auto& x, auto& y) { return s.add(x, y); }));
  }
  return with_public(a, b, [](auto& s, auto& x, auto& y) { return s.add_plain(x, y); });
}
nb::object sub(const Cipher& a, nb::handle b) {
  if (nb::isinstance<Cipher>(b)) {
    return nb::cast(combined(a, nb::cast<const Cipher&>(b),
                             [](auto& s, auto& x, auto& y) { return s.sub(x, y); }));
  }
  return with_public(a, b, [](auto& s, auto& x, auto& y) { return s.sub_plain(x, y); });
}
nb::object sub_from(const Cipher& a, nb::handle b) {
  return with_public(
      a, b, [](auto& s, auto& x, auto& y) { return s.add_plain(s.multiply_plain(x, -1), y); });
}

he::Ciphertext relinearized(Desk& desk, const he::Ciphertext& a, const he::Ciphertext& b) {
  return desk.relinearize(desk.multiply(a, b));
}
Cipher product(const Cipher& a, const Cipher& b) {
  const Ref& desk = desk_of(a, b);
  require_keys(*desk, "a product");
  require_levels(*desk, a.value.level(), b.value.level());
  const Release release;
  return {desk, relinearized(*desk, a.value, b.value)};
}
Product multiply(const Cipher& a, const Cipher& b) {
  const Ref& desk = desk_of(a, b);
  require_levels(*desk, a.value.level(), b.value.level());
  const Release release;
  return {desk, desk->multiply(a.value, b.value)};
}
// The product as the desk wants products.
nb::object multiplied(const Cipher& a, const Cipher& b) {
  if (desk_of(a, b)->options().relinearize) return nb::cast(product(a, b));
  return nb::cast(multiply(a, b));
}
nb::object mul(const Cipher& a, nb::handle b) {
  if (nb::isinstance<Cipher>(b)) return multiplied(a, nb::cast<const Cipher&>(b));
  return with_public(a, b, [](auto& s, auto& x, auto& y) { return s.multiply_plain(x, y); });
}

Cipher power(const Cipher& a, std::int64_t exponent) {
  if (exponent < 1) {
    throw Error(ErrorCode::invalid_argument, "a power with exponent " + std::to_string(exponent),
                "an exponent of at least 1", "add 1 to 0 * x for the power 0");
  }
  if (exponent > 1) require_keys(*a.desk, "a power");
  const Release release;
  he::Ciphertext square = a.value;
  std::optional<he::Ciphertext> result;
  for (auto bits = static_cast<std::uint64_t>(exponent); true;
       square = relinearized(*a.desk, square, square)) {
    if ((bits & 1) != 0) result = result ? relinearized(*a.desk, *result, square) : square;
    bits >>= 1;
    if (bits == 0) return {a.desk, std::move(*result)};
  }
}

// The columns of the rotations that have keys, "1, 2, 4".
std::string columns_of(const Desk& desk) {
  if (!desk.keys().galois) return "none";
  const std::size_t n = desk.parameters().degree();
  std::string list;
  const auto half = static_cast<std::int64_t>(n / 2);
  for (std::int64_t k = 1; k < half; ++k) {
    if (!desk.keys().galois->has(he::row_rotation(n, k))) continue;
    list += (list.empty() ? "" : ", ") + std::to_string(k <= half / 2 ? k : k - half);
  }
  return list.empty() ? "none" : list;
}

// Says in Python's words which rotation has no key.
template <class Use>
Cipher rotated(const Ref& desk, const std::string& rotations, const Use& use) {
  require_keys(*desk, "a rotation");
  try {
    return with_session(desk, use);
  } catch (const Error& error) {
    const std::string& found = error.found();
    if (!found.starts_with("no key for")) throw;
    throw Error(error.code(), found.substr(0, found.find(" column")),
                "there are keys for " + columns_of(*desk),
                "make the client with " + rotations + "rotations=\"all\"");
  }
}
Cipher exchange_rows(const Cipher& a) {
  require_rows(*a.desk, "an exchange of rows");
  return rotated(a.desk, "rotations=\"sum\" or ",
                 [&](auto& s) { return s.exchange_rows(a.value); });
}
Cipher rotate(const Cipher& a, std::int64_t amount, std::size_t dimension) {
  const Encoder& encoder = a.desk->encoder();
  if (!encoder.has_rows()) return rotate_along(a, {amount, dimension});
  require_row_dimension(dimension);
  if (dimension == 1) return amount % 2 == 0 ? a : exchange_rows(a);
  return rotated(a.desk, "rotations=[" + std::to_string(amount) + "] or ",
                 [&](auto& s) { return s.rotate_rows(a.value, amount); });
}
Cipher sum(const Cipher& a) {
  require_rows(*a.desk, "a sum");
  return rotated(a.desk, "rotations=\"sum\" or ",
                 [&](auto& s) { return s.sum_columns(a.value, a.desk->parameters().degree()); });
}
Cipher dot_array(const Cipher& a, nb::handle values) {
  if (nb::isinstance<Product>(values)) {
    throw Error(ErrorCode::mismatch, "a dot product with a product that is not relinearised",
                "a ciphertext or a vector", "relinearise it first: x.dot(p.relinearize())");
  }
  const he::Plaintext p = encode(*a.desk, values);
  return sum(with_session(a.desk, [&](auto& s) { return s.multiply_plain(a.value, p); }));
}

std::string shown(const Cipher& a) {
  return "<lath Ciphertext " + a.desk->facts() + " level=" + std::to_string(a.value.level()) +
         ", " + std::to_string(static_cast<long>(std::floor(a.value.noise().budget_bits()))) +
         " bits left>";
}

// The signature of an operator.
std::string sig_of(const std::string& name) {
  return "def " + name + "(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext";
}

constexpr const char* kDoc = R"(A vector of integers modulo t, encrypted.

Threads share it, and it can be pickled, without keys. Operators take ciphertexts, integers, lists
and arrays of NumPy on either side.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537), rotations="sum")
    >>> x = client.encrypt([1, 2, 3])
    >>> x
    <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>
    >>> x.level, x.encoding, x.parameters == client.parameters
    (2, 'slots', True)
    >>> 40 < x.budget_bits < 50
    True
    >>> client.decrypt(2 * x * x - 1)[:3].tolist()
    [1, 7, 17]
    >>> client.decrypt(x.dot([1, 10, 100]))[:2].tolist()
    [321, 321])";

void bind_operators(nb::class_<Cipher>& c) {
  const char* any =
      "Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for "
      "other things, with the index, and lath.Error for operands that do not belong together.";
  c.def("__add__", &add, nb::sig(sig_of("__add__").c_str()), any)
      .def("__radd__", &add, nb::sig(sig_of("__radd__").c_str()), any)
      .def("__sub__", &sub, nb::sig(sig_of("__sub__").c_str()), any)
      .def("__rsub__", &sub_from, nb::sig(sig_of("__rsub__").c_str()), any)
      .def("__mul__", &mul, nb::sig(sig_of("__mul__").c_str()), any)
      .def("__rmul__", &mul, nb::sig(sig_of("__rmul__").c_str()), any)
      .def("__neg__",
           [](const Cipher& a) {
             return with_session(a.desk, [&](auto& s) { return s.multiply_plain(a.value, -1); });
           })
      .def("__pow__", &power, nb::arg("exponent"),
           "The power, relinearised. Raises InvalidArgumentError for exponents below 1, without "
           "keys, and if the noise leaves no room.")
      // NumPy leaves operators with an array on the left to this class.
      .attr("__array_ufunc__") = nb::none();
}

void bind_functions(nb::class_<Cipher>& c) {
  c.def("multiply", &multiply, nb::arg("other"),
        R"(The product with a ciphertext, not relinearised: takes no keys.

Raises InvalidArgumentError if the noise leaves no room, and MismatchError for other parameters.

    >>> client.decrypt(x.multiply(y))[:3].tolist()
    [4, 10, 18])")
      .def(
          "square", [](const Cipher& a) { return multiplied(a, a); },
          nb::sig("def square(self) -> Ciphertext"), R"(The product with itself: x * x.

    >>> client.decrypt(x.square())[:3].tolist()
    [1, 4, 9])")
      .def(
          "dot", [](const Cipher& a, const Cipher& b) { return sum(product(a, b)); },
          nb::arg("other"), R"(The sum of the products of slots, in all of them, relinearised.

The keys of rotations="sum" suffice. Raises InvalidArgumentError without keys, and if the noise
leaves no room.

    >>> x.dot(y)
    <lath Ciphertext BFV n=4096 t=65537 level=2, 6 bits left>)")
      .def("dot", &dot_array, nb::arg("values"),
           nb::sig("def dot(self, values: lath.typing.Values) -> Ciphertext"),
           R"(The sum of the products with integers, in all slots.

Raises TypeError for other things, with the index.

    >>> client.decrypt(x.dot([1, 10, 100]))[:2].tolist()
    [321, 321])")
      .def(
          "switch_to",
          [](const Cipher& a, std::size_t level) {
            return with_session(a.desk, [&](auto& s) { return s.mod_switch(a.value, level); });
          },
          nb::arg("level"),
          R"(Switches to a lower level, from 1 to the present one, where operations are faster.

Raises InvalidArgumentError for other levels.

    >>> x.switch_to(1).level
    1)");
}

void bind_rotations(nb::class_<Cipher>& c) {
  c.def("rotate", &rotate, nb::arg("columns"), nb::arg("dimension") = 0,
        R"(Rotates both rows of n/2 slots to the left, or to the right if it is negative.

The key of these columns serves, or several that compose it. Slots of other shapes rotate along a
dimension of encoder.shape, 0 the fastest, each by keys of its own. Raises InvalidArgumentError if
the keys do not suffice, and UnsupportedError for values that are not in slots.

    >>> client.decrypt(x.rotate(1))[:3].tolist()
    [2, 3, 0])")
      .def("exchange_rows", &exchange_rows, R"(Exchanges the two rows of n/2 slots.

The keys of rotations="sum" suffice. Raises InvalidArgumentError without them, and UnsupportedError
where slots have no rows.

    >>> client.decrypt(x.exchange_rows())[2048:2051].tolist()
    [1, 2, 3])")
      .def("sum", &sum, R"(The sum of all slots, in all of them.

The keys of rotations="sum" suffice. Raises InvalidArgumentError without them, and UnsupportedError
where slots have no rows.

    >>> client.decrypt(x.sum())[:2].tolist()
    [6, 6])");
}

void bind_properties(nb::class_<Cipher>& c) {
  c.def_prop_ro(
       "level", [](const Cipher& a) { return a.value.level(); },
       "The number of primes of the modulus, from 1 to parameters.levels.")
      .def_prop_ro(
          "encoding", [](const Cipher& a) { return name_of(a.desk->encoding()); },
          nb::sig("def encoding(self) -> lath.typing.Encoding"),
          "How values stand in the plaintext, as of a Client.")
      .def_prop_ro(
          "budget_bits", [](const Cipher& a) { return a.value.noise().budget_bits(); },
          "The bits of noise that are left: it decrypts as long as they are positive.")
      .def_prop_ro(
          "parameters", [](const Cipher& a) { return parameters_of(*a.desk); },
          nb::sig("def parameters(self) -> lath.typing.Parameters"), "The parameters.")
      .def("__bytes__",
           [](const Cipher& a) {
             return bytes_of(he::ciphertext_bytes(a.desk->parameters(), a.value.level()),
                             [&](std::span<std::byte> out) { he::to_bytes(a.value, out); });
           })
      .def("__repr__", &shown);
}

}  // namespace

void bind_ciphertexts(nb::module_& m) {
  nb::class_<Cipher> c(m, "Ciphertext", kDoc);
  bind_operators(c);
  bind_functions(c);
  bind_rotations(c);
  bind_properties(c);
}

}  // namespace lath::python
