#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives the known answers from the documentation alone, with hashlib and the openssl command.

tests/kat/derive.py generator > tests/kat/generator.txt
tests/kat/derive.py rlwe > tests/kat/rlwe.txt
"""
import hashlib
import subprocess
import sys

SEED = bytes(range(32))
Q, N, ETA = 12289, 1024, 8


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


def uniform(source):
    words = []
    while len(words) < N:
        x = int.from_bytes(source.take(2), "little") % 2**14
        if x < Q:
            words.append(x)
    return words


def binomial(source):
    values = []
    for _ in range(N):
        x = int.from_bytes(source.take(2), "little")
        values.append(bin(x & 255).count("1") - bin(x >> 8).count("1"))
    return values


def transform(a):
    """Slot j is a(psi^(2 brv(j) + 1)), psi the least primitive 2n-th root of unity."""
    psi = next(x for x in range(2, Q) if pow(x, N, Q) == Q - 1)
    powers = [pow(psi, i, Q) for i in range(2 * N)]
    bits = N.bit_length() - 1
    slots = []
    for j in range(N):
        e = 2 * int(format(j, f"0{bits}b")[::-1], 2) + 1
        slots.append(sum(c * powers[e * i % (2 * N)] for i, c in enumerate(a)) % Q)
    return slots


def digest(*parts):
    data = b"".join(p if isinstance(p, bytes) else b"".join(w.to_bytes(8, "little") for w in p)
                    for p in parts)
    return hashlib.sha256(data).hexdigest()


def generator():
    for cipher in ("aes-256-ctr", "chacha20"):
        data = stream(SEED, b"known answer", cipher, 100000)
        print(f"{cipher}.first-32-bytes {data[:32].hex()}")
        print(f"{cipher}.sha256-of-100000-bytes {hashlib.sha256(data).hexdigest()}")


def rlwe():
    source = Bytes(stream(SEED, b"known answer", "aes-256-ctr", 100000))
    seed = source.take(32)
    a = uniform(Bytes(stream(seed, b"lath rlwe a", "aes-256-ctr", 100000)))
    s, e = transform(binomial(source)), transform(binomial(source))
    b = [(x * y + z) % Q for x, y, z in zip(a, s, e)]
    secret = source.take(32)
    r, e1 = transform(binomial(source)), transform(binomial(source))
    e2_m = binomial(source)
    for i in range(256):
        e2_m[i] += Q // 2 * (secret[i // 8] >> (i % 8) & 1)
    u = [(x * y + z) % Q for x, y, z in zip(a, r, e1)]
    v = [(x * y + z) % Q for x, y, z in zip(b, r, transform(e2_m))]
    print("public-key", digest(seed, b))
    print("secret-key", digest(s))
    print("secret", digest(secret))
    print("ciphertext", digest(u, v))


{"generator": generator, "rlwe": rlwe}[sys.argv[1]]()
