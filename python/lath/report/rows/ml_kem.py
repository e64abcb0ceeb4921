# SPDX-License-Identifier: Apache-2.0
"""Operations and sizes of ML-KEM."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..libraries import Libraries, Opened, tried
from ..peers.kem import Kem
from ..results import LATH, Row, Section, Table
from ..timing import FULL, QUICK, Budget, measure
from .sizes import cell_of

TEXT = (
    "Whole operations of FIPS 203 as a program calls them, randomness included. Before it was measured, each library "
    "encapsulated for a key of Lath and decapsulated what Lath encapsulated for one of its own. kyber-py is written "
    "in Python alone; the others are compiled.")


def _agrees(ours: Kem, theirs: Kem) -> bool:
    """Whether secrets are the same both ways."""
    our_public, our_private = ours.generate()
    ciphertext, secret = theirs.encapsulate(theirs.public_key(bytes(our_public)))
    if ours.decapsulate(our_private, ciphertext) != secret:
        return False
    their_public, their_private = theirs.generate()
    ciphertext, secret = ours.encapsulate(ours.public_key(bytes(their_public)))
    return theirs.decapsulate(their_private, ciphertext) == secret


def _calls(kem: Kem) -> dict[str, Callable[[], Any]]:
    public_key, private_key = kem.generate()
    ciphertext, _ = kem.encapsulate(public_key)
    return {
        "generate keys": kem.generate,
        "encapsulate": lambda: kem.encapsulate(public_key),
        "decapsulate": lambda: kem.decapsulate(private_key, ciphertext),
    }


def _checked(libraries: Libraries, parameter_set: int) -> Opened[Kem]:
    opened = libraries.kems(parameter_set)
    ours = opened.there[LATH]
    pairs = {title: lambda kem=kem: _agrees(ours, kem) for title, kem in opened.there.items()}
    for title, reason in tried(pairs, lambda _, agreed: bool(agreed)).items():
        opened.drop(title, reason)
    return opened


def _rows(kems: dict[str, Kem], parameter_set: int, budget: Budget) -> list[Row]:
    calls = {title: _calls(kem) for title, kem in kems.items()}
    rows = []
    for name in ("generate keys", "encapsulate", "decapsulate"):
        values = measure({title: found[name] for title, found in calls.items()}, budget)
        rows.append(Row(f"ML-KEM-{parameter_set}: {name}", dict(values)))
    return rows


def _sizes(kems: dict[str, Kem], parameter_set: int) -> list[Row]:
    sizes = {title: kem.sizes() for title, kem in kems.items()}
    return [Row(f"ML-KEM-{parameter_set}: {name}", {title: cell_of(found[name]) for title, found in sizes.items()})
            for name in ("public key", "private key", "ciphertext")]


def section(libraries: Libraries, quick: bool) -> Section:
    """One table of times and one of sizes."""
    times = Table("ml_kem", "Operations of ML-KEM", "ns")
    sizes = Table("sizes-ml_kem", "Sizes of ML-KEM", "bytes")
    for parameter_set in [768] if quick else [512, 768, 1024]:
        opened = _checked(libraries, parameter_set)
        times.rows += _rows(opened.there, parameter_set, QUICK if quick else FULL)
        sizes.rows += _sizes(opened.there, parameter_set)
        for table in (times, sizes):
            table.absent.update(opened.absent)
            table.facts.update({title: "FIPS 203" for title in opened.there})
    return Section("ml_kem", "ML-KEM", TEXT, [times, sizes])
