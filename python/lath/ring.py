# SPDX-License-Identifier: Apache-2.0
"""Polynomial rings, the polynomials in them, and transforms.

>>> from lath.ring import Ring, ntt_primes
>>> ring = Ring(8, ntt_primes(30, 8, 2))
>>> a = 1 + 2 * ring.x
>>> print((a * ring.x**7 - 3).to_integers())
[-5  0  0  0  0  0  0  1]
"""

from ._lath.ring import (
    DiscreteGaussian,
    NttPlan,
    Poly,
    Ring,
    cyclotomic_polynomial,
    euler_phi,
    is_prime,
    least_primitive_root,
    ntt_primes,
)

__all__ = ["DiscreteGaussian", "NttPlan", "Poly", "Ring", "cyclotomic_polynomial", "euler_phi", "is_prime",
           "least_primitive_root", "ntt_primes"]
