# SPDX-License-Identifier: Apache-2.0
"""Rings that libraries of polynomials are given, and operands in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy
import numpy.typing as npt

import lath

BITS = 50
SEED = 20261128


@dataclass(frozen=True)
class Ring:
    """Polynomials modulo x^degree + 1 and a prime."""

    degree: int
    modulus: int

    def __str__(self) -> str:
        return f"n = {self.degree}, q = {self.modulus} of {self.modulus.bit_length()} bits"


def operands(ring: Ring) -> list[npt.NDArray[numpy.uint64]]:
    """Two polynomials with coefficients that look random."""
    generator = numpy.random.default_rng(SEED)
    return [generator.integers(0, ring.modulus, ring.degree, dtype=numpy.uint64) for _ in range(2)]


def rings(quick: bool) -> list[Ring]:
    """Rings modulo the largest prime of 50 bits, which is fastest."""
    return [Ring(degree, lath.ring.ntt_primes(BITS, degree)[0])
            for degree in ([1024] if quick else [1024, 4096, 8192, 16384])]
