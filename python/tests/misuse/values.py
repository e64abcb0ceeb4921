# SPDX-License-Identifier: Apache-2.0
"""Misuses of values, plaintexts and parameters."""

import functools

import lath
import numpy as np
from lath.he import PlaintextSpace
from table import BFV, BGV, INVALID, MALFORMED, MISMATCH, UNSUPPORTED, Misuse

FIELD = {"degree": 8192, "prime_bits": [50, 50, 50], "special_prime_bits": [50]}
SMALL = {"degree": 16, "plaintext_modulus": 97, "prime_bits": [40, 40], "special_prime_bits": [40]}


@functools.cache
def field():
    return lath.Client(BFV.create(plaintext_modulus=PlaintextSpace.field("BLS12-381", index=16384), **FIELD))


@functools.cache
def client(encoding, t=65537):
    return lath.Client(BFV.recommended(8192, t), encoding=encoding)


def halves(values):
    return [values[: len(values) // 2], values[len(values) // 2 :]]


VALUES = {
    "floats": Misuse(
        lambda s: s.client.encrypt([1.7]), TypeError, "np.asarray(values).round().astype(np.int64)",
        lambda s: s.client.encrypt(np.asarray([1.7]).round().astype(np.int64))),
    "an array of floats": Misuse(
        lambda s: s.client.encrypt(np.array([1.0])), TypeError, "np.asarray(values).round().astype(np.int64)",
        lambda s: s.client.encrypt(np.asarray(np.array([1.0])).round().astype(np.int64))),
    "bools": Misuse(
        lambda s: s.client.encrypt([True, False]), TypeError, "[int(value) for value in values]",
        lambda s: s.client.encrypt([int(value) for value in [True, False]])),
    "text in a list": Misuse(
        lambda s: s.client.encrypt(["1"]), TypeError, "[int(value) for value in values]",
        lambda s: s.client.encrypt([int(value) for value in ["1"]])),
    "None in a list": Misuse(
        lambda s: s.client.encrypt([1, None]), TypeError, "0 where there is none", lambda s: s.client.encrypt([1, 0])),
    "a matrix": Misuse(
        lambda s: s.client.encrypt(np.array([[1, 2], [3, 4]])), TypeError, "a.ravel()",
        lambda s: s.client.encrypt(np.array([[1, 2], [3, 4]]).ravel())),
    "a number alone": Misuse(
        lambda s: s.client.encrypt(5), TypeError, "give a list: [1, 2, 3]", lambda s: s.client.encrypt([5])),
    "an integer longer than a word": Misuse(
        lambda s: s.client.encrypt([2**64]), TypeError, "reduce it modulo t",
        lambda s: s.client.encrypt([2**64 % 65537])),
    "an integer out of range": Misuse(
        lambda s: s.client.encrypt([1, 70000]), INVALID, "reduce it modulo the plaintext modulus",
        lambda s: s.client.encrypt([1, 70000 % 65537])),
    "an unsigned integer out of range": Misuse(
        lambda s: s.client.encrypt(np.array([2**63], dtype=np.uint64)), INVALID, "reduce it modulo",
        lambda s: s.client.encrypt(np.array([2**63], dtype=np.uint64) % 65537)),
    "too many values": Misuse(
        lambda s: s.client.encrypt(np.zeros(16384, int)), MISMATCH, "use several plaintexts",
        lambda s: [s.client.encrypt(part) for part in halves(np.zeros(16384, int))]),
    "a float beside a ciphertext": Misuse(
        lambda s: s.x + 1.5, TypeError, "round(value)", lambda s: s.x + round(1.5)),
    "a bool beside a ciphertext": Misuse(
        lambda s: True * s.x, TypeError, "int(value)", lambda s: int(True) * s.x),
    "text beside a ciphertext": Misuse(
        lambda s: s.x - "1", TypeError, "int(value)", lambda s: s.x - int("1")),
    "an integer for a vector": Misuse(
        lambda s: s.x.dot(5), TypeError, "give a list: [1, 2, 3]", lambda s: s.x.dot([5])),
    "plain values of another length": Misuse(
        lambda s: s.x + np.ones(16384, int), MISMATCH, "use several plaintexts",
        lambda s: [s.x + part for part in halves(np.ones(16384, int))]),
    "a modulus without slots": Misuse(
        lambda s: client("slots", 64).encrypt([1]), UNSUPPORTED, 'encoding="coefficients"',
        lambda s: client("coefficients", 64).encrypt([1])),
    "an encoding without a name": Misuse(
        lambda s: client("batch"), INVALID, "leave encoding out", lambda s: lath.Client(s.parameters)),
    "operands of two encodings": Misuse(
        lambda s: s.x + s.client.with_encoding("coefficients").encrypt([1]), MISMATCH, 'x.with_encoding("slots")',
        lambda s: s.x + s.client.with_encoding("coefficients").encrypt([1]).with_encoding("slots")),
    "a list for one integer": Misuse(
        lambda s: client("integers").encrypt([1, 2]), TypeError, "give an int",
        lambda s: client("integers").encrypt(1)),
    "an integer that is too long for digits": Misuse(
        lambda s: client("integers").encrypt(2**63), INVALID, 'encoding="coefficients"',
        lambda s: lath.Client(BFV.create(plaintext_modulus=2**80, **FIELD), encoding="coefficients").encrypt([2**63])),
    "a field element out of range": Misuse(
        lambda s: field().encrypt([1, field().parameters.plaintext_modulus]), INVALID, "value % t",
        lambda s: field().encrypt([1, field().parameters.plaintext_modulus % field().parameters.plaintext_modulus])),
    "a plaintext of other parameters": Misuse(
        lambda s: field().encrypt(lath.he.SlotEncoder(s.parameters).encode([1])), MISMATCH, "parameters",
        lambda s: field().encrypt(lath.he.WideSlotEncoder(field().parameters).encode([1]))),
    "a rotation of coefficients": Misuse(
        lambda s: client("coefficients").encrypt([1]).rotate(1), UNSUPPORTED, "x * [0, 1]",
        lambda s: client("coefficients").encrypt([1]) * [0, 1]),
    "a dimension that there is not": Misuse(
        lambda s: s.x.rotate(1, dimension=2), INVALID, "leave dimension out", lambda s: s.x.rotate(1)),
    "a sum of slots of a field": Misuse(
        lambda s: field().encrypt([1]).sum(), UNSUPPORTED, "x + x.rotate(1, dimension=0)",
        lambda s: (lambda x: x + x.rotate(1, dimension=0))(
            lath.Client(field().parameters, rotations=[1]).encrypt([1]))),
}

PARAMETERS = {
    "a degree that is none": Misuse(
        lambda s: BFV.recommended(8193, 65537), INVALID, "take a power of two", lambda s: BFV.recommended(8192, 65537)),
    "a ring without room": Misuse(
        lambda s: BFV.recommended(1024, 65537), INVALID, "4096", lambda s: BFV.recommended(4096, 65537)),
    "an insecure ring": Misuse(
        lambda s: BFV.create(**SMALL), INVALID, "take a power of two from 2048",
        lambda s: BFV.create(**{**SMALL, "degree": 8192})),
    "a modulus that is a float": Misuse(
        lambda s: BGV.recommended(8192, 65537.0), TypeError, "give an int: 65537", lambda s: BGV.recommended(8192, 65537)),
    "a negative modulus": Misuse(
        lambda s: BGV.recommended(8192, -65537), INVALID, "abs(x)", lambda s: BGV.recommended(8192, abs(-65537))),
    "a security that there is not": Misuse(
        lambda s: BFV.recommended(8192, 65537, security=100), INVALID, "leave", lambda s: BFV.recommended(8192, 65537)),
    "an argument of another name": Misuse(
        lambda s: BFV.create(size=3, plaintext_modulus=65537, **FIELD), TypeError, "help(Parameters.create)",
        lambda s: BFV.create(plaintext_modulus=65537, **FIELD)),
    "JSON that is none": Misuse(
        lambda s: BFV.from_json("{"), MALFORMED, "correct the text at this place", lambda s: BFV.from_json(s.parameters.to_json())),
    "a field without a name": Misuse(
        lambda s: PlaintextSpace.field("P-521", index=16384), INVALID, "another field",
        lambda s: PlaintextSpace.field("P-256", index=13107)),
    "an index that does not serve a field": Misuse(
        lambda s: PlaintextSpace.field("P-256", index=16384), UNSUPPORTED, "13107",
        lambda s: PlaintextSpace.field("P-256", index=13107)),
    "a level that is too high": Misuse(
        lambda s: s.x.switch_to(10**6), INVALID, "encrypt again", lambda s: s.client.encrypt([1]).switch_to(s.x.level)),
    "a level that is no word": Misuse(
        lambda s: s.x.switch_to(2**70), TypeError, "level: int", lambda s: s.x.switch_to(1)),
    "level 0": Misuse(lambda s: s.x.switch_to(0), INVALID, "take level 1", lambda s: s.x.switch_to(1)),
    "more products than the noise allows": Misuse(
        lambda s: s.x ** (2**40), INVALID, "do fewer multiplications", lambda s: s.x**2),
    "a power that is none": Misuse(
        lambda s: s.x**0, INVALID, "add 1 to 0 * x", lambda s: 0 * s.x + 1),
}
