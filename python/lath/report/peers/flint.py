# SPDX-License-Identifier: Apache-2.0
"""python-flint: nmod_poly, whose products are reduced modulo x^n + 1 by a shift and a subtraction."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from ..rings import Ring, operands
from .polynomials import Polynomials


class Adapter(Polynomials):
    """Polynomials are objects of FLINT before they are multiplied and afterwards."""

    def __init__(self, ring: Ring) -> None:
        flint: Any = importlib.import_module("flint")
        self._degree = ring.degree
        a, b = (flint.nmod_poly(values.tolist(), ring.modulus) for values in operands(ring))
        none = "it has no transforms"
        self.operations = {"forward": none, "inverse": none, "product": lambda: self._reduced(a * b)}

    def _reduced(self, product: Any) -> Any:
        return product.truncate(self._degree) - product.right_shift(self._degree)

    def coefficients(self, result: Any) -> Sequence[int]:
        found = [int(x) for x in result.coeffs()]
        return found + [0] * (self._degree - len(found))
