# SPDX-License-Identifier: Apache-2.0
"""A library of polynomials modulo a prime and x^n + 1, as the report calls it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Operations = Mapping[str, Callable[[], Any] | str]
"""Calls by the name of the row; a text says why a library has none."""


class Polynomials(ABC):
    """Two operands, by their coefficients."""

    operations: Operations

    @abstractmethod
    def coefficients(self, result: Any) -> Sequence[int]:
        """The coefficients of a product, in [0, q)."""
