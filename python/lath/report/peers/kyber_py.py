# SPDX-License-Identifier: Apache-2.0
"""kyber-py: ML-KEM in Python alone, and bytes as keys."""

from __future__ import annotations

import importlib
from typing import Any

from .kem import Kem


class Adapter(Kem):
    """Says the secret first, and the ciphertext behind it."""

    def __init__(self, parameter_set: int) -> None:
        module: Any = importlib.import_module("kyber_py.ml_kem")
        self._scheme = getattr(module, f"ML_KEM_{parameter_set}")

    def generate(self) -> tuple[Any, Any]:
        public_key, private_key = self._scheme.keygen()
        return public_key, private_key

    def encapsulate(self, public_key: Any) -> tuple[bytes, bytes]:
        secret, ciphertext = self._scheme.encaps(public_key)
        return ciphertext, secret

    def decapsulate(self, private_key: Any, ciphertext: bytes) -> bytes:
        secret: bytes = self._scheme.decaps(private_key, ciphertext)
        return secret

    def public_key(self, data: bytes) -> Any:
        return data

    def sizes(self) -> dict[str, int | str]:
        public_key, private_key = self.generate()
        return {"public key": len(public_key), "private key": len(private_key),
                "ciphertext": len(self.encapsulate(public_key)[0])}
