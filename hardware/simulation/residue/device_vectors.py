# SPDX-License-Identifier: Apache-2.0
"""Transfers and answers of residue_device_test: device_vectors.py SHAPE FOLDER COUNT SEED.

in0.hex and out0.hex have two keys, a product of one message with both, and COUNT more products of one to four messages,
random, or of the largest and smallest coefficients.
"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "model"))
import residue_ring as ring
from check_accelerator import product_case


def cases(s, rng, count):
    keys = [ring.random_key(s, rng) for _ in range(2)]
    for index in range(2):
        bursts = ring.key_transfer(s, index, keys[index])
        yield bursts, [ring.status(0, len(bursts) - 1)]
    yield product_case(s, rng, keys, 3, 1)
    for _ in range(count):
        yield product_case(s, rng, keys, rng.randrange(1, 4), rng.randrange(1, 5), ("random", "zero", "ones", "top"))


def write_transfers(path, transfers):
    with open(path, "w") as out:
        for bursts in transfers:
            for i, burst in enumerate(bursts):
                out.write("%s%032x\n" % ("1" if i == len(bursts) - 1 else "", burst))


if __name__ == "__main__":
    name, folder, count, seed = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    found = list(cases(ring.shape(name), random.Random(int(seed)), int(count)))
    write_transfers(os.path.join(folder, "in0.hex"), [bursts for bursts, _ in found])
    write_transfers(os.path.join(folder, "out0.hex"), [answer for _, answer in found])
