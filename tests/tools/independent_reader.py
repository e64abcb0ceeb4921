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

Q, N = 12289, 1024
BITS = 256
POLY = N * 14 // 8
HEADER = 8 + 32 + POLY + BITS * 14 // 8
SEALED = 65536 + 16


def words(packed):
    bits = int.from_bytes(packed, "little")
    return [(bits >> (14 * i)) & 16383 for i in range(len(packed) * 8 // 14)]


def transported_secret(s, u, v):
    """The bits of v - u s, u s by the definition of the evaluation form: no fast transform."""
    psi = min(x for x in range(2, Q) if pow(x, N, Q) == Q - 1)
    powers = [pow(psi, k, Q) for k in range(2 * N)]
    exponents = [2 * int(f"{j:010b}"[::-1], 2) + 1 for j in range(N)]
    values = [a * b % Q for a, b in zip(u, s)]
    secret = 0
    for i in range(BITS):
        total = sum(x * powers[-i * e % (2 * N)] for x, e in zip(values, exponents))
        coefficient = (v[i] - total * pow(N, -1, Q)) % Q
        secret |= (Q // 4 < coefficient < Q - Q // 4) << i
    return secret.to_bytes(32, "little")


def payload(secret, envelope):
    info = b"lath envelope 0" + hashlib.sha256(envelope[:HEADER]).digest()
    extracted = hmac.new(bytes(32), secret, "sha256").digest()  # HKDF, RFC 5869
    cipher = AESGCM(hmac.new(extracted, info + b"\1", "sha256").digest())
    rest = envelope[HEADER:]
    chunks = [rest[i : i + SEALED] for i in range(0, len(rest), SEALED)]
    return b"".join(
        cipher.decrypt(bytes(7) + i.to_bytes(4, "big") + bytes([i == len(chunks) - 1]), chunk, None)
        for i, chunk in enumerate(chunks))


def main():
    lath = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="lath-reader-") as folder:
        os.chdir(folder)
        subprocess.run([lath, "keygen", "-o", "key"], check=True, stdout=subprocess.DEVNULL)
        public, secret = (open(name, "rb").read() for name in ("key.pub", "key.key"))
        assert public[:8] == b"lath\1\0\1\0" and secret[:8] == b"lath\2\0\1\0"
        name = hashlib.sha256(public[:-32]).digest()
        assert public[-32:] == secret[8:40] == name
        assert secret[-32:] == hashlib.sha256(secret[:-32]).digest()
        for size in (0, 1, 65536, 150_000):
            data = os.urandom(size)
            envelope = subprocess.run([lath, "encrypt", "-k", "key.pub", "-", "-o", "-"], input=data,
                                      check=True, stdout=subprocess.PIPE).stdout
            assert envelope[:8] == b"lath\4\0\1\0" and envelope[8:40] == name
            key = transported_secret(words(secret[40 : 40 + POLY]),
                                     words(envelope[40 : 40 + POLY]),
                                     words(envelope[40 + POLY : HEADER]))
            assert payload(key, envelope) == data, size
        os.chdir("/")


if __name__ == "__main__":
    main()
