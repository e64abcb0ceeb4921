# SPDX-License-Identifier: Apache-2.0
"""The accelerator's mathematics in Python's integers: what every bench compares with.

A key polynomial is a list of integers modulo 2^135, a binary polynomial a list of small non-negative integers.
"""
import random

CHUNK, SLOTS, SMALL, MESSAGES, SUB, GROUP = 27, 5, 10, 4, 40, 9
BITS = CHUNK * SLOTS
MODULUS = 1 << BITS
MASK = (1 << CHUNK) - 1
MAGIC = 0x4C4B
PLACE = 24  # bytes of a coefficient in a packed polynomial: 135 + 16 + 12 bits fit


def chunks(value):
    """The five chunks of a coefficient, least first."""
    return [(value >> (CHUNK * k)) & MASK for k in range(SLOTS)]


def pack(polynomial):
    return int.from_bytes(b"".join(c.to_bytes(PLACE, "little") for c in polynomial), "little")


def product(a, b):
    """a times b modulo 2^135, by one product of long integers."""
    length = len(a) + len(b) - 1
    data = (pack(a) * pack(b)).to_bytes(PLACE * (len(a) + len(b)), "little")
    return [int.from_bytes(data[PLACE * i:PLACE * (i + 1)], "little") % MODULUS for i in range(length)]


def parts(polynomial, depth):
    """The 3^depth polynomials of the recursions: L, H, L + H of each, depth first."""
    if depth == 0:
        return [polynomial]
    half = len(polynomial) // 2
    low, high = polynomial[:half], polynomial[half:]
    both = [(x + y) % MODULUS for x, y in zip(low, high)]
    return [part for piece in (low, high, both) for part in parts(piece, depth - 1)]


def join(products):
    """The product of the whole from the products of its 3^depth parts."""
    if len(products) == 1:
        return products[0]
    third = len(products) // 3
    low, high, both = (join(products[i * third:(i + 1) * third]) for i in range(3))
    half = (len(low) + 1) // 2
    whole = [0] * (4 * half - 1)
    for i, (l, h, s) in enumerate(zip(low, high, both)):
        whole[i] += l
        whole[i + half] += s - l - h
        whole[i + 2 * half] += h
    return [c % MODULUS for c in whole]


def depth_of(degree):
    depth = 0
    while SUB << depth < degree:
        depth += 1
    assert SUB << depth == degree and depth >= 2, "40 * 2^depth coefficients"
    return depth


def header(messages, count, magic=MAGIC):
    return magic | messages << 16 | count << 32


def status(code, seen):
    return MAGIC | code << 16 | seen << 32


def input_bursts(key, binaries):
    """The data bursts of a transfer."""
    depth = depth_of(len(key))
    lanes = [parts(b, depth) for b in binaries]
    bursts = []
    for s, sub in enumerate(parts(key, depth)):
        for i, coefficient in enumerate(sub):
            for k, chunk in enumerate(chunks(coefficient)):
                small = lanes[k][s][i] if k < len(lanes) else 0
                bursts.append(chunk | small << 32)
    return bursts


def row_burst(row):
    return sum(chunk << (32 * j) for j, chunk in enumerate(row))


def output_bursts(key, binaries):
    """The data bursts that the accelerator returns: nine sub-polynomials make a product of 319 coefficients."""
    depth = depth_of(len(key)) - 2
    keys = parts(key, depth)
    lanes = [parts(b, depth) for b in binaries]
    bursts = []
    for s, part in enumerate(keys):
        products = [product(part, lane[s]) for lane in lanes]
        for coefficients in zip(*products):
            for row in zip(*(chunks(c) for c in coefficients)):
                bursts.append(row_burst(row))
    return bursts


def products_of(bursts, degree, messages):
    """The products of the whole polynomials from the data bursts of the output: the software's last recursions."""
    length = 8 * SUB - 1
    whole = []
    for j in range(messages):
        values = [(b >> (32 * j)) & MASK for b in bursts]
        coefficients = [sum(values[i + k] << (CHUNK * k) for k in range(SLOTS)) for i in range(0, len(values), SLOTS)]
        pieces = [coefficients[i:i + length] for i in range(0, len(coefficients), length)]
        assert len(pieces) == 3 ** (depth_of(degree) - 2)
        whole.append(join(pieces))
    return whole


def random_key(rng, degree):
    """Random coefficients, now and then extreme ones, or chunks that are all ones."""
    def coefficient():
        kind = rng.randrange(8)
        if kind == 0:
            return rng.choice((0, 1, MODULUS - 1, MODULUS - 2, MASK, MODULUS - 1 - MASK))
        if kind == 1:
            return sum(rng.choice((0, MASK, MASK)) << (CHUNK * k) for k in range(SLOTS))
        return rng.getrandbits(BITS)
    return [coefficient() for _ in range(degree)]


def extreme_key(kind, degree):
    """All zero, all one, all q - 1, or zero and q - 1 in turn."""
    return [{0: 0, 1: 1, 2: MODULUS - 1, 3: (MODULUS - 1) * (i & 1)}[kind] for i in range(degree)]


def random_binary(rng, degree):
    bits = rng.getrandbits(degree)
    return [bits >> i & 1 for i in range(degree)]


def main():
    """The model against itself: schoolbook products, and whole products from the output's pieces."""
    rng = random.Random(1)
    a, b = random_key(rng, 40), [rng.randrange(65) for _ in range(40)]
    slow = [sum(a[i] * b[k - i] for i in range(max(0, k - 39), min(k, 39) + 1)) % MODULUS for k in range(79)]
    assert product(a, b) == slow
    for degree in (160, 320, 2560):
        key, binaries = random_key(rng, degree), [random_binary(rng, degree) for _ in range(4)]
        assert products_of(output_bursts(key, binaries), degree, 4) == [product(key, u) for u in binaries]
        assert max(b >> 32 for b in input_bursts(key, binaries)) <= 64
    print("golden: ok")


if __name__ == "__main__":
    main()
