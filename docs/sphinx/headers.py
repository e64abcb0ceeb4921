# SPDX-License-Identifier: Apache-2.0
"""The directive `headers`: every public header of a room, a section each, by the XML of Doxygen."""

import pathlib
import re

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

FILE = re.compile(r'(<compound refid="([^"]*)" kind="file"><name>)[^<]*')
LOCATION = re.compile(r'<location file="([^"]*)"/>')
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


def name_files(app):
    """Names files in Doxygen's index with their folders. Several are called bytes.hpp, and Breathe looks there."""
    xml = pathlib.Path(app.config.breathe_projects["lath"])

    def named(found):
        return found[1] + LOCATION.findall((xml / f"{found[2]}.xml").read_text(encoding="utf-8"))[-1]

    index = xml / "index.xml"
    index.write_text(FILE.sub(named, index.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app):
    app.connect("builder-inited", name_files)
    app.add_directive("headers", Headers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
