# SPDX-License-Identifier: Apache-2.0
"""Reads and writes the packed bytes of all objects of wire-format.md without Lath; envelope_format.py has what stands
around them. An object is a dict of bytes and of lists of words. A context is what an object does not say by itself:
that of its parameters, see context_of(), or of a polynomial's ring: {"moduli": ..., "fingerprint": SHA3-256 of it}."""
import hashlib

KINDS = dict(enumerate("ring polynomial parameters plaintext secret_key public_key relin_key galois_keys ciphertext "
                       "product seeded_ciphertext plaintext_space crt_moduli message".split(), 5))


def need(right, what):
    if not right:
        raise ValueError("need " + what)


class Codec:
    """Reads an object out of bytes or, without them, writes it: layout() describes both at once."""

    def __init__(self, x, rest=None):
        self.x, self.rest, self.written, self.reads = x, rest, b"", rest is not None

    def raw(self, name, size):
        if self.reads:
            self.x[name], self.rest = self.rest[:size], self.rest[size:]
        need(len(self.x[name]) == size, f"{size} bytes of {name}")
        self.written += self.x[name]

    def words(self, name, bits, below=None):  # bits: the number of bits of every word
        size, at = (sum(bits) + 7) // 8, [sum(bits[:i]) for i in range(len(bits))]
        if self.reads:
            self.raw(name, size)
            packed = int.from_bytes(self.x[name], "little")
            self.x[name] = [packed >> a & (1 << b) - 1 for a, b in zip(at, bits)]
            need(packed >> sum(bits) == 0, f"no bits behind {name}")
        else:
            self.written += sum(w << a for w, a in zip(self.x[name], at, strict=True)).to_bytes(size, "little")
        need(below is None or max(self.x[name]) < below, f"words of {name} below {below}")
        return self.x[name]

    def numbers(self, name, count, size):
        return self.words(name, [8 * size] * count)

    def rows(self, name, n, primes):  # a polynomial, prime after prime
        for p in primes:
            self.words(f"{name} modulo {p}", [(p - 1).bit_length()] * n, p)

    def short_modulus(self):
        self.numbers("index of root", 1, 8)
        counts = self.numbers("counts", 2, 2)
        self.numbers("coefficients", counts[0], 8)
        self.numbers("root", counts[1], 8)

    def switching_key(self, name, has_words, context):
        if not has_words:
            self.raw(name + "seed", 32)
        for digit in range(context["digits"]):
            for part in "ba" if has_words else "b":
                self.rows(f"{name}{part}{digit}", context["n"], context["q"] + context["special"])


def hash_of(text, *parts):
    parts = [part if isinstance(part, bytes) else part.to_bytes(8, "little") for part in parts]
    return hashlib.sha3_256(text + b"".join(parts)).digest()


def context_of(x):
    """The context of parameters that give their primes, in a ring x^n + 1 and with an integer t."""
    n, t, (levels, special, digit) = x["number"][0], x["t"], x["counts of primes"]
    q, p, digit = x["primes"][:levels], x["primes"][levels:], digit or special
    errors = {0: 0, 1: 1, 8: 2}[x["flags"][0] & 9]
    keys = hash_of(b"lath he keys 2", 2 * n, levels, special, *q, *p, digit, errors)
    return {"n": n, "t": t, "q": q, "special": p, "digits": -(-levels // digit), "keys": keys,
            "plaintexts": hash_of(b"lath he plaintexts 2", 2 * n, *t),
            "ciphertexts": hash_of(b"lath he 2", x["own"][0], keys, *t)}


def layout(c, context):
    c.raw("magic", 4)
    (kind, version), own = c.numbers("kind and version", 2, 1), c.numbers("own", 2, 1)
    need(c.x["magic"] == b"lath" and version == (2 if 7 <= kind <= 17 else 1), "lath and the version of the kind")
    name = KINDS[kind]
    if name in ("ring", "polynomial"):
        n, limbs = c.numbers("degree and limbs", 2, 4)
        if name == "ring":
            return c.numbers("moduli", limbs, 8)
        c.raw("fingerprint", 32)
        need(c.x["fingerprint"] == context["fingerprint"], "a polynomial of this ring")
        return c.words("words", [(p - 1).bit_length() for p in context["moduli"] for _ in range(n)])
    number = c.numbers("number", 1, 8)[0]
    if name == "message":
        c.raw("session", 16)
        return c.raw("contents", c.numbers("length", 1, 8)[0])
    if name in ("parameters", "plaintext_space"):
        c.numbers("t", c.numbers("words of t", 1, 2)[0], 8)
        if name == "plaintext_space":
            return c.numbers("has a short modulus", 1, 1)[0] and c.short_modulus()
        c.numbers("security", 1, 2), c.numbers("attacker", 1, 1), c.numbers("flags", 1, 1)
        c.numbers("primes", sum(c.numbers("counts of primes", 3, 2)[:2]), 8 if c.x["flags"][0] & 2 else 1)
        return c.x["flags"][0] & 16 and c.short_modulus()
    if name == "crt_moduli":
        return c.numbers("slots", 1, 8), c.numbers("primes", number, 8)
    n, t = context["n"], sum(word << 64 * i for i, word in enumerate(context["t"]))
    c.raw("fingerprint", 32)
    which = "plaintexts" if name == "plaintext" else "keys" if kind <= 12 else "ciphertexts"
    need(c.x["fingerprint"] == context[which], "an object of these parameters")
    if name == "plaintext":
        return c.words("coefficients", [(t - 1).bit_length()] * n, t)
    c.numbers("key identifier", 1, 8)
    if name == "secret_key":
        return c.words("s + 1", [2] * n, 3)
    if name == "public_key":
        own[1] & 1 or c.raw("seed", 32)
        return c.rows("b", n, context["q"]), own[1] & 1 and c.rows("a", n, context["q"])
    for i in range(number if name == "galois_keys" else name == "relin_key"):
        if name == "galois_keys":
            c.numbers(f"exponent {i}", 1, 4)
        c.switching_key(f"key {i} ", own[1], context)
    if kind <= 12:
        return None
    c.numbers("scale factor", len(context["t"]), 8), c.raw("log2 of the noise", 8)
    if name == "seeded_ciphertext":
        c.raw("seed", 32)
    for part in range({"ciphertext": 2, "product": 3, "seeded_ciphertext": 1}[name] + (number >> 32)):
        c.rows(f"c{part}", n, context["q"][:number & 2**32 - 1])


def read(data, context=None):
    codec = Codec({}, data)
    layout(codec, context)
    need(codec.rest == b"", "no bytes behind the object")
    return codec.x


def write(x, context=None):
    codec = Codec(x)
    layout(codec, context)
    return codec.written
