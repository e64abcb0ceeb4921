# SPDX-License-Identifier: Apache-2.0
"""The package brings its types, and a program that mypy has read runs."""

import importlib.resources
import inspect
import typing

import lath
import lath.typing
import typed_program


def test_stubs_are_installed():
    package = importlib.resources.files("lath")
    assert (package / "py.typed").is_file()
    stub = (package / "_lath" / "__init__.pyi").read_text(encoding="utf-8")
    assert all(f"class {name}" in stub for name in ("Client", "Ciphertext", "Server"))


def test_a_typed_program(capsys):
    typed_program.main()
    shown = capsys.readouterr().out.splitlines()
    assert shown[:-1] == ["[-8, -24, -51] 4 True", "[3, 12, 27]", "True", "3", "True"]
    assert shown[-1].startswith("reduce it modulo the plaintext modulus")


def test_functions_have_types():
    """Those of Python; the stubs have the others'."""
    for module in (lath._arrays, lath._errors):
        for function in vars(module).values():
            if inspect.isfunction(function):
                assert "return" in typing.get_type_hints(function), function
