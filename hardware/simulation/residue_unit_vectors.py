# SPDX-License-Identifier: Apache-2.0
"""Words for the benches of units inside the residue design, degree 264; see vectors.py. COUNT counts words that come
out of a channel. Residues go in as any number of their class that the unit takes, and come out canonical."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "model"))
import residue_ring as ring  # noqa: E402

SHAPE = ring.shape("small")
BLOCK, HALF, PIPES = SHAPE.block, SHAPE.half, range(ring.PIPES)
TOP = 1 << 26


def residues(rng, p, count):
    """Random ones, or all the same at an end."""
    kind = rng.randrange(8)
    if kind < 3:
        return [(0, 1, p - 1)[kind]] * count
    return [rng.randrange(p) for _ in range(count)]


def spread(rng, value, p, most):
    """A number of the class of a value, of magnitude at most `most`."""
    least, greatest = -((most + value) // p), (most - value) // p
    return value + p * rng.choice((least, greatest, rng.randint(least, greatest)))


def side_by_side(values, bits):
    return sum((v & (1 << bits) - 1) << bits * k for k, v in enumerate(values))


def rows(leaves, bits):
    """Words of both lanes: leaves 2 t and 2 t + 1 of each pipe."""
    return [[side_by_side([leaves[pipe][2 * t + lane] for pipe in PIPES], bits) for t in range(BLOCK)]
            for lane in (0, 1)]


def random_u(rng):
    return ring.random_message(SHAPE, rng, rng.choice(("random", "random", "random", "zero", "ones")))[0]


def forward_transform(rng, count):
    words, lanes = [], [[], []]
    us = [None] * 4
    while len(lanes[0]) < count:
        message, limb = rng.randrange(4), rng.randrange(5)
        if us[message] is None or rng.randrange(4) == 0:
            us[message] = random_u(rng)
            words += [(message << 5 | row) << 120 | burst
                      for row, burst in enumerate(ring.u_to_bursts(SHAPE, us[message]))]
        words.append(1 << 159 | message << 4 | rng.randrange(2) << 3 | limb)
        for lane, more in zip(lanes, rows([ring.evaluate(SHAPE, limb, pipe, us[message]) for pipe in PIPES], 27)):
            lane += more
    return [words], lanes


def key_product(rng, count):
    """Two keys of any residues; leaves of magnitude up to 7.5 * 2^26."""
    keys, channels, lanes = {}, [[], []], [[], []]
    for key in (0, 1):
        for limb, p in enumerate(ring.PRIMES):
            keys[key, limb] = [residues(rng, p, HALF) for _ in PIPES]
            for t in range(BLOCK):
                row = [ring.factor(keys[key, limb][pipe][2 * t + lane], limb) for pipe in PIPES for lane in (0, 1)]
                address = (5 * key + limb) * BLOCK + t
                channels[0] += [1 << 159 | address << 82 | half << 81 | side_by_side(row[3 * half:3 * half + 3], 27)
                                for half in (0, 1)]
    while len(lanes[0]) < count:
        key, limb = rng.randrange(2), rng.randrange(5)
        p = ring.PRIMES[limb]
        leaves = [residues(rng, p, HALF) for _ in PIPES]
        given = rows([[spread(rng, v, p, 15 * TOP // 2 - 1) for v in pipe] for pipe in leaves], 30)
        channels[0] += [word | (key << 3 | limb) << 90 for word in given[0]]
        channels[1] += given[1]
        products = [[a * b % p for a, b in zip(leaves[pipe], keys[key, limb][pipe])] for pipe in PIPES]
        for lane, more in zip(lanes, rows(products, 27)):
            lane += more
    return channels, lanes


def inverse_transform(rng, count):
    """Five blocks from their scaled values, which are as large as key_product leaves them."""
    channels, columns = [[], []], []
    while len(columns) < count:
        limb = rng.randrange(5)
        p = ring.PRIMES[limb]
        c = residues(rng, p, 5 * BLOCK)
        values = []
        for pipe, scale in enumerate((8, 8, 4)):
            # Modulo x^(2 B) - r.
            r = pow(SHAPE.roots[limb], SHAPE.node_exponent(pipe, 0, 0), p)
            folded = [sum(c[i] * pow(r, i // HALF, p) for i in range(j, 5 * BLOCK, HALF)) % p for j in range(HALF)]
            by = pow(scale * BLOCK, p - 2, p)
            values.append([spread(rng, v * by % p, p, 47 * TOP // 64)
                           for v in ring.evaluate(SHAPE, limb, pipe, folded)])
        lanes = rows(values, 27)
        channels[0] += [word | limb << 81 for word in lanes[0]]
        channels[1] += lanes[1]
        columns += [side_by_side([c[j + k * BLOCK] for k in range(5)], 27) for j in range(BLOCK)]
    return channels, [columns]


def phi_reduction(rng, count):
    """Commands of one to eight products. What stands behind the product of two polynomials is anything."""
    words, groups = [], []
    whole = ring.LANES * 2 * SHAPE.kept
    while len(groups) < count:
        words.append(2 << 158)
        errors = [ring.random_message(SHAPE, rng, rng.choice(("random", "random", "ones", "top")))[1]
                  for _ in range(rng.choice((1, 2, 3, 8)))]
        for product, e in enumerate(errors):
            words += [1 << 158 | (product << 6 | row) << 88 | burst
                      for row, burst in enumerate(ring.e_to_bursts(SHAPE, e))]
        for e in errors:
            for p in ring.PRIMES:
                c = residues(rng, p, 5 * BLOCK)
                given = [spread(rng, v, p, 52 * TOP // 10) for v in c]
                words += [side_by_side([given[j + k * BLOCK] for k in range(5)], 30) for j in range(BLOCK)]
                result = [(v + w) % p for v, w in zip(ring.reduce_phi(SHAPE, c[:whole], p), e)]
                for row in range(SHAPE.kept):
                    lanes = result[ring.LANES * row:ring.LANES * (row + 1)]
                    groups += [side_by_side(lanes[4 * g:4 * g + 4], 27) | (g == 2) << 108
                               | (g == 2 and row == SHAPE.kept - 1) << 109 for g in range(3)]
    return [words], [groups]


UNITS = {"forward_transform": forward_transform, "key_product": key_product, "inverse_transform": inverse_transform,
         "phi_reduction": phi_reduction}
