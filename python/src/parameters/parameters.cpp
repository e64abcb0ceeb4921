// SPDX-License-Identifier: Apache-2.0
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "parameters/spaces.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

// The parameters that a text describes: the tables of a desk that is there, or new ones.
template <class Scheme>
he::Parameters<Scheme> from_json(std::string_view text) {
  const Release release;
  const he::Literal literal = he::literal_from_json(text);
  const char* scheme = Scheme::kScheme == he::Scheme::bfv ? "BFV" : "BGV";
  const Ref desk = find_desk(scheme, literal);
  if (desk == nullptr) return he::Parameters<Scheme>::create(literal);
  return dynamic_cast<const DeskOf<Scheme>&>(*desk).parameters();
}

std::uint64_t index_of(const he::SchemeParameters& p) {
  return p.literal().index != 0 ? p.literal().index : 2 * p.degree();
}
template <class Scheme>
std::string facts(const he::Parameters<Scheme>& p) {
  return std::string(Scheme::kScheme == he::Scheme::bfv ? "BFV " : "BGV ") + facts_of(p);
}

// The signature of a maker of parameters by the fields of a literal.
std::string sig_of(const char* name, const char* result) {
  return std::string("def ") + name +
         "(*, degree: int = 0, index: int = 0, plaintext_modulus: int | PlaintextSpace, "
         "prime_bits: collections.abc.Sequence[int] = (), "
         "special_prime_bits: collections.abc.Sequence[int] = (), "
         "primes: collections.abc.Sequence[int] = (), "
         "special_primes: collections.abc.Sequence[int] = (), digit_primes: int = 0, "
         "security: typing.Literal[128, 192, 256] = 128, "
         "attacker: typing.Literal['classical', 'quantum'] = 'classical', "
         "errors: typing.Literal['centered_binomial', 'discrete_gaussian', 'wide_gaussian'] = "
         "'centered_binomial') -> " +
         result;
}

// A docstring that names BFV, for the scheme itself.
template <class Scheme>
std::string doc_of(std::string text) {
  if (Scheme::kScheme == he::Scheme::bfv) return text;
  for (const auto& [bfv, own] : {std::pair("BFV", "BGV"), std::pair("bfv", "bgv")}) {
    for (std::size_t at = text.find(bfv); at != std::string::npos; at = text.find(bfv, at)) {
      text.replace(at, 3, own);
    }
  }
  return text;
}

constexpr const char* kDoc = R"(Parameters of BFV: checked once, immutable.

They compare, hash and can be pickled, unless they are insecure.

    >>> parameters = lath.he.bfv.Parameters.recommended(4096, 65537)
    >>> parameters
    <lath BFV n=4096 t=65537 levels=2>
    >>> parameters.degree, parameters.index, parameters.plaintext_modulus, parameters.levels
    (4096, 8192, 65537, 2)
    >>> parameters.plaintext_space
    <lath PlaintextSpace t=65537>
    >>> 100 < parameters.log2_qp <= 109
    True)";
constexpr const char* kRecommendedDoc =
    R"(Parameters for degree n and plaintexts modulo t, or of a space.

They have all the bits that the security allows. Raises InvalidArgumentError, naming a degree that
has room, if there is none.

    >>> lath.he.bfv.Parameters.recommended(8192, 65537, security=192)
    <lath BFV n=8192 t=65537 levels=2>)";
constexpr const char* kCreateDoc = R"(Parameters by the fields of a literal.

The ring is x^n + 1 or of an index, and there are the primes or their lengths. Raises
InvalidArgumentError, naming the field, for values that do not serve or are not secure.

    >>> lath.he.bfv.Parameters.create(degree=4096, plaintext_modulus=65537,
    ...                               prime_bits=[35, 35], special_prime_bits=[36])
    <lath BFV n=4096 t=65537 levels=2>)";
constexpr const char* kInsecureDoc =
    R"(Parameters without regard to security: for tests and studies.

They are not pickled: reading refuses them. Raises InvalidArgumentError, naming the field, for values
that do not serve.

    >>> lath.he.bfv.Parameters.create_insecure(degree=1024, plaintext_modulus=12289,
    ...                                        prime_bits=[40, 40], special_prime_bits=[41])
    <lath BFV n=1024 t=12289 levels=2>)";
constexpr const char* kFromJsonDoc = R"(The parameters that a JSON object describes.

Raises MalformedError for other text, and InvalidArgumentError for parameters that are not secure.

    >>> lath.he.bfv.Parameters.from_json(lath.he.bfv.Parameters.recommended(4096, 65537).to_json())
    <lath BFV n=4096 t=65537 levels=2>)";
constexpr const char* kToJsonDoc = R"(The JSON object that describes the parameters.

    >>> import json
    >>> text = lath.he.bfv.Parameters.recommended(4096, 65537).to_json()
    >>> json.loads(text)["degree"]
    4096)";
constexpr const char* kPlaintextsDoc = R"(The parameters of other plaintexts over the same keys.

Raises InvalidArgumentError if a prime of Q divides t.

    >>> parameters = lath.he.bfv.Parameters.recommended(4096, 65537)
    >>> parameters.with_plaintexts(lath.he.PlaintextSpace.integer(40961))
    <lath BFV n=4096 t=40961 levels=2>)";

template <class Scheme>
void bind_makers(nb::class_<he::Parameters<Scheme>>& c, const char* name) {
  using Parameters = he::Parameters<Scheme>;
  c.def_static(
       "recommended",
       [](std::size_t degree, nb::handle modulus, unsigned security) {
         const he::PlaintextSpace space = space_of(modulus);
         const SecurityLevel level = security_of(security);
         const Release release;
         return Parameters::recommended(degree, space, level);
       },
       nb::arg("degree"), nb::arg("plaintext_modulus"), nb::kw_only(), nb::arg("security") = 128,
       nb::sig((std::string("def recommended(degree: int, plaintext_modulus: int | PlaintextSpace, "
                            "*, security: typing.Literal[128, 192, 256] = 128) -> ") +
                name)
                   .c_str()),
       doc_of<Scheme>(kRecommendedDoc).c_str())
      .def_static(
          "create",
          [](const nb::kwargs& fields) {
            const he::Literal literal = literal_of(fields);
            const Release release;
            return Parameters::create(literal);
          },
          nb::sig(sig_of("create", name).c_str()), doc_of<Scheme>(kCreateDoc).c_str())
      .def_static(
          "create_insecure",
          [](const nb::kwargs& fields) {
            const he::Literal literal = literal_of(fields);
            const Release release;
            return Parameters::create_insecure(literal);
          },
          nb::sig(sig_of("create_insecure", name).c_str()), doc_of<Scheme>(kInsecureDoc).c_str());
}

template <class Scheme>
void bind(nb::module_& m, const char* name) {
  using Parameters = he::Parameters<Scheme>;
  nb::class_<Parameters> c(m, name, doc_of<Scheme>(kDoc).c_str());
  bind_makers<Scheme>(c, name);
  c.def_static("from_json", &from_json<Scheme>, nb::arg("text"),
               doc_of<Scheme>(kFromJsonDoc).c_str())
      .def(
          "to_json", [](const Parameters& p) { return he::to_json(p.literal()); },
          doc_of<Scheme>(kToJsonDoc).c_str())
      .def_prop_ro(
          "degree", [](const Parameters& p) { return p.degree(); },
          "n, the number of coefficients.")
      .def_prop_ro(
          "plaintext_modulus",
          [](const Parameters& p) { return integer_of(p.plaintext_modulus()); },
          nb::sig("def plaintext_modulus(self) -> int"), "t, or p beside a short modulus.")
      .def_prop_ro(
          "plaintext_space", [](const Parameters& p) { return p.plaintext_space(); },
          "The plaintexts.")
      .def_prop_ro(
          "index", [](const Parameters& p) { return index_of(p); },
          "The index m of the ring, 2n for x^n + 1.")
      .def("with_plaintexts", &Parameters::with_plaintexts, nb::arg("space"),
           nb::call_guard<Release>(), doc_of<Scheme>(kPlaintextsDoc).c_str())
      .def_prop_ro(
          "levels", [](const Parameters& p) { return p.levels(); },
          "The level of a fresh ciphertext.")
      .def_prop_ro(
          "log2_qp", [](const Parameters& p) { return p.log2_qp(); },
          "log2(Q P), of which security depends.")
      .def(
          "__eq__", [](const Parameters& a, const Parameters& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Parameters& p) {
             // Equal parameters may have literals that differ: lengths of primes, or the primes.
             return nb::hash(nb::make_tuple(p.degree(), index_of(p), p.levels(),
                                            integer_of(p.plaintext_modulus())));
           })
      .def("__getstate__", [](const Parameters& p) { return he::to_json(p.literal()); })
      .def("__setstate__",
           [](Parameters& p, const std::string& text) {
             new (&p) Parameters(from_json<Scheme>(text));
           })
      .def("__repr__", [](const Parameters& p) {
        return "<lath " + facts(p) + " levels=" + std::to_string(p.levels()) + ">";
      });
}

}  // namespace

void bind_parameters(nb::module_& m) {
  bind<he::Bfv>(m, "BfvParameters");
  bind<he::Bgv>(m, "BgvParameters");
}

}  // namespace lath::python
