# SPDX-License-Identifier: Apache-2.0
"""What the C++ benchmarks measured: the results of `bench/run`, and `docs/figures/peers.json`."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import lath

from ..results import LATH, Cell, Row, Section, Table, Value
from ..timing import value_of

TITLES = {"seal": "SEAL", "openfhe": "OpenFHE", "ntl": "NTL", "flint": "FLINT", "lath": LATH}
UNITS = {"nanoseconds": 1.0, "microseconds": 1e3, "milliseconds": 1e6}
TEXT = (
    "Programs in C++, measured by bench/run or written down in docs/figures/peers.json, with the libraries that were "
    "built for them. Times are not comparable with those above: Python adds to those, and the machine may differ.")

Entry = dict[str, Any]
Placed = tuple[str, str, str]
"""The table, the row and the library of a benchmark."""


def _scheme(parts: list[str]) -> Placed | None:
    """bfv/add/8192/214/1 and bfv/add/8192/214/1/seal."""
    if len(parts) not in (5, 6) or parts[-1].startswith("digits_of"):
        return None
    scheme, operation, degree, bits, special = parts[:5]
    table = f"{scheme.upper()} in C++, n = {degree}, log₂ QP = {bits}, {special} special"
    return table, operation.replace("_", " "), TITLES.get(parts[5], parts[5]) if len(parts) == 6 else LATH


def _ring(parts: list[str]) -> Placed | None:
    """ring/ntt/1024x62/62/lath."""
    if len(parts) != 5:
        return None
    return "Polynomials in C++", f"{parts[2]}: {parts[1]}", TITLES.get(parts[4], parts[4])


def _ml_kem(parts: list[str]) -> Placed | None:
    """ml_kem_encapsulate/768."""
    operation = parts[0].removeprefix("ml_kem_").replace("_", " ")
    return "ML-KEM in C++", f"ML-KEM-{parts[1]}: {operation}", LATH


def _transform(parts: list[str]) -> Placed | None:
    """ntt_forward/f64/8192/1."""
    if len(parts) != 4 or parts[3] != "1":
        return None
    return "Transforms in C++", f"n = {parts[2]}, {parts[1]}: {parts[0].removeprefix('ntt_')}", LATH


PLACES: dict[str, Callable[[list[str]], Placed | None]] = {
    "bfv": _scheme, "bgv": _scheme, "ring": _ring, "ntt_forward": _transform, "ntt_inverse": _transform,
    "ml_kem_generate_keys": _ml_kem, "ml_kem_encapsulate": _ml_kem, "ml_kem_decapsulate": _ml_kem,
}


def _cell(entry: Entry) -> Cell:
    return str(entry["skipped"]) if "skipped" in entry else value_of([float(x) for x in entry["times_ns"]])


def _placed(data: Entry) -> Iterator[tuple[Placed, Cell]]:
    for entry in data["benchmarks"]:
        parts = str(entry["name"]).split("/")
        place = PLACES.get(parts[0])
        found = place(parts) if place else None
        if found:
            yield found, _cell(entry)


def _of_panels(data: Entry) -> Iterator[tuple[Placed, Cell]]:
    for panel in data["panels"]:
        scale = UNITS[panel["unit"].split(";")[0]]
        for group in panel["groups"]:
            for bar in group["bars"]:
                yield (panel["title"] + " in C++", group["title"], bar["label"]), Value.exactly(bar["value"] * scale)


def _tables(found: Iterator[tuple[Placed, Cell]], machine: str) -> list[Table]:
    tables: dict[str, Table] = {}
    rows: dict[tuple[str, str], Row] = {}
    for (title, name, library), cell in found:
        table = tables.setdefault(title, Table(f"programs-{len(tables) + 1}", title, "ns", machine=machine))
        if isinstance(cell, str) and library != LATH:
            table.absent[library] = cell
            continue
        if (title, name) not in rows:
            rows[title, name] = Row(name, {})
            table.rows.append(rows[title, name])
        rows[title, name].cells[library] = cell
    return [table for table in tables.values() if any(
        isinstance(cell, Value) for row in table.rows for cell in row.cells.values())]


def section(file: pathlib.Path) -> Section:
    """Reads the results. Raises InputOutputError and MalformedError."""
    remedy = "run bench/run, which writes build/bench-results/*.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        machine = ", ".join(str(data[key]) for key in ("cpu", "isa", "commit", "date") if key in data)
        found = _of_panels(data) if "panels" in data else _placed(data)
        return Section("programs", "Programs in C++", TEXT, _tables(found, machine))
    except OSError as error:
        raise lath.InputOutputError(f"{file}: {error.strerror}", "results of C++ benchmarks are needed",
                                    remedy) from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise lath.MalformedError(f"{file}: {type(error).__name__}: {error}", "results of C++ benchmarks are needed",
                                  remedy) from error
