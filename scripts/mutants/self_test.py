# SPDX-License-Identifier: Apache-2.0
"""Proves on a small project of its own that mutants are judged rightly."""
import contextlib
import io
import math
import pathlib
import sys
import tempfile

from mutants.build import plant
from mutants.tables import Tables

PROJECT = {
    "CMakePresets.json": """{ "version": 4, "configurePresets": [ { "name": "release", "generator": "Ninja",
  "binaryDir": "${sourceDir}/build/release", "cacheVariables": { "CMAKE_BUILD_TYPE": "Release" } } ],
  "buildPresets": [ { "name": "release", "configurePreset": "release" } ] }""",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(sums LANGUAGES CXX)
include_directories(include src)
add_library(sums src/arith/sum.cpp src/arith/sum_of_squares.cpp)
add_subdirectory(tests)""",
    "src/arith/difference.cpp": "int difference(int a, int b) { return a - b; }",
    "tests/CMakeLists.txt": """set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env A=B)
function(lath_test name)
  add_executable(${name}_test ${name}_test.cpp)
  target_link_libraries(${name}_test sums)
endfunction()
lath_test(sum)
lath_test(nothing)""",
    "include/lath/arith/square.hpp": "inline int square(int a) {\n  return a * a;\n}",
    "src/arith/sum.cpp": "int sum(int a, int b) {\n  int c = a;\n  c += b;\n  return\n      c;\n}",
    "src/arith/sum_of_squares.cpp":
        '#include "lath/arith/square.hpp"\nint sum(int a, int b);\n'
        "int sum_of_squares(int a, int b) { return sum(square(a), square(b)); }",
    "tests/sum_test.cpp":
        '#include "lath/arith/square.hpp"\nint sum_of_squares(int a, int b);\n'
        "int main() { return sum_of_squares(3, 2) != 13 || square(0) != 0; }",
    "tests/nothing_test.cpp": "int sum(int a, int b);\nint main() { return sum(0, 0); }",
}

# How each must be judged, and its tests, old lines and new ones.
JUDGED = {
    "of-the-test": ("caught", "sum", "- return a * a;", "+ if (a == 0) return 1;\n+ return a * a;"),
    "of-the-library": ("caught", "sum", "- return a * a;", "+ return 2 * a;"),
    "over-lines": ("caught", "sum", "- return c;", "+ return a;"),
    "without-a-line": ("caught", "sum", "- c += b;", ""),
    "by-the-second": ("caught", "nothing sum", "- c += b;", "+ c -= b;"),
    "without-end": ("caught", "sum", "- c += b;", "+ for (;;);"),
    "that-survives": ("SURVIVED", "nothing", "- c += b;", "+ c -= b;"),
    "no-language": ("ERROR", "sum", "- c += b;", "+ c plus b;"),
    "elsewhere": ("ERROR", "sum", "- return a - b;", "+ return b - a;"),
}

# What is wrong with each, and its text.
WRONG = {
    "twice": ("found 2 times", "Adds.\ntests: sum\n- int sum(int a, int b)\n+ int sum(int b, int a)"),
    "nowhere": ("found 0 times", "Adds.\ntests: sum\n- c += d;\n+ c -= d;"),
    "part-of-a-word": ("found 0 times", "Adds.\ntests: sum\n- eturn a * a;\n+ return a;"),
    "the-same": ("the new text is the old one", "Adds.\ntests: sum\n- c += b;\n+ c += b;"),
    "untested": ("no test program difference", "Adds.\ntests: difference\n- c += b;\n+ c -= b;"),
    "no-sentence": ("needs a name", "tests: sum\n- c += b;\n+ c -= b;"),
    "no-old-text": ("needs a name", "Adds.\ntests: sum\n+ c -= b;"),
    "of-a-name": ("another mutant", "Adds.\ntests: sum\n- c += b;\n+ c -= b;\n\n"
                                    "of-a-name\nAdds.\ntests: sum\n- c += b;\n+ c = b;"),
}


def tables_of(root, entries):
    path = root / "tests" / "mutants" / "arith.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("# A comment.\n\n" + "\n\n".join(entries) + "\n", encoding="utf-8")
    return Tables(root)


def misjudged(root):
    """What is not found to be as it is."""
    for name, (what, text) in WRONG.items():
        wrong = tables_of(root, [f"{name}\n{text}"]).wrong
        if not wrong or not all(name in each and what in each for each in wrong):
            yield f"{name}: {wrong}"
    tables = tables_of(root, [f"{name}\nSums are wrong.\ntests: {tests}\n{old}\n{new}".rstrip("\n")
                              for name, (_, tests, old, new) in JUDGED.items()])
    yield from tables.wrong
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        outcomes = plant(tables, tables.mutants, math.inf, 1)
        if set(plant(tables, tables.mutants, 0).values()) != {"unreached"}:
            yield "mutants are planted when there is no time left"
    if wrong := [name for name, (judgement, *_) in JUDGED.items() if outcomes[name] != judgement]:
        yield f"{', '.join(wrong)}:\n{printed.getvalue()}"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in PROJECT.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        wrong = list(misjudged(root))
    if wrong:
        print("check-mutants: the self-test failed", *wrong, sep="\n  ", file=sys.stderr)
        return False
    print(f"check-mutants: the self-test judged {len(WRONG) + len(JUDGED)} planted entries rightly", flush=True)
    return True
