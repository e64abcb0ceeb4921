# SPDX-License-Identifier: Apache-2.0
"""Pages of the notebooks: docs/notebooks/<name>.md stands for the text and the programs of python/notebooks/<name>.py."""

import pathlib
import re

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "python/notebooks"
CELL = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)


def page_of(text):
    """The cells of a script in Jupytext's percent format as one page, without the licence above them."""
    cells = CELL.split(text)[1:]
    for markdown, cell in zip(cells[::2], cells[1::2]):
        if markdown:
            yield re.sub(r"^# ?", "", cell.strip(), flags=re.MULTILINE)
        else:
            yield f"```python\n{cell.strip()}\n```"


def insert(app, docname, source):
    folder, _, name = docname.rpartition("/")
    if folder == "notebooks" and name != "README":
        source[0] = "\n\n".join(page_of((NOTEBOOKS / f"{name}.py").read_text(encoding="utf-8"))) + "\n"


def check(app):
    """Each notebook has a page."""
    pages = {page.stem for page in (NOTEBOOKS.parents[1] / "docs/notebooks").glob("*.md")} - {"README"}
    names = {path.stem for path in NOTEBOOKS.glob("*.py")}
    if pages != names:
        raise ValueError(f"docs/notebooks: pages without notebooks or the other way round: {sorted(pages ^ names)}")


def setup(app):
    app.connect("builder-inited", check)
    app.connect("source-read", insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
