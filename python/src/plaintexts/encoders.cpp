// SPDX-License-Identifier: Apache-2.0
#include "plaintexts/encoders.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "parameters/spaces.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

bool is_wide(const he::SchemeParameters& parameters) {
  return parameters.literal().short_modulus.index != 0 ||
         parameters.plaintext_modulus().bits() > 60;
}

// Words that are 1 modulo the index in a ring of x^n + 1 have the rows of SlotEncoder.
std::unique_ptr<Encoder> of_words(const he::SchemeParameters& parameters) {
  try {
    return slot_encoder(parameters);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return cyclotomic_encoder(parameters);
  }
}

std::unique_ptr<Encoder> made(const he::SchemeParameters& parameters, Encoding encoding) {
  const bool wide = is_wide(parameters);
  switch (encoding) {
    case Encoding::slots:
      return wide ? wide_slot_encoder(parameters, {}) : of_words(parameters);
    case Encoding::elements:
      return element_encoder(parameters);
    case Encoding::coefficients:
      return wide ? wide_coefficient_encoder(parameters) : coefficient_encoder(parameters);
    case Encoding::integers:
      break;
  }
  return integer_encoder(parameters, 2);
}

// An encoder as an object of Python, of a class for each name.
struct AnyEncoder {
  std::shared_ptr<const Encoder> coder;
};
enum class Kind : std::uint8_t { slot, cyclotomic, element, coefficient, integer, wide_slot, wide };
template <Kind>
struct EncoderOf : AnyEncoder {};

template <Kind kKind>
nb::class_<EncoderOf<kKind>, AnyEncoder> bind(nb::module_& m, const char* name, const char* doc) {
  return nb::class_<EncoderOf<kKind>, AnyEncoder>(m, name, doc);
}
template <Kind kKind, class Make>
void bind(nb::module_& m, const char* name, const char* doc, const Make& make) {
  bind<kKind>(m, name, doc)
      .def(
          "__init__",
          [make](EncoderOf<kKind>* self, nb::handle given) {
            const he::SchemeParameters& parameters = parameters_in(given);
            const Release release;
            new (self) EncoderOf<kKind>{{make(parameters)}};
          },
          nb::arg("parameters"),
          nb::sig("def __init__(self, parameters: lath.typing.Parameters) -> None"),
          "The encoder of these parameters. Raises UnsupportedError if their plaintexts are "
          "others.");
}

void bind_base(nb::module_& m) {
  nb::class_<AnyEncoder>(
      m, "Encoder",
      R"(Makes plaintexts of values, and values of plaintexts: each has a class of its own.

    >>> encoder = lath.he.SlotEncoder(parameters)
    >>> isinstance(encoder, lath.he.Encoder), encoder.shape
    (True, (2, 2048)))")
      .def(
          "encode", [](const AnyEncoder& e, nb::handle values) { return e.coder->encode(values); },
          nb::arg("values"), nb::sig("def encode(self, values: typing.Any) -> Plaintext"),
          R"(The plaintext with these values, in [-t/2, t); missing ones are zero.

Raises TypeError for other things, with the index, and lath.Error for integers out of range.

    >>> plaintext = lath.he.SlotEncoder(parameters).encode([10, 20])
    >>> client.decrypt(x + plaintext)[:3].tolist()
    [11, 22, 3])")
      .def(
          "decode", [](const AnyEncoder& e, const he::Plaintext& p) { return e.coder->decode(p); },
          nb::arg("plaintext"), nb::sig("def decode(self, plaintext: Plaintext) -> typing.Any"),
          R"(The values of a plaintext, from -t/2 to t/2. Raises MismatchError for other parameters.

    >>> encoder = lath.he.SlotEncoder(parameters)
    >>> encoder.decode(encoder.encode([10, -20]))[:3].tolist()
    [10, -20, 0])")
      .def_prop_ro(
          "shape", [](const AnyEncoder& e) { return nb::tuple(nb::cast(e.coder->shape())); },
          nb::sig("def shape(self) -> tuple[int, ...]"),
          "The shape of the values: the dimensions of slots, the fastest last.")
      .def("__repr__", [](const AnyEncoder& e) {
        const nb::tuple shape(nb::cast(e.coder->shape()));
        return std::string("<lath ") + e.coder->name() + " of shape " + nb::repr(shape).c_str() +
               ">";
      });
}

void bind_with_options(nb::module_& m) {
  bind<Kind::integer>(m, "IntegerEncoder",
                      R"(One integer of 64 bits with its sign, by digits in a base.

    >>> encoder = lath.he.IntegerEncoder(parameters, base=3)
    >>> encoder.decode(encoder.encode(-1000))
    -1000)")
      .def(
          "__init__",
          [](EncoderOf<Kind::integer>* self, nb::handle given, std::uint64_t base) {
            const he::SchemeParameters& parameters = parameters_in(given);
            new (self) EncoderOf<Kind::integer>{{integer_encoder(parameters, base)}};
          },
          nb::arg("parameters"), nb::arg("base") = 2,
          nb::sig("def __init__(self, parameters: lath.typing.Parameters, base: int = 2) -> "
                  "None"),
          "The encoder for a base from 2 to t. Raises InvalidArgumentError for others.");
  bind<Kind::wide_slot>(m, "WideSlotEncoder",
                        R"(Integers of any length in slots, modulo t or the p of a short modulus.

    >>> space = lath.he.PlaintextSpace.field("BLS12-381", index=16384)
    >>> wide = lath.he.bfv.Parameters.create(degree=8192, plaintext_modulus=space,
    ...                                      prime_bits=[50, 50, 50], special_prime_bits=[50])
    >>> encoder = lath.he.WideSlotEncoder(wide)
    >>> encoder.decode(encoder.encode([2**200]))[0] == 2**200
    True)")
      .def(
          "__init__",
          [](EncoderOf<Kind::wide_slot>* self, nb::handle given, nb::handle primes) {
            const he::SchemeParameters& parameters = parameters_in(given);
            std::vector<Natural> factors;
            for (const nb::handle p : nb::iter(primes)) factors.push_back(natural_of(p, "factors"));
            const Release release;
            new (self) EncoderOf<Kind::wide_slot>{{wide_slot_encoder(parameters, factors)}};
          },
          nb::arg("parameters"), nb::arg("factors") = nb::make_tuple(),
          nb::sig("def __init__(self, parameters: lath.typing.Parameters, factors: "
                  "collections.abc.Sequence[int] = ()) -> None"),
          "The encoder for a prime, or for the product of the primes that are named, each 1 modulo "
          "the index. Raises UnsupportedError or InvalidArgumentError for others.");
}

}  // namespace

std::unique_ptr<const Encoder> make_encoder(const he::SchemeParameters& parameters,
                                            Encoding encoding) {
  try {
    return made(parameters, encoding);
  } catch (const Error& error) {
    if (encoding == Encoding::coefficients) throw;
    throw Error(ErrorCode::unsupported,
                "encoding=\"" + std::string(name_of(encoding)) + "\" of " + facts_of(parameters) +
                    ": " + error.found(),
                error.needed(),
                "make the client with encoding=\"coefficients\", or " + error.remedy());
  }
}

void bind_encoders(nb::module_& m) {
  nb::class_<he::Plaintext>(m, "Plaintext",
                            R"(A plaintext of some parameters: an encoder makes it.

Its contents may be secret, and are not shown or pickled.

    >>> plaintext = lath.he.SlotEncoder(parameters).encode([10, 20])
    >>> plaintext
    <lath Plaintext, hidden>
    >>> isinstance(plaintext, lath.he.Plaintext)
    True)")
      .def("__repr__", [](const he::Plaintext&) { return "<lath Plaintext, hidden>"; });
  bind_base(m);
  bind<Kind::slot>(m, "SlotEncoder", R"(Words in two rows of n/2 slots, for a prime t = 1 mod 2n.

    >>> lath.he.SlotEncoder(parameters)
    <lath SlotEncoder of shape (2, 2048)>)",
                   &slot_encoder);
  bind<Kind::cyclotomic>(m, "CyclotomicEncoder",
                         R"(Bits and integers modulo t in the slots of any index: their constants.

    >>> bits = lath.he.bfv.Parameters.create_insecure(index=127, plaintext_modulus=2,
    ...                                               prime_bits=[40, 40], special_prime_bits=[41])
    >>> encoder = lath.he.CyclotomicEncoder(bits)
    >>> encoder.decode(encoder.encode([1, 0, 1])).tolist()
    [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])",
                         &cyclotomic_encoder);
  bind<Kind::element>(m, "ElementEncoder",
                      R"(Elements of Galois rings in the slots of any index: rows of words below t.

    >>> bits = lath.he.bfv.Parameters.create_insecure(index=127, plaintext_modulus=2,
    ...                                               prime_bits=[40, 40], special_prime_bits=[41])
    >>> encoder = lath.he.ElementEncoder(bits)
    >>> encoder
    <lath ElementEncoder of shape (18, 7)>
    >>> encoder.decode(encoder.encode([[1, 0, 1, 0, 0, 0, 1]]))[0].tolist()
    [1, 0, 1, 0, 0, 0, 1])",
                      &element_encoder);
  bind<Kind::coefficient>(m, "CoefficientEncoder",
                          R"(Words as the coefficients of polynomials, for any t of 60 bits.

    >>> encoder = lath.he.CoefficientEncoder(parameters)
    >>> encoder.decode(encoder.encode([1, -2]))[:3].tolist()
    [1, -2, 0])",
                          &coefficient_encoder);
  bind<Kind::wide>(m, "WideCoefficientEncoder",
                   R"(Integers of any length as the coefficients of polynomials, for any t.

    >>> wide = lath.he.bfv.Parameters.recommended(8192, 2**80)
    >>> encoder = lath.he.WideCoefficientEncoder(wide)
    >>> encoder.decode(encoder.encode([2**70]))[0] == 2**70
    True)",
                   &wide_coefficient_encoder);
  bind_with_options(m);
}

}  // namespace lath::python
