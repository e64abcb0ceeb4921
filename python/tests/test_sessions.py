# SPDX-License-Identifier: Apache-2.0
"""Servers, public keys, products that are not relinearised, and the sums of slots."""

import gc
import pickle

import lath
import numpy as np
import pytest

T = 65537
N = 8192


@pytest.fixture(scope="module", params=["bfv", "bgv"])
def client(request):
    scheme = getattr(lath.he, request.param)
    return lath.Client(scheme.Parameters.recommended(N, T), rotations="sum")


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def same(found, expected):
    expected = np.asarray(expected)
    assert ((found[: len(expected)] - expected) % T == 0).all()


def test_sums_dots_and_rows_with_the_keys_of_a_sum(client):
    a, b = np.arange(N) - 77, np.arange(N)[::-1] * 3 % 1000
    x, y = client.encrypt(a), client.encrypt(b)
    same(client.decrypt(x.sum()), np.full(N, a.sum() % T))
    same(client.decrypt(x.dot(y)), np.full(N, a.dot(b) % T))
    same(client.decrypt(x.dot(b)), np.full(N, a.dot(b) % T))
    same(client.decrypt(x.dot([5, 6, -7])), np.full(N, a[:3].dot([5, 6, -7]) % T))
    same(client.decrypt(x.exchange_rows()), np.roll(a, N // 2))
    same(client.decrypt(x.square()), a * a)


def test_products_are_summed_before_one_relinearisation(client):
    server = client.server(relinearize=False)
    a, b, c = [2, 3, 4], [10, 20, 30], [-1, 0, 1]
    x, y, z = (server.take(client.encrypt(v)) for v in (a, b, c))
    product = x * y
    assert isinstance(product, lath.Product) and isinstance(x.square(), lath.Product)
    total = sum([x * y, y * z, z.square()]) - x * z
    expected = np.multiply(a, b) + np.multiply(b, c) + np.square(c) - np.multiply(a, c)
    same(client.decrypt(total), expected)
    same(client.decrypt_for_release(total), expected)
    same(client.decrypt(total.relinearize() + 1), expected + 1)
    assert isinstance(total.relinearize(), lath.Ciphertext)
    assert isinstance(x**2, lath.Ciphertext) and isinstance(x.multiply(y), lath.Product)
    assert isinstance(x * 3, lath.Ciphertext) and isinstance(x * a, lath.Ciphertext)
    assert total.level == x.level and 0 < total.budget_bits < x.budget_bits
    same(client.decrypt(total.switch_to(2)), expected)
    assert total.switch_to(2).level == 2


def test_products_pickle_and_need_no_key(client):
    x = again(client.encrypt([7, 8]))
    product = again(x.multiply(x))
    assert product.parameters == client.parameters
    same(client.decrypt(product), [49, 64])
    same(client.decrypt(client.server().take(product).relinearize()), [49, 64])
    assert bytes(again(product)) == bytes(product)


def test_a_public_key_encrypts_for_its_client(client):
    key = again(client.public_key())
    assert key.parameters == client.parameters
    x = key.encrypt([5, -6])
    same(client.decrypt(x), [5, -6, 0])
    same(client.decrypt(client.server().take(x) * client.encrypt([10, 10])), [50, -60])
    assert bytes(again(key)) == bytes(key) and "PublicKey" in repr(key)
    assert bytes(client.public_key()) != bytes(key)


@pytest.mark.parametrize("options", [{}, {"match_levels": False}, {"relinearize": False}], ids=str)
def test_a_server_pickles_with_its_options(client, options):
    server = again(client.server(**options))
    x = server.take(client.encrypt([3, 4]))
    assert isinstance(x * x, lath.Product) == (not options.get("relinearize", True))
    same(client.decrypt(x * x), [9, 16])
    same(client.decrypt(x.sum()), [7])
    if options.get("match_levels", True):
        assert (x + x.switch_to(2)).level == 2
    else:
        with pytest.raises(lath.MismatchError):
            x + x.switch_to(2)


def test_what_came_as_bytes_is_released_when_the_owner_accepts_its_bound(client):
    x = again(client.encrypt([6]) * 7)
    with pytest.raises(lath.InvalidArgumentError) as caught:
        client.decrypt_for_release(x)
    assert "client.decrypt_for_release(client.authenticated(x))" in caught.value.remedy
    same(client.decrypt_for_release(client.authenticated(x)), [42])


def test_parameters_of_one_literal_share_their_tables(client):
    x = client.encrypt([1])
    texts = {again(x).parameters.to_json() for _ in range(3)}
    assert texts == {client.parameters.to_json()}
    kind = type(client.parameters)
    kept = kind.recommended(N, 786433)  # nothing else has these
    text = kept.to_json()
    del kept
    gc.collect()
    found = kind.from_json(text)
    assert found == again(found) and found != client.parameters
    fresh = lath.Client(found)
    same(fresh.decrypt(again(fresh.encrypt([-5]))), [-5])
