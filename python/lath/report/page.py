# SPDX-License-Identifier: Apache-2.0
"""The page: HTML that needs nothing from elsewhere but the charts beside it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from .comparison import Change
from .host import line
from .peers import ALL
from .peers.presence import Presence
from .results import LATH, Cell, Row, Section, Table, Value
from .style import STYLE
from .units import shown, spread


def escaped(text: object) -> str:
    """Text of a page."""
    return html.escape(str(text))


def _table(identity: str, caption: str, head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """A table whose first row and column are headings; its cells are HTML."""
    heads = "".join(f'<th scope="col">{escaped(each)}</th>' for each in head)
    body = "\n".join(
        f'<tr><th scope="row">{escaped(name)}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
        for name, cells in rows)
    return (f'<div class="wide"><table id="{escaped(identity)}">\n<caption>{escaped(caption)}</caption>\n'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>")


def _cell(cell: Cell | None, ours: Cell | None, table: Table) -> str:
    if not isinstance(cell, Value):
        return f'<span class="none">{escaped(cell or "not measured")}</span>'
    parts = [f"<b>{escaped(shown(cell.median, table.unit))}</b>"]
    if cell.samples > 1:
        parts.append(f'<span class="spread">{escaped(spread(cell.low, cell.high, table.unit))}</span>')
    if isinstance(ours, Value) and ours is not cell and not table.more_is_better:
        parts.append(f'<span class="ratio">({cell.median / ours.median:.2f} ×)</span>')
    return " ".join(parts)


def _cells(row: Row, table: Table) -> list[str]:
    ours = row.cells.get(LATH)
    return [_cell(row.cells.get(library), ours, table) for library in table.libraries]


def _beside(table: Table) -> str:
    facts = [f"<li><b>{escaped(name)}</b>: {escaped(text)}</li>" for name, text in table.facts.items()]
    absent = [f'<li class="absent"><b>{escaped(name)}</b> is not here: {escaped(reason)}</li>'
              for name, reason in table.absent.items()]
    return '<ul class="beside">' + "".join(facts + absent) + "</ul>"


def _figure(table: Table, host: dict[str, str]) -> str:
    names = ", ".join(table.libraries)
    spoken = f"Chart of the table before it: {table.title}, {names}"
    return (f'<figure><img src="{escaped(table.name)}.png" alt="{escaped(spoken)}" loading="lazy">'
            f"<figcaption>{escaped(table.title)}. {escaped(table.machine or line(host))}.</figcaption></figure>")


def _section(section: Section, host: dict[str, str]) -> str:
    parts = [f'<section id="{escaped(section.name)}"><h2>{escaped(section.title)}</h2><p>{escaped(section.text)}</p>']
    for table in section.tables:
        parts += [f"<h3>{escaped(table.title)}</h3>",
                  _beside(table),
                  _table(table.name, table.title, ["", *table.libraries],
                         [(row.name, _cells(row, table)) for row in table.rows]),
                  _figure(table, host)]
    return "\n".join([*parts, "</section>"])


def _peers(presences: Mapping[str, Presence]) -> str:
    rows = [(peer.title, [escaped(f"{peer.distribution} {found.version}" if found.is_there else found.reason)])
            for peer in ALL for found in [presences[peer.title]]]
    return _table("peers", "Packages beside Lath", ["package", "version, or why it is not here"], rows)


def _changes(changes: Sequence[Change], earlier: dict[str, str]) -> str:
    rows = []
    for change in changes:
        verdict = "better" if change.is_gain else "as before"
        if change.is_regression:
            verdict = "<strong>regression</strong>"
        rows.append((f"{change.table}: {change.row}",
                     [escaped(shown(change.before, change.unit)), escaped(shown(change.now, change.unit)),
                      f"{change.percent:+.1f} %", verdict]))
    count = sum(change.is_regression for change in changes)
    return ("<section id=\"changes\"><h2>Changes of Lath</h2>"
            f"<p>{count} of {len(rows)} figures are more than 5 % worse than those of {escaped(line(earlier))}.</p>"
            + _table("comparison", "Lath before and now", ["figure", "before", "now", "change", ""], rows)
            + "</section>")


def page(host: dict[str, str], presences: Mapping[str, Presence], sections: Sequence[Section],
         changes: Sequence[Change] = (), earlier: dict[str, str] | None = None) -> str:
    """The whole page."""
    machine = _table("machine", "Machine and programs", ["", "value"],
                     [(name, [escaped(value)]) for name, value in host.items()])
    links = " · ".join(f'<a href="#{escaped(each.name)}">{escaped(each.title)}</a>' for each in sections)
    body = [f"<h1>Lath {escaped(host['Lath'])} on this machine</h1>", f"<p>{escaped(line(host))}</p>",
            f"<nav>{links}</nav>", "<section id=\"here\"><h2>What was measured with</h2>", machine, _peers(presences),
            "</section>"]
    if earlier is not None:
        body.append(_changes(changes, earlier))
    body += [_section(section, host) for section in sections]
    return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>Lath {escaped(host['Lath'])}: report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(body) + "\n</main>\n</body>\n</html>\n")
