# SPDX-License-Identifier: Apache-2.0
"""Vectors of arithmetic_bench, corners first: arithmetic_vectors.py FILE COUNT SEED.

A line: limb, a and b of 27 bits, a constant b' of multiply_mod, a wide x of 31 bits; then, modulo the limb's prime, the
product a w of b' = -w 2^27, a + b, a - b and x. All are signed numbers, written in two's complement.
"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "model"))
from residue_ring import MONTGOMERY, PRIMES

INVERSES = [pow(MONTGOMERY, p - 2, p) for p in PRIMES]
TOP = 1 << 26
WIDE = 10 * TOP  # narrow takes ten times 2^26


def line(limb, a, b, constant, x):
    p = PRIMES[limb]
    words = (a % (1 << 27), b % (1 << 27), constant % (1 << 27), x % (1 << 31),
             -a * constant * INVERSES[limb] % p, (a + b) % p, (a - b) % p, x % p)
    return "%x %s\n" % (limb, " ".join("%x" % w for w in words))


if __name__ == "__main__":
    count, rng = int(sys.argv[2]), random.Random(int(sys.argv[3]))
    with open(sys.argv[1], "w") as out:
        for limb, p in enumerate(PRIMES):
            corners = [0, 1, -1, 2, 1 << 16, (1 << 17) - 1, 1 << 17, 1 << 25, (1 << 25) - 1, -(1 << 25), TOP - 1, -TOP]
            ends = [0, 1, -1, p // 2, -(p // 2), 1 << 17, (1 << 17) - 1]
            for a in corners:
                for i, b in enumerate(corners):
                    x = (b >> 25) * (1 << 25) * (i - 5) + a
                    out.write(line(limb, a, b, ends[(i + a) % len(ends)], max(-WIDE, min(WIDE, x))))
                for constant in ends:
                    out.write(line(limb, a, -a if a > -TOP else 0, constant, 9 * a))
        for i in range(count):
            limb = rng.randrange(5)
            half = PRIMES[limb] // 2
            out.write(line(limb, rng.randrange(-TOP, TOP), rng.randrange(-TOP, TOP), rng.randrange(-half, half + 1),
                           rng.randrange(-WIDE, WIDE + 1)))
