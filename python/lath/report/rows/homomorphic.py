# SPDX-License-Identifier: Apache-2.0
"""Operations of BFV and BGV."""

from __future__ import annotations

from typing import Any

import numpy

from ..libraries import Libraries, tried
from ..operands import expected
from ..peers.homomorphic import Homomorphic
from ..results import Row, Section, Table
from ..sets import Set, T, sets
from ..timing import FULL, QUICK, Budget, measure

OPERATIONS = {
    "encrypt": "encrypt, public key",
    "encrypt_encoded": "encrypt, public key, encoded before",
    "encrypt_secret": "encrypt, secret key",
    "decrypt": "decrypt",
    "add": "add",
    "multiply_plain": "multiply by a public vector",
    "multiply": "multiply",
    "relinearize": "relinearise",
    "multiply_relinearize": "multiply and relinearise",
    "square_relinearize": "square and relinearise",
    "rotate": "rotate by a column",
    "mod_switch": "switch a level down",
}
TEXT = (
    "Each call is that of a program in Python: vectors of n integers modulo t are encoded when they are encrypted, "
    "and decoded when they are decrypted, from and to arrays of NumPy (Lath, seal-python) or lists (TenSEAL, "
    "OpenFHE). All libraries compute on one thread, with keys of the same parameters, and the result of each call "
    "was decrypted and compared before it was measured. They take turns. Medians and quartiles of CPU time; in "
    "brackets how many times as long as Lath a library takes.")


def _row(operation: str, chosen: Set, libraries: dict[str, Homomorphic], budget: Budget) -> Row:
    found = {title: library.operations[operation] for title, library in libraries.items()}
    calls = {title: call for title, call in found.items() if not isinstance(call, str)}
    right = expected(operation, chosen)

    def is_right(title: str, result: Any) -> bool:
        slots = numpy.asarray(libraries[title].slots(operation, result))[:chosen.degree]
        return numpy.array_equal(slots.astype(numpy.int64) % T, right)

    wrong = tried(calls, is_right)
    values = measure({title: call for title, call in calls.items() if title not in wrong}, budget)
    reasons = {title: call for title, call in found.items() if isinstance(call, str)}
    return Row(OPERATIONS[operation], {title: (values | wrong | reasons)[title] for title in libraries})


def _section(scheme: str, libraries: Libraries, quick: bool) -> Section:
    section = Section(scheme, f"Operations of {scheme.upper()}", TEXT)
    for chosen in sets(scheme, quick):
        opened = libraries.homomorphic(chosen)
        table = Table(chosen.name, chosen.title, "ns", absent=dict(opened.absent),
                      facts={title: str(library.facts) for title, library in opened.there.items()})
        table.rows = [_row(operation, chosen, opened.there, QUICK if quick else FULL) for operation in OPERATIONS]
        section.tables.append(table)
    return section


def bfv(libraries: Libraries, quick: bool) -> Section:
    """Measures BFV."""
    return _section("bfv", libraries, quick)


def bgv(libraries: Libraries, quick: bool) -> Section:
    """Measures BGV."""
    return _section("bgv", libraries, quick)
