# SPDX-License-Identifier: Apache-2.0
"""Noise that is left after squares of squares."""

from __future__ import annotations

from typing import Any

import numpy

from ..libraries import Libraries, reason_of
from ..peers.homomorphic import Homomorphic
from ..results import Cell, Row, Section, Table, Value
from ..sets import Set, T, sets

MOST = 24
BASE = 3
RIGHT, WRONG = "right", "wrong: no noise budget left"
TEXT = (
    "A vector of threes is squared again and again, relinearised each time, and in BGV switched a level down. Bits "
    "are the noise budget that a library tells: Lath's is a proved bound, which it computes without the key and "
    "below which it refuses to go on; SEAL's and TenSEAL's is measured with the key. OpenFHE tells none, so that its "
    "cells say whether the result is right.")


def _step(library: Homomorphic, x: Any, depth: int) -> Cell:
    slots = numpy.asarray(library.slots("square", x))[:library.facts.degree].astype(numpy.int64)
    if not numpy.array_equal(slots % T, numpy.full(library.facts.degree, pow(BASE, 2**depth, T))):
        return WRONG
    bits = library.bits_left(x)
    return RIGHT if bits is None else Value.exactly(bits)


def chain(library: Homomorphic) -> list[Cell]:
    """The bits that are left of a fresh ciphertext, of its square and so on; last a reason why it ends."""
    cells: list[Cell] = []
    try:
        x = library.encrypt(BASE)
        for depth in range(MOST):
            cells.append(_step(library, x, depth))
            if cells[-1] == WRONG:
                break
            x = library.square(x)
    except Exception as error:
        cells.append("refused: " + reason_of(error))
    return cells


def _table(chosen: Set, libraries: Libraries) -> Table:
    opened = libraries.homomorphic(chosen)
    table = Table(f"noise-{chosen.name}", f"Noise budget, {chosen.title}", "bits", absent=dict(opened.absent),
                  facts={title: str(library.facts) for title, library in opened.there.items()}, more_is_better=True)
    chains = {title: chain(library) for title, library in opened.there.items()}
    for depth in range(max(map(len, chains.values()))):
        name = "fresh" if depth == 0 else f"{depth} squares" if depth > 1 else "1 square"
        table.rows.append(Row(name, {title: cells[depth] if depth < len(cells) else "ended before"
                                     for title, cells in chains.items()}))
    return table


def section(libraries: Libraries, quick: bool) -> Section:
    """Noise of BFV and of BGV."""
    chosen = sets("bfv", quick) + sets("bgv", quick)
    return Section("noise", "Noise left against depth", TEXT, [_table(each, libraries) for each in chosen])
