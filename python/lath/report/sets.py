# SPDX-License-Identifier: Apache-2.0
"""Parameters that all libraries are given."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import lath

T = 65537
# OpenFHE's special primes have 60 bits, so that its log2 QP cannot always be the same to the bit.
TOLERANCE_BITS = 3.0


@dataclass(frozen=True)
class Set:
    """A ring x^n + 1, plaintexts modulo T, and the lengths of primes, of which the last one is special."""

    scheme: str
    degree: int
    prime_bits: tuple[int, ...]
    special_bits: int

    @property
    def log2_qp(self) -> int:
        """The lengths of all primes together."""
        return sum(self.prime_bits) + self.special_bits

    @property
    def name(self) -> str:
        """For files and rows: "bfv-8192"."""
        return f"{self.scheme}-{self.degree}"

    @property
    def title(self) -> str:
        """For people: "BFV, n = 8192"."""
        return f"{self.scheme.upper()}, n = {self.degree}"


@dataclass(frozen=True)
class Facts:
    """The parameters that a library says it has."""

    degree: int
    plaintext_modulus: int
    log2_q: float
    log2_qp: float

    def __str__(self) -> str:
        return (f"n = {self.degree}, t = {self.plaintext_modulus}, log₂ Q = {self.log2_q:.1f}, "
                f"log₂ QP = {self.log2_qp:.1f}, {security_of(self)} bits of security")


def security_of(facts: Facts) -> int:
    """The highest level whose published limit the modulus keeps, against classical computers; 0 if none."""
    levels: tuple[Literal[256], Literal[192], Literal[128]] = (256, 192, 128)
    bits = math.ceil(facts.log2_qp - 0.01)
    return next((x for x in levels if bits <= lath.security.largest_modulus_bits(facts.degree, x)), 0)


def disagreement(ours: Facts, theirs: Facts) -> str:
    """Why two libraries cannot be compared: how their parameters differ. Empty if they agree."""
    if (ours.degree, ours.plaintext_modulus) != (theirs.degree, theirs.plaintext_modulus):
        return f"its parameters are others: {theirs}"
    if abs(ours.log2_qp - theirs.log2_qp) > TOLERANCE_BITS:
        return f"its log₂ QP is {theirs.log2_qp:.1f}, and Lath's is {ours.log2_qp:.1f}"
    if theirs.log2_q > ours.log2_q + TOLERANCE_BITS:
        return f"its log₂ Q is {theirs.log2_q:.1f}, and Lath's is {ours.log2_q:.1f}"
    if security_of(ours) != security_of(theirs):
        return f"it has {security_of(theirs)} bits of security, and Lath has {security_of(ours)}"
    return ""


def sets(scheme: str, quick: bool) -> list[Set]:
    """All the bits that 128 bits of security allow, in as many primes as SEAL's defaults have."""
    if quick:
        return [Set(scheme, 4096, (35, 35), 36)]
    return [Set(scheme, 8192, (43, 43, 43, 42), 43),
            Set(scheme, 16384, (48, 48, 48, 48, 48, 48, 47, 47), 48)]
