# SPDX-License-Identifier: Apache-2.0
"""Reads the page of a report back: its tables, its lists beside them, and its charts."""

import html.parser
import json
import pathlib
import struct
import sys

from lath.report import peers
from lath.report.results import LATH

PNG = b"\x89PNG\r\n\x1a\n"
KINDS = {
    "bfv": peers.HOMOMORPHIC, "bgv": peers.HOMOMORPHIC, "sizes": peers.HOMOMORPHIC, "noise": peers.HOMOMORPHIC,
    "ml_kem": peers.KEMS, "transforms": peers.POLYNOMIALS,
}


class Page(html.parser.HTMLParser):
    """`tables` by their ids as lists of rows of texts, `items` and `images` by the section that they are in."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.items, self.images, self.addresses, self.bare_heads = {}, {}, {}, [], 0
        self._section, self._table, self._texts = "", None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.addresses += [found[name] for name in ("src", "href") if name in found]
        if tag == "section":
            self._section = found["id"]
        elif tag == "table":
            self._table = self.tables.setdefault(found["id"], [])
        elif tag == "tr":
            self._table.append([])
        elif tag in ("td", "th", "li"):
            self._texts = []
            self.bare_heads += tag == "th" and "scope" not in found
        elif tag == "img":
            self.images.setdefault(self._section, []).append((found["src"], found["alt"]))

    def handle_data(self, data):
        if self._texts is not None:
            self._texts.append(data)

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._table[-1].append("".join(self._texts))
            self._texts = None
        elif tag == "li":
            self.items.setdefault(self._section, []).append("".join(self._texts))
            self._texts = None


def read(folder):
    """The page of a folder, and no address outside of it."""
    page = Page((pathlib.Path(folder) / "index.html").read_text(encoding="utf-8"))
    assert all(":" not in address and not address.startswith("/") for address in page.addresses), page.addresses
    assert page.bare_heads == 0
    return page


def presences(page):
    """What the page says of each peer: its version, or why it is not there."""
    found = {row[0]: row[1] for row in page.tables["peers"][1:]}
    assert set(found) == {peer.title for peer in peers.ALL}
    return found


def is_there(said):
    """Whether a peer was imported."""
    return not said.startswith(("not installed", "import error"))


def _check_beside(page, name, table_libraries):
    """Every peer of a domain has a column, or a line with its reason."""
    for peer in KINDS[name]:
        named = [item for item in page.items[name] if item.startswith(f"{peer.title} is not here: ")]
        assert all(len(item) > len(f"{peer.title} is not here: ") + 5 for item in named)
        assert named or any(peer.title in libraries for libraries in table_libraries), (name, peer.title)


def _check_image(file):
    """A chart is a PNG of a sensible size that is not of one colour."""
    data = file.read_bytes()
    assert data.startswith(PNG)
    width, height = struct.unpack(">2I", data[16:24])
    assert width > 600 and height > 200 and len(data) > 5000, (file, width, height, len(data))


def check(folder):
    """Every peer present or named with a reason, figures of Lath in every table, no chart without points."""
    page = read(folder)
    presences(page)
    for name, images in page.images.items():
        tables = [page.tables[source.removesuffix(".png")] for source, _ in images]
        if name in KINDS:
            _check_beside(page, name, [table[0][1:] for table in tables])
        for (source, alternative), table in zip(images, tables):
            assert len(table) > 1 and table[0][1] == LATH and alternative
            assert any(row[1][:1].isdigit() for row in table[1:]), source
            assert all(cell for row in table[1:] for cell in row), source
            _check_image(pathlib.Path(folder) / source)
    return page


def ratios(file):
    """How many times as long as Lath each peer takes, by table and row."""
    data = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    for section in data["sections"]:
        for table in section["tables"]:
            for row in table["rows"]:
                medians = {title: cell["median"] for title, cell in row["cells"].items() if isinstance(cell, dict)}
                if table["unit"] == "ns" and LATH in medians:
                    yield table["title"], row["name"], {
                        title: median / medians[LATH] for title, median in medians.items() if title != LATH}


def print_ratios(files):
    """A line for each row in which Lath has a peer."""
    for file in files:
        host = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))["host"]
        machine = f"{host['CPU']}, {host['instruction set of Lath']}, load {host['load before']}"
        print(f"{machine}: times of peers over Lath's")
        for table, row, found in ratios(file):
            if found:
                print(f"  {table}: {row}: " + ", ".join(f"{title} {ratio:.2f}" for title, ratio in found.items()))


def main(arguments):
    """report_pages.py FOLDER PEER...: checks a page, on which just these peers have to be there.

    report_pages.py --ratios FILE.json...: prints ratios of times.
    """
    if arguments[0] == "--ratios":
        print_ratios(arguments[1:])
        return
    folder, *wanted = arguments
    found = presences(check(folder))
    there = [title for title, said in found.items() if is_there(said)]
    missing = {title: found[title] for title in wanted if title not in there}
    more = sorted(set(there) - set(wanted))
    if missing or more:
        sys.exit(f"{folder}: missing {missing}, not expected {more}")
    print(f"{folder}: {len(there)} peers: {', '.join(there) or 'none'}")


if __name__ == "__main__":
    main(sys.argv[1:])
