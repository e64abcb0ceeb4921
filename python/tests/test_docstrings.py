# SPDX-License-Identifier: Apache-2.0
"""Each public name has a docstring, and occurs in an example that runs: in its own docstring, or in that of the class
that has it (of the module, for constants)."""

import doctest
import re

import lath
import numpy as np
import pytest
from public_names import has_docstring, modules, public_classes, public_names

NAMES = list(public_names())
DOCTEST = doctest.DocTestParser()


@pytest.fixture(scope="module")
def ready():
    """The names that examples use without making them, which docs/python.md lists."""
    parameters = lath.he.bfv.Parameters.recommended(4096, 65537)
    client = lath.Client(parameters, rotations="sum")
    return {"lath": lath, "np": np, "parameters": parameters, "client": client, "server": client.server(),
            "x": client.encrypt([1, 2, 3]), "y": client.encrypt([4, 5, 6])}


def occurs(name, doc):
    """Whether an example has the name, in its source or in what it shows."""
    text = "\n".join(part for example in DOCTEST.get_examples(doc) for part in (example.source, example.want))
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def test_there_are_names():
    assert len(NAMES) > 200 and len(list(modules())) >= 8


def test_names_have_docstrings():
    assert [name.path for name in NAMES if has_docstring(name.value) and not name.doc.strip()] == []


def is_shown(name):
    if name.value is name.owner:
        return bool(DOCTEST.get_examples(name.doc))
    return occurs(name.last, name.doc) or occurs(name.last, name.outer_doc)


def test_names_occur_in_examples():
    assert [name.path for name in NAMES if not is_shown(name)] == []


@pytest.mark.parametrize("name", [name for name in NAMES if ">>>" in name.doc], ids=lambda name: name.path)
def test_example(name, ready, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = DOCTEST.get_doctest(name.doc, dict(ready), name.path, None, 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(example, out=report.append)
    assert not report, "".join(report)


def test_objects_say_what_they_are():
    assert [path for path, kind in public_classes().items() if kind.__repr__ is object.__repr__] == []
