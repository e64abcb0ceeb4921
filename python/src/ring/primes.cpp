// SPDX-License-Identifier: Apache-2.0
//
// Primes, roots of unity and cyclotomic polynomials. All of them are public.
#include "lath/arith/primes.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "lath/arith/roots.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"
#include "ring/polynomial.hpp"

namespace lath::python {
namespace {

std::vector<std::uint64_t> primes(int bits, std::optional<std::uint64_t> degree, std::size_t count,
                                  std::optional<std::uint64_t> index) {
  const Release release;
  if (degree && !index) return ntt_primes(bits, std::size_t{*degree}, count);
  return ntt_primes(bits, index_of(degree, index, "ntt_primes"), count);
}

std::uint64_t primitive_root(std::uint64_t modulus, std::uint64_t order) {
  const Release release;
  if (!is_prime(modulus)) {
    throw Error(ErrorCode::invalid_argument, "the modulus " + std::to_string(modulus), "a prime",
                "take one from ntt_primes(bits, degree, count)");
  }
  return least_primitive_root(Modulus(modulus), order);
}

std::uint64_t phi(std::uint64_t m) {
  if (m == 0) {
    throw Error(ErrorCode::invalid_argument, "the index 0", "a number from 1 on", "give m=1");
  }
  return euler_phi(m);
}

}  // namespace

void bind_primes(nb::module_& m) {
  m.def("is_prime", &is_prime, nb::arg("n"), R"(Whether a number below 2^64 is prime. It is exact.

    >>> lath.ring.is_prime(2**61 - 1), lath.ring.is_prime(2**62 - 1)
    (True, False))");
  m.def("ntt_primes", &primes, nb::arg("bits"), nb::arg("degree") = nb::none(),
        nb::arg("count") = 1, nb::kw_only(), nb::arg("index") = nb::none(),
        R"(The largest primes below 2^bits for rings modulo x^degree + 1, or of an index.

The largest one comes first; `bits` is from 2 to 62. Raises InvalidArgumentError where there are
fewer.

    >>> primes = lath.ring.ntt_primes(30, 1024, 2)
    >>> primes, [p % 2048 for p in primes]
    ([1073707009, 1073698817], [1, 1]))");
  m.def("least_primitive_root", &primitive_root, nb::arg("modulus"), nb::arg("order"),
        R"(The least integer of this order modulo a prime below 2^62.

Raises InvalidArgumentError unless the order is at least 2 and divides the prime minus 1.

    >>> root = lath.ring.least_primitive_root(12289, 2048)
    >>> root, pow(root, 1024, 12289) == 12288
    (7, True))");
  m.def("euler_phi", &phi, nb::arg("m"),
        R"(The number of units modulo m, which is the degree of the ring of the index m.

    >>> lath.ring.euler_phi(21), lath.ring.Ring(index=21, moduli=43).degree
    (12, 12))");
  m.def("cyclotomic_polynomial", &cyclotomic_polynomial, nb::arg("m"), nb::call_guard<Release>(),
        R"(The coefficients of Phi_m, the constant one first, for m from 1 to 2^23.

    >>> lath.ring.cyclotomic_polynomial(12)
    [1, 0, -1, 0, 1])");
}

}  // namespace lath::python
