# SPDX-License-Identifier: Apache-2.0
"""The command line of the report."""

from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Sequence

import lath

from . import charts, comparison, host, page, peers
from .libraries import Libraries
from .peers.presence import Presence, presences
from .results import Section
from .rows import DOMAINS, programs

REGRESSION, REFUSED = 1, 2


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m lath.report", description="Measures Lath beside other packages that import here, and writes "
        "DIR/index.html with charts beside it. Takes some minutes, and --quick some seconds.",
        epilog="Exit status: 0; 1 for a figure that is worse; 2 for an error.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("lath-report"), metavar="DIR",
                        help="the folder to write into (lath-report)")
    parser.add_argument("--quick", action="store_true", help="few samples of small parameters")
    parser.add_argument("--rows", action="append", choices=list(DOMAINS), metavar="NAME",
                        help="only these rows, may be repeated: " + ", ".join(DOMAINS))
    parser.add_argument("--programs", type=pathlib.Path, metavar="FILE.json",
                        help="also show what C++ programs measured: results of bench/run, or docs/figures/peers.json")
    parser.add_argument("--save", type=pathlib.Path, metavar="FILE.json", help="also write the figures to a file")
    parser.add_argument("--compare", type=pathlib.Path, metavar="FILE.json",
                        help="flag figures of Lath that are more than 5 %% worse than in a file of --save")
    return parser.parse_args(arguments)


def _measured(options: argparse.Namespace, found: dict[str, Presence]) -> list[Section]:
    libraries = Libraries(found)
    sections = []
    for name in options.rows or DOMAINS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        sections.append(DOMAINS[name](libraries, options.quick))
    return sections


def _write(options: argparse.Namespace, text: str, sections: Sequence[Section], facts: dict[str, str]) -> None:
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        for section in sections:
            for table in section.tables:
                charts.draw(table, table.machine or host.line(facts), options.out / f"{table.name}.png")
        (options.out / "index.html").write_text(text, encoding="utf-8")
        if options.save:
            comparison.save(options.save, facts, sections)
    except OSError as error:
        raise lath.InputOutputError(f"{error.filename}: {error.strerror}", "a place that can be written is needed",
                                    "give another one: --out DIR, --save FILE.json") from error


def _report(options: argparse.Namespace) -> int:
    # All that may be refused comes before the minutes of measuring.
    charts.pyplot()
    facts = host.facts()
    earlier = comparison.load(options.compare) if options.compare else None
    if earlier is not None:
        comparison.require_same_machine(earlier.host, facts)
    others = [programs.section(options.programs)] if options.programs else []
    found = presences(peers.ALL)
    sections = _measured(options, found) + others
    changes = comparison.changes(earlier, sections) if earlier is not None else []
    text = page.page(facts, found, sections, changes, earlier.host if earlier is not None else None)
    _write(options, text, sections, facts)
    print(options.out / "index.html")
    worse = [change for change in changes if change.is_regression]
    for change in worse:
        print(f"regression: {change.table}: {change.row}: {change.percent:+.1f} %", file=sys.stderr)
    return REGRESSION if worse else 0


def main(arguments: Sequence[str]) -> int:
    """Runs the report, and returns its exit status."""
    options = _options(arguments)
    try:
        return _report(options)
    except lath.Error as error:
        print(f"lath.report: {error}", file=sys.stderr)
        return REFUSED
