# SPDX-License-Identifier: Apache-2.0
"""Lath's ML-KEM, called as its peers are."""

from __future__ import annotations

from typing import Any

from lath import ml_kem

from .peers.kem import Kem


class LathKem(Kem):
    """Keys are objects that were checked once."""

    def __init__(self, parameter_set: int) -> None:
        self._scheme = getattr(ml_kem, f"MlKem{parameter_set}")

    def generate(self) -> tuple[Any, Any]:
        key = self._scheme.generate_key()
        return key.public_key, key

    def encapsulate(self, public_key: Any) -> tuple[bytes, bytes]:
        ciphertext, secret = public_key.encapsulate()
        return ciphertext, secret

    def decapsulate(self, private_key: Any, ciphertext: bytes) -> bytes:
        secret: bytes = private_key.decapsulate(ciphertext)
        return secret

    def public_key(self, data: bytes) -> Any:
        return self._scheme.public_key(data)

    def sizes(self) -> dict[str, int | str]:
        return {"public key": self._scheme.public_key_bytes, "private key": self._scheme.private_key_bytes,
                "ciphertext": self._scheme.ciphertext_bytes}
