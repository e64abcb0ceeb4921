# SPDX-License-Identifier: Apache-2.0
"""Threads that compute at once, and processes that are forked or spawned beside them."""

import multiprocessing
import os
import pickle
import threading
import time

import lath
import numpy as np
import pytest

T = 65537


@pytest.fixture(scope="module", params=["bfv", "bgv"])
def client(request):
    scheme = getattr(lath.he, request.param)
    return lath.Client(scheme.Parameters.recommended(8192, T), rotations="sum")


class Threads:
    """Threads that call work() again and again, until the end of a with statement."""

    def __init__(self, count, work):
        self.stop, self.errors, self.calls = False, [], 0
        self.threads = [threading.Thread(target=self._run, args=(work,)) for _ in range(count)]

    def _run(self, work):
        try:
            while not self.stop:
                work()
                self.calls += 1
        except Exception as error:  # a thread shows its errors to nobody
            self.errors.append(error)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop = True
        for thread in self.threads:
            thread.join()
        assert not self.errors


def square_of(server, x):
    """x squared, computed in another process."""
    return server.take(x) ** 2


def test_python_goes_on_while_the_library_computes(client):
    long_calls = [lambda: lath.Client(client.parameters, rotations="all"),
                  lambda: type(client.parameters).recommended(32768, 786433),
                  lambda: pickle.loads(pickle.dumps(client.server()))]
    with Threads(1, lambda: time.sleep(0.0002)) as ticks:
        for call in long_calls:
            before = ticks.calls
            call()
            assert ticks.calls > before + 1


def test_threads_share_everything(client):
    a = np.arange(8192) % 50
    x, server, key = client.encrypt(a), client.server(relinearize=False), client.public_key()
    expected, total = (a * a + 1) % T, a.sum() % T

    def work():
        y = server.take(key.encrypt(a))
        p = server.take(pickle.loads(pickle.dumps(x))) * y
        assert ((client.decrypt(p.relinearize() + 1) - expected) % T == 0).all()
        assert (client.decrypt(y.sum()) - total)[0] % T == 0

    with Threads(4, work) as threads:
        while threads.calls < 40 and not threads.errors:
            time.sleep(0.01)


def ended(child, seconds=20):
    """Whether a child ends well, in time."""
    for _ in range(seconds * 200):
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status == 0
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return False


def in_a_child(call):
    """Forks, and says whether the call worked there."""
    child = os.fork()
    if child == 0:
        try:
            call()
            os._exit(0)
        finally:
            os._exit(1)
    return ended(child)


def test_a_forked_child_computes_beside_threads_of_its_parent(client):
    x, data = client.encrypt([5, 6]), pickle.dumps(client.encrypt([5, 6]))
    server, square = client.server(), bytes(client.encrypt([1]).square())
    assert square

    def child():
        y = server.take(pickle.loads(data))
        assert list(client.decrypt(x * y + 1)[:2]) == [26, 37]
        assert client.decrypt(y.sum())[0] == 11
        assert client.decrypt(client.public_key().encrypt([3]).multiply(y))[0] == 15

    def parent():
        client.decrypt(server.take(pickle.loads(data)) * x + [1])

    with Threads(2, parent):
        for _ in range(15):
            assert in_a_child(child)
    assert list(client.decrypt(x * x)[:2]) == [25, 36]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_servers_go_to_other_processes(client, method):
    server, values = client.server(), [np.arange(8192) % (20 + k) for k in range(4)]
    xs = [client.encrypt(v) for v in values]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.starmap_async(square_of, [(server, x) for x in xs]).get(timeout=60)
    for y, value in zip(found, values, strict=True):
        assert ((client.decrypt(y) - value * value) % T == 0).all()
