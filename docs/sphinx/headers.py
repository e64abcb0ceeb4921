# SPDX-License-Identifier: Apache-2.0
"""The directive `headers`: every public header of a room, a section each, by the XML of Doxygen."""

import pathlib
import re

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

FILE = re.compile(r'(<compound refid="([^"]*)" kind="file"><name>)[^<]*')
LOCATION = re.compile(r'<location file="([^"]*)"/>')
# Friends that are types: they say nothing to users, and are no declarations for Sphinx.
FRIEND = re.compile(r"<memberdef (?:(?!</memberdef>).)*?<type>friend(?: class| struct)?</type>.*?</memberdef>",
                    re.DOTALL)
# Sphinx does not know types that begin with decltype.
UNREADABLE = re.compile(r"typename decltype\(std::span\(std::declval&lt; const (\w+) &amp; &gt;\(\)\)\)::value_type")
INCLUDE = pathlib.Path(__file__).parents[2] / "include"


class Headers(SphinxDirective):
    required_arguments = 1

    def run(self):
        room = self.arguments[0]
        headers = sorted((INCLUDE / "lath" / room).rglob("*.hpp"))
        if not headers:
            raise self.error(f"include/lath/{room} has no headers")
        return [self.section(header.relative_to(INCLUDE).as_posix()) for header in headers]

    def section(self, name):
        section = nodes.section(ids=[nodes.make_id(name)], names=[name])
        section += nodes.title(text=name)
        lines = StringList(["```{eval-rst}", f".. doxygenfile:: {name}", "```"], source=name)
        self.state.nested_parse(lines, self.content_offset, section)
        return section


def named(xml):
    """The index with the folders of files. Several are called bytes.hpp, and Breathe looks there."""

    def with_folder(found):
        return found[1] + LOCATION.findall((xml / f"{found[2]}.xml").read_text(encoding="utf-8"))[-1]

    return FILE.sub(with_folder, (xml / "index.xml").read_text(encoding="utf-8"))


def adapt(app):
    """Changes what Doxygen wrote where Breathe and Sphinx do not read it."""
    xml = pathlib.Path(app.config.breathe_projects["lath"])
    (xml / "index.xml").write_text(named(xml), encoding="utf-8")
    for path in xml.glob("*.xml"):
        text = path.read_text(encoding="utf-8")
        changed = UNREADABLE.sub(r"std::ranges::range_value_t&lt; const \1 &amp; &gt;", FRIEND.sub("", text))
        if changed != text:
            path.write_text(changed, encoding="utf-8")


def setup(app):
    app.connect("builder-inited", adapt)
    app.add_directive("headers", Headers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
