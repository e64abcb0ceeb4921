# SPDX-License-Identifier: Apache-2.0
"""OpenFHE: hybrid key switching with a digit for each prime, and lists as values.

Its special primes have 60 bits. The primes of Q are so much shorter that all primes together are as long as Lath's.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..operands import operands
from ..sets import Facts, Set, T
from .homomorphic import Homomorphic, Lacks

SPECIAL_BITS = 60
MOST_LEVELS = 40


class Adapter(Homomorphic):
    """Products of BFV are HPSPOVERQ, and levels of BGV are dropped by hand."""

    def __init__(self, chosen: Set) -> None:
        self._openfhe: Any = importlib.import_module("openfhe")
        self._scheme, self._primes = chosen.scheme, len(chosen.prime_bits)
        self._bits = (chosen.log2_qp - SPECIAL_BITS) // self._primes
        self._context = self._context_of(chosen)
        for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
            self._context.Enable(getattr(self._openfhe.PKESchemeFeature, feature))
        self._keys = self._context.KeyGen()
        self._context.EvalMultKeyGen(self._keys.secretKey)
        self._context.EvalRotateKeyGen(self._keys.secretKey, [1])
        self.facts = self._facts()
        first, second = operands(chosen.degree)
        self.operations = self._calls(first.tolist(), second.tolist())

    def _made(self, degree: int, depth: int, digits: int) -> Any:
        openfhe = self._openfhe
        parameters = (openfhe.CCParamsBFVRNS if self._scheme == "bfv" else openfhe.CCParamsBGVRNS)()
        parameters.SetPlaintextModulus(T)
        parameters.SetRingDim(degree)
        parameters.SetMultiplicativeDepth(depth)
        parameters.SetScalingModSize(self._bits)
        parameters.SetSecretKeyDist(openfhe.SecretKeyDist.UNIFORM_TERNARY)
        parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
        parameters.SetNumLargeDigits(digits)
        # The report itself compares the modulus with the limits of its security.
        parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
        if self._scheme == "bfv":
            parameters.SetMultiplicationTechnique(openfhe.MultiplicationTechnique.HPSPOVERQ)
        else:
            parameters.SetFirstModSize(self._bits)
            parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
        return openfhe.GenCryptoContext(parameters)

    def _primes_of(self, context: Any) -> int:
        return round(math.log2(float(context.GetModulus())) / self._bits)

    def _context_of(self, chosen: Set) -> Any:
        """BFV finds its primes by a depth: the least depth that has as many of them."""
        depths = [self._primes - 1] if self._scheme == "bgv" else range(1, MOST_LEVELS)
        for depth in depths:
            found = self._primes_of(self._made(chosen.degree, depth, 1))
            if found == self._primes:
                return self._made(chosen.degree, depth, self._primes)
            if found > self._primes:
                break
        raise Lacks(f"no depth gives it {self._primes} primes of {self._bits} bits")

    def _facts(self) -> Facts:
        """A key has two polynomials a digit, whose limbs belong to the primes of Q and the special ones."""
        degree, log2_q = self._context.GetRingDimension(), math.log2(float(self._context.GetModulus()))
        limbs = round(self._key_bytes("EvalMult") / (16 * degree * self._primes))
        log2_qp = log2_q + SPECIAL_BITS * (limbs - self._primes)
        return Facts(degree, self._context.GetPlaintextModulus(), log2_q, log2_qp)

    def _key_bytes(self, kind: str) -> int:
        write = getattr(self._openfhe, f"Serialize{kind}KeyString")
        return len(write(self._openfhe.BINARY, self._keys.secretKey.GetKeyTag()))

    def _calls(self, first: list[int], second: list[int]) -> dict[str, Any]:
        context, keys = self._context, self._keys
        packed, public = context.MakePackedPlaintext, keys.publicKey
        encoded = packed(first)
        a, b = context.Encrypt(public, encoded), context.Encrypt(public, packed(second))
        product = context.EvalMultNoRelin(a, b)
        lower: Any = "its BFV has no levels"
        if self._scheme == "bgv":
            def lower() -> Any:
                return context.ModReduce(a)
        return {
            "encrypt": lambda: context.Encrypt(public, packed(first)),
            "encrypt_encoded": lambda: context.Encrypt(public, encoded),
            "encrypt_secret": lambda: context.Encrypt(keys.secretKey, packed(first)),
            "decrypt": lambda: self._decrypted(a),
            "add": lambda: context.EvalAdd(a, b),
            "multiply_plain": lambda: context.EvalMult(a, packed(second)),
            "multiply": lambda: context.EvalMultNoRelin(a, b),
            "relinearize": lambda: context.Relinearize(product),
            "multiply_relinearize": lambda: context.EvalMult(a, b),
            "square_relinearize": lambda: context.EvalSquare(a),
            "rotate": lambda: context.EvalRotate(a, 1),
            "mod_switch": lower,
        }

    def _decrypted(self, x: Any) -> Sequence[int]:
        values: Sequence[int] = self._context.Decrypt(self._keys.secretKey, x).GetPackedValue()
        return values

    def slots(self, operation: str, result: Any) -> Sequence[int]:
        values: Sequence[int] = result if operation == "decrypt" else self._decrypted(result)
        return values

    def sizes(self) -> Mapping[str, int | str]:
        openfhe = self._openfhe
        return {
            "ciphertext": len(openfhe.Serialize(self.encrypt(1), openfhe.BINARY)),
            "public key": len(openfhe.Serialize(self._keys.publicKey, openfhe.BINARY)),
            "key for products": self._key_bytes("EvalMult"),
            "key of a rotation": self._key_bytes("EvalAutomorphism"),
        }

    def encrypt(self, value: int) -> Any:
        plaintext = self._context.MakePackedPlaintext([value] * self.facts.degree)
        return self._context.Encrypt(self._keys.publicKey, plaintext)

    def square(self, x: Any) -> Any:
        squared = self._context.EvalSquare(x)
        return self._context.ModReduce(squared) if self._scheme == "bgv" else squared

    def bits_left(self, x: Any) -> float | None:
        return None
