# SPDX-License-Identifier: Apache-2.0
"""TenSEAL: vectors of BFV that encrypt, relinearise and decode by themselves, and lists as values."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from ..operands import operands
from ..sets import Facts, Set, T
from .homomorphic import Homomorphic, Lacks

NO_STEP = "its products are relinearised always"


def _facts(context: Any) -> Facts:
    """The primes are no objects of Python, but the bits of their products are."""
    data = context.seal_context().data
    every, ours = data.key_context_data(), data.first_context_data()
    return Facts(every.parms().poly_modulus_degree(), 2 * every.plain_upper_half_threshold() - 1,
                 float(ours.total_coeff_modulus_bit_count()), float(every.total_coeff_modulus_bit_count()))


class Adapter(Homomorphic):
    """One context encrypts by the public key, another one by the secret key."""

    def __init__(self, chosen: Set) -> None:
        if chosen.scheme != "bfv":
            raise Lacks("it has no BGV")
        self._tenseal: Any = importlib.import_module("tenseal")
        self._context = self._context_of(chosen, self._tenseal.ENCRYPTION_TYPE.ASYMMETRIC)
        self._symmetric = self._context_of(chosen, self._tenseal.ENCRYPTION_TYPE.SYMMETRIC)
        self.facts = _facts(self._context)
        first, second = operands(chosen.degree)
        self.operations = self._calls(first.tolist(), second.tolist())

    def _context_of(self, chosen: Set, encryption: Any) -> Any:
        return self._tenseal.context(
            self._tenseal.SCHEME_TYPE.BFV, chosen.degree, T, n_threads=1, encryption_type=encryption,
            coeff_mod_bit_sizes=[*chosen.prime_bits, chosen.special_bits])

    def _calls(self, first: list[int], second: list[int]) -> dict[str, Any]:
        vector, context = self._tenseal.bfv_vector, self._context
        a, b = vector(context, first), vector(context, second)
        return {
            "encrypt": lambda: vector(context, first),
            "encrypt_encoded": "vectors are encoded as they are encrypted",
            "encrypt_secret": lambda: vector(self._symmetric, first),
            "decrypt": a.decrypt,
            "add": lambda: a + b,
            "multiply_plain": lambda: a * second,
            "multiply": NO_STEP,
            "relinearize": NO_STEP,
            "multiply_relinearize": lambda: a * b,
            "square_relinearize": lambda: self.square(a),
            "rotate": "its vectors of BFV have no rotations",
            "mod_switch": "its vectors of BFV have no levels",
        }

    def slots(self, operation: str, result: Any) -> Sequence[int]:
        values: Sequence[int] = result if operation == "decrypt" else result.decrypt()
        return values

    def sizes(self) -> Mapping[str, int | str]:
        def written(public_key: bool, relin: bool) -> int:
            return len(self._context.serialize(
                save_public_key=public_key, save_secret_key=False, save_galois_keys=False, save_relin_keys=relin))

        return {
            "ciphertext": len(self.encrypt(1).serialize()),
            "public key": written(True, False) - written(False, False),
            "key for products": written(False, True) - written(False, False),
            "key of a rotation": "it writes the keys of all rotations together",
        }

    def encrypt(self, value: int) -> Any:
        return self._tenseal.bfv_vector(self._context, [value] * self.facts.degree)

    def square(self, x: Any) -> Any:
        return x * x  # its square() calls what the extension does not have

    def bits_left(self, x: Any) -> float | None:
        decryptor = self._context.decryptor().data
        return float(min(decryptor.invariant_noise_budget(part) for part in x.ciphertext()))
