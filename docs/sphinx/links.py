# SPDX-License-Identifier: Apache-2.0
"""Links from the pages to files of the repository: the site brings a copy of each, folders become their names."""

import pathlib
import re

DOCS = pathlib.Path(__file__).parents[1]
LINK = re.compile(r"(?<!!)\[(?P<text>[^\[\]]*)\]\((?P<target>[^)#:\s]+)(?:#[^)\s]*)?\)")


def to_copies(app, docname, source):
    page = DOCS / f"{docname}.md"

    def copied(found):
        path = (page.parent / found["target"]).resolve()
        if path.is_dir():
            return found["text"]
        if path.is_relative_to(DOCS) or not path.exists():
            return found[0]
        return f"{{download}}`{found['text'].strip('`')} <{found['target']}>`"

    source[0] = LINK.sub(copied, source[0])


def setup(app):
    app.connect("source-read", to_copies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
