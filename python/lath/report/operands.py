# SPDX-License-Identifier: Apache-2.0
"""Slots of operands, and what operations have to make of them."""

from __future__ import annotations

import numpy
import numpy.typing as npt

from .sets import Set, T

Integers = npt.NDArray[numpy.int64]


def centered(values: Integers) -> Integers:
    """Residues from -t/2 to t/2, which all packages take."""
    residues = values % T
    return numpy.where(residues > T // 2, residues - T, residues)


def operands(degree: int) -> tuple[Integers, Integers]:
    """The slots of both operands."""
    i = numpy.arange(degree, dtype=numpy.int64)
    return centered(i * i), centered(3 * i + 1)


def expected(operation: str, chosen: Set) -> Integers:
    """The slots after an operation, in [0, t)."""
    a, b = operands(chosen.degree)
    if operation == "add":
        return (a + b) % T
    if operation == "square_relinearize":
        return a * a % T
    if operation in ("multiply", "relinearize", "multiply_relinearize", "multiply_plain"):
        return a * b % T
    if operation == "rotate":
        return numpy.roll(a.reshape(2, -1), -1, axis=1).reshape(-1) % T
    return a % T
