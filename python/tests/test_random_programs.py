# SPDX-License-Identifier: Apache-2.0
"""Random programs of operators give the results of plain integers, or a refusal of the library.

LATH_PROGRAMS is the number of programs, 500 by default.
"""

import functools
import os
from dataclasses import dataclass
from typing import Any

import lath
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

N = 16
PROGRAMS = int(os.environ.get("LATH_PROGRAMS", "500"))
SLOTS, WIDE, POLYNOMIALS = 97, 2**64 - 2**32 + 1, 64
CASES = [(scheme, t) for scheme in ("bfv", "bgv") for t in (SLOTS, WIDE, POLYNOMIALS)]


@functools.cache
def client_of(scheme, t):
    parameters = getattr(lath.he, scheme).Parameters.create_insecure(
        degree=N, plaintext_modulus=t, prime_bits=[50] * 6, special_prime_bits=[50, 50])
    encoding = "coefficients" if t == POLYNOMIALS else "slots"
    return lath.Client(parameters, rotations="all" if t == SLOTS else (), encoding=encoding)


@dataclass
class Value:
    """A ciphertext, and the integers that it shall hold."""

    cipher: Any
    plain: Any


def padded(values):
    plain = np.zeros(N, dtype=object)
    plain[: len(values)] = values
    return plain


def constant(k, t):
    return padded([k]) if t == POLYNOMIALS else np.full(N, k, dtype=object)


def product(a, b, t):
    if t != POLYNOMIALS:
        return a * b % t
    full = np.convolve(a, b)
    full = np.append(full, np.zeros(2 * N - len(full), dtype=object))
    return (full[:N] - full[N:]) % t


def power(a, exponent, t):
    return functools.reduce(lambda x, _: product(x, a, t), range(exponent - 1), a)


def combine(name, a, b, t):
    if name == "*":
        return product(a, b, t)
    return (a + b if name == "+" else a - b) % t


APPLY = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}


def operand(kind, values, number, t):
    """An operand for a ciphertext, and the integers that it stands for."""
    if kind == "int":
        return number, constant(number % t, t)
    plain = padded(values)
    if kind == "list":
        return values, plain
    fits = all(-(2**63) <= v < 2**63 for v in values)
    return np.array(values, dtype=np.int64 if fits else object), plain


def run(step, values, t):
    name, kind, first, second, left, given_values, number = step
    x = values[first % len(values)]
    if name == "**":
        exponent = 1 + number % 5
        return Value(x.cipher**exponent, power(x.plain, exponent, t))
    if name == "rotate":
        if t != SLOTS:
            return Value(-x.cipher, -x.plain % t)
        columns = number % 17 - 8
        return Value(x.cipher.rotate(columns), np.roll(x.plain.reshape(2, -1), -columns, axis=1).reshape(-1))
    if kind == "cipher":
        y = values[second % len(values)]
        return Value(APPLY[name](x.cipher, y.cipher), combine(name, x.plain, y.plain, t))
    other, plain = operand(kind, [v % t - (t // 2 if v % 3 == 0 else 0) for v in given_values], number, t)
    if left:
        return Value(APPLY[name](other, x.cipher), combine(name, plain, x.plain, t))
    return Value(APPLY[name](x.cipher, other), combine(name, x.plain, plain, t))


numbers = st.integers(-(2**70), 2**70)
steps = st.tuples(
    st.sampled_from(["+", "-", "*", "**", "rotate"]), st.sampled_from(["cipher", "int", "list", "array"]),
    st.integers(0, 9), st.integers(0, 9), st.booleans(), st.lists(numbers, min_size=1, max_size=N), numbers)


@pytest.mark.parametrize("scheme, t", CASES)
def test_programs(scheme, t):
    client, finished = client_of(scheme, t), []

    @settings(max_examples=-(-PROGRAMS // len(CASES)), deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))
    @given(st.lists(st.lists(numbers, min_size=1, max_size=N), min_size=1, max_size=3),
           st.lists(steps, min_size=1, max_size=8))
    def check(inputs, program):
        plains = [padded([v % t for v in values]) for values in inputs]
        values = [Value(client.encrypt(plain), plain) for plain in plains]
        try:
            for step in program:
                values.append(run(step, values, t))
        except lath.InvalidArgumentError as refusal:
            assert "noise" in str(refusal) or "budget" in str(refusal)
        for value in values:
            found = client.decrypt(value.cipher)
            assert all((int(f) - int(p)) % t == 0 for f, p in zip(found, value.plain, strict=True))
        finished.append(len(values) - len(inputs) == len(program))

    check()
    assert sum(finished) > len(finished) // 2
