# SPDX-License-Identifier: Apache-2.0
"""Integers over Z of any length: exact results, bounds, servers, and misuses."""

import pickle
import random

import lath
import numpy as np
import pytest

bfv, bgv = lath.he.bfv.Parameters, lath.he.bgv.Parameters
SMALL = {"degree": 32, "plaintext_modulus": 257, "prime_bits": [49] * 6, "special_prime_bits": [49, 49],
         "digit_primes": 2}
RNG = random.Random(9)


@pytest.fixture(scope="module", params=[bfv, bgv], ids=["BFV", "BGV"])
def client(request):
    return lath.IntegerClient(request.param.create_insecure(**SMALL), bits=1000, input_bits=400, depth=2,
                              rotations="sum")


def integers(bits, count=32):
    most = 2 ** (bits - 1) - 1
    return [most, -most] + [RNG.randint(-most, most) for _ in range(count - 2)]


def test_sums_and_products(client):
    a, b, c = integers(400), integers(400), integers(150)
    x, y = client.encrypt(a), client.encrypt(b)
    assert client.decrypt(x * y - x).tolist() == [i * j - i for i, j in zip(a, b)]
    assert client.decrypt(2**500 - c * x + b).tolist() == [2**500 - k * i + j for i, j, k in zip(a, b, c)]
    assert client.decrypt(-x * 3 - np.array(c, dtype=object)).tolist() == [-3 * i - k for i, k in zip(a, c)]
    assert client.decrypt(np.arange(32) - y).tolist() == [i - j for i, j in enumerate(b)]
    z = client.encrypt(c, bits=150)
    assert client.decrypt(z**3).tolist() == [k**3 for k in c]
    assert client.decrypt(z * z * x).tolist() == [k * k * i for k, i in zip(c, a)]


def test_rotations_and_sums(client):
    a = integers(300)
    x = client.encrypt(a, bits=300)
    assert client.decrypt(x.rotate(1)).tolist() == a[1:16] + a[:1] + a[17:] + a[16:17]
    assert client.decrypt(x.exchange_rows()).tolist() == a[16:] + a[:16]
    assert client.decrypt(x.sum()).tolist() == [sum(a)] * 32


def test_bounds_are_tracked(client):
    x = client.encrypt([1, 2])
    assert x.bits == 400 and (x + x).bits == 401 and (x * x).bits == 799 and (x * 8 - 1).bits == 403
    assert client.encrypt([], bits=2).bits == 2 and client.bits >= 1000
    most = (1 << client.bits - 1) // (1 << 399)
    for call in (lambda: x * x * x, lambda: x**3, lambda: x * (4 * most), lambda: [most * 4] * x, lambda: x**10**6):
        with pytest.raises(lath.InvalidArgumentError, match="make the client with bits="):
            call()
    with pytest.raises(lath.InvalidArgumentError, match="make the client with bits="):
        client.encrypt([1], bits=client.bits).sum()
    assert client.decrypt(x * most)[1] == 2 * most


def test_servers_and_keys_travel():
    parameters = bgv.recommended(4096, 257)
    client = lath.IntegerClient(parameters, bits=140, input_bits=70, depth=1)
    key, server = pickle.loads(pickle.dumps((client.public_key(), client.server())))
    x, y = pickle.loads(pickle.dumps([key.encrypt([2**68, -5]), client.encrypt([-(2**68), 7])]))
    assert client.decrypt(server.take(x) * y)[:3].tolist() == [-(2**136), -35, 0]
    with pytest.raises(lath.InvalidArgumentError, match="keys"):
        x * y
    assert key.input_bits == 70 and key.parameters == parameters and key.primes == client.primes


@pytest.mark.parametrize("scheme", [bfv, bgv], ids=["BFV", "BGV"])
def test_keys_in_files(scheme, tmp_path):
    file, passphrase = tmp_path / "integers.lath", "correct horse battery staple"
    client = lath.IntegerClient(scheme.recommended(4096, 257), bits=140, input_bits=70)
    client.save(file, passphrase=passphrase, work=10)
    again = lath.IntegerClient.load(file, passphrase=passphrase, bits=140, input_bits=60)
    assert (again.bits, again.primes, again.input_bits) == (client.bits, client.primes, 60)
    x, y = client.encrypt([-(2**68), 3]), again.encrypt([2**58, -5])
    assert again.decrypt(x * x)[:3].tolist() == [2**136, 9, 0]
    assert client.decrypt(y * y)[:3].tolist() == [2**116, 25, 0]
    with pytest.raises(lath.AuthenticationError):
        lath.IntegerClient.load(file, passphrase="correct horse", bits=140)
    with pytest.raises(lath.InvalidArgumentError, match="bits"):
        lath.IntegerClient.load(file, passphrase=passphrase, bits=140, input_bits=4000)
    client.save(tmp_path / "more.lath", passphrase=passphrase, work=12)
    with pytest.raises(lath.UnsupportedError, match="max_work=12"):
        lath.IntegerClient.load(tmp_path / "more.lath", passphrase=passphrase, bits=140, max_work=11)


def test_results_for_release(client):
    a = integers(90)
    total = client.encrypt(a, bits=90) * 5
    assert client.decrypt_for_release(total).tolist() == [5 * i for i in a]


def test_secrets_are_hidden(client):
    assert "secret key hidden" in repr(client)
    with pytest.raises(TypeError, match="client.server()"):
        pickle.dumps(client)
    x = client.encrypt([2**300])
    assert str(2**300) not in repr(x) and "400 of" in repr(x) and x.budget_bits > 10
    assert "primes" in repr(client.server()) and "primes" in repr(client.public_key())


MISUSES = [
    ("a long integer", lambda c, x: c.encrypt([0, 2**399]), lath.InvalidArgumentError, "index 1"),
    ("an integer beside a ciphertext", lambda c, x: x + [0, 2**5000], lath.InvalidArgumentError, "index 1"),
    ("a float", lambda c, x: c.encrypt([1, 2.0]), TypeError, "float at index 1"),
    ("a bool", lambda c, x: x * [True], TypeError, "bool at index 0"),
    ("one integer", lambda c, x: c.encrypt(5), TypeError, "one dimension"),
    ("a matrix", lambda c, x: c.encrypt(np.zeros((2, 2), int)), TypeError, "dimension"),
    ("a text", lambda c, x: x + "1", TypeError, "unsupported operand"),
    ("a float beside a ciphertext", lambda c, x: x * 1.5, TypeError, "unsupported operand"),
    ("too many integers", lambda c, x: c.encrypt([0] * 33), lath.MismatchError, "33 integers"),
    ("more bits than the moduli hold", lambda c, x: c.encrypt([0], bits=9999), lath.InvalidArgumentError, "9999"),
    ("a power of zero", lambda c, x: x**0, lath.InvalidArgumentError, "at least 1"),
    ("another client", lambda c, x: x + lath.IntegerClient(c.parameters, bits=300).encrypt([1]), lath.MismatchError,
     "two clients"),
    ("another server", lambda c, x: lath.IntegerClient(c.parameters, bits=300).server().take(x), lath.MismatchError,
     "the server of its client"),
    ("too many products", lambda c, x: lath.IntegerClient(c.parameters, bits=300, depth=50),
     lath.InvalidArgumentError, "smaller depth="),
    ("another ring", lambda c, x: lath.IntegerClient(bfv.create_insecure(**{**SMALL, "degree": 0, "index": 85,
                                                                            "plaintext_modulus": 2}), bits=100),
     lath.UnsupportedError, "degree="),
    ("longer inputs than results", lambda c, x: lath.IntegerClient(c.parameters, bits=40, input_bits=400),
     lath.InvalidArgumentError, "400"),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(client, use, error, text):
    x = client.encrypt([3])
    with pytest.raises(error, match=text):
        use(client, x)
    assert client.decrypt(x * x)[0] == 9
