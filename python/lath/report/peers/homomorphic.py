# SPDX-License-Identifier: Apache-2.0
"""A library of homomorphic encryption as the report calls it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..sets import Facts

Operations = Mapping[str, Callable[[], Any] | str]
"""Calls by the name of the row; a text says why a library has none."""


class Lacks(Exception):
    """A library does not have what a section measures."""


class Homomorphic(ABC):
    """Keys and two operands, in slots, for one set of parameters."""

    facts: Facts
    operations: Operations

    @abstractmethod
    def slots(self, operation: str, result: Any) -> Sequence[int]:
        """The slots of what an operation gave."""

    @abstractmethod
    def sizes(self) -> Mapping[str, int | str]:
        """Bytes of objects, as the package writes them."""

    @abstractmethod
    def encrypt(self, value: int) -> Any:
        """A fresh ciphertext with this value in each slot."""

    @abstractmethod
    def square(self, x: Any) -> Any:
        """The square, relinearised; of BGV a level lower."""

    @abstractmethod
    def bits_left(self, x: Any) -> float | None:
        """The noise budget of a ciphertext, if the package tells it."""
