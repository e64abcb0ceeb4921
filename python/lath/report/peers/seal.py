# SPDX-License-Identifier: Apache-2.0
"""seal-python: Microsoft SEAL's classes, and NumPy's arrays as values."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from ..operands import operands
from ..sets import Facts, Set, T
from .homomorphic import Homomorphic


def _parameters(seal: Any, chosen: Set) -> Any:
    parameters = seal.EncryptionParameters(getattr(seal.scheme_type, chosen.scheme))
    parameters.set_poly_modulus_degree(chosen.degree)
    parameters.set_coeff_modulus(seal.CoeffModulus.Create(chosen.degree, [*chosen.prime_bits, chosen.special_bits]))
    parameters.set_plain_modulus(T)
    return parameters


def _facts(context: Any) -> Facts:
    every, ours = context.key_context_data().parms(), context.first_context_data().parms()

    def log2(parameters: Any) -> float:
        return sum(math.log2(q.value()) for q in parameters.coeff_modulus())

    return Facts(every.poly_modulus_degree(), every.plain_modulus().value(), log2(ours), log2(every))


class Adapter(Homomorphic):
    """Results of calls are new objects."""

    def __init__(self, chosen: Set) -> None:
        seal: Any = importlib.import_module("seal")
        context = seal.SEALContext(_parameters(seal, chosen))
        self.facts = _facts(context)
        self._keys = seal.KeyGenerator(context)
        self._public_key, self._relin = self._keys.create_public_key(), self._keys.create_relin_keys()
        self._galois = seal.GaloisKeys()
        self._keys.create_galois_keys([1], self._galois)
        self._encoder, self._evaluator = seal.BatchEncoder(context), seal.Evaluator(context)
        self._encryptor = seal.Encryptor(context, self._public_key, self._keys.secret_key())
        self._decryptor = seal.Decryptor(context, self._keys.secret_key())
        self._drops_levels = chosen.scheme == "bgv"
        self.operations = self._calls(*operands(chosen.degree))

    def _calls(self, first: Any, second: Any) -> dict[str, Any]:
        encoder, encryptor, evaluator, relin = self._encoder, self._encryptor, self._evaluator, self._relin
        encoded = encoder.encode(first)
        a, b = encryptor.encrypt(encoded), encryptor.encrypt(encoder.encode(second))
        product = evaluator.multiply(a, b)
        return {
            "encrypt": lambda: encryptor.encrypt(encoder.encode(first)),
            "encrypt_encoded": lambda: encryptor.encrypt(encoded),
            "encrypt_secret": lambda: encryptor.encrypt_symmetric(encoder.encode(first)),
            "decrypt": lambda: encoder.decode(self._decryptor.decrypt(a)),
            "add": lambda: evaluator.add(a, b),
            "multiply_plain": lambda: evaluator.multiply_plain(a, encoder.encode(second)),
            "multiply": lambda: evaluator.multiply(a, b),
            "relinearize": lambda: evaluator.relinearize(product, relin),
            "multiply_relinearize": lambda: self._relinearized(evaluator.multiply(a, b)),
            "square_relinearize": lambda: self._relinearized(evaluator.square(a)),
            "rotate": lambda: evaluator.rotate_rows(a, 1, self._galois),
            "mod_switch": lambda: evaluator.mod_switch_to_next(a),
        }

    def _relinearized(self, product: Any) -> Any:
        self._evaluator.relinearize_inplace(product, self._relin)
        return product

    def slots(self, operation: str, result: Any) -> Sequence[int]:
        values: Sequence[int] = result if operation == "decrypt" else self._encoder.decode(
            self._decryptor.decrypt(result))
        return values

    def sizes(self) -> Mapping[str, int | str]:
        return {
            "ciphertext": len(self.encrypt(1).to_string()),
            "public key": len(self._public_key.to_string()),
            "key for products": len(self._relin.to_string()),
            "key of a rotation": len(self._galois.to_string()),
        }

    def encrypt(self, value: int) -> Any:
        return self._encryptor.encrypt(self._encoder.encode(numpy.full(self.facts.degree, value)))

    def square(self, x: Any) -> Any:
        squared = self._relinearized(self._evaluator.square(x))
        if self._drops_levels and squared.coeff_modulus_size() > 1:
            self._evaluator.mod_switch_to_next_inplace(squared)
        return squared

    def bits_left(self, x: Any) -> float | None:
        bits: int = self._decryptor.invariant_noise_budget(x)
        return float(bits)
