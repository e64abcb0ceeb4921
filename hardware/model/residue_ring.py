# SPDX-License-Identifier: Apache-2.0
"""Golden arithmetic of the residue accelerator: shapes, primes, tables, keys, streams, the reference product.

The ring is Z_q[x] / Phi_m, q = five primes, m = 11 a b for odd primes a, b, so Phi_m(x) = Phi_{ab}(x^11).
"""
import random

LANES = 11
BITS = 27
EXCESSES = (1, 3, 12, 16, 24)  # p = 2^26 + excess 2^17 + 1
PRIMES = tuple((1 << 26) + (e << 17) + 1 for e in EXCESSES)
MONTGOMERY = 1 << 27
PIPES = 3
MAGIC = 0x4C52
KEY_UPLOAD, PRODUCT = 1, 2
COLUMNS = 6  # columns of U in a burst, twenty bits each
TABLE_LEVELS = 3  # levels of the forward transform that tables replace


class Shape:
    """Sizes of one configuration: blocks of 2^log_block coefficients, five of which hold a whole product."""

    def __init__(self, log_block, a, b):
        self.log_block, self.a, self.b = log_block, a, b
        self.block = 1 << log_block
        self.half = 2 * self.block  # points of one pipe
        self.rows = a * b  # x^(11 rows) - 1 is the first modulus
        self.kept = (a - 1) * (b - 1)
        self.degree = LANES * self.kept
        assert 2 * self.degree <= 5 * self.block and 2 * self.degree - 1 <= 5 * self.block
        self.u_bursts = -(-(self.block // 8) // COLUMNS)
        self.limb_bursts = -(-self.degree * BITS // 128)
        self.roots = [primitive_root_of_order(p, 4 * self.half) for p in PRIMES]

    def node_exponent(self, pipe, level, node):
        """The node's modulus is x^(half / 2^level) - zeta^exponent."""
        exponent = (0, 2 * self.half, self.half)[pipe]
        for bit in range(level - 1, -1, -1):
            exponent = exponent // 2 + (2 * self.half if node >> bit & 1 else 0)
        return exponent

    def twiddle(self, limb, pipe, level, node):
        return pow(self.roots[limb], self.node_exponent(pipe, level, node) // 2, PRIMES[limb])


def primitive_root_of_order(p, order):
    for g in range(2, 1000):
        root = pow(g, (p - 1) // order, p)
        if pow(root, order // 2, p) == p - 1:
            return root
    raise ValueError("no root")


def shape(name):
    return Shape(*{"full": (10, 11, 23), "small": (7, 5, 7), "middle": (8, 5, 11)}[name])


def balanced(value, p):
    """The residue in [-p/2, p/2]."""
    value %= p
    return value - p if value > p // 2 else value


def factor(value, limb):
    """The word by which multiply_mod multiplies with a value: -value 2^27, balanced, in two's complement."""
    return balanced(-value * MONTGOMERY, PRIMES[limb]) & (1 << BITS) - 1


def pipe_row(words):
    """One word of each pipe, the first pipe lowest."""
    return sum((w & (1 << BITS) - 1) << BITS * pipe for pipe, w in enumerate(words))


def write_hex(path, rows):
    with open(path, "w") as out:
        out.write("\n".join("%x" % row for row in rows) + "\n")


def subset_sums(s, limb, pipe, node, first):
    """Sums of s^t for t in a subset of first .. first + 4, s the constant of a node of level 3."""
    p = PRIMES[limb]
    r = pow(s.roots[limb], s.node_exponent(pipe, TABLE_LEVELS, node), p)
    powers = [pow(r, t, p) for t in range(first, first + 5)]
    return [balanced(sum(powers[t] for t in range(5) if bits >> t & 1), p) for bits in range(32)]


def write_tables(s, folder):
    """Table memories, words of the three pipes side by side: first levels of U, twiddles of both directions, 1 / i."""
    limbs, pipes = range(len(PRIMES)), range(PIPES)
    for name, first in (("low", 0), ("high", 5)):
        rows = []
        for limb in limbs:
            for node in range(1 << TABLE_LEVELS):
                rows += map(pipe_row, zip(*(subset_sums(s, limb, pipe, node, first) for pipe in pipes)))
        write_hex("%s/first_%s.hex" % (folder, name), rows)
    for level in range(s.log_block + 1):
        ahead, back = [], []
        for limb, p in enumerate(PRIMES):
            for node in range(1 << level):
                ws = [s.twiddle(limb, pipe, level, node) for pipe in pipes]
                ahead.append(pipe_row(factor(w, limb) for w in ws))
                back.append(pipe_row(factor(pow(w, p - 2, p), limb) for w in ws))
        if level >= TABLE_LEVELS:
            write_hex("%s/forward_%02d.hex" % (folder, level), ahead)
        if level >= 1:
            write_hex("%s/inverse_%02d.hex" % (folder, level), back)
    write_hex("%s/minus_i.hex" % folder, [factor(-pow(s.roots[l], s.half, PRIMES[l]), l) for l in limbs])


def evaluate(s, limb, pipe, poly):
    """All leaves of one pipe in hardware order, canonical."""
    p = PRIMES[limb]
    r = pow(s.roots[limb], s.node_exponent(pipe, 0, 0), p)
    x = [0] * s.half
    for i, c in enumerate(poly):
        x[i % s.half] = (x[i % s.half] + c * (r if i >= s.half else 1)) % p
    assert len(poly) <= 2 * s.half
    size = s.half
    for level in range(s.log_block + 1):
        size //= 2
        for node in range(1 << level):
            w = s.twiddle(limb, pipe, level, node)
            base = 2 * size * node
            for i in range(base, base + size):
                t = x[i + size] * w % p
                x[i], x[i + size] = (x[i] + t) % p, (x[i] - t) % p
    return x


def prepare_key(s, residues):
    """Words of one key: for each limb and step three pairs (pipes), scaled for the inverse and the interpolation."""
    words = []
    for limb, p in enumerate(PRIMES):
        scales = [pow(k * s.block, p - 2, p) for k in (8, 8, 4)]
        leaves = [[factor(v * scale, limb) for v in evaluate(s, limb, pipe, residues[limb])]
                  for pipe, scale in enumerate(scales)]
        for t in range(s.block):
            words.append([leaves[pipe][2 * t + lane] for pipe in range(PIPES) for lane in range(2)])
    return words


def reduce_phi(s, coefficients, p):
    """Plain long division by Phi_{ab}(x^11), all terms."""
    phi = phi_of(s.a, s.b)
    c = list(coefficients) + [0] * (LANES * 2 * s.rows)
    for top in range(len(c) - 1, s.degree - 1, -1):
        v = c[top]
        if v:
            base = top - s.degree
            for k, term in phi:
                c[base + LANES * k] -= term * v
    return [v % p for v in c[: s.degree]]


def phi_of(a, b):
    """Non-zero terms of Phi_{ab}, by exact division of (y^ab - 1)(y - 1) by (y^a - 1)(y^b - 1)."""
    n = a * b
    num = [0] * (n + 2)
    for k, v in ((0, 1), (1, -1), (n, -1), (n + 1, 1)):
        num[k] += v
    for d in (a, b):
        quotient = [0] * (len(num) - d)
        for k in range(len(quotient)):
            quotient[k] = -num[k] + (quotient[k - d] if k >= d else 0)
        num = quotient
    terms = [(k, v) for k, v in enumerate(num) if v]
    assert terms[-1] == ((a - 1) * (b - 1), 1)
    return terms


def product(s, key_residues, u, e):
    """P U + E modulo each prime and Phi, by Kronecker substitution in Python's integers."""
    slot = 5
    out = []
    u_int = int.from_bytes(b"".join(int(v).to_bytes(slot, "little") for v in u), "little")
    for limb, p in enumerate(PRIMES):
        k_int = int.from_bytes(b"".join(int(v).to_bytes(slot, "little") for v in key_residues[limb]), "little")
        raw = (k_int * u_int).to_bytes(slot * 2 * s.degree, "little")
        c = [int.from_bytes(raw[slot * i: slot * i + slot], "little") for i in range(2 * s.degree - 1)]
        r = reduce_phi(s, c, p)
        out.append([(r[i] + e[i]) % p for i in range(s.degree)])
    return out


def header(command, messages, keys):
    return MAGIC | command << 16 | messages << 24 | keys << 32


def key_transfer(s, index, residues):
    bursts = [header(KEY_UPLOAD, 0, index)]
    for row in prepare_key(s, residues):
        for half in (row[:3], row[3:]):
            bursts.append(sum(w << 32 * k for k, w in enumerate(half)))
    return bursts


def u_to_bursts(s, u):
    eighth = s.block // 8
    bursts = []
    for start in range(0, eighth, COLUMNS):
        burst = 0
        for c in range(COLUMNS):
            for t in range(20):
                i = start + c + eighth * t
                if start + c < eighth and i < s.degree and u[i]:
                    burst |= 1 << (20 * c + t)
        bursts.append(burst)
    return bursts


def is_coefficient(s, row, bit):
    """Whether this bit of this burst of U is a coefficient below the degree."""
    column = COLUMNS * row + bit // 20
    return bit < 20 * COLUMNS and column < s.block // 8 and column + s.block // 8 * (bit % 20) < s.degree


def bits_of_u(s, row, wanted):
    """The bits of this burst of U that are coefficients, or those of its six columns that are none."""
    return [bit for bit in range(20 * COLUMNS) if is_coefficient(s, row, bit) == wanted]


def e_to_bursts(s, e):
    return [sum((e[LANES * k + j] & 255) << 8 * j for j in range(LANES)) for k in range(s.kept)]


def product_transfer(s, mask, messages):
    """messages: list of (u, [e for each key of the mask])."""
    bursts = [header(PRODUCT, len(messages), mask)]
    for u, errors in messages:
        bursts += u_to_bursts(s, u)
        for e in errors:
            bursts += e_to_bursts(s, e)
    return bursts


def pack_result(s, residues):
    bursts = []
    for row in residues:
        bits = sum(v << BITS * i for i, v in enumerate(row))
        bursts += [bits >> 128 * k & (1 << 128) - 1 for k in range(s.limb_bursts)]
    return bursts


def status(code, seen):
    return MAGIC | code << 16 | seen << 32


def random_key(s, rng, kind="random"):
    if kind == "random":
        return [[rng.randrange(p) for _ in range(s.degree)] for p in PRIMES]
    value = {"zero": lambda p: 0, "one": lambda p: 1, "top": lambda p: p - 1}[kind]
    return [[value(p)] * s.degree for p in PRIMES]


def random_message(s, rng, kind="random"):
    if kind == "random":
        return [rng.getrandbits(1) for _ in range(s.degree)], [rng.randrange(-128, 128) for _ in range(s.degree)]
    u = {"zero": 0, "ones": 1, "top": 1}[kind]
    e = {"zero": 0, "ones": 127, "top": -128}[kind]
    return [u] * s.degree, [e] * s.degree


def emulate(s, key_residues, u, e, limb):
    """The hardware's own algorithm on integers, one limb: proves interpolation and the Phi recurrences."""
    p = PRIMES[limb]
    half, block = s.half, s.block
    outs = []
    for pipe in range(PIPES):
        fu, fp = evaluate(s, limb, pipe, u), evaluate(s, limb, pipe, key_residues[limb])
        scale = pow((8, 8, 4)[pipe] * block, p - 2, p)
        x = [a * b * scale % p for a, b in zip(fu, fp)]
        size = 1
        for level in range(s.log_block, 0, -1):
            for node in range(1 << level):
                w = pow(s.twiddle(limb, pipe, level, node), p - 2, p)
                base = 2 * size * node
                for i in range(base, base + size):
                    x[i], x[i + size] = (x[i] + x[i + size]) % p, (x[i] - x[i + size]) * w % p
            size *= 2
        outs.append(x)
    minus_i = -pow(s.roots[limb], half, p)
    c = [0] * (5 * block)
    for j in range(block):
        (a, a_), (b, b_), (z, z_) = ((v[j], v[j + block]) for v in outs)
        h, d = a + a_ + b + b_, a + a_ - b - b_
        x = z + z_ + minus_i * d
        odd, quotient = a - a_, (b - b_) * minus_i
        for k, v in enumerate((h + x, 2 * (odd + quotient), 2 * d, 2 * (odd - quotient), h - x)):
            c[j + k * block] = v % p
    rows = s.rows
    c += [0] * (2 * LANES * rows)
    folded = [(c[i] + c[i + LANES * rows]) % p for i in range(LANES * rows)]
    out = [0] * s.degree
    for lane in range(LANES):
        y = [folded[lane + LANES * k] for k in range(rows)]
        top = rows - s.kept
        run, a, b, q = 0, [0] * (top + s.b), [0] * (top + s.b), [0] * (top + s.b)
        for k in range(top - 1, -1, -1):
            run += y[s.kept + k]
            a[k] = run
            b[k] = a[k] - a[k + s.a]
            q[k] = b[k] - b[k + s.b]
        w, v = [0] * s.kept, [0] * s.kept
        for k in range(s.kept):
            d = (q[k] if k < top else 0) - (q[k - 1] if 0 < k <= top else 0)
            w[k] = d + (w[k - s.a] if k >= s.a else 0)
            v[k] = w[k] + (v[k - s.b] if k >= s.b else 0)
            out[lane + LANES * k] = (y[k] - v[k] + e[lane + LANES * k]) % p
    return out


def self_check():
    rng = random.Random(1)
    for name in ("small", "middle", "full"):
        s = shape(name)
        key = random_key(s, rng)
        u, e = random_message(s, rng)
        expected = product(s, key, u, e)
        for limb in range(len(PRIMES) if name != "full" else 1):
            assert emulate(s, key, u, e, limb) == expected[limb], (name, limb)
        print(name, "degree", s.degree, "ok")


if __name__ == "__main__":
    self_check()
