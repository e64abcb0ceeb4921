# SPDX-License-Identifier: Apache-2.0
"""Lath's transforms, called as its peers are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import lath

from .peers.polynomials import Polynomials
from .rings import Ring, operands


class LathPolynomials(Polynomials):
    """Arrays of NumPy go in and come out."""

    def __init__(self, ring: Ring) -> None:
        plan = lath.ring.NttPlan(ring.degree, ring.modulus)
        a, b = operands(ring)
        values = plan.forward(a)
        self.kernel = plan.kernel
        self.operations = {
            "forward": lambda: plan.forward(a),
            "inverse": lambda: plan.inverse(values),
            "product": lambda: plan.convolve(a, b),
        }

    def coefficients(self, result: Any) -> Sequence[int]:
        found: Sequence[int] = result.tolist()
        return found
