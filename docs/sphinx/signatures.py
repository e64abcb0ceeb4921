# SPDX-License-Identifier: Apache-2.0
"""Signatures and texts of the compiled module as Python's own: short names, and no marks of overloads."""

import re
import sys

from sphinx.errors import ExtensionError

MODULE = re.compile(r"\b(?:lath\._lath(?:\.\w+(?=\.))*|collections\.abc|numpy\.typing|(?<!lath\.)typing)\.")
OVERLOAD = re.compile(r"^\d+\. ``(.*)``$")


def shorten(app, what, name, thing, options, arguments, returned):
    return arguments and MODULE.sub("", arguments), returned and MODULE.sub("", returned)


def skip(app, what, name, thing, skipped, options):
    """Leaves out constructors of classes that only the library makes."""
    return True if name == "__init__" and thing is object.__init__ or "slot wrapper" in repr(thing) else None


def without_marks(app, what, name, thing, options, lines):
    if "Overloaded function." in lines:
        lines.remove("Overloaded function.")
        lines[:] = [OVERLOAD.sub(lambda found: f"``{MODULE.sub('', found[1])}``:", line) for line in lines]


def as_function(compiled):
    """Sphinx takes functions of the compiled module for data unless they are Python's own."""

    def call(*arguments, **named):
        return compiled(*arguments, **named)

    call.__name__, call.__module__, call.__doc__ = compiled.__name__, compiled.__module__, compiled.__doc__
    return call


def modules_of_lath():
    return [module for name, module in sorted(sys.modules.items()) if name.split(".")[0] == "lath"]


def adapt(app):
    """Makes the package readable for Sphinx, in this process only."""
    import lath

    for scheme in (lath.he.bfv, lath.he.bgv):
        parameters = scheme.Parameters
        parameters.__module__ = scheme.__name__
        parameters.__name__ = parameters.__qualname__ = "Parameters"
    modules = modules_of_lath()
    classes = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
    for owner in [*modules, *classes]:
        for name, thing in list(vars(owner).items()):
            if type(thing).__name__ == "nb_func":
                function = as_function(thing)
                setattr(owner, name, staticmethod(function) if owner in classes else function)


def complete(app, exception):
    """Each public class and function of the package has a place in the reference."""
    if exception:
        return
    there = app.env.get_domain("py").objects
    names = [f"{module.__name__}.{name}" for module in modules_of_lath() for name in getattr(module, "__all__", ())
             if callable(getattr(module, name)) and not hasattr(getattr(module, name), "__origin__")]
    missing = sorted({name for name in names if "._" not in name and name not in there})
    if missing:
        raise ExtensionError(f"docs/python-reference.md lacks {', '.join(missing)}")


def setup(app):
    app.connect("build-finished", complete)
    app.connect("builder-inited", adapt)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-signature", shorten)
    app.connect("autodoc-process-docstring", without_marks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
