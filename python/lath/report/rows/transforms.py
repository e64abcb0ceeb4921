# SPDX-License-Identifier: Apache-2.0
"""Transforms, and products of polynomials."""

from __future__ import annotations

import functools
from typing import Any

import numpy

from ..libraries import Libraries, tried
from ..our_polynomials import LathPolynomials
from ..peers.polynomials import Polynomials
from ..results import LATH, Row, Section, Table
from ..rings import Ring, operands, rings
from ..timing import FULL, QUICK, Budget, measure

NAMES = {"forward": "forward transform", "inverse": "inverse transform", "product": "product modulo xⁿ + 1"}
TEXT = (
    "Polynomials modulo a prime of 50 bits and xⁿ + 1. Lath takes arrays of NumPy, checks that they are reduced, and "
    "gives new ones; python-flint multiplies objects that it made before. A product is from coefficients to "
    "coefficients. Those of all libraries were compared.")


def _product(ring: Ring) -> list[int]:
    """The product by Python's integers: both factors as one integer each, and its digits."""
    bits = 2 * ring.modulus.bit_length() + ring.degree.bit_length()
    size = (bits + 7) // 8
    a, b = (int.from_bytes(b"".join(int(x).to_bytes(size, "little") for x in each), "little")
            for each in operands(ring))
    data = (a * b).to_bytes(2 * ring.degree * size, "little")
    digits = [int.from_bytes(data[i * size:(i + 1) * size], "little") for i in range(2 * ring.degree)]
    return [(low - high) % ring.modulus for low, high in zip(digits, digits[ring.degree:])]


def _rows(ring: Ring, libraries: dict[str, Polynomials], budget: Budget) -> list[Row]:
    right = {"product": _product(ring), "inverse": operands(ring)[0].tolist()}

    def is_right(name: str, title: str, result: Any) -> bool:
        return name not in right or bool(numpy.array_equal(libraries[title].coefficients(result), right[name]))

    rows = []
    for name, shown in NAMES.items():
        found = {title: library.operations[name] for title, library in libraries.items()}
        calls = {title: call for title, call in found.items() if not isinstance(call, str)}
        wrong = tried(calls, functools.partial(is_right, name))
        values = measure({title: call for title, call in calls.items() if title not in wrong}, budget)
        reasons = {title: call for title, call in found.items() if isinstance(call, str)}
        cells = {title: (values | wrong | reasons)[title] for title in libraries}
        rows.append(Row(f"n = {ring.degree}: {shown}", cells))
    return rows


def section(libraries: Libraries, quick: bool) -> Section:
    """Measures each ring."""
    table = Table("transforms", "Transforms and products of polynomials", "ns")
    for ring in rings(quick):
        opened = libraries.polynomials(ring)
        table.rows += _rows(ring, opened.there, QUICK if quick else FULL)
        table.absent.update(opened.absent)
        ours = opened.there[LATH]
        assert isinstance(ours, LathPolynomials)
        kernel = ours.kernel
        for title in opened.there:
            table.facts[title] = f"{table.facts[title]}; {ring}" if title in table.facts else str(ring)
    table.facts[LATH] += f"; kernel {kernel}"
    return Section("transforms", "Transforms and products", TEXT, [table])
