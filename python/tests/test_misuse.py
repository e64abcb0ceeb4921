# SPDX-License-Identifier: Apache-2.0
"""Ways to misuse the package: the call, the exception, and its code or a part of its text."""

import pickle

import lath
import numpy as np
import pytest

bfv, bgv = lath.he.bfv.Parameters, lath.he.bgv.Parameters


@pytest.fixture(scope="module")
def client():
    return lath.Client(bfv.recommended(8192, 65537), rotations=[1, 2, 4])


@pytest.fixture(scope="module")
def x(client):
    return client.encrypt([1, 2, 3])


ARRAYS = [
    ("floats", [1.7], "index 0"),
    ("a float among integers", [1, 2, 3.0], "index 2"),
    ("an array of floats", np.array([1.0]), "index 0"),
    ("NaN", np.array([1, np.nan]), "index"),
    ("bools", [True, False], "index 0"),
    ("a bool among integers", [1, True], "index 1"),
    ("an array of bools", np.array([True]), "index 0"),
    ("an object", [1, object()], "index 1"),
    ("None", [1, None], "index 1"),
    ("text", ["1"], "index 0"),
    ("a matrix", [[1, 2], [3, 4]], "one dimension"),
    ("ragged lists", [[1], [2, 3]], "index 0"),
    ("a number alone", 5, "one dimension"),
    ("complex numbers", np.array([1j]), "index 0"),
    ("dates", np.array(["2026-01-01"], dtype="datetime64[D]"), "index 0"),
]


@pytest.mark.parametrize("values, text", [row[1:] for row in ARRAYS], ids=[row[0] for row in ARRAYS])
def test_arrays_of_other_things(client, values, text):
    with pytest.raises(TypeError, match=text):
        client.encrypt(values)


@pytest.mark.parametrize("values", [[1.5], [True], [None], np.array([0.5])], ids=str)
@pytest.mark.parametrize("operator", ["__add__", "__sub__", "__mul__"])
def test_operators_with_other_things(x, operator, values):
    with pytest.raises(TypeError, match="index 0"):
        getattr(x, operator)(values)


@pytest.mark.parametrize("other", [1.5, True, None, "1", 1j, object()], ids=str)
def test_operators_with_scalars_of_other_types(x, other):
    with pytest.raises(TypeError):
        x + other
    with pytest.raises(TypeError):
        other * x


CALLS = [
    ("a value out of range", lambda c, x: c.encrypt([70000]), "invalid_argument"),
    ("too many values", lambda c, x: c.encrypt(np.zeros(8193, int)), "mismatch"),
    ("a wrong degree", lambda c, x: bfv.recommended(8193, 65537), "invalid_argument"),
    ("a ring too small", lambda c, x: bfv.recommended(1024, 65537), "invalid_argument"),
    ("JSON that is none", lambda c, x: bfv.from_json("{"), "malformed"),
    ("a t without slots", lambda c, x: lath.Client(bfv.recommended(8192, 64)).encrypt([1]), "unsupported"),
    ("a missing rotation", lambda c, x: lath.Client(c.parameters, rotations=[4]).encrypt([1]).rotate(3),
     "invalid_argument"),
    ("another client's ciphertext", lambda c, x: lath.Client(c.parameters).decrypt(x), "mismatch"),
    ("ciphertexts of two clients", lambda c, x: x + lath.Client(c.parameters).encrypt([1]), "mismatch"),
    ("the other scheme's ciphertext", lambda c, x: x + lath.Client(bgv.recommended(8192, 65537)).encrypt([1]),
     "mismatch"),
    ("a level too high", lambda c, x: x.switch_to(10**6), "invalid_argument"),
    ("level 0", lambda c, x: x.switch_to(0), "invalid_argument"),
    ("too many products", lambda c, x: x ** (2**40), "invalid_argument"),
    ("a folder that is not there", lambda c, x: c.save("/nonexistent/key", passphrase="p"), "input_output"),
    ("a file that is not there", lambda c, x: lath.Client.load("/nonexistent/key", passphrase="p"), "input_output"),
]


@pytest.mark.parametrize("call, code", [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_calls_with_wrong_values(client, x, call, code):
    with pytest.raises(lath.Error) as caught:
        call(client, x)
    error = caught.value
    assert error.code == code
    assert error.found and error.needed and error.remedy
    assert type(error).__name__ == code.title().replace("_", "") + "Error"


def test_a_missing_rotation_is_named_in_columns_and_the_remedy_works(client):
    other = lath.Client(client.parameters, rotations=[4])
    with pytest.raises(lath.InvalidArgumentError) as caught:
        other.encrypt([1, 2, 3, 4]).rotate(3)
    assert str(caught.value).startswith("no key for a rotation by 3; there are keys for 4")
    assert "rotations=[3]" in caught.value.remedy
    fixed = lath.Client(client.parameters, rotations=[3])
    assert fixed.decrypt(fixed.encrypt([1, 2, 3, 4]).rotate(3))[0] == 4


@pytest.mark.parametrize("wrap", [lambda c: c, lambda c: [c], lambda c: {"key": (c,)}])
def test_a_client_refuses_pickle_and_names_save(client, wrap):
    with pytest.raises(TypeError, match=r"save\(path, passphrase"):
        pickle.dumps(wrap(client))


def test_an_empty_passphrase_leaves_no_file(client, tmp_path):
    with pytest.raises(lath.InvalidArgumentError):
        client.save(tmp_path / "key.lath", passphrase="")
    assert list(tmp_path.iterdir()) == []


def test_changed_bytes_of_a_ciphertext(client, x):
    data = bytes(x)
    for bad in (data[:-1], data + b"\0", b"", b"\xff" + data[1:]):
        with pytest.raises(lath.MalformedError):
            lath._lath.ciphertext_from_bytes(client.parameters, bad)


def test_a_power_that_is_none(x):
    for exponent in (0, -1):
        with pytest.raises(lath.InvalidArgumentError):
            x**exponent
    with pytest.raises(TypeError):
        x**1.5
