#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""judge_slots.py SLOTS_AS_TEXT: t(x), roots and slots of the library, judged by python-flint.

For every field that the library names and every small index that serves it, for random primes and
indices with short moduli that scripts/find-short-modulus finds, and for random primes t: p divides the
resultant of t and Phi_d, t vanishes at the root modulo p, whose order is d; there are as many slots as
Phi_m and t(x^(m/d)) have roots in common modulo p for each root of t, all of them where t has one root;
the slots are the values at these roots. Exits 77 without python-flint.
"""
import importlib.machinery
import importlib.util
import math
import pathlib
import random
import subprocess
import sys

try:
    import flint
except ImportError:
    flint = None

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "scripts" / "find-short-modulus"
LOADER = importlib.machinery.SourceFileLoader("find_short_modulus", str(SCRIPT))
finder = importlib.util.module_from_spec(importlib.util.spec_from_loader("find_short_modulus", LOADER))
LOADER.exec_module(finder)

SEED = 20261127
LARGEST_INDEX = 400


def phi(m):
    for f, _ in finder.prime_powers(m):
        m = m // f * (f - 1)
    return m


def has_ring(m):
    """The library has rings of 4 units or more, and of 16 if the index is a power of two."""
    return m % 4 != 2 and phi(m) >= (16 if m & (m - 1) == 0 else 4)


def fields():
    for name, d in finder.ORDERS.items():
        p = finder.PRIMES[name]
        for m in range(d, LARGEST_INDEX, d):
            if (p - 1) % m == 0 and has_ring(m):
                yield f"field {name} {m}"


def random_prime(draw, bits, m):
    while True:
        p = draw.getrandbits(bits) | 1 << (bits - 1)
        p += 1 - p % m
        if p.bit_length() == bits and flint.fmpz(p).is_prime():
            return p


def random_cases(draw, count):
    rings = [m for m in range(5, LARGEST_INDEX) if has_ring(m)]
    while count:
        m = draw.choice(rings)
        orders = [d for d in range(4, m + 1) if m % d == 0 and d % 4 != 2 and 2 < phi(d) <= 32]
        bits = int(2 ** draw.uniform(6, 10))
        if not orders:
            continue
        d = draw.choice(orders)
        if not 12 < bits / phi(d) < 40:
            continue
        p = random_prime(draw, bits, m)
        found = finder.find(p, d)
        yield f"short {m} {d} {p} {found['root']} " + " ".join(map(str, found["t"]))
        yield f"integer {m} {random_prime(draw, bits, m)}"
        count -= 1


def in_powers(coefficients, d, step=1):
    """A polynomial of the powerful basis of d, with x^step for zeta_d."""
    result = [0] * (d * step)
    for c, e in zip(coefficients, finder.exponents(d)):
        result[e * step] += c
    return result


def require(condition, message):
    if not condition:
        raise SystemExit(message)


def judge(lines):
    """Judges one case; returns the number of slots."""
    m, d, p, omega = map(int, lines["case"])
    where = f"m = {m}, d = {d}, p = {p}: "
    values = flint.fmpz_mod_ctx(p)
    polynomials = flint.fmpz_mod_poly_ctx(values)
    cyclotomic = polynomials(flint.fmpz_poly.cyclotomic(m).coeffs())
    e, *powers = map(int, lines["power"])
    roots = [pow(x, pow(e, -1, m), p) for x in powers]
    require(len(set(roots)) == len(roots), where + "slots of one root")
    require(len(roots) == phi(m) // phi(d), where + f"{len(roots)} slots")
    require(all(int(cyclotomic(r)) == 0 for r in roots), where + "a slot at no root of Phi_m")
    common = cyclotomic
    if d > 1:
        t = list(map(int, lines["t"]))
        require(pow(omega, d, p) == 1 and all(pow(omega, d // f, p) != 1 for f, _ in finder.prime_powers(d)),
                where + "the root has another order")
        require(finder.norm(t, finder.exponents(d), d) % p == 0, where + "p does not divide the norm of t")
        at_zeta = polynomials(in_powers(t, d))
        require(int(at_zeta(omega)) == 0, where + "t does not vanish at the root")
        own = at_zeta.gcd(polynomials(flint.fmpz_poly.cyclotomic(d).coeffs()))
        common = polynomials(in_powers(t, d, m // d)).gcd(cyclotomic)
        require(common.degree() == own.degree() * len(roots), where + "other roots of t(x) modulo Phi_m")
        require(all(pow(r, m // d, p) == omega for r in roots), where + "a slot over another root")
        require(all(int(common(r)) == 0 for r in roots), where + "a slot at no root of t(x)")
        if own.degree() > 1:
            common = common.gcd(polynomials([-omega] + [0] * (m // d - 1) + [1]))
    found = {int(-f.coeffs()[0]) % p for f, _ in common.factor()[1]}
    require(found == set(roots), where + "the slots have other roots")
    slots = list(map(int, lines["slots"]))
    plaintext = polynomials(in_powers(list(map(int, lines["plaintext"])), m))
    require([int(plaintext(r)) for r in roots] == slots, where + "a plaintext with other slots")
    return len(roots)


def main(arguments):
    if flint is None:
        print("python-flint: not found; pip install python-flint")
        return 77
    cases = list(fields()) + list(random_cases(random.Random(SEED), 100))
    output = subprocess.run([arguments[0]], input="\n".join(cases), capture_output=True, text=True)
    require(output.returncode == 0, output.stderr)
    lines, judged, slots = {}, 0, 0
    for line in output.stdout.splitlines():
        word, *numbers = line.split()
        lines[word] = numbers
        if word == "plaintext":
            judged, slots, lines = judged + 1, slots + judge(lines), {}
    require(judged == len(cases), f"{judged} of {len(cases)} cases")
    named = sum(case.startswith("field") for case in cases)
    print(f"{named} rings of {len(finder.ORDERS)} named fields, {(judged - named) // 2} random primes with a short "
          f"modulus and as many without, seed {SEED}: {slots} slots at the roots that python-flint finds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
