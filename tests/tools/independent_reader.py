# SPDX-License-Identifier: Apache-2.0
"""Opens what `lath` wrote with nothing but what the headers of layer io say about the formats:
independent_reader.py <path of lath>. Needs the Python package cryptography; exits with 77 without it.
"""

import hashlib
import hmac
import os
import subprocess
import sys
import tempfile

try:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
except ImportError:
    # Debian's package serves Debian's Python, which need not be the first in the path.
    SYSTEM = "/usr/bin/python3"
    if os.path.exists(SYSTEM) and not os.path.samefile(SYSTEM, sys.executable):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
    sys.exit(77)

SEALED = 65536 + 16


def unpacked(data, bits):
    """All words of `bits` bits in a string, low bits of a byte first."""
    number = int.from_bytes(data, "little")
    return [number >> (bits * i) & ((1 << bits) - 1) for i in range(8 * len(data) // bits)]


def split(data, sizes):
    """The parts of a string that have these sizes, which are all of it."""
    parts, at = [], 0
    for size in sizes:
        parts.append(data[at : at + size])
        at += size
    assert at == len(data)
    return parts


def reversed_bits(j, count):
    return int(f"{j:0{count}b}"[::-1], 2)


class Ring:
    """Z_q[x]/(x^n + 1), its evaluation form by definition: no fast transform."""

    def __init__(self, n, q):
        self.n, self.q, self.bits = n, q, (q - 1).bit_length()
        self.bytes = n * self.bits // 8
        psi = next(x for x in range(2, q) if pow(x, n, q) == q - 1)
        self.powers = [pow(psi, k, q) for k in range(2 * n)]
        count = n.bit_length() - 1
        self.exponents = [2 * reversed_bits(j, count) + 1 for j in range(n)]

    def polynomials(self, data):
        words = unpacked(data, self.bits)
        assert all(word < self.q for word in words)
        return [words[i : i + self.n] for i in range(0, len(words), self.n)]

    def coefficients(self, values, count):
        """The first coefficients of the polynomial with these values."""
        scale = pow(self.n, -1, self.q)
        return [scale * sum(x * self.powers[-i * e % (2 * self.n)]
                            for x, e in zip(values, self.exponents)) % self.q for i in range(count)]

    def inner_product(self, us, ss):
        return [sum(u[i] * s[i] for u, s in zip(us, ss)) % self.q for i in range(self.n)]


def bytes_of_bits(bits):
    return sum(bit << i for i, bit in enumerate(bits)).to_bytes(len(bits) // 8, "little")


class FujisakiOkamoto:
    """The key encapsulation over a scheme with .name, .sizes of a secret key and .message()."""

    def __init__(self, scheme):
        self.scheme, self.ciphertext = scheme, scheme.ciphertext

    def secret(self, key, public_key, ciphertext):
        s, inside, digest, _ = split(key, self.scheme.sizes)
        domain = hashlib.sha3_256(b"lath fujisaki-okamoto 1 " + self.scheme.name.encode()).digest()
        assert inside == public_key and digest == hashlib.sha3_256(domain + public_key).digest()
        m = self.scheme.message(s, ciphertext)
        return hashlib.sha3_512(domain + m + digest).digest()[:32]


class Mlwe:
    """mlwe::Scheme with k = l = 1 and p = 2."""

    def __init__(self, n, rows, columns, q, beta):
        self.ring = Ring(n, q)
        self.name = f"mlwe {n} {rows} {columns} 1 1 {q} 2 {beta}"
        size = self.ring.bytes
        self.sizes = [columns * size, 32 + rows * size, 32, 32]
        self.ciphertext = (columns + 1) * size

    def message(self, s, ciphertext):
        *u, v = self.ring.polynomials(ciphertext)
        q, us = self.ring.q, self.ring.inner_product(u, self.ring.polynomials(s))
        found = self.ring.coefficients([(x - y) % q for x, y in zip(v, us)], 256)
        centered = [x - q if x > q // 2 else x for x in found]
        return bytes_of_bits([x % 2 for x in centered])


class Rlwe:
    """rlwe::Scheme with messages of 256 bits."""

    def __init__(self, n, q, eta):
        self.ring = Ring(n, q)
        self.name = f"rlwe {n} {q} {eta} 32"
        size = self.ring.bytes
        self.sizes = [size, 32 + size, 32, 32]
        self.ciphertext = size + 256 * self.ring.bits // 8

    def message(self, s, ciphertext):
        q, size = self.ring.q, self.ring.bytes
        us = self.ring.inner_product(self.ring.polynomials(ciphertext[:size]),
                                     self.ring.polynomials(s))
        v = unpacked(ciphertext[size:], self.ring.bits)
        found = [(x - y) % q for x, y in zip(v, self.ring.coefficients(us, 256))]
        return bytes_of_bits([int(q // 4 < x < q - q // 4) for x in found])


class MlKem:
    """FIPS 203. Its NTT modulo q = 3329 has values modulo x^2 - 17^(2 brv(i) + 1)."""

    Q, N = 3329, 256

    def __init__(self, k, u_bits, v_bits):
        self.k, self.u_bits, self.v_bits = k, u_bits, v_bits
        self.sizes = [384 * k, 384 * k + 32, 32, 32]
        self.ciphertext = 32 * (k * u_bits + v_bits)
        self.gammas = [pow(17, 2 * reversed_bits(i, 7) + 1, self.Q) for i in range(128)]

    def decompressed(self, data, bits):
        return [(self.Q * x + (1 << (bits - 1))) >> bits for x in unpacked(data, bits)]

    def ntt(self, f):
        pairs = []
        for gamma in self.gammas:
            even = odd = 0
            for x, y in zip(reversed(f[::2]), reversed(f[1::2])):
                even, odd = (even * gamma + x) % self.Q, (odd * gamma + y) % self.Q
            pairs.append((even, odd))
        return pairs

    def inverse(self, pairs):
        f, scale = [], pow(128, -1, self.Q)
        for i in range(128):
            weights = [pow(gamma, -i, self.Q) for gamma in self.gammas]
            for half in range(2):
                f.append(scale * sum(w * pair[half] for w, pair in zip(weights, pairs)) % self.Q)
        return f

    def message(self, s, ciphertext):
        u_data, v_data = split(ciphertext, [32 * self.k * self.u_bits, 32 * self.v_bits])
        u, keys = self.decompressed(u_data, self.u_bits), unpacked(s, 12)
        total = [(0, 0)] * 128
        for at in range(0, self.N * self.k, self.N):
            key = keys[at : at + self.N]
            for i, (a, b) in enumerate(self.ntt(u[at : at + self.N])):
                c, d = key[2 * i], key[2 * i + 1]
                x, y = total[i]
                total[i] = (x + a * c + b * d * self.gammas[i]) % self.Q, (y + a * d + b * c) % self.Q
        noisy = [(x - y) % self.Q
                 for x, y in zip(self.decompressed(v_data, self.v_bits), self.inverse(total))]
        return bytes_of_bits([(2 * x + self.Q // 2) // self.Q % 2 for x in noisy])

    def secret(self, key, public_key, ciphertext):
        s, inside, digest, _ = split(key, self.sizes)
        assert inside == public_key and digest == hashlib.sha3_256(public_key).digest()
        return hashlib.sha3_512(self.message(s, ciphertext) + digest).digest()[:32]


# id and reader by name, from include/lath/io/file_scheme.hpp.
SCHEMES = {
    "ml-kem-512": (1, MlKem(2, 10, 4)),
    "ml-kem-768": (2, MlKem(3, 10, 4)),
    "ml-kem-1024": (3, MlKem(4, 11, 5)),
    "mlwe-128": (4, FujisakiOkamoto(Mlwe(256, 3, 3, 7681, 2))),
    "mlwe-192": (5, FujisakiOkamoto(Mlwe(256, 4, 4, 7681, 2))),
    "mlwe-256": (6, FujisakiOkamoto(Mlwe(256, 5, 5, 7681, 2))),
    "rlwe-192": (7, FujisakiOkamoto(Rlwe(1024, 12289, 8))),
    "rlwe-256": (8, FujisakiOkamoto(Rlwe(2048, 12289, 6))),
}


def payload(secret, header, rest):
    info = b"lath envelope 1" + hashlib.sha256(header).digest()
    extracted = hmac.new(bytes(32), secret, "sha256").digest()  # HKDF, RFC 5869
    cipher = AESGCM(hmac.new(extracted, info + b"\1", "sha256").digest())
    chunks = [rest[i : i + SEALED] for i in range(0, len(rest), SEALED)]
    return b"".join(
        cipher.decrypt(bytes(7) + i.to_bytes(4, "big") + bytes([i == len(chunks) - 1]), chunk, None)
        for i, chunk in enumerate(chunks))


def check(lath, scheme):
    number, reader = SCHEMES[scheme]
    subprocess.run([lath, "keygen", "--scheme", scheme, "-o", scheme], check=True,
                   stdout=subprocess.DEVNULL)
    public, secret = (open(scheme + end, "rb").read() for end in (".pub", ".key"))
    header, public_key, digest = split(public, [8, len(public) - 40, 32])
    name = hashlib.sha256(header + public_key).digest()
    assert header == bytes([*b"lath", 1, 1, number, 0]) and digest == name
    header, fingerprint, key, digest = split(secret, [8, 32, len(secret) - 72, 32])
    assert header == bytes([*b"lath", 2, 1, number, 0]) and fingerprint == name
    assert digest == hashlib.sha256(secret[:-32]).digest()
    for size in (0, 1, 65536, 150_000):
        data = os.urandom(size)
        envelope = subprocess.run([lath, "encrypt", "-k", scheme + ".pub", "-", "-o", "-"],
                                  input=data, check=True, stdout=subprocess.PIPE).stdout
        end = 40 + reader.ciphertext
        header, rest = envelope[:end], envelope[end:]
        assert header[:40] == bytes([*b"lath", 4, 1, number, 0]) + name
        assert payload(reader.secret(key, public_key, header[40:]), header, rest) == data, size


def main():
    lath = os.path.abspath(sys.argv[1])
    listed = subprocess.run([lath, "keygen", "--help"], check=True, text=True,
                            stdout=subprocess.PIPE).stdout.split("Schemes:")[1].splitlines()
    assert {line.split()[0] for line in listed if line.strip()} == set(SCHEMES), listed
    with tempfile.TemporaryDirectory(prefix="lath-reader-") as folder:
        os.chdir(folder)
        for scheme in SCHEMES:
            check(lath, scheme)
        os.chdir("/")


if __name__ == "__main__":
    main()
