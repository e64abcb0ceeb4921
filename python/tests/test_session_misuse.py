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
