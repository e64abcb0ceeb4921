// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <type_traits>

#include "bindings.hpp"

namespace lath::python {
namespace {

// A function of the product, whichever scheme made it.
template <class Use>
auto visit(const Product& p, const Use& use) {
  return std::visit(use, p.value);
}
std::size_t level(const Product& p) {
  return visit(p, [](const auto& value) { return value.level(); });
}
double budget_bits(const Product& p) {
  return visit(p, [](const auto& value) { return value.noise().budget_bits(); });
}

[[noreturn]] void refuse_other(const std::string& found, const std::string& remedy) {
  throw Error(ErrorCode::mismatch, found, "a product that is not relinearised meets products only",
              remedy);
}

// a + b or a - b, where both have the class of one scheme.
template <class Op>
Product combined(const Product& a, const Product& b, const Op& op) {
  const Ref& desk = a.desk->keys().relin || !b.desk->keys().relin ? a.desk : b.desk;
  require_levels(*desk, level(a), level(b));
  return {desk, lent(desk, [&](he::SchemeSession& session) {
            return visit(a, [&](const auto& x) -> AnyProduct {
              const auto* y = std::get_if<std::decay_t<decltype(x)>>(&b.value);
              if (y == nullptr)
                refuse_other("products of two schemes", "encrypt both for one client");
              return op(session, x, *y);
            });
          })};
}
// An operator with something else than a product.
[[noreturn]] void refuse(char op, nb::handle other) {
  refuse_other(std::string("an operator ") + op + " of a product and a value of type " +
                   nb::cast<std::string>(other.type().attr("__name__")),
               std::string("relinearise the product first: p.relinearize() ") + op + " x");
}
template <char op>
void refuse_all(const Product&, nb::handle other) {
  refuse(op, other);
}
// sum() of Python begins with the integer 0.
nb::object add(nb::handle a, nb::handle b) {
  if (PyLong_CheckExact(b.ptr()) && b.equal(nb::int_(0))) return nb::borrow(a);
  if (!nb::isinstance<Product>(b)) refuse('+', b);
  return nb::cast(combined(nb::cast<const Product&>(a), nb::cast<const Product&>(b),
                           [](auto& s, auto& x, auto& y) { return s.add(x, y); }));
}
Product sub(const Product& a, nb::handle b) {
  if (!nb::isinstance<Product>(b)) refuse('-', b);
  return combined(a, nb::cast<const Product&>(b),
                  [](auto& s, auto& x, auto& y) { return s.sub(x, y); });
}

Cipher relinearize(const Product& p) {
  require_keys(*p.desk, "a relinearisation");
  const Release release;
  return {p.desk, p.desk->relinearize(p.value)};
}
Product switch_to(const Product& p, std::size_t to) {
  return {p.desk, lent(p.desk, [&](he::SchemeSession& session) {
            return visit(p, [&](const auto& x) -> AnyProduct { return session.mod_switch(x, to); });
          })};
}

nb::bytes bytes(const Product& p) {
  const std::size_t size = visit(p, [&](const auto& value) {
    return he::product_bytes(p.desk->parameters(), value.level(), value.parts());
  });
  return bytes_of(size, [&](std::span<std::byte> out) {
    visit(p, [&](const auto& value) { he::to_bytes(value, out); });
  });
}
template <class Scheme>
Product from_bytes(const he::Parameters<Scheme>& parameters, const nb::bytes& data) {
  const auto bytes = span_of(data);
  const Release release;
  const Ref desk = desk_without_keys(parameters);
  if constexpr (Scheme::kScheme == he::Scheme::bfv) {
    return {desk, he::bfv::product_from_bytes(parameters, bytes)};
  } else {
    return {desk, he::bgv::product_from_bytes(parameters, bytes)};
  }
}
template <class Scheme>
void set_state(Product& p, const std::pair<he::Parameters<Scheme>, nb::bytes>& state) {
  new (&p) Product(from_bytes(state.first, state.second));
}

std::string shown(const Product& p) {
  return "<lath Product " + p.desk->facts() + " level=" + std::to_string(level(p)) + ", " +
         std::to_string(static_cast<long>(std::floor(budget_bits(p)))) + " bits left>";
}

}  // namespace

void bind_products(nb::module_& m) {
  const char* refused = "Raises MismatchError: relinearise the product first.";
  nb::class_<Product>(m, "Product",
                      R"(A product of ciphertexts that is not relinearised.

x.multiply(y) makes it, and the operator * of a server that was made with relinearize=False. Sums of
products need one relinearisation together. A client decrypts products, and they can be pickled.

    >>> product = x.multiply(y)
    >>> product
    <lath Product BFV n=4096 t=65537 level=2, 18 bits left>
    >>> product.level, product.parameters == client.parameters, product.budget_bits > 0
    (2, True, True)
    >>> client.decrypt(sum([product, y.multiply(y)]).relinearize())[:2].tolist()
    [20, 35])")
      .def("__add__", &add, nb::sig("def __add__(self, other: Product, /) -> Product"),
           "The sum of two products.")
      .def("__radd__", &add, nb::sig("def __radd__(self, other: int, /) -> Product"),
           "The product itself for 0, with which sum() begins.")
      .def("__sub__", &sub, nb::sig("def __sub__(self, other: Product, /) -> Product"),
           "The difference of two products.")
      .def("__rsub__", &refuse_all<'-'>,
           nb::sig("def __rsub__(self, other: object, /) -> typing.NoReturn"), refused)
      .def("__mul__", &refuse_all<'*'>,
           nb::sig("def __mul__(self, other: object, /) -> typing.NoReturn"), refused)
      .def("__rmul__", &refuse_all<'*'>,
           nb::sig("def __rmul__(self, other: object, /) -> typing.NoReturn"), refused)
      .def("relinearize", &relinearize,
           R"(The ciphertext of the product. Raises InvalidArgumentError if it came without keys.

    >>> client.decrypt(x.multiply(y).relinearize() - 1)[:3].tolist()
    [3, 9, 17])")
      .def("switch_to", &switch_to, nb::arg("level"),
           R"(Switches to a lower level, from 1 to the present one.

Raises InvalidArgumentError for other levels.

    >>> x.multiply(y).switch_to(1).level
    1)")
      .def_prop_ro("level", &level,
                   "The number of primes of the modulus, from 1 to parameters.levels.")
      .def_prop_ro("budget_bits", &budget_bits,
                   "The bits of noise that are left: it decrypts as long as they are positive.")
      .def_prop_ro(
          "parameters", [](const Product& p) { return parameters_of(*p.desk); },
          nb::sig("def parameters(self) -> lath.typing.Parameters"), "The parameters.")
      .def("__bytes__", &bytes)
      .def(
          "__getstate__",
          [](const Product& p) { return nb::make_tuple(parameters_of(*p.desk), bytes(p)); },
          nb::sig("def __getstate__(self) -> tuple[lath.typing.Parameters, bytes]"))
      .def("__setstate__", &set_state<he::Bfv>)
      .def("__setstate__", &set_state<he::Bgv>)
      .def("__repr__", &shown)
      .attr("__array_ufunc__") = nb::none();
}

}  // namespace lath::python
