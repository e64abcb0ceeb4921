# SPDX-License-Identifier: Apache-2.0
"""Signatures and texts of the compiled module as Python's own: short names, and no marks of overloads."""

import re

MODULE = re.compile(r"\b(?:lath\._lath|collections\.abc|numpy\.typing|typing)\.")
OVERLOAD = re.compile(r"^\d+\. ``(.*)``$")


def shorten(app, what, name, thing, options, arguments, returned):
    if arguments:
        arguments = re.sub(r"^\((?:self|/)(?:, /)?(?:, )?", "(", MODULE.sub("", arguments))
    return arguments, returned and MODULE.sub("", returned)


def without_marks(app, what, name, thing, options, lines):
    if "Overloaded function." in lines:
        lines.remove("Overloaded function.")
        lines[:] = [OVERLOAD.sub(lambda found: f"``{MODULE.sub('', found[1])}``:", line) for line in lines]


def setup(app):
    app.connect("autodoc-process-signature", shorten)
    app.connect("autodoc-process-docstring", without_marks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
