# SPDX-License-Identifier: Apache-2.0
"""Misuses of rings, polynomials and transforms: the class of the error, and what it says."""

import pickle
import re

import lath
import numpy as np
import pytest
from lath.ring import DiscreteGaussian, NttPlan, Ring, euler_phi, is_prime, least_primitive_root, ntt_primes

PRIMES = ntt_primes(30, 16, 2)
RING = Ring(16, PRIMES)
A = RING.from_integers(range(16))
S = RING.ternary()
PLAN = NttPlan(16, PRIMES[0])
WORDS = np.arange(16, dtype=np.uint64)

MISUSES = [
    ("forms mixed", lambda: A + A.ntt(), lath.MismatchError, "a.ntt() + b"),
    ("forms mixed on the other side", lambda: A.ntt() * A, lath.MismatchError, "a * b.ntt()"),
    ("another ring", lambda: A * Ring(16, PRIMES[:1]).x, lath.MismatchError, "one ring"),
    ("values twice", lambda: A.ntt().ntt(), lath.MismatchError, "a.intt()"),
    ("coefficients twice", lambda: A.intt(), lath.MismatchError, "a.form"),
    ("integers of values", lambda: A.ntt().to_integers(), lath.MismatchError, "a.intt()"),
    ("a float beside a polynomial", lambda: A * 1.5, TypeError, "float"),
    ("a bool beside a polynomial", lambda: A + True, TypeError, "bool"),
    ("a list beside a polynomial", lambda: A + [1, 2], TypeError, "from_integers"),
    ("an array beside a polynomial", lambda: A + np.arange(16), TypeError, "from_integers"),
    ("an array before a polynomial", lambda: np.arange(16) * A, TypeError, "from_integers"),
    ("a text beside a polynomial", lambda: "2" * A, TypeError, "str"),
    ("an object beside a polynomial", lambda: A + object(), TypeError, "unsupported operand"),
    ("a negative power", lambda: A**-1, TypeError, ""),
    ("a float at an index", lambda: RING.from_integers([1, 2.5]), TypeError, "index 1"),
    ("a bool at an index", lambda: RING.from_integers([1, 2, True]), TypeError, "index 2"),
    ("a text at an index", lambda: RING.from_integers(["1"]), TypeError, "index 0"),
    ("an array of floats", lambda: RING.from_integers(np.ones(3)), TypeError, "index 0"),
    ("two dimensions", lambda: RING.from_integers(np.ones((2, 2), int)), TypeError, "dimension"),
    ("objects of two dimensions", lambda: RING.from_integers(np.ones((2, 2), object)), TypeError, "dimension"),
    ("one integer as values", lambda: RING.from_integers(5), TypeError, "[1, 2, 3]"),
    ("too many integers", lambda: RING.from_integers(range(17)), lath.MismatchError, "from_polynomial"),
    ("too many long integers", lambda: RING.from_integers([2**99] * 17), lath.MismatchError, "from_polynomial"),
    ("an even exponent", lambda: A.apply_automorphism(2), lath.InvalidArgumentError, "odd"),
    ("rows of another dtype", lambda: RING.from_rows(np.ones((2, 16), np.int64)), TypeError, "int64"),
    ("a list as rows", lambda: RING.from_rows([[1] * 16] * 2), TypeError, "list"),
    ("rows of another shape", lambda: RING.from_rows(WORDS), TypeError, "(2, 16)"),
    ("a word that is too large", lambda: RING.from_rows(np.full((2, 16), PRIMES[0], np.uint64)),
     lath.InvalidArgumentError, "word 0 of limb 0"),
    ("an unknown form", lambda: RING.uniform("evaluation"), lath.InvalidArgumentError, "coefficients"),
    ("a pickle of a secret", lambda: pickle.dumps(S), TypeError, "declassify"),
    ("bytes of a secret", lambda: bytes(S), lath.InvalidArgumentError, "declassify"),
    ("a hash of a secret", lambda: hash(S), lath.InvalidArgumentError, "declassify"),
    ("the norm of a secret", lambda: S.infinity_norm(), lath.InvalidArgumentError, "declassify"),
    ("bytes of another ring", lambda: RING.poly_from_bytes(bytes(RING.prefix(1).x)), lath.MismatchError, ""),
    ("bytes that are nothing", lambda: RING.poly_from_bytes(b"nothing"), lath.Error, ""),
    ("a ring that is nothing", lambda: Ring.from_bytes(b"nothing"), lath.MalformedError, ""),
    ("a ring over the limits", lambda: Ring.from_bytes(bytes(RING), max_degree=8), lath.UnsupportedError, ""),
    ("no degree", lambda: Ring(moduli=PRIMES), lath.InvalidArgumentError, "index=21"),
    ("a degree and an index", lambda: Ring(16, PRIMES, index=32), lath.InvalidArgumentError, "one of them"),
    ("no primes", lambda: Ring(16), TypeError, ""),
    ("an empty list of primes", lambda: Ring(16, []), lath.InvalidArgumentError, "ntt_primes"),
    ("a prime without a root", lambda: Ring(16, 101), lath.InvalidArgumentError, "1 mod 32"),
    ("a float as a prime", lambda: Ring(16, [97.0]), TypeError, "moduli[0]"),
    ("a prime that is too long", lambda: Ring(16, [2**89 - 1]), lath.InvalidArgumentError, "2^62"),
    ("a degree that is no power of two", lambda: Ring(12, PRIMES), lath.InvalidArgumentError, ""),
    ("a negative degree", lambda: Ring(-16, PRIMES), TypeError, ""),
    ("too many limbs", lambda: RING.prefix(3), lath.InvalidArgumentError, ""),
    ("too few primes", lambda: ntt_primes(8, 64, 5), lath.InvalidArgumentError, ""),
    ("a root modulo no prime", lambda: least_primitive_root(15, 2), lath.InvalidArgumentError, "prime"),
    ("a root of no order", lambda: least_primitive_root(97, 5), lath.InvalidArgumentError, ""),
    ("phi of zero", lambda: euler_phi(0), lath.InvalidArgumentError, "m=1"),
    ("a narrow Gaussian", lambda: DiscreteGaussian(0.0), lath.InvalidArgumentError, ""),
    ("an eta of zero", lambda: RING.centered_binomial(0), lath.InvalidArgumentError, ""),
    ("a number as a generator", lambda: RING.ternary(generator=5), TypeError, ""),
    ("a transform of floats", lambda: PLAN.forward(np.ones(16)), TypeError, "float64"),
    ("a transform of signed words", lambda: PLAN.forward(np.ones(16, np.int64)), TypeError, "a % plan.modulus"),
    ("a transform of a list", lambda: PLAN.forward([1] * 16), TypeError, "np.array"),
    ("a transform of another length", lambda: PLAN.inverse(np.ones(8, np.uint64)), TypeError, "(rows, 16)"),
    ("a transform of a cube", lambda: PLAN.inverse(np.ones((1, 1, 16), np.uint64)), TypeError, "(rows, 16)"),
    ("a word that is not below q", lambda: PLAN.forward(np.array([[0] * 16, [1, PLAN.modulus] + [0] * 14], np.uint64)),
     lath.InvalidArgumentError, "(1, 1)"),
    ("factors of two shapes", lambda: PLAN.multiply(WORDS, WORDS[None, :]), lath.MismatchError, "broadcast_to"),
    ("a cyclic transform of an index", lambda: NttPlan(index=21, modulus=43, cyclic=True), lath.InvalidArgumentError,
     "cyclic="),
    ("a slot too far", lambda: PLAN.exponent(16), IndexError, ""),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(use, error, text):
    with pytest.raises(error, match=re.escape(text) or None):
        use()


def test_secrets_are_not_shown():
    numbers = [str(x) for x in S.rows.ravel().tolist() if x > 9]
    assert not any(number in repr(S) + str(S) for number in numbers)


def test_primes():
    assert [p for p in range(50) if is_prime(p)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
    for index, primes in ((32, ntt_primes(20, 16, 3)), (21, ntt_primes(20, count=3, index=21))):
        assert all(is_prime(p) and p % index == 1 and p < 2**20 for p in primes) and len(set(primes)) == 3
    root = least_primitive_root(97, 32)
    assert pow(root, 16, 97) == 96 and all(pow(r, 16, 97) != 96 for r in range(root))
    assert euler_phi(105) == 48 and lath.ring.cyclotomic_polynomial(105)[7] == -2
