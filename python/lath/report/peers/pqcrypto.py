# SPDX-License-Identifier: Apache-2.0
"""pqcrypto: a module for each parameter set, and bytes as keys."""

from __future__ import annotations

import importlib
from typing import Any

from .kem import Kem


class Adapter(Kem):
    """Bytes go in and come out."""

    def __init__(self, parameter_set: int) -> None:
        self._module: Any = importlib.import_module(f"pqcrypto.kem.ml_kem_{parameter_set}")

    def generate(self) -> tuple[Any, Any]:
        public_key, private_key = self._module.keygen()
        return public_key, private_key

    def encapsulate(self, public_key: Any) -> tuple[bytes, bytes]:
        ciphertext, secret = self._module.encaps(public_key)
        return ciphertext, secret

    def decapsulate(self, private_key: Any, ciphertext: bytes) -> bytes:
        secret: bytes = self._module.decaps(private_key, ciphertext)
        return secret

    def public_key(self, data: bytes) -> Any:
        return data

    def sizes(self) -> dict[str, int | str]:
        public_key, private_key = self.generate()
        return {"public key": len(public_key), "private key": len(private_key),
                "ciphertext": len(self.encapsulate(public_key)[0])}
