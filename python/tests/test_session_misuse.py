# SPDX-License-Identifier: Apache-2.0
"""Misuses of servers, keys and products: the call, the error and its remedy, and the call that follows the remedy."""

import pickle
from types import SimpleNamespace

import lath
import numpy as np
import pytest

BFV, BGV = lath.he.bfv.Parameters, lath.he.bgv.Parameters


def again(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def s():
    """A client with its server, and what is easily mistaken for something else."""
    parameters = BFV.recommended(8192, 65537)
    client = lath.Client(parameters, rotations="sum")
    server, strict = client.server(), client.server(match_levels=False)
    x, y = client.encrypt([1, 2]), client.encrypt([3, 4])
    return SimpleNamespace(
        parameters=parameters, client=client, server=server, x=x, y=y, bare=again(x), p=x.multiply(y),
        bare_p=again(x.multiply(y)), high=strict.take(x), low=strict.take(y).switch_to(2),
        few=lath.Client(parameters, rotations=[1]), none=lath.Client(parameters),
        bgv=lath.Client(BGV.recommended(8192, 65537)))


def one(s, rotations):
    return lath.Client(s.parameters, rotations=rotations).encrypt([1, 2])


INVALID, MISMATCH = lath.InvalidArgumentError, lath.MismatchError
RELINEARIZE = "p.relinearize() "
MISUSES = {
    "a missing rotation": (
        lambda s: s.few.encrypt([1]).rotate(-3), INVALID, "rotations=[-3]", lambda s: one(s, [-3]).rotate(-3)),
    "a rotation without keys": (
        lambda s: s.none.encrypt([1]).rotate(5), INVALID, 'rotations="all"', lambda s: one(s, "all").rotate(5)),
    "a sum without keys": (
        lambda s: s.none.encrypt([1]).sum(), INVALID, 'rotations="sum"', lambda s: one(s, "sum").sum()),
    "a dot product without keys": (
        lambda s: s.few.encrypt([1]).dot([1]), INVALID, 'rotations="sum"', lambda s: one(s, "sum").dot([1])),
    "an exchange of rows without its key": (
        lambda s: s.few.encrypt([1]).exchange_rows(), INVALID, 'rotations="sum"',
        lambda s: one(s, "sum").exchange_rows()),
    "rotations of another name": (
        lambda s: one(s, "every"), INVALID, "rotations=[1, 2, 4]", lambda s: one(s, [1, 2, 4])),
    "a product of a ciphertext that came without keys": (
        lambda s: s.bare * s.bare, INVALID, "server.take(x)", lambda s: s.server.take(s.bare) * s.bare),
    "a square of one": (
        lambda s: s.bare.square(), INVALID, "server.take(x)", lambda s: s.server.take(s.bare).square()),
    "a power of one": (lambda s: s.bare**3, INVALID, "server.take(x)", lambda s: s.server.take(s.bare) ** 3),
    "a sum of one": (lambda s: s.bare.sum(), INVALID, "server.take(x)", lambda s: s.server.take(s.bare).sum()),
    "a product that came without keys": (
        lambda s: s.bare_p.relinearize(), INVALID, "server.take(x)",
        lambda s: s.server.take(s.bare_p).relinearize()),
    "a ciphertext of other parameters": (
        lambda s: s.bgv.server().take(s.x), MISMATCH, "the server of its client",
        lambda s: s.client.server().take(s.x)),
    "a sum of two levels": (
        lambda s: s.high + s.low, MISMATCH, "x.switch_to(2)", lambda s: s.high.switch_to(2) + s.low),
    "a product of two levels": (
        lambda s: s.low * s.high, MISMATCH, "x.switch_to(2)", lambda s: s.low * s.high.switch_to(2)),
    "a sum of products of two levels": (
        lambda s: s.high.multiply(s.high) + s.low.multiply(s.low), MISMATCH, "x.switch_to(2)",
        lambda s: s.high.multiply(s.high).switch_to(2) + s.low.multiply(s.low)),
    "a ciphertext plus a product": (lambda s: s.x + s.p, MISMATCH, RELINEARIZE + "+ x",
                                    lambda s: s.p.relinearize() + s.x),
    "a product plus an integer": (lambda s: s.p + 1, MISMATCH, RELINEARIZE + "+ x", lambda s: s.p.relinearize() + 1),
    "an array plus a product": (lambda s: np.array([1]) + s.p, MISMATCH, RELINEARIZE + "+ x",
                                lambda s: s.p.relinearize() + np.array([1])),
    "a product minus a ciphertext": (lambda s: s.p - s.x, MISMATCH, RELINEARIZE + "- x",
                                     lambda s: s.p.relinearize() - s.x),
    "a product times a ciphertext": (lambda s: s.p * s.x, MISMATCH, RELINEARIZE + "* x",
                                     lambda s: s.p.relinearize() * s.x),
    "an integer times a product": (lambda s: 2 * s.p, MISMATCH, RELINEARIZE + "* x",
                                   lambda s: s.p.relinearize() * 2),
    "products of two schemes": (
        lambda s: s.p + s.bgv.encrypt([1]).multiply(s.bgv.encrypt([1])), MISMATCH, "encrypt both for one client",
        lambda s: s.p + s.client.encrypt([1]).multiply(s.client.encrypt([1]))),
    "a dot product with a product": (lambda s: s.x.dot(s.p), MISMATCH, "x.dot(p.relinearize())",
                                     lambda s: s.x.dot(s.p.relinearize())),
    "a release of a ciphertext that came as bytes": (
        lambda s: s.client.decrypt_for_release(s.bare), INVALID,
        "client.decrypt_for_release(client.authenticated(x))",
        lambda s: s.client.decrypt_for_release(s.client.authenticated(s.bare))),
}


@pytest.mark.parametrize("misuse, kind, remedy, use", MISUSES.values(), ids=MISUSES.keys())
def test_the_remedy_of_a_misuse_works(s, misuse, kind, remedy, use):
    with pytest.raises(lath.Error) as caught:
        misuse(s)
    error = caught.value
    assert type(error) is kind and error.found and error.needed
    assert remedy in error.remedy
    assert "::" not in str(error) and "()" not in error.needed
    use(s)


WRONG_TYPES = {
    "an integer": lambda s: s.x.dot(5),
    "a float in a vector": lambda s: s.x.dot([1, 2.5]),
    "text for a ciphertext": lambda s: s.server.take("x"),
    "an integer for a ciphertext": lambda s: s.client.decrypt(5),
    "a float to a public key": lambda s: s.client.public_key().encrypt([1.0]),
    "a ciphertext as a vector of a public key": lambda s: s.client.public_key().encrypt(5),
    "a vector for a product": lambda s: s.x.multiply([1, 2]),
    "an option by its place": lambda s: s.client.server(False),
}


@pytest.mark.parametrize("call", WRONG_TYPES.values(), ids=WRONG_TYPES.keys())
def test_other_types_are_a_type_error(s, call):
    with pytest.raises(TypeError):
        call(s)


@pytest.mark.parametrize("rotations, text", [
    ([1, 2.5], "float at index 1"), ([True], "bool at index 0"), ([1, 2, None], "NoneType at index 2"),
    ([1, 2**64], "large int at index 1"), (["sum"], "str at index 0"), (5, "iterable"), (None, "rotations")], ids=str)
def test_columns_of_other_types(s, rotations, text):
    with pytest.raises(TypeError, match=text):
        lath.Client(s.parameters, rotations=rotations)


def test_columns_are_any_integers(s):
    for rotations in (np.array([1, -2], dtype=np.int8), (1, 2**40 + 1), {3}, range(1, 3), iter([7])):
        lath.Client(s.parameters, rotations=rotations)


@pytest.mark.parametrize("make", [lambda s: s.client.public_key(), lambda s: s.p], ids=["public key", "product"])
def test_changed_bytes_of_keys_and_products(s, make):
    thing = make(s)
    parameters, data, *encoding = thing.__getstate__()
    for bad in (data[:-1], data + b"\0", b"", b"\xff" + data[1:], data[:8]):
        with pytest.raises(lath.MalformedError):
            type(thing).__new__(type(thing)).__setstate__((parameters, bad, *encoding))
    with pytest.raises(lath.Error):
        type(thing).__new__(type(thing)).__setstate__((BGV.recommended(8192, 65537), data, *encoding))
    for bad in ((parameters,), (parameters, 5, *encoding), (5, data, *encoding), ()):
        with pytest.raises(TypeError):
            type(thing).__new__(type(thing)).__setstate__(bad)
