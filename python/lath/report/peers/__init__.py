# SPDX-License-Identifier: Apache-2.0
"""Packages of other libraries, which are measured where they import."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """A package: its title, what `import` and pip call it, and its adapter in this folder."""

    title: str
    module: str
    distribution: str
    adapter: str


HOMOMORPHIC = [
    Peer("seal-python", "seal", "seal-python", "seal"),
    Peer("TenSEAL", "tenseal", "tenseal", "tenseal"),
    Peer("OpenFHE", "openfhe", "openfhe", "openfhe"),
]
POLYNOMIALS = [Peer("python-flint", "flint", "python-flint", "flint")]
KEMS = [
    Peer("pqcrypto", "pqcrypto", "pqcrypto", "pqcrypto"),
    Peer("kyber-py", "kyber_py", "kyber-py", "kyber_py"),
]
ALL = [*HOMOMORPHIC, *POLYNOMIALS, *KEMS]
