# SPDX-License-Identifier: Apache-2.0
"""Quick calls of all kinds, again and again: memory does not grow with their number.

many_calls.py COUNT makes so many calls, and fails if the process has more memory afterwards than a fifth of the calls
took.
"""

import gc
import io
import itertools
import pathlib
import pickle
import sys
import time

import lath
import numpy as np

PAGE = 4096


def refused(call):
    """A call that ends with an error."""
    def run():
        try:
            call()
        except (lath.Error, TypeError) as error:
            return str(error)
        raise AssertionError("an error was expected")
    return run


def loaded(data):
    return lambda: lath.load(io.BytesIO(data))


def calls_of_a_scheme(scheme):
    small = scheme.create_insecure(degree=16, plaintext_modulus=97, prime_bits=[50] * 3, special_prime_bits=[51])
    client = lath.Client(small, rotations="sum")
    key, server, lazy = client.public_key(), client.server(), client.server(relinearize=False)
    x, y, values = client.encrypt([1, 2]), client.encrypt([3, 4]), np.arange(16)
    z, p, encoder = lazy.take(x), x.multiply(y), lath.he.SlotEncoder(small)
    plaintext, lower = encoder.encode(values), x.switch_to(2)
    return [
        lambda: x + y, lambda: x - y, lambda: -x, lambda: x * y, x.square, lambda: x + values, lambda: values - x,
        lambda: x * [1, 2, 3], lambda: x * 5, lambda: 7 - x, lambda: x + 2**70, lambda: x * plaintext, lambda: x**3,
        lambda: x.rotate(1), x.exchange_rows, x.sum, lambda: x.dot(y), lambda: x.dot(values), lambda: x + lower,
        lambda: x.switch_to(1), lambda: x.level + x.budget_bits, lambda: repr(x) + repr(p), lambda: x.parameters,
        lambda: x.multiply(y), lambda: sum([p, p]).relinearize(), lambda: p - p, lambda: p.switch_to(2), lambda: z * z,
        lambda: client.encrypt(values), lambda: client.encrypt([1, 2, 3]), lambda: key.encrypt(values),
        lambda: client.encrypt(plaintext), lambda: client.decrypt(x), lambda: client.decrypt(p),
        lambda: client.decrypt_to_plaintext(x), lambda: encoder.encode(values), lambda: encoder.decode(plaintext),
        lambda: server.take(x), client.server, lambda: client.authenticated(x), lambda: bytes(x), lambda: bytes(p),
        lambda: x.with_encoding("coefficients"), lambda: client.with_encoding("coefficients").encrypt([1]),
        lambda: small == x.parameters, lambda: hash(small), small.to_json, lambda: lath.he.explain(small),
        refused(lambda: x + 1.5), refused(lambda: client.encrypt([1.5])), refused(lambda: client.encrypt([1000])),
        refused(lambda: client.encrypt(range(99))), refused(lambda: x.switch_to(99)), refused(lambda: x * p),
        refused(lambda: lath.Client(small, rotations="none")), refused(lambda: scheme.from_json("{")),
        refused(lambda: pickle.dumps(client)), lambda: pickle.loads(pickle.dumps(x)),
    ]


def calls_of_files():
    client = lath.Client(lath.he.bgv.Parameters.recommended(4096, 3), encoding="coefficients")
    mac, signer = lath.MacKey.generate(), lath.SigningKey.generate()
    x = client.encrypt([1])
    data, pickled = io.BytesIO(), pickle.dumps(x)
    lath.save(x, data, key=mac)
    data = data.getvalue()
    return [
        lambda: lath.save(x, io.BytesIO()), lambda: lath.save(x, io.BytesIO(), key=mac), loaded(data),
        lambda: lath.load(io.BytesIO(data), key=mac), lambda: lath.inspect(io.BytesIO(data)),
        refused(lambda: lath.load(io.BytesIO(data), key=signer.verifying_key)), refused(loaded(data[:-1])),
        refused(lambda: lath.load("/nonexistent/file")), lambda: pickle.loads(pickled), lambda: pickle.dumps(x),
        lambda: pickle.loads(pickle.dumps(client.parameters)),
    ]


def calls_of_ml_kem():
    key = lath.ml_kem.MlKem512.generate_key()
    ciphertext, _ = key.public_key.encapsulate()
    generator = lath.random.Generator.from_system()
    return [
        lambda: key.decapsulate(ciphertext), key.public_key.encapsulate, lambda: bytes(key.public_key),
        lambda: pickle.loads(pickle.dumps(key.public_key)), lath.ml_kem.MlKem512.generate_key,
        lambda: lath.ml_kem.read_private_key(key.to_pem().encode()), refused(lambda: key.decapsulate(b"short")),
        lambda: generator.bytes(100), lambda: generator.split("test"), lambda: generator.bytes(0),
        refused(lambda: lath.random.Generator.from_seed(b"short", "test")),
    ]


def rest():
    space = lath.he.PlaintextSpace
    return [
        lambda: space.field("Goldilocks", index=64), lambda: repr(space.integer(97)), lath.versions,
        lambda: lath.security.LweInstance(1024, 20), lambda: lath.security.largest_modulus_bits(4096, 128),
        lambda: lath.MacKey.generate().secret_bytes(), lath.SigningKey.generate,
    ]


def all_calls():
    """Calls of each kind; the quickest stand oftener than files."""
    schemes = calls_of_a_scheme(lath.he.bfv.Parameters) + calls_of_a_scheme(lath.he.bgv.Parameters)
    return 10 * schemes + calls_of_files() + calls_of_ml_kem() + rest()


def memory():
    """The bytes of the process, after everything that nobody has was freed."""
    gc.collect()
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * PAGE


def growth(count):
    """The bytes and the blocks of Python that calls leave behind, after as many calls as a fifth of them."""
    calls = itertools.cycle(all_calls())
    for call in itertools.islice(calls, count // 5):
        call()
    memory_before, blocks_before = memory(), sys.getallocatedblocks()
    for call in itertools.islice(calls, count):
        call()
    return memory() - memory_before, sys.getallocatedblocks() - blocks_before


def main():
    count, start = int(sys.argv[1]), time.monotonic()
    grown, blocks = growth(count)
    print(f"{count} calls in {time.monotonic() - start:.0f} s: {grown / 2**20:.1f} MiB and {blocks} blocks more")
    if grown > 16 * 2**20 or blocks > 1000:
        sys.exit("memory grows with the number of calls")


if __name__ == "__main__":
    main()
