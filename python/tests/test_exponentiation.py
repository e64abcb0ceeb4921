# SPDX-License-Identifier: Apache-2.0
"""Modular exponentiation against pow(), and misuses."""

import pickle
import random

import lath
import pytest
from lath.apps.exponentiation import Client, Server

P, Q, E = 1073741789, 2147483647, 65537
MODULUS, EXPONENT = P * Q, pow(E, -1, (P - 1) * (Q - 1))
RNG = random.Random(3)
BASES = [0, 1, MODULUS - 1] + [RNG.randrange(MODULUS) for _ in range(125)]


@pytest.fixture(scope="module")
def parties():
    client = Client.create_insecure(MODULUS, degree=128)
    return client, Server(client.setup())


def opened(client, server, exponent, bases):
    server.load(client.query(exponent))
    server.answer(bases, client.take)
    return client.results()


def test_powers(parties):
    assert opened(*parties, EXPONENT, BASES) == [pow(c, EXPONENT, MODULUS) for c in BASES]
    assert opened(*parties, 3, [5, 7])[:3] == [125, 343, 1]


@pytest.mark.parametrize("options", [
    {"window_bits": 3, "windows_a_product": 1, "exponent_bits": 16}, {"windows_a_product": 3, "exponent_bits": 9},
    {"window_bits": 1, "for_release": True, "exponent_bits": 7},
])
def test_options(options):
    modulus = RNG.getrandbits(200) | 1 << 199 | 1
    client = Client.create_insecure(modulus, degree=64, **options)
    exponent, bases = 2 ** options["exponent_bits"] - 3, [RNG.randrange(modulus) for _ in range(64)]
    assert opened(client, Server(client.setup()), exponent, bases) == [pow(c, exponent, modulus) for c in bases]


def test_client_and_server_go_away_and_come_back(parties):
    client, server = Client.create_insecure(MODULUS, degree=128), None
    server = Server(client.setup())
    server.load(client.query(EXPONENT))
    half = client.sizes.groups // 2
    server.answer(BASES, client.take, 0, half)
    assert client.taken == half * client.sizes.moduli and client.answers == client.sizes.groups * client.sizes.moduli
    later, computer = Client.from_secret_bytes(client.secret_bytes()), pickle.loads(pickle.dumps(server))
    computer.answer(BASES, later.take, first=half)
    assert later.results() == [pow(c, EXPONENT, MODULUS) for c in BASES]


def test_secure_sizes():
    client = Client(MODULUS, windows_a_product=1)
    sizes = client.sizes
    assert sizes.bases == 16384 and sizes.windows == 31 == sizes.groups
    assert len(client.query(5)) == sizes.query_bytes and sizes.answer_bytes > sizes.query_bytes


def test_secrets_are_hidden(parties):
    client, server = parties
    assert "secret key hidden" in repr(client) and "128 bases" in repr(server)
    assert "128 bases" in str(client.sizes) and "answers" in repr(server.sizes)


def nested(client, server):
    server.load(client.query(3))
    server.answer([1], lambda answer: server.load(answer))


def stopped(answer):
    raise KeyboardInterrupt


MISUSES = [
    ("no exponent", lambda c, s: Server(c.setup()).answer([1], c.take), lath.InvalidArgumentError, "load an exponent"),
    ("groups that there are not", lambda c, s: s.answer([1], c.take, 0, 99), lath.InvalidArgumentError, "99"),
    ("a base of N", lambda c, s: s.answer([1, MODULUS], c.take), lath.InvalidArgumentError, "base 1"),
    ("a negative base", lambda c, s: s.answer([-1], c.take), lath.InvalidArgumentError, "base 0"),
    ("a float as a base", lambda c, s: s.answer([1, 2.0], c.take), TypeError, "base 1"),
    ("too many bases", lambda c, s: s.answer([1] * 129, c.take), lath.MismatchError, "129 bases"),
    ("no function", lambda c, s: s.answer([1], None), TypeError, "client.take"),
    ("a long exponent", lambda c, s: c.query(2**70), lath.InvalidArgumentError, "exponent_bits="),
    ("a negative exponent", lambda c, s: c.query(-1), lath.InvalidArgumentError, "abs"),
    ("a float as an exponent", lambda c, s: c.query(1.0), TypeError, "exponent"),
    ("an even modulus", lambda c, s: Client.create_insecure(4, degree=64), lath.InvalidArgumentError, ""),
    ("an insecure degree", lambda c, s: Client(MODULUS, degree=64), lath.Error, "64"),
    ("windows of 6 bits", lambda c, s: Client(MODULUS, window_bits=6), lath.InvalidArgumentError, "6"),
    ("results too early", lambda c, s: (c.query(3), c.results()), lath.InvalidArgumentError, "0 answers"),
    ("an old exponent", lambda c, s: [s.load(m) for m in [c.query(3)] * 2], lath.MismatchError, "exponent"),
    ("a setup as an exponent", lambda c, s: s.load(c.setup()), lath.Error, "give each message"),
    ("an answer that is none", lambda c, s: c.take(b"x" * 50), lath.Error, ""),
    ("another client's answer", lambda c, s: opened(Client.create_insecure(MODULUS, degree=128), s, 3, [1]),
     lath.MismatchError, "session"),
    ("little memory", lambda c, s: Server(c.setup(), 1000), lath.UnsupportedError, "memory="),
    ("bytes that are no client", lambda c, s: Client.from_secret_bytes(b"x"), lath.MalformedError, ""),
    ("a pickle of a client", lambda c, s: pickle.dumps(c), TypeError, "secret_bytes"),
    ("a call of the server by its receiver", nested, lath.InvalidArgumentError, "within a call"),
    ("work that is stopped", lambda c, s: (s.load(c.query(3)), s.answer([1], stopped)), KeyboardInterrupt, ""),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(parties, use, error, text):
    with pytest.raises(error, match=text or None):
        use(*parties)
    assert opened(*parties, 3, [5])[:2] == [125, 1]
