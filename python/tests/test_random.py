# SPDX-License-Identifier: Apache-2.0
"""Generators: known answers, threads, and misuses."""

import concurrent.futures
import pickle

import lath
import pytest
from lath.random import Generator

SEED = bytes(range(32))


def test_streams_do_not_depend_on_how_calls_divide_them():
    a, b = (Generator.from_seed(SEED, "test") for _ in range(2))
    assert a.bytes(100) + a.bytes(28) == b.bytes(128)
    assert a.split("x").bytes(16) != b.split("y").bytes(16)
    assert Generator.from_seed(SEED, "test").bytes(8) != Generator.from_seed(SEED, "other").bytes(8)


def test_generators_of_the_system_differ():
    assert Generator.from_system().bytes(32) != Generator.from_system("chacha20").bytes(32)
    assert Generator.from_system().bytes(0) == b""


def test_threads_share_a_stream():
    shared, whole = (Generator.from_seed(SEED, "threads", cipher="chacha20") for _ in range(2))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda _: shared.bytes(4096), range(64)))
    stream = whole.bytes(64 * 4096)
    assert sorted(parts) == sorted(stream[i:i + 4096] for i in range(0, len(stream), 4096))


def test_misuses():
    with pytest.raises(lath.InvalidArgumentError, match="from_system"):
        Generator.from_seed(b"short", "test")
    with pytest.raises(lath.InvalidArgumentError, match="rot13"):
        Generator.from_system("rot13")
    with pytest.raises(TypeError):
        Generator.from_seed("x" * 32, "test")
    with pytest.raises(TypeError):
        Generator.from_seed(SEED, "test", "chacha20")
    with pytest.raises(TypeError):
        pickle.dumps(Generator.from_system())
    assert repr(Generator.from_seed(SEED, "test")) == "<lath Generator>"
