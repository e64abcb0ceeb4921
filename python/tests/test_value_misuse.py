# SPDX-License-Identifier: Apache-2.0
"""Ways to misuse values and parameters: each is refused, and its remedy works."""

import lath
import numpy as np
import pytest

bfv, bgv = lath.he.bfv.Parameters, lath.he.bgv.Parameters
Space = lath.he.PlaintextSpace
FIELD = {"degree": 8192, "prime_bits": [50, 50, 50], "special_prime_bits": [50]}


@pytest.fixture(scope="module")
def field():
    return lath.Client(bfv.create(plaintext_modulus=Space.field("BLS12-381", index=16384), **FIELD))


def refused(call, kind, text):
    with pytest.raises(kind, match=text) as caught:
        call()
    return str(caught.value)


def test_no_slots_take_coefficients():
    parameters = bfv.recommended(8192, 64)
    text = refused(lambda: lath.Client(parameters).encrypt([1]), lath.UnsupportedError, "64")
    assert 'encoding="coefficients"' in text
    client = lath.Client(parameters, encoding="coefficients")
    assert client.decrypt(client.encrypt([1]))[0] == 1


def test_an_encoding_without_a_name():
    parameters = bfv.recommended(8192, 65537)
    text = refused(lambda: lath.Client(parameters, encoding="batch"), lath.InvalidArgumentError, "batch")
    assert '"slots"' in text and "leave encoding out" in text
    assert lath.Client(parameters).encoding == "slots"


def test_operands_of_two_encodings():
    client = lath.Client(bfv.recommended(8192, 65537))
    x, y = client.encrypt([1]), client.with_encoding("coefficients").encrypt([1])
    text = refused(lambda: x + y, lath.MismatchError, "coefficients")
    assert 'with_encoding("slots")' in text
    assert client.decrypt(x + y.with_encoding("slots"))[0] == 2


@pytest.mark.parametrize("values, text", [
    ([1, 2.0], "float at index 1"), ([True], "bool at index 0"), ([1, 2, None], "index 2"), (["1"], "index 0"),
    (np.array([1, 2.5], dtype=object), "float at index 1"), (np.array([0.5]), "index 0"),
    ([[1], [2]], "one dimension"),
    (7, "one dimension"), (np.zeros((2, 2), int), "one dimension"),
])
def test_field_elements_are_integers(field, values, text):
    assert "needed" in refused(lambda: field.encrypt(values), TypeError, text) or isinstance(values, int)
    x = field.encrypt([1])
    if not isinstance(values, int):
        refused(lambda: x + values, TypeError, text)


def test_a_field_element_out_of_range(field):
    p = field.parameters.plaintext_modulus
    text = refused(lambda: field.encrypt([1, p]), lath.InvalidArgumentError, "index 1")
    assert "value % t" in text
    assert field.decrypt(field.encrypt([1, p % p]))[1] == 0
    refused(lambda: field.encrypt([-(p // 2) - 2]), lath.InvalidArgumentError, "index 0")


def test_too_many_field_elements(field):
    assert "512" in refused(lambda: field.encrypt([1] * 513), lath.MismatchError, "513")
    assert len(field.decrypt(field.encrypt([1] * 512))) == 512


def test_one_integer_and_no_list():
    client = lath.Client(bfv.recommended(8192, 65537), encoding="integers")
    assert "give an int" in refused(lambda: client.encrypt([1, 2]), TypeError, "list")
    refused(lambda: client.encrypt(True), TypeError, "bool")
    refused(lambda: client.encrypt(1.0), TypeError, "float")
    refused(lambda: client.encrypt(1) + [1], TypeError, "list")
    assert "coefficients" in refused(lambda: client.encrypt(2**63), lath.InvalidArgumentError, "64 bits")
    wide = lath.Client(bfv.create(plaintext_modulus=2**80, **FIELD), encoding="coefficients")
    assert wide.decrypt(wide.encrypt([2**63]))[0] == 2**63


def test_a_field_without_a_name_or_an_index():
    text = refused(lambda: Space.field("P-521", index=16384), lath.InvalidArgumentError, "P-521")
    assert '"P-256"' in text
    text = refused(lambda: Space.field("P-256", index=16384), lath.UnsupportedError, "16384")
    assert "13107" in text
    assert Space.field("P-256", index=13107).modulus.bit_length() == 256


@pytest.mark.parametrize("fields, text", [
    ({"plaintext_modulus": 2.5}, "plaintext_modulus: a float"), ({"prime_bits": [1.5]}, "prime_bits"),
    ({"prime_bits": 50}, "prime_bits"), ({"degree": -1}, "degree"), ({"size": 3}, "size: no argument"),
    ({"plaintext_modulus": True}, "bool"), ({"errors": 1}, "errors"),
])
def test_arguments_of_parameters_have_types(fields, text):
    good = {"plaintext_modulus": 65537, **FIELD}
    refused(lambda: bfv.create(**{**good, **fields}), TypeError, text)
    assert bfv.create(**good).levels == 3


@pytest.mark.parametrize("fields, text", [
    ({"security": 100}, "security=100"), ({"attacker": "alien"}, "attacker"), ({"errors": "none"}, "errors"),
    ({"plaintext_modulus": -5}, "negative"), ({"plaintext_modulus": 1}, "modulus"),
])
def test_arguments_of_parameters_have_ranges(fields, text):
    good = {"plaintext_modulus": 65537, **FIELD}
    message = refused(lambda: bgv.create(**{**good, **fields}), lath.InvalidArgumentError, text)
    assert "leave" in message or "magnitude" in message or "2" in message


def test_insecure_parameters_need_their_name():
    small = {"degree": 16, "plaintext_modulus": 97, "prime_bits": [40, 40], "special_prime_bits": [40]}
    refused(lambda: bfv.create(**small), lath.InvalidArgumentError, "degree")
    client = lath.Client(bfv.create_insecure(**small))
    assert client.decrypt(client.encrypt([3]) * 2)[0] == 6


def test_a_plaintext_of_other_parameters(field):
    plaintext = lath.he.SlotEncoder(bfv.recommended(8192, 65537)).encode([1])
    refused(lambda: field.encrypt(plaintext), lath.MismatchError, "parameters")
    own = lath.he.WideSlotEncoder(field.parameters).encode([1])
    assert field.decrypt(field.encrypt(own))[0] == 1


def test_elements_come_in_rows():
    parameters = bfv.recommended(4096, 257)
    client = lath.Client(parameters, encoding="elements")
    assert "encoder.shape" in refused(lambda: client.encrypt(np.zeros((2, 3), int)), TypeError, r"\(2, 3\)")
    refused(lambda: client.encrypt([1, 2]), TypeError, "index 0")
    refused(lambda: client.encrypt(np.full((1, 32), 257)), lath.InvalidArgumentError, "out of range|257")
    assert client.decrypt(client.encrypt(np.full((1, 32), 256))).shape == lath.he.ElementEncoder(parameters).shape


def test_a_missing_rotation_of_a_field(field):
    text = refused(lambda: field.encrypt([1]).rotate(2), lath.InvalidArgumentError, "no key for a rotation by 2")
    assert "rotations=[(0, 2)]" in text
    other = lath.Client(field.parameters, rotations=[(0, 2)])
    assert other.decrypt(other.encrypt([1, 2, 3]).rotate(2))[0] == 3
    refused(lambda: field.encrypt([1]).rotate(1, dimension=9), lath.InvalidArgumentError, "9|dimension")


def test_sums_of_other_slots_than_rows(field):
    for call in (field.encrypt([1]).sum, field.encrypt([1]).exchange_rows):
        assert "rotate(1, dimension=0)" in refused(call, lath.UnsupportedError, "WideSlotEncoder")
    refused(lambda: lath.Client(field.parameters, rotations="all"), lath.UnsupportedError, "rotations by name")
    other = lath.Client(field.parameters, rotations=[1])
    x = other.encrypt([1, 2])
    assert other.decrypt(x + x.rotate(1))[0] == 3


def test_coefficients_do_not_rotate():
    client = lath.Client(bfv.recommended(8192, 65537), rotations=[1], encoding="coefficients")
    x = client.encrypt([1, 2])
    assert "x * [0, 1]" in refused(lambda: x.rotate(1), lath.UnsupportedError, "CoefficientEncoder")
    assert client.decrypt(x * [0, 1])[:3].tolist() == [0, 1, 2]


def test_a_dimension_that_rows_have_not():
    client = lath.Client(bfv.recommended(8192, 65537), rotations="all")
    x = client.encrypt([1, 2])
    assert "columns" in refused(lambda: x.rotate(1, dimension=2), lath.InvalidArgumentError, "dimension=2")
    assert client.decrypt(x.rotate(1))[0] == 2
    for rotations in ([(2, 1)], [(-1, 1)]):
        refused(lambda: lath.Client(client.parameters, rotations=rotations), lath.InvalidArgumentError, "dimension")
    for rotations in ([1, (0, 1.5)], [1, (0, 1, 2)], [1, (None, 1)]):
        refused(lambda: lath.Client(client.parameters, rotations=rotations), TypeError, "index 1")
