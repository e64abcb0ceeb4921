# SPDX-License-Identifier: Apache-2.0
"""The figures of a report: sections have tables, tables have rows, and each library has a cell in a row."""

from __future__ import annotations

from dataclasses import dataclass, field

LATH = "Lath"


@dataclass(frozen=True)
class Value:
    """A median with its quartiles."""

    median: float
    low: float
    high: float
    samples: int

    @classmethod
    def exactly(cls, value: float) -> Value:
        """A figure that is the same each time."""
        return cls(value, value, value, 1)


Cell = Value | str
"""A figure, or the reason why there is none."""


@dataclass
class Row:
    """One operation or one object, with a cell for each library."""

    name: str
    cells: dict[str, Cell]


@dataclass
class Table:
    """Rows of one unit, "ns", "bytes" or "bits"; the parameters of libraries; and why others are not beside them.

    `machine` is named only where it is another one than that of the report.
    """

    name: str
    title: str
    unit: str
    rows: list[Row] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    more_is_better: bool = False
    machine: str = ""

    @property
    def libraries(self) -> list[str]:
        """Those that have a cell: Lath, and others in the order of their first one."""
        found = dict.fromkeys(library for row in self.rows for library in row.cells)
        return sorted(found, key=lambda library: library != LATH)


@dataclass
class Section:
    """A domain, and how it was measured."""

    name: str
    title: str
    text: str
    tables: list[Table] = field(default_factory=list)
