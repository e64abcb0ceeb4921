#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives the known answers from the documentation alone, with hashlib and the openssl command; those of
the generator, on which all others rest, with ciphers of its own (stream_ciphers.py).

tests/kat/derive.py generator > tests/kat/generator.txt; ctest compares them
tests/kat/derive.py rlwe > tests/kat/rlwe.txt
tests/kat/derive.py gaussian > tests/kat/gaussian.txt
tests/kat/derive.py samplers > tests/kat/samplers.txt
tests/kat/derive.py mlwe_kem > tests/kat/mlwe_kem.txt
tests/kat/derive.py rlwe_kem > tests/kat/rlwe_kem.txt
"""
import decimal
import hashlib
import math
import subprocess
import sys

import stream_ciphers

SEED = bytes(range(32))


def stream(seed, name, cipher, size):
    chacha = cipher == "chacha20"
    key = hashlib.shake_256(b"lath generator 1" + bytes([chacha]) + seed + name).digest(48)
    iv = key[32:]
    if chacha:
        iv = bytes(4) + iv[4:]
    command = ["openssl", "enc", "-" + cipher, "-K", key[:32].hex(), "-iv", iv.hex()]
    return subprocess.run(command, input=bytes(size), capture_output=True, check=True).stdout


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]


def uniform(source, n, q):
    words = []
    while len(words) < n:
        x = int.from_bytes(source.take(2), "little") % 2**q.bit_length()
        if x < q:
            words.append(x)
    return words


def binomial(source, n, eta):
    size = 2 if eta <= 8 else 4 if eta <= 16 else 8
    values = []
    for _ in range(n):
        x = int.from_bytes(source.take(size), "little") % 2**(2 * eta)
        values.append(bin(x % 2**eta).count("1") - bin(x >> eta).count("1"))
    return values


class Ring:
    """Z_q[x]/(x^n + 1) where x^n + 1 has a factor x^block - zeta for each of n / block zetas."""

    def __init__(self, n, q):
        self.n, self.q = n, q
        self.block = next(k for k in (1, 2, 4) if q % (2 * n // k) == 1)
        count = n // self.block
        # The least primitive root of unity of order 2 count.
        psi = next(x for x in range(2, q) if pow(x, count, q) == q - 1)
        bits = count.bit_length() - 1
        self.zetas = [pow(psi, 2 * int(format(j, f"0{bits}b")[::-1], 2) + 1, q)
                      for j in range(count)]

    def transform(self, a):
        """Block j is a mod x^block - zeta_j."""
        words = []
        for zeta in self.zetas:
            powers = [1]
            for _ in self.zetas:
                powers.append(powers[-1] * zeta % self.q)
            for k in range(self.block):
                words.append(sum(c * p for c, p in zip(a[k::self.block], powers)) % self.q)
        return words

    def multiply(self, a, b):
        """The product of two polynomials given by their coefficients, from the definition."""
        product = [0] * self.n
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                k = i + j
                product[k % self.n] += x * y if k < self.n else -x * y
        return [x % self.q for x in product]

    def coefficients(self, words):
        """The inverse of transform(): x^n + 1 over its factors, summed with their inverses."""
        count = self.n // self.block
        a = [0] * self.n
        for j, zeta in enumerate(self.zetas):
            inverse, power = pow(zeta, -1, self.q), pow(count, -1, self.q)
            for i in range(count):
                for k in range(self.block):
                    a[i * self.block + k] += words[j * self.block + k] * power
                power = power * inverse % self.q
        return [x % self.q for x in a]


def packed(words, q):
    bits, number = q.bit_length(), 0
    for i, word in enumerate(words):
        number |= word << (bits * i)
    return number.to_bytes((bits * len(words) + 7) // 8, "little")


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def generator():
    for cipher in ("aes-256-ctr", "chacha20"):
        # As include/lath/random/generator.hpp says.
        chacha = cipher == "chacha20"
        start = hashlib.shake_256(b"lath generator 1" + bytes([1 if chacha else 0]) + SEED +
                                  b"known answer").digest(48)
        data = stream_ciphers.chacha20(start[:32], start[36:], 100000) if chacha else \
            stream_ciphers.aes_256_ctr(start[:32], start[32:], 100000)
        if data != stream(SEED, b"known answer", cipher, 100000):
            raise SystemExit(f"{cipher}: openssl computes another stream")
        print(f"{cipher}.first-32-bytes {data[:32].hex()}")
        print(f"{cipher}.sha256-of-100000-bytes {hashlib.sha256(data).hexdigest()}")


def unpacked(data, q, n):
    """Polynomials of n words each."""
    bits, number = q.bit_length(), int.from_bytes(data, "little")
    words = [number >> (bits * i) & (2**bits - 1) for i in range(8 * len(data) // bits)]
    return [words[i:i + n] for i in range(0, len(words), n)]


class Mlwe:
    """Module-LWE encryption with k = l = 1, as include/lath/pke/mlwe.hpp says."""

    def __init__(self, n, rows, columns, q, p, beta):
        self.n, self.rows, self.columns, self.q, self.p, self.beta = n, rows, columns, q, p, beta
        self.ring = Ring(n, q)
        self.name = f"mlwe {n} {rows} {columns} 1 1 {q} {p} {beta}"

    def noise(self, source, scale=1):
        width = 2 * self.beta + 1
        draws = [int.from_bytes(source.take(8), "little") for _ in range(self.n)]
        return self.ring.transform([scale * ((u * width >> 64) - self.beta) for u in draws])

    def product(self, sums, a, b):
        return [(x + y * z) % self.q for x, y, z in zip(sums, a, b)]

    def matrix(self, seed):
        source = Bytes(stream(seed, b"lath mlwe a", "aes-256-ctr", 8 * self.rows * self.columns * self.n))
        return [[uniform(source, self.n, self.q) for _ in range(self.columns)]
                for _ in range(self.rows)]

    def bytes_of(self, polynomials):
        return b"".join(packed(words, self.q) for words in polynomials)

    def generate_keys(self, source):
        seed = source.take(32)
        s = [self.noise(source) for _ in range(self.columns)]
        b = [self.noise(source, self.p) for _ in range(self.rows)]
        a = self.matrix(seed)
        for i in range(self.rows):
            for j in range(self.columns):
                b[i] = self.product(b[i], a[i][j], s[j])
        return seed + self.bytes_of(b), self.bytes_of(s)

    def encrypt(self, public_key, m, source):
        a, b = self.matrix(public_key[:32]), unpacked(public_key[32:], self.q, self.n)
        r = [self.noise(source) for _ in range(self.rows)]
        u = [self.noise(source, self.p) for _ in range(self.columns)]
        v = self.noise(source, self.p)
        message = [int.from_bytes(m, "little") >> i & 1 for i in range(self.n)]
        v = [(x + y) % self.q for x, y in zip(v, self.ring.transform(message))]
        for i in range(self.rows):
            for j in range(self.columns):
                u[j] = self.product(u[j], a[i][j], r[i])
            v = self.product(v, b[i], r[i])
        return self.bytes_of([*u, v])


class Rlwe:
    """Ring-LWE encryption, as include/lath/pke/rlwe.hpp says."""

    def __init__(self, n, q, eta, size):
        self.n, self.q, self.eta, self.size, self.ring = n, q, eta, size, Ring(n, q)
        self.name = f"rlwe {n} {q} {eta} {size}"

    def noise(self, source):
        return binomial(source, self.n, self.eta)

    def public_polynomial(self, seed):
        # It is drawn in evaluation form.
        return uniform(Bytes(stream(seed, b"lath rlwe a", "aes-256-ctr", 100000)), self.n, self.q)

    def generate_keys(self, source):
        seed = source.take(32)
        a = self.ring.coefficients(self.public_polynomial(seed))
        s, e = self.noise(source), self.noise(source)
        b = [(x + y) % self.q for x, y in zip(self.ring.multiply(a, s), e)]
        return (seed + packed(self.ring.transform(b), self.q),
                packed(self.ring.transform(s), self.q))

    def encrypt(self, public_key, message, source):
        a = self.ring.coefficients(self.public_polynomial(public_key[:32]))
        b = self.ring.coefficients(unpacked(public_key[32:], self.q, self.n)[0])
        r, e1 = self.noise(source), self.noise(source)
        e2 = binomial(source, 8 * self.size, self.eta)
        u = [(x + y) % self.q for x, y in zip(self.ring.multiply(a, r), e1)]
        v = [(x + y + self.q // 2 * (message[i // 8] >> (i % 8) & 1)) % self.q
             for i, (x, y) in enumerate(zip(self.ring.multiply(b, r), e2))]
        return packed(self.ring.transform(u), self.q) + packed(v, self.q)


def fujisaki_okamoto(scheme):
    """As include/lath/pke/fujisaki_okamoto.hpp says."""
    source = Bytes(stream(SEED, b"known answer", "aes-256-ctr", 1000000))
    domain = hashlib.sha3_256(b"lath fujisaki-okamoto 1 " + scheme.name.encode()).digest()
    public_key, s = scheme.generate_keys(source)
    h = hashlib.sha3_256(domain + public_key).digest()
    z = source.take(32)
    m = source.take(32)
    g = hashlib.sha3_512(domain + m + h).digest()
    randomness = Bytes(stream(g[32:], b"lath fujisaki-okamoto 1", "aes-256-ctr", 1000000))
    c = scheme.encrypt(public_key, m, randomness)
    changed = bytes([c[2], c[1], c[0]]) + c[3:]
    print("public-key", hashlib.sha256(public_key).hexdigest())
    print("secret-key", hashlib.sha256(s + public_key + h + z).hexdigest())
    print("ciphertext", hashlib.sha256(c).hexdigest())
    print("secret", g[:32].hex())
    print("rejected", hashlib.shake_256(domain + z + changed).hexdigest(32))


def rlwe():
    for name, n, q, eta, size in (("recommended-128", 1024, 12289, 8, 32),
                                  ("recommended-256", 2048, 12289, 6, 32),
                                  ("nfllib-256-12289", 256, 12289, 22, 32),
                                  ("nfllib-512-7681", 512, 7681, 22, 64)):
        scheme = Rlwe(n, q, eta, size)
        source = Bytes(stream(SEED, b"known answer", "aes-256-ctr", 200000))
        public_key, secret_key = scheme.generate_keys(source)
        message = source.take(size)
        print(f"{name}.public-key", digest(public_key))
        print(f"{name}.secret-key", digest(secret_key))
        print(f"{name}.message", digest(message))
        print(f"{name}.ciphertext", digest(scheme.encrypt(public_key, message, source)))


def rlwe_kem():
    fujisaki_okamoto(Rlwe(1024, 12289, 8, 32))


def mlwe_kem():
    fujisaki_okamoto(Mlwe(256, 3, 3, 7681, 2, 2))


def cumulative(sigma, center):
    """(x, probability of integers up to x) for all that matter, from the formula, to 100 digits."""
    c = decimal.Decimal(center)  # exactly the double
    scale = 2 * decimal.Decimal(sigma) ** 2
    nearest, reach = round(center), math.ceil(15 * sigma) + 2
    # Relative to the largest weight, so that small sigma does not underflow.
    top = (nearest - c) ** 2
    weights = [(x, ((top - (x - c) ** 2) / scale).exp())
               for x in range(nearest - reach, nearest + reach + 1)]
    total = sum(w for _, w in weights)
    running, result = decimal.Decimal(0), []
    for x, w in weights:
        running += w
        result.append((x, running / total))
    return result


def thresholds(sigma, center):
    """(least, rounded thresholds, statistical distance) of a table of 128 bits."""
    one = decimal.Decimal(2) ** 128
    exact = cumulative(sigma, center)
    rounded = [(x, int((f * one).to_integral_value(decimal.ROUND_HALF_UP))) for x, f in exact]
    distance, before, before_rounded = decimal.Decimal(0), decimal.Decimal(0), 0
    for (_, f), (_, t) in zip(exact, rounded):
        distance += abs((f - before) - (t - before_rounded) / one)
        before, before_rounded = f, t
    table = [(x, t) for x, t in rounded if 0 < t < 2**128]
    least = table[0][0] if table else round(center)
    return least, [t for _, t in table], distance / 2


def words_of(numbers):
    return b"".join((x % 2**64).to_bytes(8, "little") for x in numbers)


GAUSSIANS = [(0.5, 0.25), (3.2, 0.0), (3.2, -7.7), (2.0**-16, 0.5), (20.0, 1e-300), (271.8, 1e9 + 0.1),
             (4096.0, 0.499999)]


def gaussian():
    decimal.getcontext().prec = 100
    for i, (sigma, center) in enumerate(GAUSSIANS):
        least, table, distance = thresholds(sigma, center)
        log = math.floor(distance.ln() / decimal.Decimal(2).ln()) if distance else -400
        print(f"{i}.least {least}")
        print(f"{i}.count {len(table)}")
        print(f"{i}.log2-of-distance {log}")
        data = words_of(t >> 64 for t in table) + words_of(t for t in table)
        print(f"{i}.sha256-of-thresholds {hashlib.sha256(data).hexdigest()}")
        if len(table) < 100:
            for x, f in cumulative(sigma, center):
                print(f"{i}.cumulative.{x} {int(f * decimal.Decimal(2)**256):x}")


def uniform_words(source, size, p):
    bits = (p - 1).bit_length()
    words = []
    while len(words) < size:
        draw = source.take(2 if bits <= 16 else 4 if bits <= 32 else 8)
        x = int.from_bytes(draw, "little") % 2**bits
        if x < p:
            words.append(x)
    return words


def ternary(source, size):
    values = []
    while len(values) < size:
        x = source.take(1)[0]
        if x < 243:
            values += [x // 3**k % 3 - 1 for k in range(5)]
    return values[:size]


def fixed_weight(source, size, weight):
    entries = []
    for i in range(size):
        u = int.from_bytes(source.take(8), "little")
        entries.append((u % 2**61, (2 * (u >> 63) - 1) if i < weight else 0))
    assert len({key for key, _ in entries}) == size
    return [value for _, value in sorted(entries)]


def zo(source, size, numerator, bits):
    """Density numerator / 2^(bits - 1), from draws of that many bits."""
    values = []
    for _ in range(size):
        u = int.from_bytes(source.take(bits // 8), "little")
        values.append(1 if u < numerator else -1 if 2**bits - 1 - u < numerator else 0)
    return values


def samplers():
    decimal.getcontext().prec = 100
    size = 5000

    def report(name, sample):
        source = Bytes(stream(SEED, name.encode(), "aes-256-ctr", 200000))
        print(name, hashlib.sha256(words_of(sample(source))).hexdigest())

    for p in (12289, 65521, 1073479681, 2**32 + 15, 2**50 - 27, 2**62 - 57):
        report(f"uniform-{p}", lambda source: uniform_words(source, size, p))
    report("ternary", lambda source: ternary(source, size))
    report("bounded", lambda source: [x - 1000 for x in uniform_words(source, size, 3001)])
    report("nearly-uniform", lambda source: [(int.from_bytes(source.take(8), "little") * 13 >> 64) - 6
                                             for _ in range(size)])
    report("fixed-weight", lambda source: fixed_weight(source, size, 192))
    report("zo-half", lambda source: zo(source, size, 64, 8))
    report("zo-third", lambda source: zo(source, size, (2**64 + 3) // 6, 64))

    def draw_gaussian(source):
        least, table, _ = thresholds(3.2, 0.25)
        draws = [int.from_bytes(source.take(16), "little") for _ in range(size)]
        return [least + sum(t <= u for t in table) for u in draws]

    report("gaussian", draw_gaussian)


{"generator": generator, "rlwe": rlwe, "gaussian": gaussian, "samplers": samplers,
 "mlwe_kem": mlwe_kem, "rlwe_kem": rlwe_kem}[sys.argv[1]]()
