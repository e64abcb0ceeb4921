// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes, and as words of NumPy.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "lath/base/buffer.hpp"
#include "lath/ring/bytes.hpp"
#include "plaintexts/integers.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

constexpr std::size_t kFormPlace = 6;  // in the header, see docs/wire-format.md
constexpr auto kValues = std::byte{2};

nb::bytes written(const Polynomial& a) {
  return bytes_of(byte_size(a.ring()), [&](std::span<std::byte> out) {
    const auto bytes = std::visit([](const auto& words) { return to_bytes(words); }, a.words);
    std::ranges::copy(bytes.span(), out.begin());
  });
}

nb::bytes public_bytes(const Polynomial& a) {
  require_public(a, "bytes()");
  return written(a);
}

std::pair<DynamicRing, nb::bytes> state(const Polynomial& a) {
  if (a.is_secret) {
    throw nb::type_error(
        "secret polynomials are not pickled; where everybody may know it, take a.declassify()");
  }
  return {a.ring(), written(a)};
}

Polynomial from_python_bytes(const DynamicRing& ring, const nb::bytes& data, bool secret) {
  const std::span<const std::byte> bytes = span_of(data);
  const bool values = bytes.size() > kFormPlace && bytes[kFormPlace] == kValues;
  const Release release;
  if (values) return {from_bytes<Eval, Secret>(ring, bytes), secret};
  return {from_bytes<Coeff, Secret>(ring, bytes), secret};
}

[[noreturn]] void refuse_rows(const std::string& found, const DynamicRing& ring) {
  throw nb::type_error((found + "; rows of the shape (" + std::to_string(ring.limbs()) + ", " +
                        std::to_string(ring.degree()) +
                        ") of uint64 are needed; for integers take ring.from_integers()")
                           .c_str());
}

// The words of an array, which is read with the GIL: other threads may write to it.
Buffer<std::uint64_t, Secret> copied(const DynamicRing& ring, nb::handle object) {
  nb::ndarray<const std::uint64_t, nb::device::cpu> array;
  if (!nb::try_cast(object, array, false)) {
    const bool named = nb::hasattr(object, "dtype");
    refuse_rows(named ? "an array of " + shown(object, "dtype")
                      : "a " + nb::cast<std::string>(object.type().attr("__name__")),
                ring);
  }
  const std::size_t limbs = ring.limbs(), degree = ring.degree();
  const bool flat = array.ndim() == 1 && limbs == 1 && array.shape(0) == degree;
  if (!flat && (array.ndim() != 2 || array.shape(0) != limbs || array.shape(1) != degree)) {
    refuse_rows("the shape " + shown(object, "shape"), ring);
  }
  Buffer<std::uint64_t, Secret> words(limbs * degree);
  const std::int64_t row = flat ? 0 : array.stride(0), step = array.stride(flat ? 0 : 1);
  for (std::size_t i = 0; i < limbs; ++i) {
    for (std::size_t j = 0; j < degree; ++j) {
      words[i * degree + j] =
          array.data()[static_cast<std::int64_t>(i) * row + static_cast<std::int64_t>(j) * step];
    }
  }
  return words;
}

Polynomial from_rows(const DynamicRing& ring, nb::handle rows, const std::string& form,
                     bool secret) {
  const bool values = is_value_form(form);
  const auto words = copied(ring, rows);
  const Release release;
  if (values) return {Values::from_words(ring, words.span()), secret};
  return {Coefficients::from_words(ring, words.span()), secret};
}

}  // namespace

bool is_value_form(const std::string& form) {
  if (form == "values") return true;
  if (form == "coefficients") return false;
  throw Error(ErrorCode::invalid_argument, "the form \"" + form + "\"",
              "a form is \"coefficients\" or \"values\"", "give form=\"coefficients\"");
}

void bind_poly_bytes(PolyClass& poly) {
  poly.def("__bytes__", &public_bytes,
           "The polynomial in the wire format, packed: ring.poly_from_bytes() reads it. Raises "
           "InvalidArgumentError for secrets.")
      .def("secret_bytes", &written,
           R"(As bytes(), also for secrets: the bytes are as secret as the polynomial.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> key = ring.ternary()
    >>> ring.poly_from_bytes(key.secret_bytes(), secret=True) == key
    True)")
      .def("__hash__",
           [](const Polynomial& a) {
             require_public(a, "hash()");
             return nb::hash(written(a));
           })
      .def("__getstate__", &state)
      .def("__setstate__", [](Polynomial& a, const std::pair<DynamicRing, nb::bytes>& state) {
        new (&a) Polynomial(from_python_bytes(state.first, state.second, false));
      });
}

void bind_ring_polynomials(RingClass& ring) {
  ring.def("poly_from_bytes", &from_python_bytes, nb::arg("data"), nb::kw_only(),
           nb::arg("secret") = false,
           R"(The polynomial of bytes(), in its form, from anywhere.

Raises MismatchError for bytes of another ring and MalformedError for anything else.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> a = ring.uniform("values")
    >>> ring.poly_from_bytes(bytes(a)) == a
    True)")
      .def("from_rows", &from_rows, nb::arg("rows"), nb::arg("form") = "coefficients",
           nb::kw_only(), nb::arg("secret") = false,
           nb::sig("def from_rows(self, rows: numpy.typing.NDArray[numpy.uint64], form: str = "
                   "'coefficients', "
                   "*, secret: bool = False) -> Poly"),
           R"(The polynomial with these words: a row of n words for each prime.

With one prime, the row itself serves. The words are copied. Raises TypeError for other dtypes and
shapes, and InvalidArgumentError for a word that is not below its prime.

    >>> ring = lath.ring.Ring(4, 17)
    >>> values = ring.from_rows(np.array([2, 15, 8, 9], dtype=np.uint64), form="values")
    >>> values == ring.x.ntt()
    True)")
      .def_prop_ro(
          "x", [](const DynamicRing& r) { return x_of(r); },
          R"(The polynomial x, as coefficients.

    >>> ring = lath.ring.Ring(4, 17)
    >>> print((1 + 2 * ring.x**3).to_integers(), (ring.x**5).to_integers())
    [1 0 0 2] [ 0 -1  0  0])");
}

}  // namespace lath::python
