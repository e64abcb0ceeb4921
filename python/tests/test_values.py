# SPDX-License-Identifier: Apache-2.0
"""Values of all kinds of plaintexts: in, through operators, and out."""

import pickle

import lath
import numpy as np
import pytest

Space = lath.he.PlaintextSpace
schemes = pytest.mark.parametrize("scheme", ["bfv", "bgv"])
SHORT = {"prime_bits": [50, 50, 50], "special_prime_bits": [50]}


def parameters_of(scheme, modulus, **fields):
    return getattr(lath.he, scheme).Parameters.create(plaintext_modulus=modulus, **fields)


def same(found, expected, t):
    assert all((int(f) - int(e)) % t == 0 for f, e in zip(found, expected, strict=False))


@schemes
def test_field_elements_are_integers_of_python(scheme):
    space = Space.field("BLS12-381", index=16384)
    p = space.modulus
    client = lath.Client(parameters_of(scheme, space, degree=8192, **SHORT))
    a = [0, 1, -3, p - 1, p // 2, 2**200]
    x = client.encrypt(a)
    found = client.decrypt(x)
    assert found.dtype == object and type(found[3]) is int and found[3] == -1 and found[5] == 2**200
    for k in (3, -1, 2**63, -(2**64) - 1, 2**254, 10**300, -(10**300)):
        same(client.decrypt(x * k), [v * k for v in a], p)
        same(client.decrypt(k - x), [k - v for v in a], p)
    same(client.decrypt(np.array(a, dtype=object) * x + a), [v * v + v for v in a], p)
    same(client.decrypt(x * x), [v * v for v in a], p)


@schemes
def test_coefficients_multiply_as_polynomials(scheme):
    client = lath.Client(parameters_of(scheme, 64, degree=8192, **SHORT), encoding="coefficients")
    x = client.encrypt([1, 2, -3])
    product = np.convolve([1, 2, -3], [1, 2, -3])
    same(client.decrypt(x * x + 5), product + [5, 0, 0, 0, 0], 64)
    same(client.decrypt(x * [0, 1]), [0, 1, 2, -3], 64)
    again = pickle.loads(pickle.dumps(x))
    assert again.encoding == "coefficients"
    same(client.decrypt(again + [1]), [2, 2, -3], 64)
    server = pickle.loads(pickle.dumps(client.server()))
    assert (server.encoding, (server.take(again) * x).encoding) == ("coefficients", "coefficients")
    key = pickle.loads(pickle.dumps(client.public_key()))
    assert (key.encrypt([7]) + 1).encoding == "coefficients"
    same(client.decrypt(key.encrypt([7]) + 1), [8, 0], 64)


@schemes
def test_coefficients_of_many_words(scheme):
    t = 2**100 + 277
    client = lath.Client(parameters_of(scheme, t, degree=16384, prime_bits=[55] * 6, special_prime_bits=[55]),
                         encoding="coefficients")
    x = client.encrypt([1, -(2**80), 3])
    same(client.decrypt(x * x + 2**99), [1 + 2**99, -(2**81), 6 + 2**160, -6 * 2**80, 9], t)


@schemes
def test_integers_over_z(scheme):
    client = lath.Client(parameters_of(scheme, 65537, degree=8192, **SHORT), encoding="integers")
    x = client.encrypt(-123456)
    assert client.decrypt(x * client.encrypt(99999)) == -123456 * 99999
    assert client.decrypt(7 * x + x - 5) == -123456 * 8 - 5
    assert client.decrypt(np.int64(3) - x) == 123459
    assert type(client.decrypt(x)) is int
    assert [client.decrypt(client.encrypt(v)) for v in (0, -(2**63), 2**63 - 1)] == [0, -(2**63), 2**63 - 1]


@schemes
def test_bits_and_elements_in_slots_of_an_index(scheme):
    parameters = parameters_of(scheme, 2, index=4369, prime_bits=[30, 30], special_prime_bits=[30])
    assert parameters.index == 4369 and parameters.degree == 4096
    client = lath.Client(parameters)
    encoder = lath.he.CyclotomicEncoder(parameters)
    bits = np.arange(np.prod(encoder.shape)) % 3 % 2
    x = client.encrypt(bits.reshape(encoder.shape))
    assert (client.decrypt((x + 1) * bits[::-1]) == (1 - bits) * bits[::-1]).all()
    rows = lath.Client(parameters, encoding="elements")
    shape = lath.he.ElementEncoder(parameters).shape
    words = np.arange(np.prod(shape)).reshape(shape) % 5 % 2
    y = rows.encrypt(words)
    assert (rows.decrypt(y) == words).all() and (rows.decrypt(y + words) == 0).all()
    assert (rows.decrypt(y * 1 + words.tolist()) == 0).all()


def test_slots_of_a_t_that_is_not_1_modulo_the_index():
    parameters = lath.he.bfv.Parameters.recommended(4096, 257)
    client = lath.Client(parameters)
    assert client.decrypt(client.encrypt([3, -4]) * [5, 6])[:3].tolist() == [15, -24, 0]
    assert lath.he.explain(parameters).numbers_a_slot == 32


@schemes
def test_roots_have_long_integers(scheme):
    space = Space.root(8192, k=64, b=2**8)
    client = lath.Client(parameters_of(scheme, space, degree=8192, prime_bits=[46] * 4, special_prime_bits=[30]),
                         encoding="coefficients")
    found = client.decrypt(client.encrypt([2**400, -5]) * [2**399])
    assert found[:3].tolist() == [2**799, -5 * 2**399, 0] and len(found) == 64


def test_arrays_may_have_the_shape_of_the_slots():
    client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537), rotations=[1])
    rows = np.arange(8192).reshape(2, 4096)
    assert lath.he.SlotEncoder(client.parameters).shape == rows.shape
    found = client.decrypt(client.encrypt(rows).rotate(1)).reshape(rows.shape)
    assert ((found - np.roll(rows, -1, axis=1)) % 65537 == 0).all()


@pytest.mark.parametrize("t, encoding", [(65537, "slots"), (65537, "coefficients"), (257, "slots"), (257, "elements")])
def test_words_are_from_minus_half_of_t_to_t(t, encoding):
    client = lath.Client(lath.he.bfv.Parameters.recommended(4096, t), encoding=encoding)

    def given(value, dtype=np.int64):
        return np.full((1, 32) if encoding == "elements" else 2, value, dtype)

    for value in (-(t // 2), -1, 0, t // 2, t - 1):
        same(client.decrypt(client.encrypt(given(value))).ravel()[:2], [value, value], t)
    for value in (-(t // 2) - 1, -t, t, -(2**63), 2**63 - 1):
        with pytest.raises(lath.InvalidArgumentError):
            client.encrypt(given(value))
    for value in (t, 2**63, 2**64 - 1):
        with pytest.raises(lath.InvalidArgumentError):
            client.encrypt(given(value, np.uint64))


def test_encoders_by_name_make_plaintexts_for_operators():
    parameters = lath.he.bfv.Parameters.recommended(8192, 65537)
    client = lath.Client(parameters)
    slots, coefficients = lath.he.SlotEncoder(parameters), lath.he.CoefficientEncoder(parameters)
    plaintext = slots.encode([5, 6])
    assert client.decrypt(plaintext * client.encrypt(plaintext) + plaintext)[:3].tolist() == [30, 42, 0]
    x = client.encrypt(coefficients.encode([1, 2]))
    assert coefficients.decode(client.decrypt_to_plaintext(x * x))[:3].tolist() == [1, 4, 4]
    ternary = lath.he.IntegerEncoder(parameters, base=3)
    assert ternary.decode(ternary.encode(-(10**12))) == -(10**12)
    with pytest.raises(TypeError):
        pickle.dumps(plaintext)
    assert "5" not in repr(plaintext)


def test_slots_of_a_product_of_primes_that_the_program_names():
    primes = [786433, 1179649, 1376257, 1769473]  # 1 modulo 2^16
    t = int(np.prod(np.array(primes, dtype=object)))
    parameters = lath.he.bgv.Parameters.create(degree=8192, plaintext_modulus=t, prime_bits=[58, 58, 58],
                                               special_prime_bits=[40])
    encoder = lath.he.WideSlotEncoder(parameters, factors=primes)
    client = lath.Client(parameters, encoding="coefficients")
    x = client.encrypt(encoder.encode([2**70, -3])) + encoder.encode([5])
    same(encoder.decode(client.decrypt_to_plaintext(x)), [2**70 + 5, -3, 0], t)


def test_one_client_has_many_plaintexts():
    client = lath.Client(lath.he.bgv.Parameters.create(degree=8192, plaintext_modulus=65537, **SHORT))
    other = client.with_plaintexts(Space.field("Goldilocks", index=16384))
    assert other.decrypt(other.encrypt([2**40]) * 2**20)[:2].tolist() == [2**60, 0]


SPACES = [
    (lambda: Space.integer(2**100 + 277), "t of 101 bits"),
    (lambda: Space.field("Goldilocks", index=16384), "p of 64 bits by a short t(x)"),
    (lambda: Space.root(16, k=4, b=4), "p of 9 bits by a short t(x)"),
    (lambda: Space.short_modulus(17, index=8, coefficients=[-2, 1, 0, 0], root=2), "p of 5 bits by a short t(x)"),
]


@pytest.mark.parametrize("make, shown", SPACES)
def test_spaces_compare_hash_and_pickle(make, shown):
    space = make()
    assert space == make() and hash(space) == hash(make()) and space != Space.integer(5)
    assert pickle.loads(pickle.dumps(space)) == space == Space.from_json(space.to_json())
    assert shown in repr(space)


@schemes
def test_parameters_compare_hash_and_pickle(scheme):
    space = Space.field("BLS12-381", index=16384)
    parameters = parameters_of(scheme, space, degree=8192, **SHORT)
    assert pickle.loads(pickle.dumps(parameters)) == parameters
    assert hash(pickle.loads(pickle.dumps(parameters))) == hash(parameters)
    assert parameters.plaintext_space == space and parameters.plaintext_modulus == space.modulus
    assert "p of 255 bits" in repr(parameters)
    assert parameters.with_plaintexts(Space.integer(17)).plaintext_modulus == 17
    assert parameters != parameters.with_plaintexts(Space.integer(17))
    recommended = getattr(lath.he, scheme).Parameters.recommended(8192, space, security=192)
    assert recommended.log2_qp < getattr(lath.he, scheme).Parameters.recommended(8192, space).log2_qp


def test_explain_tells_the_fields_and_the_text():
    summary = lath.he.explain(parameters_of("bfv", Space.field("BLS12-381", index=16384), degree=8192, **SHORT))
    assert (summary.scheme, summary.slots, summary.encoder) == ("BFV", 512, "WideSlotEncoder")
    assert summary.is_short and summary.modulus_bits == 255 and summary.depth >= 1
    assert "slots: 512 of an integer of 255 bits" in str(summary)


def rotated(values, shape, amount, dimension):
    """The values with their slots moved to the left along a dimension, 0 the fastest."""
    axis = len(shape) - 1 - dimension
    return np.roll(np.asarray(values).reshape(shape), -amount, axis=axis).reshape(-1)


@schemes
def test_slots_of_a_field_rotate(scheme):
    space = Space.field("BLS12-381", index=16384)
    client = lath.Client(parameters_of(scheme, space, degree=8192, **SHORT), rotations=[3])
    values = np.arange(512)
    found = client.decrypt(client.encrypt(values).rotate(3))
    assert (found == rotated(values, lath.he.WideSlotEncoder(client.parameters).shape, 3, 0)).all()


@schemes
def test_bits_rotate_along_every_dimension(scheme):
    parameters = parameters_of(scheme, 2, index=4369, prime_bits=[36, 36], special_prime_bits=[34])
    shape = lath.he.CyclotomicEncoder(parameters).shape
    client = lath.Client(parameters, rotations=[(d, 1) for d in range(len(shape))])
    bits = np.arange(np.prod(shape)) ** 2 // 3 % 2
    x = client.encrypt(bits)
    for d in range(len(shape)):
        assert (client.decrypt(x.rotate(1, dimension=d)) == rotated(bits, shape, 1, d)).all()


def test_rows_are_a_dimension():
    client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537), rotations=[2, (1, 1)])
    values = np.arange(8192) % 32768
    x = client.encrypt(values)
    for amount, dimension in ((2, 0), (1, 1), (2, 1)):
        assert (client.decrypt(x.rotate(amount, dimension)) == rotated(values, (2, 4096), amount, dimension)).all()
