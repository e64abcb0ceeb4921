# SPDX-License-Identifier: Apache-2.0
"""Reports as files of JSON, and what became worse between two of them."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import lath

from .results import LATH, Section, Value

FORMAT = "lath report 1"
LIMIT = 0.05
SAME_MACHINE = ("CPU", "instruction set of Lath")


@dataclass(frozen=True)
class Change:
    """A figure of Lath, then and now."""

    table: str
    row: str
    unit: str
    before: float
    now: float
    more_is_better: bool

    @property
    def percent(self) -> float:
        """By how much it is larger."""
        return 100 * (self.now / self.before - 1) if self.before else 0.0

    @property
    def worse(self) -> float:
        """By how many per cent it is worse."""
        return -self.percent if self.more_is_better else self.percent

    @property
    def is_regression(self) -> bool:
        """Whether it is more than 5 % worse."""
        return self.worse > 100 * LIMIT

    @property
    def is_gain(self) -> bool:
        """Whether it is more than 5 % better."""
        return self.worse < -100 * LIMIT


Place = tuple[str, str]
"""The names of a table and of a row in it."""


@dataclass(frozen=True)
class Earlier:
    """The machine of an earlier report, and Lath's medians in it."""

    host: dict[str, str]
    values: dict[Place, float]


def save(file: pathlib.Path, host: dict[str, str], sections: Sequence[Section]) -> None:
    """Writes all figures."""
    data = {"format": FORMAT, "host": host, "sections": [dataclasses.asdict(section) for section in sections]}
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _values(data: dict[str, Any]) -> Iterator[tuple[Place, float]]:
    for section in data["sections"]:
        for table in section["tables"]:
            for row in table["rows"]:
                cell = row["cells"].get(LATH)
                if isinstance(cell, dict):
                    yield (table["name"], row["name"]), float(cell["median"])


def load(file: pathlib.Path) -> Earlier:
    """Reads what save() wrote. Raises InputOutputError and MalformedError."""
    remedy = f"write one: python -m lath.report --save {file}"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise lath.InputOutputError(f"{file}: {error.strerror}", "a report to compare with is needed",
                                    remedy) from error
    except ValueError as error:
        raise lath.MalformedError(f"{file}: {error}", "a report in JSON is needed", remedy) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise lath.MalformedError(f"{file} is not a \"{FORMAT}\"", "a report that --save wrote is needed", remedy)
    try:
        return Earlier({str(name): str(value) for name, value in data["host"].items()}, dict(_values(data)))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise lath.MalformedError(f"{file}: {type(error).__name__}: {error}", "all parts of a report are needed",
                                  remedy) from error


def require_same_machine(earlier: dict[str, str], now: dict[str, str]) -> None:
    """Raises MismatchError if two reports come from machines whose times cannot be compared."""
    for name in SAME_MACHINE:
        if earlier.get(name) != now[name]:
            raise lath.MismatchError(f"a report with {name} {earlier.get(name)}",
                                     f"one of this machine, whose {name} is {now[name]}",
                                     "measure the earlier version here: python -m lath.report --save FILE.json")


def changes(earlier: Earlier, sections: Sequence[Section]) -> list[Change]:
    """All figures of Lath that both reports have, the worst first."""
    before = earlier.values
    found = [Change(table.title, row.name, table.unit, before[table.name, row.name], cell.median, table.more_is_better)
             for section in sections for table in section.tables for row in table.rows
             for cell in [row.cells.get(LATH)]
             if isinstance(cell, Value) and (table.name, row.name) in before]
    return sorted(found, key=lambda change: -change.worse)
