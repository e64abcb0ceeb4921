# SPDX-License-Identifier: Apache-2.0
"""Each operation of the package beside a loop of C++ with the same objects, alternating in one process.

Prints medians and quartiles of the processor's time, and says which operations take more than 1.03 times the time of
C++ and 1.5 microseconds. Results are compared first. lath_native is the module of python/benchmarks.
"""

import argparse
import pickle
import statistics
import sys
import threading
import time
from dataclasses import dataclass

import lath
import lath_native
import numpy as np

FACTOR, CONSTANT = 1.03, 1500  # at most so many times the time of C++, and so many nanoseconds
BATCH = 2_000_000  # nanoseconds that the calls between two looks at the clock take at least
RANDOM = ("encrypt, secret key", "encrypt, public key")


class Case:
    """Objects of one scheme and degree, in Python and in C++."""

    def __init__(self, scheme, degree):
        t = 65537 if degree <= 32768 else 786433
        parameters = getattr(lath.he, scheme).Parameters.recommended(degree, t)
        self.client = client = lath.Client(parameters, rotations="sum")
        self.key = key = client.public_key()
        self.values = values = np.arange(degree) % t - t // 2
        self.x = x = client.encrypt(values)
        self.y = y = client.encrypt(values[::-1].copy())
        self.native = lath_native.Native(client, key, x, y, values.tolist())
        encoder, data, pickled = lath.he.SlotEncoder(parameters), bytes(x), pickle.dumps(x)
        below = x.level - 1
        self.calls = {
            "encode": lambda: encoder.encode(values),
            "encrypt, secret key": lambda: client.encrypt(values),
            "encrypt, public key": lambda: key.encrypt(values),
            "decrypt": lambda: client.decrypt(x),
            "add": lambda: x + y,
            "sub": lambda: x - y,
            "negate": lambda: -x,
            "add array": lambda: x + values,
            "add int": lambda: x + 7,
            "multiply array": lambda: x * values,
            "multiply int": lambda: x * 7,
            "to bytes": lambda: bytes(x),
            "from bytes": lambda: lath._lath.ciphertext_from_bytes(parameters, data),
            "pickle": lambda: pickle.dumps(x),
            "unpickle": lambda: pickle.loads(pickled),
        }
        for name, call in {"multiply": lambda: x * y, "square": x.square, "rotate": lambda: x.rotate(1), "sum": x.sum,
                           "level down": lambda: x.switch_to(below)}.items():
            try:
                call()
                self.calls[name] = call
            except lath.InvalidArgumentError:
                print(f"{scheme} {degree}: no room for {name}")

    def check(self):
        """Compares the results of both sides."""
        for name, call in self.calls.items():
            found, expected = call(), self.native.result(name)
            if name == "pickle":
                found = bytes(pickle.loads(found))
            if name in RANDOM:
                found, expected = (self.client.decrypt(x).tolist() for x in (found, expected))
            if isinstance(found, lath.he.Plaintext):
                found, expected = (self.client.decrypt(self.client.encrypt(p)).tolist() for p in (found, expected))
            if isinstance(found, lath.Ciphertext):
                found, expected = bytes(found), bytes(expected)
            if isinstance(found, np.ndarray):
                found = found.tolist()
            if found != expected:
                sys.exit(f"{name}: the results of Python and C++ differ")


@dataclass
class Times:
    """Nanoseconds of the calls of Python and of C++."""

    python: list[float]
    native: list[float]

    def over(self):
        """Nanoseconds above the limit."""
        return statistics.median(self.python) - FACTOR * statistics.median(self.native) - CONSTANT

    def difference(self):
        """The median of what a call of Python takes more than the call of C++ beside it."""
        return statistics.median(p - c for p, c in zip(self.python, self.native, strict=True))


def python_time(call, count):
    """Nanoseconds of the processor that a number of calls take. One before them brings the code into the caches."""
    call()
    start = time.clock_gettime_ns(time.CLOCK_THREAD_CPUTIME_ID)
    for _ in range(count):
        call()
    return time.clock_gettime_ns(time.CLOCK_THREAD_CPUTIME_ID) - start


def measure(call, native, name, samples):
    count = max(1, -(-BATCH // max(1, native.time(name, 3) // 3)))
    times = Times([], [])
    for i in range(samples + 1):
        sides = [(times.python, lambda: python_time(call, count)), (times.native, lambda: native.time(name, count))]
        for values, side in sides if i % 2 else sides[::-1]:
            values.append(side() / count)
    return Times(times.python[1:], times.native[1:])  # the first call warms up


def shown(values):
    low, middle, high = (q / 1000 for q in statistics.quantiles(values, n=4))
    return f"{middle:9.1f} [{low:9.1f}, {high:9.1f}] {min(values) / 1000:9.1f}"


def compare(scheme, degree, samples, names):
    """Prints a row for each operation, and returns what is over."""
    case = Case(scheme, degree)
    case.check()
    over = []
    for name, call in case.calls.items():
        if names and name not in names:
            continue
        times = measure(call, case.native, name, samples)
        ratio = statistics.median(times.python) / statistics.median(times.native)
        print(f"{scheme} {degree:6} {name:20} {shown(times.python)} | {shown(times.native)} | {ratio:6.3f} "
              f"{times.difference() / 1000:8.2f}", "over" if times.over() > 0 else "", flush=True)
        if times.over() > 0:
            over.append(f"{scheme} {degree} {name}: {times.over() / 1000:.2f} us over")
    return over


def cost_of_a_call(samples):
    """What calls take beside the operation itself: in a ring of 16 coefficients."""
    parameters = lath.he.bgv.Parameters.create_insecure(
        degree=16, plaintext_modulus=97, prime_bits=[50], special_prime_bits=[50])
    client = lath.Client(parameters, rotations="sum")
    x, y, values = client.encrypt([1]), client.encrypt([2]), np.arange(16)
    native = lath_native.Native(client, client.public_key(), x, y, values.tolist())
    print("A call, beside its operation:")
    for name, call in {"add": lambda: x + y, "negate": lambda: -x, "multiply int": lambda: x * 7,
                       "multiply array": lambda: x * values, "decrypt": lambda: client.decrypt(x)}.items():
        print(f"  {name:20} {measure(call, native, name, samples).difference() / 1000:6.2f} us")
    start = python_time(lambda: x.level, 100_000) / 100_000
    print(f"  {'x.level':20} {start / 1000:6.2f} us")


def python_threads(call, count, products):
    """Seconds of the clock in which each thread computes a number of products."""
    def work():
        for _ in range(products):
            call()

    workers = [threading.Thread(target=work) for _ in range(count)]
    start = time.monotonic()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.monotonic() - start


def compare_threads(rounds):
    """What two threads gain over one, in Python and in C++."""
    case = Case("bfv", 8192)
    products = 12
    case.native.threads(2, 2)
    python_threads(case.calls["multiply"], 2, 2)
    gains = {"Python": [], "C++": []}
    for _ in range(rounds):
        for name, run in (("Python", lambda n: python_threads(case.calls["multiply"], n, products)),
                          ("C++", lambda n: case.native.threads(n, products))):
            gains[name].append(2 * run(1) / run(2))
    found = {name: statistics.median(values) for name, values in gains.items()}
    ratio = found["Python"] / found["C++"]
    print(f"Two threads do {found['Python']:.2f} times the products of one, in C++ {found['C++']:.2f} times: "
          f"{ratio:.2f} of the gain", flush=True)
    return [] if ratio >= 0.9 else [f"two threads: {ratio:.2f} of the gain of C++"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--degree", type=int, action="append", help="4096, 8192 and 16384 unless given")
    parser.add_argument("--scheme", choices=["bfv", "bgv"], action="append", help="both unless given")
    parser.add_argument("--operation", action="append", help="all unless given")
    parser.add_argument("--samples", type=int, default=101)
    parser.add_argument("--only", choices=["calls", "threads"], help="one part alone")
    options = parser.parse_args()
    if options.only == "calls":
        return cost_of_a_call(options.samples)
    if options.only == "threads":
        return compare_threads(options.samples)
    cost_of_a_call(options.samples)
    print("Microseconds of the processor: medians, quartiles and minima in Python | in C++ | their ratio, difference")
    over = []
    for scheme in options.scheme or ["bfv", "bgv"]:
        for degree in options.degree or [4096, 8192, 16384]:
            over += compare(scheme, degree, options.samples, options.operation)
    over += compare_threads(11)
    print(f"{len(over)} are over {FACTOR} times C++ and {CONSTANT / 1000} us:", "; ".join(over) or "none")


if __name__ == "__main__":
    main()
