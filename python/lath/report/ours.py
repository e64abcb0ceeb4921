# SPDX-License-Identifier: Apache-2.0
"""Lath, called as its peers are."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy

import lath

from .operands import operands
from .peers.homomorphic import Homomorphic
from .sets import Facts, Set, T


class Lath(Homomorphic):
    """Lath's clients, public keys and ciphertexts."""

    def __init__(self, chosen: Set) -> None:
        scheme = lath.he.bfv if chosen.scheme == "bfv" else lath.he.bgv
        parameters = scheme.Parameters.create(
            degree=chosen.degree, plaintext_modulus=T, prime_bits=chosen.prime_bits,
            special_prime_bits=[chosen.special_bits])
        log2_q = lath.he.explain(parameters).log2_q
        self.facts = Facts(parameters.degree, parameters.plaintext_modulus, log2_q, parameters.log2_qp)
        self._drops_levels = chosen.scheme == "bgv"
        self._client = lath.Client(parameters, rotations=[1])
        self._public_key = self._client.public_key()
        self._encoded = lath.he.SlotEncoder(parameters).encode(operands(chosen.degree)[0])
        self.operations = self._calls(*operands(chosen.degree))

    def _calls(self, first: Any, second: Any) -> dict[str, Any]:
        client, key, encoded = self._client, self._public_key, self._encoded
        server = client.server()
        a, b = server.take(key.encrypt(first)), server.take(key.encrypt(second))
        product, lower = a.multiply(b), a.level - 1
        return {
            "encrypt": lambda: key.encrypt(first),
            "encrypt_encoded": lambda: key.encrypt(encoded),
            "encrypt_secret": lambda: client.encrypt(first),
            "decrypt": lambda: client.decrypt(a),
            "add": lambda: a + b,
            "multiply_plain": lambda: a * second,
            "multiply": lambda: a.multiply(b),
            "relinearize": product.relinearize,
            "multiply_relinearize": lambda: a * b,
            "square_relinearize": a.square,
            "rotate": lambda: a.rotate(1),
            "mod_switch": lambda: a.switch_to(lower),
        }

    def slots(self, operation: str, result: Any) -> Sequence[int]:
        values: Sequence[int] = result if operation == "decrypt" else self._client.decrypt(result)
        return values

    def sizes(self) -> Mapping[str, int | str]:
        def written(keys: lath.Server) -> int:
            file = io.BytesIO()
            lath.save(keys, file)
            return len(file.getvalue())

        parameters = self._client.parameters
        products = written(lath.Client(parameters).server())
        return {
            "ciphertext": len(bytes(self._public_key.encrypt([1]))),
            "public key": len(bytes(self._public_key)),
            "key for products": products,
            "key of a rotation": written(lath.Client(parameters, rotations=[1]).server()) - products,
        }

    def encrypt(self, value: int) -> Any:
        return self._client.encrypt(numpy.full(self.facts.degree, value))

    def square(self, x: Any) -> Any:
        squared = x.square()
        return squared.switch_to(squared.level - 1) if self._drops_levels and squared.level > 1 else squared

    def bits_left(self, x: Any) -> float | None:
        bits: float = x.budget_bits
        return bits
