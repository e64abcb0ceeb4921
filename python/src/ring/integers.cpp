// SPDX-License-Identifier: Apache-2.0
//
// Coefficients of polynomials as integers of Python, of any length, and as arrays of NumPy.
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "lath/ntt/powerful_basis.hpp"
#include "lath/ring/crt.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

using Words = Buffer<std::uint64_t, Secret>;

// Integers of `size` words each.
struct Integers {
  Words words;
  std::size_t size = 1, count = 0;
  Representative representative = Representative::centered;
};

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Integers copied(const Array<T>& array, Representative representative) {
  Integers result{Words(array.size()), 1, array.size(), representative};
  std::copy_n(array.data(), array.size(), result.words.data());
  return result;
}

// The values of Python, which NumPy checks and converts.
Integers integers_of(nb::handle values) {
  const nb::object checked = nb::module_::import_("lath._coefficients").attr("words")(values);
  if (nb::isinstance<nb::tuple>(checked)) {
    const auto bytes = nb::cast<nb::bytes>(checked[0]);
    const auto size = nb::cast<std::size_t>(checked[1]);
    Integers result{Words(bytes.size() / 8), size, bytes.size() / 8 / size};
    std::memcpy(result.words.data(), bytes.data(), bytes.size());
    return result;
  }
  if (Array<std::int64_t> array; nb::try_cast(checked, array, false)) {
    return copied(array, Representative::centered);
  }
  return copied(nb::cast<Array<std::uint64_t>>(checked, false), Representative::nonnegative);
}

void reduce(const DynamicRing& ring, std::uint64_t* out, std::size_t stride, const Integers& x) {
  ring.basis().reduce(out, stride, x.words.data(), x.size, x.count, x.representative);
}

Polynomial from_integers(const DynamicRing& ring, nb::handle values, bool secret) {
  const Integers integers = integers_of(values);
  if (integers.count > ring.degree()) {
    throw Error(ErrorCode::mismatch, std::to_string(integers.count) + " coefficients",
                "at most " + std::to_string(ring.degree()) + ", the degree of the ring",
                "reduce a longer polynomial: ring.from_polynomial(values)");
  }
  const Release release;
  Coefficients result(ring);
  reduce(ring, result.limb(0).data(), result.stride(), integers);
  return {std::move(result), secret};
}

PowerfulBasis basis_of_powers(const DynamicRing& ring) {
  return PowerfulBasis::create(ring.index().value());
}

Polynomial reduced_polynomial(const DynamicRing& ring, const Integers& integers, bool secret) {
  Words residues(ring.limbs() * integers.count);
  reduce(ring, residues.data(), integers.count, integers);
  const PowerfulBasis basis = basis_of_powers(ring);
  Coefficients result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    basis.from_polynomial(result.limb(i),
                          residues.span().subspan(i * integers.count, integers.count),
                          ring.modulus(i));
  }
  return {std::move(result), secret};
}

Polynomial from_polynomial(const DynamicRing& ring, nb::handle values, bool secret) {
  const Integers integers = integers_of(values);
  const Release release;
  return reduced_polynomial(ring, integers, secret);
}

// An array that owns the words.
nb::object array_of(Words&& words) {
  auto held = std::make_unique<Words>(std::move(words));
  Words* values = held.get();
  const nb::capsule owner(values, [](void* p) noexcept { delete static_cast<Words*>(p); });
  (void)held.release();
  const std::size_t size = values->size();
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(
      reinterpret_cast<std::int64_t*>(values->data()), 1, &size, owner));
}

nb::object to_python(Words&& words, const DynamicRing& ring, bool centered) {
  if (ring.basis().bits() <= (centered ? 64U : 63U)) return array_of(std::move(words));
  return nb::module_::import_("lath._coefficients")
      .attr("integers")(nb::bytes(words.data(), words.size() * 8), 8 * ring.basis().words(),
                        centered);
}

Words lifted(const Coefficients& a, bool centered) {
  return lift(a, centered ? Representative::centered : Representative::nonnegative);
}

nb::object to_integers(const Polynomial& a, bool centered) {
  const Coefficients& words = coefficients_of(a, "to_integers()");
  Words integers = [&] {
    const Release release;
    return lifted(words, centered);
  }();
  return to_python(std::move(integers), a.ring(), centered);
}

nb::object to_polynomial(const Polynomial& a, bool centered) {
  const Coefficients& words = coefficients_of(a, "to_polynomial()");
  const DynamicRing& ring = words.ring();
  Words integers = [&] {
    const Release release;
    const PowerfulBasis basis = basis_of_powers(ring);
    Coefficients powers(ring);
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      basis.to_polynomial(powers.limb(i), words.limb(i), ring.modulus(i));
    }
    return lifted(powers, centered);
  }();
  return to_python(std::move(integers), ring, centered);
}

nb::object infinity_norm(const Polynomial& a) {
  const Coefficients& words = coefficients_of(a, "infinity_norm()");
  require_public(a, "infinity_norm()");
  const auto norm = [&] {
    const Release release;
    return infinity_norm(declassify(words));  // the polynomial is public
  }();
  return nb::int_(0).attr("from_bytes")(nb::bytes(norm.data(), norm.size() * 8), "little");
}

constexpr const char* kFromIntegers =
    "def from_integers(self, values: collections.abc.Sequence[int] | "
    "numpy.typing.NDArray[typing.Any] = (), *, secret: bool = False) -> Poly";
constexpr const char* kFromPolynomial =
    "def from_polynomial(self, values: collections.abc.Sequence[int] | "
    "numpy.typing.NDArray[typing.Any], *, secret: bool = False) -> Poly";
constexpr const char* kToIntegers =
    "def to_integers(self, centered: bool = True) -> numpy.typing.NDArray[typing.Any]";
constexpr const char* kToPolynomial =
    "def to_polynomial(self, centered: bool = True) -> numpy.typing.NDArray[typing.Any]";

}  // namespace

Polynomial x_of(const DynamicRing& ring) {
  Integers x{Words(2), 1, 2};
  x.words[1] = 1;
  const Release release;
  return reduced_polynomial(ring, x, false);
}

void bind_integers(PolyClass& poly) {
  poly.def("to_integers", &to_integers, nb::arg("centered") = true, nb::sig(kToIntegers),
           R"(The coefficients, from -q/2 to q/2, or from 0 to q - 1 if they are not centered.

They come as int64 where they fit, else as an array of Python's integers. An array carries no
secrecy: what it is copied to is not wiped.

    >>> a = 3 * lath.ring.Ring(4, 17).x - 1
    >>> print(a.to_integers(), a.to_integers(centered=False))
    [-1  3  0  0] [16  3  0  0]
    >>> ring = lath.ring.Ring(4, lath.ring.ntt_primes(60, 4, 2))
    >>> ring.from_integers([10**30]).to_integers()[0] == 10**30
    True)")
      .def("to_polynomial", &to_polynomial, nb::arg("centered") = true, nb::sig(kToPolynomial),
           R"(As to_integers(), the coefficients of 1, x, x^2, ... in rings of any index.

    >>> ring = lath.ring.Ring(index=21, moduli=43)
    >>> print((ring.x**2).to_polynomial())
    [0 0 1 0 0 0 0 0 0 0 0 0]
    >>> print((ring.x**12).to_polynomial())
    [-1  1  0 -1  1  0 -1  0  1 -1  0  1])")
      .def("infinity_norm", &infinity_norm,
           R"(The largest magnitude of a centered coefficient.

Raises InvalidArgumentError for secrets.

    >>> (3 * lath.ring.Ring(4, 17).x - 5).infinity_norm()
    5)");
}

void bind_from_integers(RingClass& ring) {
  ring.def("from_integers", &from_integers, nb::arg("values") = nb::make_tuple(), nb::kw_only(),
           nb::arg("secret") = false, nb::sig(kFromIntegers),
           R"(The polynomial whose first coefficients are these integers, of any length, modulo q.

The others are zero. In the ring of an index that is no power of a prime they belong to ring.powers.
Raises TypeError with the index for other things than integers, and MismatchError for more of them
than the degree.

    >>> print(lath.ring.Ring(4, 17).from_integers([1, -2, 10**30 * 17 + 3]).to_integers())
    [ 1 -2  3  0])")
      .def("from_polynomial", &from_polynomial, nb::arg("values"), nb::kw_only(),
           nb::arg("secret") = false, nb::sig(kFromPolynomial),
           R"(The polynomial with these coefficients of 1, x, x^2, ..., modulo Phi_m.

There may be any number of them.

    >>> ring = lath.ring.Ring(4, 17)
    >>> ring.from_polynomial([1, 2, 0, 0, 0, 3]) == 1 + 2 * ring.x - 3 * ring.x
    True)");
}

}  // namespace lath::python
