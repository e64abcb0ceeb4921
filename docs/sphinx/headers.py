# SPDX-License-Identifier: Apache-2.0
"""The directive `headers`: every public header of a room, a section each, by the XML of Doxygen."""

import pathlib

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

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


def setup(app):
    app.add_directive("headers", Headers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
