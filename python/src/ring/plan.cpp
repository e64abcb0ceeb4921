// SPDX-License-Identifier: Apache-2.0
//
// Transforms of NumPy's arrays. They are copied with the GIL, since other threads may write them,
// and the transforms work on the copies without.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <memory>

#include "lath/base/constant_time.hpp"
#include "lath/ring/ring.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

using Plan = NttPlan<std::uint64_t>;
using Words = Buffer<std::uint64_t, Secret>;
using Input = nb::ndarray<const std::uint64_t, nb::device::cpu>;

[[noreturn]] void refuse(const std::string& found, const std::string& remedy) {
  throw nb::type_error((found + "; an array of uint64 is needed; " + remedy).c_str());
}

// The rows of an array, contiguous: one, or so many of `degree` words.
struct RowsOfWords {
  std::unique_ptr<Words> words;
  std::array<std::size_t, 2> shape{};
  std::size_t dimensions = 1;

  RowsOfWords(const Plan& plan, nb::handle object);
  [[nodiscard]] std::size_t rows() const { return dimensions == 1 ? 1 : shape[0]; }
  [[nodiscard]] std::uint64_t* row(std::size_t i) const {
    return words->data() + i * shape[dimensions - 1];
  }
  [[nodiscard]] bool has_shape_of(const RowsOfWords& other) const {
    return shape == other.shape && dimensions == other.dimensions;
  }
  // Throws invalid_argument for a word that is not below the modulus.
  void require_reduced(std::uint64_t modulus) const;
  // The array of Python, which owns the words.
  nb::object array() &&;
};

Input input_of(nb::handle object) {
  Input array;
  if (nb::try_cast(object, array, false)) return array;
  if (nb::hasattr(object, "dtype")) {
    refuse("an array of " + shown(object, "dtype"),
           "reduce and convert integers: (a % plan.modulus).astype(np.uint64)");
  }
  refuse("a " + nb::cast<std::string>(object.type().attr("__name__")),
         "convert a list: np.array(values, dtype=np.uint64)");
}

RowsOfWords::RowsOfWords(const Plan& plan, nb::handle object) {
  const Input array = input_of(object);
  const std::size_t degree = plan.degree();
  dimensions = array.ndim();
  if (dimensions < 1 || dimensions > 2 || array.shape(dimensions - 1) != degree) {
    const std::string n = std::to_string(degree);
    throw nb::type_error(("the shape " + shown(object, "shape") + "; (" + n + ",) or (rows, " + n +
                          ") is needed; reshape the array: "
                          "a.reshape(-1, plan.degree)")
                             .c_str());
  }
  for (std::size_t i = 0; i < dimensions; ++i) shape.at(i) = array.shape(i);
  words = std::make_unique<Words>(rows() * degree);
  const std::int64_t step = array.stride(dimensions - 1);
  for (std::size_t i = 0; i < rows(); ++i) {
    const std::uint64_t* from =
        array.data() + (dimensions == 2 ? static_cast<std::int64_t>(i) * array.stride(0) : 0);
    for (std::size_t j = 0; j < degree; ++j) row(i)[j] = from[static_cast<std::int64_t>(j) * step];
  }
}

void RowsOfWords::require_reduced(std::uint64_t modulus) const {
  const std::size_t degree = shape.at(dimensions - 1);
  for (std::size_t k = 0; k < words->size(); ++k) {
    if (ct::mask_less((*words)[k], modulus) != 0) continue;
    const std::string place = dimensions == 1 ? std::to_string(k)
                                              : "(" + std::to_string(k / degree) + ", " +
                                                    std::to_string(k % degree) + ")";
    throw Error(ErrorCode::invalid_argument, "the word at index " + place + " is not reduced",
                "words below the modulus " + std::to_string(modulus),
                "reduce them first: a % plan.modulus");
  }
}

nb::object RowsOfWords::array() && {
  Words* values = words.get();
  const nb::capsule owner(values, [](void* p) noexcept { delete static_cast<Words*>(p); });
  (void)words.release();
  return nb::cast(
      nb::ndarray<nb::numpy, std::uint64_t>(values->data(), dimensions, shape.data(), owner));
}

// The array after `use` of each row.
template <class Use>
nb::object transformed(const Plan& plan, nb::handle object, const Use& use) {
  RowsOfWords a(plan, object);
  {
    const Release release;
    a.require_reduced(plan.modulus());
    for_each_row(a.rows(), plan.degree(), kTransformPasses,
                 [&](std::size_t i) noexcept { use(a.row(i)); });
  }
  return std::move(a).array();
}

// The array after `use` of each row and the row of another array.
template <class Use>
nb::object combined(const Plan& plan, nb::handle first, nb::handle second, std::size_t passes,
                    const Use& use) {
  RowsOfWords a(plan, first), b(plan, second);
  if (!a.has_shape_of(b)) {
    throw Error(ErrorCode::mismatch, "arrays of different shapes", "two arrays of one shape",
                "repeat rows: np.broadcast_to(b, a.shape)");
  }
  {
    const Release release;
    a.require_reduced(plan.modulus());
    b.require_reduced(plan.modulus());
    for_each_row(a.rows(), plan.degree(), passes,
                 [&](std::size_t i) noexcept { use(a.row(i), b.row(i)); });
  }
  return std::move(a).array();
}

NttShape shape_of(bool cyclic, unsigned skipped_layers) {
  return {cyclic ? Convolution::cyclic : Convolution::negacyclic, skipped_layers};
}

void create(Plan* self, std::optional<std::uint64_t> degree, std::uint64_t modulus,
            std::optional<std::uint64_t> index, bool cyclic, unsigned skipped_layers) {
  const Release release;
  const NttShape shape = shape_of(cyclic, skipped_layers);
  if (degree && !index) {
    new (self) Plan(Plan::create(std::size_t{*degree}, modulus, shape));
    return;
  }
  if (shape != NttShape()) {
    throw Error(ErrorCode::invalid_argument, "a transform of another shape of an index",
                "complete transforms modulo Phi_m", "leave cyclic= and skipped_layers= out");
  }
  new (self) Plan(Plan::create(index_of(degree, index, "NttPlan"), modulus));
}

std::string kernel(const Plan& plan) {
  const Kernel used = plan.kernel();
  return std::string(family_name(used.family)) + " " + std::string(isa_name(used.isa));
}

constexpr const char* kUnary =
    "(self, a: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]";
constexpr const char* kBinary =
    "(self, a: numpy.typing.NDArray[numpy.uint64], b: numpy.typing.NDArray[numpy.uint64]) -> "
    "numpy.typing.NDArray[numpy.uint64]";

void bind_properties(nb::class_<Plan>& plan) {
  plan.def_prop_ro("degree", &Plan::degree, "n, the length of a row.")
      .def_prop_ro("modulus", &Plan::modulus, "The prime.")
      .def_prop_ro("root", &Plan::root, "psi, the root of unity of the transform.")
      .def_prop_ro("kernel", &kernel, R"(The arithmetic and instruction set: "f64 avx2".

    >>> family, instructions = lath.ring.NttPlan(1024, 12289).kernel.split()
    >>> family in ("f64", "i52", "u64")
    True)")
      .def(
          "exponent",
          [](const Plan& p, std::size_t slot) {
            if (slot < p.slots().slots()) return p.slots().exponent(slot);
            throw nb::index_error("a slot from 0 to the number of slots - 1 is needed");
          },
          nb::arg("slot"),
          R"(Word j of the values is a(psi^exponent(j)). Raises IndexError for other slots.

    >>> [lath.ring.NttPlan(4, 17).exponent(slot) for slot in range(4)]
    [1, 5, 3, 7])")
      .def("__repr__", [](const Plan& p) {
        return "<lath transform of degree " + std::to_string(p.degree()) + " modulo " +
               std::to_string(p.modulus()) + ">";
      });
}

}  // namespace

void bind_plan(nb::module_& m) {
  nb::class_<Plan> plan(
      m, "NttPlan",
      R"(The transform modulo one prime below 2^62 between coefficients and values.

Functions take arrays of uint64 of the shape (n,) or (rows, n), whose words are below the prime, and
give new ones. They raise TypeError for other dtypes and shapes, and InvalidArgumentError with the
index for a word that is not below the prime.

    >>> plan = lath.ring.NttPlan(4, 17)
    >>> plan
    <lath transform of degree 4 modulo 17>
    >>> plan.degree, plan.modulus, plan.root
    (4, 17, 2)
    >>> [sum(a * 2**(i * plan.exponent(slot)) for i, a in enumerate([1, 2, 3, 4])) % 17
    ...  for slot in range(4)]
    [15, 11, 13, 16]
    >>> print(plan.forward(np.array([1, 2, 3, 4], dtype=np.uint64)))
    [15 11 13 16])");
  plan.def("__init__", &create, nb::arg("degree") = nb::none(), nb::arg("modulus"), nb::kw_only(),
           nb::arg("index") = nb::none(), nb::arg("cyclic") = false, nb::arg("skipped_layers") = 0,
           nb::sig("def __init__(self, degree: int | None = None, modulus: int = ..., *, index: "
                   "int | None = None, cyclic: bool = False, skipped_layers: int = 0) -> None"),
           "The transform modulo x^degree + 1, or x^degree - 1 if it is cyclic, or modulo "
           "Phi_index. It may stop one or two layers early: x^256 + 1 modulo 3329 needs "
           "skipped_layers=1. Raises InvalidArgumentError where the prime has no root of unity of "
           "the order.")
      .def(
          "forward",
          [](const Plan& p, nb::handle a) {
            return transformed(p, a, [&](std::uint64_t* row) noexcept { p.forward(row); });
          },
          nb::arg("a"), nb::sig((std::string("def forward") + kUnary).c_str()),
          R"(The values of coefficients.

    >>> plan = lath.ring.NttPlan(4, 17)
    >>> x, one = np.eye(4, dtype=np.uint64)[[1, 0]]
    >>> print(plan.forward(x), plan.forward(one))
    [ 2 15  8  9] [1 1 1 1])")
      .def(
          "inverse",
          [](const Plan& p, nb::handle a) {
            return transformed(p, a, [&](std::uint64_t* row) noexcept { p.inverse(row); });
          },
          nb::arg("a"), nb::sig((std::string("def inverse") + kUnary).c_str()),
          R"(The coefficients of values.

    >>> plan = lath.ring.NttPlan(1024, 12289)
    >>> rows = np.arange(3072, dtype=np.uint64).reshape(3, 1024)
    >>> np.array_equal(plan.inverse(plan.forward(rows)), rows)
    True)")
      .def(
          "multiply",
          [](const Plan& p, nb::handle a, nb::handle b) {
            return combined(p, a, b, 1, [&](std::uint64_t* x, std::uint64_t* y) noexcept {
              p.arithmetic().multiply(x, x, y, p.degree());
            });
          },
          nb::arg("a"), nb::arg("b"), nb::sig((std::string("def multiply") + kBinary).c_str()),
          R"(The products of values.

    >>> plan = lath.ring.NttPlan(1024, 12289)
    >>> a = np.arange(1024, dtype=np.uint64)
    >>> square = plan.inverse(plan.multiply(plan.forward(a), plan.forward(a)))
    >>> np.array_equal(square, plan.convolve(a, a))
    True)")
      .def(
          "convolve",
          [](const Plan& p, nb::handle a, nb::handle b) {
            return combined(p, a, b, 3 * kTransformPasses,
                            [&](std::uint64_t* x, std::uint64_t* y) noexcept { p.convolve(x, y); });
          },
          nb::arg("a"), nb::arg("b"), nb::sig((std::string("def convolve") + kBinary).c_str()),
          R"(The products of polynomials that are given by coefficients.

    >>> x, x3 = np.eye(4, dtype=np.uint64)[[1, 3]]
    >>> print(lath.ring.NttPlan(4, 17).convolve(x, x3))
    [16  0  0  0]
    >>> print(lath.ring.NttPlan(4, 17, cyclic=True).convolve(x, x3))
    [1 0 0 0])");
  bind_properties(plan);
}

}  // namespace lath::python
