# SPDX-License-Identifier: Apache-2.0
"""A library of key encapsulation as the report calls it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Kem(ABC):
    """ML-KEM with one parameter set: 512, 768 or 1024."""

    @abstractmethod
    def generate(self) -> tuple[Any, Any]:
        """A public and a private key, as encapsulation and decapsulation take them."""

    @abstractmethod
    def encapsulate(self, public_key: Any) -> tuple[bytes, bytes]:
        """A ciphertext, and the secret in it."""

    @abstractmethod
    def decapsulate(self, private_key: Any, ciphertext: bytes) -> bytes:
        """The secret."""

    @abstractmethod
    def public_key(self, data: bytes) -> Any:
        """The public key with the bytes of FIPS 203."""

    @abstractmethod
    def sizes(self) -> dict[str, int | str]:
        """Bytes of keys and of a ciphertext."""
