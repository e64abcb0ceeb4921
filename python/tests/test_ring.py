# SPDX-License-Identifier: Apache-2.0
"""Polynomials against products by their definition, in integers of Python."""

import concurrent.futures
import gc
import math
import pathlib
import pickle
import random
import re

import lath
import numpy as np
import pytest
from lath.random import Generator
from lath.ring import DiscreteGaussian, Ring, cyclotomic_polynomial, ntt_primes

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
INDICES = [16, 21, 27, 60, 105]


def generator(name):
    return Generator.from_seed(bytes(range(32)), name)


def remainder(a, index, q):
    """a modulo Phi_index and q, by long division."""
    phi = cyclotomic_polynomial(index)
    a = list(a)
    for top in range(len(a) - 1, len(phi) - 2, -1):
        factor = a[top]
        for i, c in enumerate(phi):
            a[top - len(phi) + 1 + i] -= factor * c
    a += [0] * (len(phi) - 1 - len(a))
    return [centered(x, q) for x in a[:len(phi) - 1]]


def centered(x, q):
    x %= q
    return x - q if 2 * x > q else x


def schoolbook(a, b):
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def ring_of(index, bits=40, count=2):
    return Ring(index=index, moduli=ntt_primes(bits, count=count, index=index))


@pytest.mark.parametrize("index", INDICES)
def test_the_ring_operations(index):
    ring, draw = ring_of(index), random.Random(index)
    n, q = ring.degree, ring.modulus
    a, b = ([draw.randrange(-q, q) for _ in range(n)] for _ in range(2))
    x, y = ring.from_polynomial(a), ring.from_polynomial(b)
    k = draw.randrange(-q**2, q**2)
    expected = [
        (x + y, [u + v for u, v in zip(a, b)]),
        (x - y, [u - v for u, v in zip(a, b)]),
        (-x, [-u for u in a]),
        (x * y, schoolbook(a, b)),
        (x * k, [k * u for u in a]),
        (k * x, [k * u for u in a]),
        (x + k, [a[0] + k] + a[1:]),
        (k - x, [k - a[0]] + [-u for u in a[1:]]),
        (x**3, schoolbook(schoolbook(a, a), a)),
        (x * x, schoolbook(a, a)),
        (x**0, [1]),
        (x.apply_automorphism(index - 1), [a[0]] + [0] * (index - n) + a[:0:-1]),
    ]
    for found, wanted in expected:
        assert found.to_polynomial().tolist() == remainder(wanted, index, q)
    for found, wanted in [(x.ntt() * y.ntt(), x * y), (x.ntt() + k, x + k), (k - x.ntt(), k - x), (x.ntt() * k, x * k),
                          (x.ntt()**5, x**5), (x.ntt().apply_automorphism(11 if index % 11 else 13),
                                               x.apply_automorphism(11 if index % 11 else 13))]:
        assert found.form == "values" and found.intt() == wanted


@pytest.mark.parametrize("index", INDICES)
def test_values_are_values(index):
    ring = ring_of(index, bits=30)
    a = ring.uniform(generator=generator("values"))
    powers, coefficients = ring.powers.tolist(), a.rows.tolist()
    for row, root, p, found in zip(coefficients, ring.roots, ring.moduli, a.ntt().rows.tolist()):
        for value, exponent in zip(found, ring.exponents.tolist()):
            point = pow(root, exponent, p)
            assert value == sum(c * pow(point, k, p) for c, k in zip(row, powers)) % p


def test_the_powers_of_x():
    for index in INDICES:
        ring = ring_of(index)
        assert (1 + 2 * ring.x**(index + 1)).to_polynomial().tolist()[:3] == [1, 2, 0]
        assert ring.x**index == ring.from_integers([1])
        assert [int((ring.x**int(k)).to_integers()[j]) for j, k in enumerate(ring.powers)] == [1] * ring.degree


@pytest.mark.parametrize("bits, count", [(30, 1), (60, 1), (62, 2), (50, 5)])
def test_integers_of_any_length(bits, count):
    ring = Ring(64, ntt_primes(bits, 64, count))
    q, draw = ring.modulus, random.Random(bits)
    assert q == math.prod(ring.moduli)
    values = [0, 1, -1, q, q // 2, -(q // 2), q // 2 + 1, 2**63 - 1, -2**63, 2**64 - 1, 2**64, -2**64]
    values += [draw.randrange(-2**400, 2**400) for _ in range(8)]
    a = ring.from_integers(values)
    assert a.to_integers().tolist() == [centered(v, q) for v in values] + [0] * (64 - len(values))
    assert a.to_integers(centered=False).tolist()[:len(values)] == [v % q for v in values]
    assert ring.from_integers(a.to_integers()) == a == ring.from_integers(a.to_integers(centered=False))
    assert a.infinity_norm() == max(abs(centered(v, q)) for v in values)


def test_dtypes_of_integers():
    short, long = Ring(16, ntt_primes(62, 16)), Ring(16, ntt_primes(62, 16, 2))
    assert short.from_integers([3]).to_integers().dtype == np.int64
    assert long.from_integers([3]).to_integers().dtype == object
    for dtype in (np.int8, np.uint8, np.int32, np.int64, np.uint64):
        assert short.from_integers(np.arange(5, dtype=dtype)) == short.from_integers([0, 1, 2, 3, 4])
    top = np.array([2**64 - 1], dtype=np.uint64)
    assert short.from_integers(top) == short.from_integers([2**64 - 1])
    assert short.from_integers(np.array([2**70, -1], dtype=object)) == short.from_integers([2**70, -1])
    assert short.from_integers() == short.from_integers([]) == 0 * short.x


def test_views_are_of_the_words_and_keep_them():
    ring = Ring(4096, ntt_primes(50, 4096, 3))
    a = ring.uniform(generator=generator("views"))
    rows = a.rows
    assert rows.shape == (3, 4096) and rows.dtype == np.uint64 and not rows.flags.writeable
    assert np.shares_memory(rows, a.rows)
    before = rows.copy()
    with pytest.raises(ValueError):
        rows[0, 0] = 1
    with pytest.raises(ValueError):
        rows.flags.writeable = True
    expected = ring.from_rows(before)
    del a
    gc.collect()
    _ = [ring.uniform() for _ in range(4)]
    assert (rows == before).all() and ring.from_rows(rows) == expected
    assert ring.from_rows(rows[:, ::-1][:, ::-1], "values").form == "values"


def test_one_prime_takes_one_row():
    ring = Ring(8, 12289)
    assert ring.from_rows(np.arange(8, dtype=np.uint64)) == ring.from_integers(range(8))


def test_samplers():
    ring = Ring(2048, ntt_primes(40, 2048, 2))
    draws = {
        "ternary": (ring.ternary(), 1),
        "density": (ring.ternary(density=0.25), 1),
        "binomial": (ring.centered_binomial(3), 3),
        "bounded": (ring.bounded(-7, 7), 7),
        "fixed": (ring.fixed_weight(64), 1),
        "gaussian": (ring.discrete_gaussian(3.2), 44),
        "table": (ring.discrete_gaussian(DiscreteGaussian(3.2)), 44),
    }
    for name, (draw, bound) in draws.items():
        values = draw.to_integers()
        assert draw.is_secret and np.abs(np.array(values.tolist())).max() <= bound, name
    assert np.count_nonzero(draws["fixed"][0].to_integers()) == 64
    assert ring.uniform(generator=generator("a")) == ring.uniform(generator=generator("a")) != ring.uniform()
    assert ring.centered_binomial(8, generator=generator("b")) == ring.centered_binomial(8, generator=generator("b"))
    values = DiscreteGaussian(10.0, center=3.5).sample(20000, generator("c"))
    assert abs(values.mean() - 3.5) < 0.5 and abs(values.std() - 10) < 0.5


def test_secrecy_follows_operands():
    ring = Ring(64, ntt_primes(30, 64))
    a, s = ring.uniform(), ring.ternary()
    for secret in (a * s, s + a, s - 1, 2 * s, -s, s.ntt(), s.ntt() * a.ntt(), s**2, s.apply_automorphism(3)):
        assert secret.is_secret and "secret" in repr(secret)
    public = (a * s).declassify()
    assert not public.is_secret and public == a * s and not (a * a).is_secret
    assert ring.poly_from_bytes(s.secret_bytes(), secret=True) == s
    assert ring.from_integers([1], secret=True).is_secret


def test_bytes_and_pickles():
    for index in (16, 21):
        ring = ring_of(index)
        assert Ring.from_bytes(bytes(ring)) == ring == pickle.loads(pickle.dumps(ring))
        assert len({ring, ring_of(index)}) == 1 and ring != ring_of(index, bits=41)
        for a in (ring.uniform(), ring.uniform("values")):
            assert ring.poly_from_bytes(bytes(a)) == a == pickle.loads(pickle.dumps(a))
            assert len({a, pickle.loads(pickle.dumps(a))}) == 1
        assert a != a.intt() and a != ring.uniform("values")


def test_texts():
    ring = Ring(1024, [12289])
    assert repr(ring) == "<lath ring Z_q[x]/(x^1024 + 1) with log2 q = 13.6>"
    assert repr(ring.x) == f"<lath polynomial of {repr(ring)[11:-1]}, as coefficients>"
    assert "Phi_21(x)" in repr(ring_of(21)) and "of 2 primes" in repr(ring_of(21).uniform("values"))


def test_fewer_and_more_primes():
    ring = Ring(32, ntt_primes(30, 32, 3))
    small = ring.prefix(1)
    a = ring.from_integers(range(-16, 16))
    low = a.drop_limbs(small)
    assert low.ring == small and (low.to_integers() == np.arange(-16, 16)).all()
    assert low.append_limbs(ring) == a and a.ntt().drop_limbs(small) == low.ntt()


def test_threads_share_polynomials():
    ring = Ring(1024, ntt_primes(50, 1024, 3))
    a, b = ring.uniform(), ring.uniform()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: a * b, range(16))) == {a * b}


def programs(word):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [block for block in blocks if word in block]


@pytest.mark.parametrize("room", ["from lath.ring import Ring, ntt_primes", "from lath.pke import"])
def test_the_page(room, capsys):
    (program,) = programs(room)
    exec(compile(program, str(PAGE), "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.*)", program)


def test_encryption_in_fifteen_lines():
    (program,) = programs("def encrypt(key, bits)")
    assert len(program.splitlines()) <= 15
    names = {}
    exec(compile(program, str(PAGE), "exec"), names)
    bits = [1, 0, 1, 1] * 256
    key, secret = names["generate"]()
    assert names["decrypt"](secret, names["encrypt"](key, bits)).tolist() == bits
