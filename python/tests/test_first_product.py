# SPDX-License-Identifier: Apache-2.0
"""The first product: ten lines, in BFV and in BGV."""

import pickle
import threading

import lath
import numpy as np
import pytest

T = 65537


@pytest.fixture(scope="module", params=["bfv", "bgv"])
def client(request):
    scheme = getattr(lath.he, request.param)
    return lath.Client(scheme.Parameters.recommended(8192, T), rotations=[1, 2, 4])


def same(found, expected):
    expected = np.asarray(expected)
    assert found.dtype == np.int64
    assert ((found[: len(expected)] - expected) % T == 0).all()


def test_ten_lines(client):
    x = client.encrypt([1, 2, 3])
    same(client.decrypt(x * x + 1), [2, 5, 10, 1])


def test_operators_with_integers_and_arrays_on_both_sides(client):
    a, b = np.arange(8192), np.arange(8192)[::-1] % 100
    x, y = client.encrypt(a), client.encrypt(b)
    same(client.decrypt(x + y), a + b)
    same(client.decrypt(x - y), a - b)
    same(client.decrypt(x * y), a * b)
    same(client.decrypt(-x), -a)
    same(client.decrypt(3 - x), 3 - a)
    same(client.decrypt(3 * x), 3 * a)
    same(client.decrypt(x + b), a + b)
    same(client.decrypt(b + x), a + b)
    same(client.decrypt(b - x), b - a)
    same(client.decrypt(b * x), a * b)
    same(client.decrypt(y**3), b**3)
    assert isinstance(b * x, lath.Ciphertext)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"])
def test_integers_of_any_width_and_stride(client, dtype):
    a = np.arange(100, dtype=dtype)
    same(client.decrypt(client.encrypt(a[::-3])), np.arange(100)[::-3])


def test_rotations_sums_and_dots(client):
    a = np.arange(8192)
    x = client.encrypt(a)
    rows = a.reshape(2, 4096)
    same(client.decrypt(x.rotate(3)), np.roll(rows, -3, axis=1).ravel())  # by 1 and by 2
    other = lath.Client(client.parameters, rotations="all")
    x, y = other.encrypt(a), other.encrypt(a[::-1])
    same(other.decrypt(x.sum()), np.full(8192, a.sum() % T))
    same(other.decrypt(x.dot(y)), np.full(8192, (a * a[::-1]).sum() % T))


def test_results_are_the_decoders_memory(client):
    values = client.decrypt(client.encrypt([1]))
    assert not values.flags.owndata and values.flags.writeable and values.base is not None


def test_operators_work_in_any_thread(client):
    x, errors = client.encrypt(np.arange(8192) % 50), []
    expected = client.decrypt(x * x)

    def work():
        for _ in range(10):
            if not (client.decrypt(x * x) == expected).all():
                errors.append("another result")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_levels_are_matched_unless_that_is_turned_off(client):
    x = client.encrypt([5])
    low = x.switch_to(2)
    assert (low.level, (x + low).level) == (2, 2)
    strict = client.server(match_levels=False)
    with pytest.raises(lath.MismatchError):
        strict.take(x) + strict.take(low)


def test_a_ciphertext_pickles_and_a_server_takes_it(client):
    x = pickle.loads(pickle.dumps(client.encrypt([7, 8])))
    with pytest.raises(lath.InvalidArgumentError) as caught:
        x * x
    assert "take" in caught.value.remedy
    same(client.decrypt(client.server().take(x) * x), [49, 64])
    same(client.decrypt(client.server().take(x) ** 2), [49, 64])


def test_a_server_pickles_with_its_keys(client):
    server = pickle.loads(pickle.dumps(client.server()))
    x = pickle.loads(pickle.dumps(client.encrypt([7, 8])))
    same(client.decrypt((server.take(x) * x).rotate(1)), [64])


def test_parameters_pickle_and_compare(client):
    parameters = client.parameters
    assert pickle.loads(pickle.dumps(parameters)) == parameters
    assert type(parameters).from_json(parameters.to_json()) == parameters


def test_a_client_is_saved_under_a_passphrase(client, tmp_path):
    path = tmp_path / "key.lath"
    client.save(path, passphrase="correct horse")
    assert path.stat().st_mode & 0o777 == 0o600
    again = lath.Client.load(path, passphrase="correct horse")
    same(again.decrypt(client.encrypt([11])), [11])
    with pytest.raises(lath.AuthenticationError):
        lath.Client.load(path, passphrase="battery staple")


def test_release(client):
    same(client.decrypt_for_release(client.encrypt([4]) * 2), [8])


def test_reprs_tell_the_facts_and_hide_the_secret(client):
    x = client.encrypt([424242 % T])
    for shown in (repr(x), repr(client), repr(client.server()), repr(client.parameters)):
        assert "n=8192" in shown and "t=65537" in shown
    assert f"level={x.level}" in repr(x) and "bits" in repr(x)
    assert "hidden" in repr(client)
