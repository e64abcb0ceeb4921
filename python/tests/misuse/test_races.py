# SPDX-License-Identifier: Apache-2.0
"""Threads that change, delete and share what others use: every result is right, or an error of the library."""

import io
import threading

import lath
import numpy as np
import pytest

T = 65537


@pytest.fixture(scope="module")
def client():
    return lath.Client(lath.he.bfv.Parameters.recommended(4096, T), rotations=[1])


def race(*works):
    """Calls all works at once, each in a thread of its own; returns the errors."""
    errors, start = [], threading.Barrier(len(works))

    def run(work):
        start.wait()
        try:
            work()
        except Exception as error:  # a thread shows its errors to nobody
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def test_an_array_that_changes_while_it_is_encrypted(client):
    values, found = np.zeros(4096, np.int64), []

    def change():
        for k in range(300):
            values[:] = k % 2

    def encrypt():
        for _ in range(60):
            found.append(client.encrypt(values))

    assert not race(change, encrypt)
    for x in found:
        assert set(client.decrypt(x).tolist()) <= {0, 1}


def test_an_array_that_goes_out_of_range_and_back(client):
    values, errors = np.zeros(4096, np.int64), []

    def change():
        for k in range(300):
            values[k::64] = T if k % 2 else 0

    def encrypt():
        for _ in range(60):
            try:
                assert len(client.decrypt(client.encrypt(values))) == 4096
            except lath.InvalidArgumentError as error:
                errors.append(error)

    assert not race(change, encrypt)
    assert all("out of range" in str(error) for error in errors)


def test_a_key_that_is_deleted_while_others_use_it():
    keys = {"client": lath.Client(lath.he.bgv.Parameters.recommended(4096, T))}
    x = keys["client"].encrypt([1, 2])

    def decrypt():
        while True:
            try:
                client = keys["client"]
            except KeyError:
                return
            assert client.decrypt(x)[:2].tolist() == [1, 2]

    errors = race(decrypt, decrypt, lambda: keys.clear())
    assert not errors
    assert bytes(x * x)  # the ciphertext keeps what it computes with


def test_threads_that_read_one_file(client):
    data = io.BytesIO()
    for k in range(40):
        lath.save(client.encrypt([k]), data)
    data.seek(0)
    found = []

    def read():
        for _ in range(20):
            found.append(lath.load(data))

    errors = race(read, read)
    assert all(isinstance(error, lath.Error) for error in errors)
    assert all(0 <= client.decrypt(x)[0] < 40 for x in found)


def test_a_product_that_two_threads_relinearise(client):
    x = client.encrypt([3])
    p, found = x.multiply(x), []
    assert not race(*[lambda: found.append(client.decrypt(p.relinearize())[0])] * 4)
    assert found == [9] * 4
