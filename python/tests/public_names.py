# SPDX-License-Identifier: Apache-2.0
"""The public names of the package, found by looking into its modules and classes."""

import enum
import importlib
import inspect
import pkgutil
from typing import Any, NamedTuple

import lath


# Packages that are commands, and are not for programs.
COMMANDS = {"lath.report"}


class Name(NamedTuple):
    """A public name, what it stands for, and the module or class that has it."""

    path: str
    value: Any
    owner: Any

    @property
    def last(self):
        return self.path.rpartition(".")[2]

    @property
    def doc(self):
        """The docstring of this name; values have none of their own."""
        return inspect.getdoc(self.value) or "" if has_docstring(self.value) else ""

    @property
    def outer_doc(self):
        return inspect.getdoc(self.owner) or ""


def has_docstring(value):
    """Whether a docstring of its own is expected: not of constants."""
    return (inspect.ismodule(value) or inspect.isclass(value) or inspect.isroutine(value) or callable(value)
            or isinstance(value, (property, staticmethod, classmethod))) and not is_alias(value)


def is_alias(value):
    return type(value).__module__ in ("types", "typing")


def modules(package=lath):
    """The package and its public modules, also those that are imported by nobody."""
    yield package
    for info in pkgutil.iter_modules(getattr(package, "__path__", ()), package.__name__ + "."):
        if not info.name.rpartition(".")[2].startswith("_") and info.name not in COMMANDS:
            yield from modules(importlib.import_module(info.name))


def members(path, kind):
    for name, value in vars(kind).items():
        if not name.startswith("_"):
            yield Name(f"{path}.{name}", value, kind)


def public_names():
    """All names that users may use."""
    for module in modules():
        yield Name(module.__name__, module, module)
        for name in module.__all__:
            value, path = getattr(module, name), f"{module.__name__}.{name}"
            if inspect.ismodule(value):
                continue
            yield Name(path, value, module)
            if inspect.isclass(value):
                yield from members(path, value)


def public_classes():
    return {name.path: name.value for name in public_names()
            if inspect.isclass(name.value) and not issubclass(name.value, (Exception, enum.Enum))}
