# SPDX-License-Identifier: Apache-2.0
"""Sums of encrypted points against the affine formulas, and misuses."""

import pickle
import random

import lath
import pytest
from lath.apps.curves import P256, Client, Curve, Plan, Server

GENERATOR = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
             0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RNG = random.Random(5)


def add(p, q, prime=P):
    """The sum by the chord or the tangent."""
    if p is None or q is None:
        return q if p is None else p
    if p[0] == q[0] and (p[1] + q[1]) % prime == 0:
        return None
    slope = (3 * (p[0] ** 2 - 1) * pow(2 * p[1], -1, prime) if p == q
             else (q[1] - p[1]) * pow(q[0] - p[0], -1, prime))
    x = (slope**2 - p[0] - q[0]) % prime
    return x, (slope * (p[0] - x) - p[1]) % prime


def times(k, p, prime=P):
    result = None
    for bit in bin(k)[2:]:
        result = add(result, result, prime)
        if bit == "1":
            result = add(result, p, prime)
    return result


def inverse(p, prime=P):
    return p[0], prime - p[1]


def small_plan(levels, use="kept"):
    more = 2 if use == "released" else 0
    primes = 3 + more if levels == 1 else 2 * levels + 1 + more
    return Plan.create_insecure(P256, levels, use=use, index=85, prime_bits=[45] * primes, special_prime_bits=[45])


def points(count):
    return [times(RNG.randrange(1, ORDER), GENERATOR) for _ in range(count)]


@pytest.fixture(scope="module")
def parties():
    client = Client(small_plan(2))
    return client, Server(client.plan, client.setup())


def test_sums_of_four_points(parties):
    client, server = parties
    rows = [points(4) for _ in range(4)]
    rows[1][0], rows[3][1], rows[2][2] = rows[0][0], inverse(rows[2][1]), None  # a doubling, inverses, infinity
    expected = [add(add(a, b), add(c, d)) for a, b, c, d in zip(*rows)]
    assert client.finish(server.answer(client.query(rows))) == expected


def test_missing_points_are_infinity(parties):
    client, server = parties
    p, q = points(2)
    assert client.finish(server.answer(client.query([[p], [], [q, q]]))) == [add(p, q), q, None, None]
    assert client.finish(server.answer(client.query([]))) == [None] * 4


def test_points_in_bytes(parties):
    client, server = parties
    sec1 = b"\4" + b"".join(c.to_bytes(32, "big") for c in GENERATOR)
    assert client.finish(server.answer(client.query([[sec1, b"\0"], [GENERATOR, GENERATOR]])))[:2] == [
        add(GENERATOR, GENERATOR), GENERATOR]


def test_a_plan_with_security():
    plan = pickle.loads(pickle.dumps(Plan(P256, 1)))
    assert (plan.slots, plan.summands, plan.curve.prime, plan.curve.coordinate_bytes) == (512, 2, P, 32)
    client = Client(plan)
    server = pickle.loads(pickle.dumps(Server(plan, client.setup())))
    p, q = points(2)
    query = client.query([[p, p, p], [q, p, inverse(p)]])
    answer = server.answer(query)
    assert (len(query), len(answer)) == (plan.query_bytes, plan.answer_bytes)
    assert client.finish(answer)[:4] == [add(p, q), add(p, p), None, None]


def test_sums_for_release():
    client = Client(small_plan(1, "released"))
    server = Server(client.plan, client.setup())
    p, q = points(2)
    assert client.finish_for_release(server.answer(client.query([[p], [q]]))) == [add(p, q), None, None, None]


def test_multiples_by_windows():
    plan = Plan.create_insecure(P256, 4, index=85, prime_bits=[45] * 9, special_prime_bits=[45])
    client = Client(plan)
    server = Server(plan, client.setup())
    (p, a), k = points(2), RNG.randrange(ORDER)
    assert plan.window_bits == 16
    steps = []
    answer = server.answer(client.query_multiples([p, p, p], [k, 5], [a, None, a]), progress=steps.append)
    assert client.finish(answer) == [add(times(k, p), a), times(5, p), a, None] and max(steps) == 15


def test_another_field():
    curve = Curve("BLS12-381", 4)
    assert pickle.loads(pickle.dumps(curve)) == curve != P256 and hash(curve) == hash(Curve("BLS12-381", 4))
    assert curve.field == "BLS12-381" and curve.b == 4
    plan = Plan.create_insecure(curve, 1, degree=64, prime_bits=[45] * 3, special_prime_bits=[45])
    client = Client(plan)
    found = client.finish(Server(plan, client.setup()).answer(client.query([[(0, 2)]] * 2)))
    assert found[0] == add((0, 2), (0, 2), curve.prime)


def test_secrets_are_hidden(parties):
    client, server = parties
    assert "secret key hidden" in repr(client) and "4 sums" in repr(server)
    assert "4 sums of 4 points of P-256" in str(client.plan) and repr(P256) == "<lath Curve over P-256>"
    assert client.plan == server.plan == small_plan(2) and hash(client.plan) == hash(server.plan)
    assert 0 < client.plan.answer_budget_bits


MISUSES = [
    ("a point off the curve", lambda c, s: c.query([[], [None, (1, 2)]]), lath.MalformedError, "point 1 of summand 1"),
    ("a coordinate of p", lambda c, s: c.query([[(P, 0)]]), lath.MalformedError, "point 0 of summand 0"),
    ("a negative coordinate", lambda c, s: c.query([[(-1, 0)]]), lath.InvalidArgumentError, "x % curve.prime"),
    ("floats", lambda c, s: c.query([[(1.0, 2.0)]]), TypeError, "index 0 of summand 0"),
    ("triples", lambda c, s: c.query([[GENERATOR, (1, 2, 3)]]), TypeError, "index 1 of summand 0"),
    ("points without summands", lambda c, s: c.query([GENERATOR]), TypeError, "index 0"),
    ("one point", lambda c, s: c.query(7), TypeError, "a list of points"),
    ("compressed bytes", lambda c, s: c.query([[b"\2" + bytes(32)]]), lath.InvalidArgumentError, "33 bytes"),
    ("too many points", lambda c, s: c.query([[None] * 5]), lath.MismatchError, "5 points of summand 0"),
    ("too many summands", lambda c, s: c.query([[]] * 5), lath.MismatchError, "more levels"),
    ("a long scalar", lambda c, s: c.query_multiples([GENERATOR], [2**256]), lath.InvalidArgumentError, "scalar 0"),
    ("a scalar that is none", lambda c, s: c.query_multiples([GENERATOR], [1.5]), TypeError, "scalar 0"),
    ("an old answer", lambda c, s: (old := s.answer(c.query([])), c.query([]), c.finish(old)),
     lath.MismatchError, "number"),
    ("no query", lambda c, s: Client(c.plan).finish(b""), lath.InvalidArgumentError, "ask first"),
    ("a release that was not planned", lambda c, s: c.finish_for_release(s.answer(c.query([]))),
     lath.InvalidArgumentError, 'use="released"'),
    ("a query of another client", lambda c, s: s.answer(Client(c.plan).query([])), lath.MismatchError, "session"),
    ("a setup of another plan", lambda c, s: Server(small_plan(3), c.setup()), lath.MismatchError, "same plan"),
    ("little memory", lambda c, s: Server(c.plan, c.setup(), 10), lath.UnsupportedError, "memory="),
    ("no levels", lambda c, s: Plan(P256, 0), lath.InvalidArgumentError, "0 levels"),
    ("a field without a name", lambda c, s: Curve("P-521", 1), lath.InvalidArgumentError, '"P-256"'),
    ("a curve that is not smooth", lambda c, s: Curve("P-256", 2), lath.InvalidArgumentError, "another b"),
    ("a pickle of a client", lambda c, s: pickle.dumps(c), TypeError, r"client.setup\(\)"),
    ("a pickle of an insecure server", lambda c, s: pickle.dumps(s), TypeError, "insecure"),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(parties, use, error, text):
    client, server = parties
    with pytest.raises(error, match=text or None):
        use(client, server)
    assert client.finish(server.answer(client.query([[GENERATOR], [GENERATOR]])))[0] == add(GENERATOR, GENERATOR)


def test_fields_have_their_names_in_python():
    for name in ("P-256", "P-256 order", "BLS12-381"):
        with pytest.raises(lath.UnsupportedError, match=f'slots of the field "{name}"'):
            lath.he.PlaintextSpace.field(name, index=100)
