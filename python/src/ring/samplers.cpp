// SPDX-License-Identifier: Apache-2.0
//
// Random polynomials: public ones that are uniform, and secrets.
#include "lath/random/samplers.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <memory>

#include "lath/random/discrete_gaussian.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

// Limb after limb, as lath::uniform() draws.
template <class P>
P uniform_words(const DynamicRing& ring, Generator& generator) {
  P result(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    sample_uniform(result.limb(i), ring.modulus(i).value(), generator);
  }
  return result;
}

Polynomial uniform(const DynamicRing& ring, const std::string& form, SharedGenerator* generator) {
  const bool values = is_value_form(form);
  const Release release;
  return with_generator(generator, [&](Generator& g) -> Polynomial {
    if (values) return {uniform_words<Values>(ring, g), false};
    return {uniform_words<Coefficients>(ring, g), false};
  });
}

// A secret that `draw` gives.
template <class Draw>
Polynomial secret(SharedGenerator* generator, const Draw& draw) {
  const Release release;
  return {with_generator(generator, draw), true};
}

Polynomial draw_ternary(const DynamicRing& ring, std::optional<double> density,
                        SharedGenerator* generator) {
  return secret(generator, [&](Generator& g) {
    return density ? ternary(ring, Density::of(*density), g) : ternary(ring, g);
  });
}
Polynomial draw_binomial(const DynamicRing& ring, unsigned eta, SharedGenerator* generator) {
  return secret(generator, [&](Generator& g) { return centered_binomial(ring, eta, g); });
}
Polynomial draw_bounded(const DynamicRing& ring, std::int64_t least, std::int64_t greatest,
                        SharedGenerator* generator) {
  return secret(generator, [&](Generator& g) { return bounded(ring, least, greatest, g); });
}
Polynomial draw_fixed_weight(const DynamicRing& ring, std::size_t weight,
                             SharedGenerator* generator) {
  return secret(generator, [&](Generator& g) { return fixed_weight(ring, weight, g); });
}

using Gaussian = std::variant<DiscreteGaussian, double>;

Polynomial draw_gaussian(const DynamicRing& ring, const Gaussian& distribution,
                         SharedGenerator* generator) {
  return secret(generator, [&](Generator& g) {
    const auto* sigma = std::get_if<double>(&distribution);
    return discrete_gaussian(ring,
                             sigma != nullptr ? DiscreteGaussian::create(*sigma)
                                              : std::get<DiscreteGaussian>(distribution),
                             g);
  });
}

nb::object sample(const DiscreteGaussian& distribution, std::size_t count,
                  SharedGenerator* generator) {
  using Draws = Buffer<std::int64_t, Secret>;
  auto held = std::make_unique<Draws>(count);
  Draws* draws = held.get();
  {
    const Release release;
    with_generator(generator, [&](Generator& g) { distribution.sample(draws->span(), g); });
  }
  const nb::capsule owner(draws, [](void* p) noexcept { delete static_cast<Draws*>(p); });
  (void)held.release();
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(draws->data(), 1, &count, owner));
}

void bind_gaussian(nb::module_& m) {
  using D = DiscreteGaussian;
  nb::class_<D>(m, "DiscreteGaussian",
                R"(The discrete Gaussian distribution over the integers.

The probability of x is proportional to exp(-(x - center)^2 / (2 sigma^2)).

    >>> distribution = lath.ring.DiscreteGaussian(3.2)
    >>> distribution
    <lath discrete Gaussian, sigma 3.2, center 0.0>
    >>> distribution.sigma, distribution.center, distribution.least, distribution.greatest
    (3.2, 0.0, -42, 42))")
      .def(
          "__init__",
          [](D* self, double sigma, double center) { new (self) D(D::create(sigma, center)); },
          nb::arg("sigma"), nb::arg("center") = 0.0,
          "sigma is from 2^-16 to 2^12, and the center within +-2^52. Raises "
          "InvalidArgumentError for others.")
      .def_prop_ro("sigma", &D::sigma, "About the standard deviation.")
      .def_prop_ro("center", &D::center, "The center.")
      .def_prop_ro("least", &D::least, "The least integer that can be drawn.")
      .def_prop_ro("greatest", &D::greatest, "The greatest integer that can be drawn.")
      .def("sample", &sample, nb::arg("count"), nb::arg("generator") = nb::none(),
           nb::sig("def sample(self, count: int, generator: lath._lath.random.Generator | None = "
                   "None) -> numpy.typing.NDArray[numpy.int64]"),
           R"(So many independent draws, as an array of int64.

    >>> draws = lath.ring.DiscreteGaussian(3.2, center=100).sample(10000)
    >>> round(draws.mean()), round(draws.std())
    (100, 3))")
      .def("__repr__", [](const D& d) {
        const auto text = [](double x) { return nb::cast<std::string>(nb::str(nb::float_(x))); };
        return "<lath discrete Gaussian, sigma " + text(d.sigma()) + ", center " +
               text(d.center()) + ">";
      });
}

}  // namespace

void bind_samplers(nb::module_& m, RingClass& ring) {
  bind_gaussian(m);
  const auto generator = nb::arg("generator") = nb::none();
  ring.def("uniform", &uniform, nb::arg("form") = "coefficients", nb::kw_only(), generator,
           R"(A public polynomial that is uniform, in either form.

All samplers draw by the system's randomness unless a generator is given.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> ring.uniform("values").form, ring.uniform() == ring.uniform()
    ('values', False)
    >>> a, b = (lath.random.Generator.from_seed(bytes(32), "test") for _ in range(2))
    >>> ring.uniform(generator=a) == ring.uniform(generator=b)
    True)")
      .def("ternary", &draw_ternary, nb::kw_only(), nb::arg("density") = nb::none(), generator,
           R"(A secret with uniform coefficients -1, 0 and 1.

With a density, 1 and -1 have half this density each, and zeros stand elsewhere.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> print(np.unique(ring.ternary().to_integers()))
    [-1  0  1]
    >>> zeros = ring.ternary(density=0.125).to_integers() == 0
    >>> 768 < int(zeros.sum()) < 1024
    True)")
      .def("centered_binomial", &draw_binomial, nb::arg("eta"), nb::kw_only(), generator,
           R"(A secret whose coefficients are sums of eta fair bits minus sums of eta others.

eta is from 1 to 32.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> print(np.unique(ring.centered_binomial(2).to_integers()))
    [-2 -1  0  1  2])")
      .def("bounded", &draw_bounded, nb::arg("least"), nb::arg("greatest"), nb::kw_only(),
           generator, R"(A secret with uniform coefficients from `least` to `greatest`.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> print(np.unique(ring.bounded(-1, 3).to_integers()))
    [-1  0  1  2  3])")
      .def("fixed_weight", &draw_fixed_weight, nb::arg("weight"), nb::kw_only(), generator,
           R"(A secret with so many coefficients 1 or -1, and zeros elsewhere.

    >>> ring = lath.ring.Ring(1024, 12289)
    >>> int(abs(ring.fixed_weight(64).to_integers()).sum())
    64)")
      .def("discrete_gaussian", &draw_gaussian, nb::arg("sigma"), nb::kw_only(), generator,
           R"(A secret with coefficients of a DiscreteGaussian, or of one with this sigma around 0.

The table of a sigma is made for the call.

    >>> ring, distribution = lath.ring.Ring(1024, 12289), lath.ring.DiscreteGaussian(3.2)
    >>> error = ring.discrete_gaussian(distribution)
    >>> error.is_secret, error.declassify().infinity_norm() <= distribution.greatest
    (True, True))");
}

}  // namespace lath::python
