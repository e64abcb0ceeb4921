# SPDX-License-Identifier: Apache-2.0
"""The Python of the README and of the pages in docs/ runs and prints what the pages say.

The blocks of a page run in order, in one namespace and an empty folder. The comment behind a statement says what it
prints; a block of text behind a block says all of its output. In tables with the columns `Lath` and `result`, each
span of the column `Lath` is run in that namespace, and the last one has the result. Blocks marked `py` take longer than a
test may: test_curves.py and test_exponentiation.py make their calls with fewer values.
"""

import ast
import contextlib
import io
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```)?", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"\)  # (.*)$")
PAGES = sorted(path for pattern in ("README.md", "docs/python.md", "docs/tutorial/*.md", "docs/from-*.md")
               for path in ROOT.glob(pattern) if "```python" in path.read_text(encoding="utf-8"))


def run(statements, name, namespace):
    """What the statements print."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), name, "exec"), namespace)
    return printed.getvalue()


def try_block(block, name, namespace):
    lines = block["code"].splitlines()
    output = ""
    for statement in ast.parse(block["code"]).body:
        printed = run([statement], name, namespace)
        promised = [found[1] for line in lines[statement.lineno - 1 : statement.end_lineno]
                    if line.lstrip().startswith("print(") and (found := COMMENT.search(line))]
        if promised:
            assert printed.splitlines() == promised, lines[statement.lineno - 1]
        output += printed
    if block["output"] is not None:
        assert [line.rstrip() for line in output.splitlines()] == block["output"].splitlines()


def cells(line):
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def try_rows(lines, name, namespace):
    """How many rows of a table were run."""
    columns = cells(lines[0])
    if not {"Lath", "result"} <= set(columns):
        return 0
    for line in lines[2:]:
        row = dict(zip(columns, cells(line)))
        spans, results = re.findall(r"`([^`]+)`", row["Lath"]), re.findall(r"`([^`]+)`", row["result"])
        for span in spans:
            tree = ast.parse(span)
            if span == spans[-1] and results:
                assert shown(compile(ast.Expression(tree.body[0].value), name, "eval"), namespace) == results[0], line
            else:
                run(tree.body, name, namespace)
        assert spans or row["Lath"].startswith("none"), line
    return len(lines) - 2


def shown(code, namespace):
    """The value as print() shows it, or the class of the error."""
    try:
        return str(eval(code, namespace))
    except Exception as error:
        return type(error).__name__


def pieces(text):
    """Blocks of Python and tables, in their order."""
    tables = [(found.start(), found[0].splitlines()) for found in re.finditer(r"(?:^\|.*\|\n)+", text, re.MULTILINE)]
    blocks = [(found.start(), found) for found in BLOCK.finditer(text)]
    return [piece for _, piece in sorted(tables + blocks, key=lambda each: each[0])]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name, namespace = page.relative_to(ROOT).as_posix(), {"__name__": "page"}
    for piece in pieces(page.read_text(encoding="utf-8")):
        if isinstance(piece, list):
            try_rows(piece, name, namespace)
        else:
            try_block(piece, name, namespace)


def test_pages_are_found():
    names = {page.relative_to(ROOT).as_posix() for page in PAGES}
    assert {"README.md", "docs/python.md", "docs/from-tenseal.md"} <= names
    assert sum(name.startswith("docs/tutorial/") for name in names) == 4


@pytest.mark.parametrize("text", [
    "```python\nprint(1 + 1)  # 3\n```\n",
    "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n",
    "```python\nfor i in (1, 2):\n    print(i)  # 1\n```\n",
    "| there | Lath | result |\n|---|---|---|\n| x | `1 + 1` | `3` |\n",
    "| there | Lath | result |\n|---|---|---|\n| x | | `3` |\n",
])
def test_wrong_pages_are_noticed(text):
    with pytest.raises(AssertionError):
        for piece in pieces(text):
            if isinstance(piece, list):
                try_rows(piece, "page", {})
            else:
                try_block(piece, "page", {})
