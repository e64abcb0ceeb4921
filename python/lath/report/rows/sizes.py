# SPDX-License-Identifier: Apache-2.0
"""Sizes of ciphertexts and keys."""

from __future__ import annotations

from collections.abc import Mapping

from ..libraries import Libraries, reason_of
from ..results import Cell, Row, Section, Table, Value
from ..sets import Set, sets

OBJECTS = ["ciphertext", "public key", "key for products", "key of a rotation"]
TEXT = (
    "Bytes as each package writes them unless it is told otherwise. Lath packs bits, and writes a seed in place of "
    "what is uniform in keys; TenSEAL compresses; seal-python and OpenFHE write words. The ciphertext is one by the "
    "public key, with all primes of Q.")


def cell_of(size: int | str) -> Cell:
    """A size, or the reason why there is none."""
    return size if isinstance(size, str) else Value.exactly(size)


def _table(chosen: Set, libraries: Libraries) -> Table:
    opened = libraries.homomorphic(chosen)
    table = Table(f"sizes-{chosen.name}", f"Sizes, {chosen.title}", "bytes", absent=dict(opened.absent),
                  facts={title: str(library.facts) for title, library in opened.there.items()})
    sizes: dict[str, Mapping[str, int | str]] = {}
    for title, library in opened.there.items():
        try:
            sizes[title] = library.sizes()
        except Exception as error:
            table.absent[title] = reason_of(error)
    table.rows = [Row(name, {title: cell_of(found[name]) for title, found in sizes.items()}) for name in OBJECTS]
    return table


def section(libraries: Libraries, quick: bool) -> Section:
    """Sizes of BFV, which are those of BGV."""
    return Section("sizes", "Sizes of ciphertexts and keys", TEXT,
                   [_table(chosen, libraries) for chosen in sets("bfv", quick)])
