# SPDX-License-Identifier: Apache-2.0
"""Vectors of arithmetic_bench, corners first: arithmetic_vectors.py FILE COUNT SEED."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "model"))
from residue_ring import MONTGOMERY, PRIMES

INVERSES = [pow(MONTGOMERY, p - 2, p) for p in PRIMES]


def line(limb, a, b):
    p = PRIMES[limb]
    return "%x %x %x %x %x %x\n" % (limb, a, b, a * b * INVERSES[limb] % p, (a + b) % p, (a - b) % p)


if __name__ == "__main__":
    count, rng = int(sys.argv[2]), random.Random(int(sys.argv[3]))
    with open(sys.argv[1], "w") as out:
        for limb, p in enumerate(PRIMES):
            corners = [0, 1, 2, p - 1, p - 2, p // 2, p // 2 + 1, (1 << 19) - 1, 1 << 19, (1 << 26) - 1, 1 << 26]
            for a in corners:
                for b in corners:
                    out.write(line(limb, a, b))
        for i in range(count):
            limb = rng.randrange(5)
            out.write(line(limb, rng.randrange(PRIMES[limb]), rng.randrange(PRIMES[limb])))
