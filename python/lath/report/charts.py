# SPDX-License-Identifier: Apache-2.0
"""Charts as PNG: points on logarithmic axes, and lines of noise against depth.

Libraries differ by colour, from the palette of Okabe and Ito, and by the shape of their points.
"""

from __future__ import annotations

import importlib
import pathlib
from collections.abc import Sequence
from typing import Any

import lath

from .results import LATH, Table, Value
from .units import SCALES, TITLES, digits

STYLES = {
    LATH: ("#0072B2", "o"),
    "seal-python": ("#D55E00", "s"),
    "TenSEAL": ("#E69F00", "D"),
    "OpenFHE": ("#009E73", "^"),
    "python-flint": ("#CC79A7", "v"),
    "pqcrypto": ("#D55E00", "s"),
    "kyber-py": ("#009E73", "^"),
    "SEAL": ("#D55E00", "s"),
    "FLINT": ("#CC79A7", "v"),
    "NTL": ("#E69F00", "D"),
}
OTHERS = [("#56B4E9", "P"), ("#000000", "X"), ("#CC79A7", "v"), ("#E69F00", "D"), ("#009E73", "^")]
WIDTH, ROW_HEIGHT, MARGIN_HEIGHT = 9.0, 0.42, 1.75
DPI = 120


def pyplot() -> Any:
    """matplotlib's pyplot, drawing into files only. Raises UnsupportedError where it is not installed."""
    try:
        importlib.import_module("matplotlib").use("Agg")
        return importlib.import_module("matplotlib.pyplot")
    except ImportError as error:
        raise lath.UnsupportedError(f"matplotlib does not import ({error})", "the report draws its charts with it",
                                    "install it: pip install lath[report]") from error


def style_of(library: str, libraries: Sequence[str]) -> tuple[str, str]:
    """Colour and shape of a library: one of its own, or by its place among those without."""
    name = library.split(" + ")[0]
    if name in STYLES:
        return STYLES[name]
    unknown = [each for each in libraries if each.split(" + ")[0] not in STYLES]
    return OTHERS[unknown.index(library) % len(OTHERS)]


def _tick(value: float, unit: str) -> str:
    scale, name = next((each for each in SCALES[unit] if value >= each[0]), SCALES[unit][-1])
    return f"{digits(value / scale)} {name}"


def _points(table: Table, library: str) -> list[tuple[int, Value]]:
    cells = [row.cells.get(library) for row in table.rows]
    return [(i, cell) for i, cell in enumerate(cells) if isinstance(cell, Value)]


def _scale(axes: Any, table: Table) -> None:
    """A logarithmic axis with some room on both sides, so that there is a tick at least."""
    values = [value for library in table.libraries for _, value in _points(table, library)]
    is_binary = table.unit == "bytes"
    axes.set_xscale("log", base=2 if is_binary else 10)
    axes.set_xlim(min(value.low for value in values) / 1.6, max(value.high for value in values) * 1.6)
    ticker = importlib.import_module("matplotlib.ticker")
    axes.xaxis.set_major_locator(ticker.LogLocator(2) if is_binary else ticker.LogLocator(10, subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(lambda value, _: _tick(value, table.unit))
    axes.xaxis.set_minor_formatter(ticker.NullFormatter())


def _draw_dots(axes: Any, table: Table) -> None:
    for library in table.libraries:
        points = _points(table, library)
        if not points:
            continue
        colour, marker = style_of(library, table.libraries)
        medians = [value.median for _, value in points]
        spread = [[value.median - value.low for _, value in points],
                  [value.high - value.median for _, value in points]]
        axes.errorbar(medians, [i for i, _ in points], xerr=spread, fmt=marker, color=colour, label=library,
                      markersize=7, markeredgecolor="white", markeredgewidth=0.6, elinewidth=1.4, capsize=2.5)
    _scale(axes, table)
    axes.set_yticks(range(len(table.rows)), [row.name for row in table.rows])
    axes.set_ylim(len(table.rows) - 0.5, -0.5)
    axes.set_xlabel(TITLES[table.unit] + ", logarithmic" + (": median and quartiles" if table.unit == "ns" else ""))
    axes.grid(axis="x", which="major", color="#c9ced6", linewidth=0.8)
    axes.grid(axis="y", color="#eceff3", linewidth=0.8)


def _draw_lines(axes: Any, table: Table) -> None:
    for library in table.libraries:
        colour, marker = style_of(library, table.libraries)
        points = _points(table, library)
        if points:
            axes.plot([i for i, _ in points], [value.median for _, value in points], marker=marker, color=colour,
                      label=library, markersize=7, linewidth=1.8)
            continue
        right = [i for i, row in enumerate(table.rows) if row.cells.get(library) == "right"]
        axes.plot(right, [0] * len(right), marker=marker, color=colour, linestyle="none", markersize=7, clip_on=False,
                  label=f"{library}: right, tells no bits")
    axes.set_xticks(range(len(table.rows)), [str(i) for i in range(len(table.rows))])
    axes.set_xlabel("squares, one after another")
    axes.set_ylabel("noise budget, bits")
    axes.set_ylim(bottom=0)
    axes.grid(color="#dde1e7", linewidth=0.8)


def draw(table: Table, machine: str, file: pathlib.Path) -> None:
    """Writes the chart of a table."""
    plt = pyplot()
    lines = table.unit == "bits"
    height = 4.6 if lines else MARGIN_HEIGHT + ROW_HEIGHT * len(table.rows)
    figure, axes = plt.subplots(figsize=(WIDTH, height), layout="constrained")
    (_draw_lines if lines else _draw_dots)(axes, table)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.suptitle(table.title, x=0.01, ha="left", fontsize=13, fontweight="bold")
    figure.legend(loc="outside upper right", ncols=len(table.libraries), frameon=False, fontsize=9)
    figure.supxlabel(machine, x=0.01, ha="left", fontsize=8, color="#4d5560")
    figure.savefig(file, dpi=DPI)
    plt.close(figure)
