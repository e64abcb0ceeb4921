#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""expect_errors.py <source> <compiler and its options...>

What must not compile does not, for the reason given. The source compiles as it stands. With
FORBIDDEN defined, each line that ends in `// error: <pattern>` has an error that matches the
pattern, so that a slip of the pen does not pass for success, and no other line has one.
"""
import os
import re
import subprocess
import sys


def messages(compiler, source, *options):
    """The exit status of the compiler and what it said, in one block for each error."""
    command = [*compiler, "-std=c++20", "-fsyntax-only", *options, source]
    environment = dict(os.environ, LC_ALL="C")
    result = subprocess.run(command, env=environment, text=True, capture_output=True)
    return result.returncode, result.stdout + result.stderr


def errors(output, source):
    """The errors in what a compiler said: pairs of (lines of the source that are named, message).

    GCC names the lines that led to errors before the first of them, Clang after the last.
    """
    found = []
    leading = set()  # the lines that GCC names
    ended = False  # by an error
    for line in output.splitlines():
        place = re.match(re.escape(source) + r":(\d+):", line)
        number = {int(place[1])} if place else set()
        if re.search(r": (fatal )?error: ", line):
            found.append((number or set(leading), line))
            ended = True
        elif re.search(r"required from|In (instantiation|substitution|function|lambda)", line):
            leading = number if ended else leading | number
            ended = False
        elif " note: in instantiation of" in line:
            for lines, _ in found[::-1]:
                if lines:
                    break
                lines.update(number)
    return found


def main():
    source, *compiler = sys.argv[1:]
    status, output = messages(compiler, source)
    if status != 0:
        sys.exit(f"{source} does not compile as it stands:\n{output}")

    with open(source, encoding="utf-8") as file:
        marks = (re.search(r"  // error: (.*)", line) for line in file)
        expected = {number: mark[1] for number, mark in enumerate(marks, 1) if mark}
    if not expected:
        sys.exit(f"{source} has no line that ends in '// error: <pattern>'")

    _, output = messages(compiler, source, "-DFORBIDDEN")
    found = errors(output, source)
    wrong = []
    for number, pattern in expected.items():
        here = [text for lines, text in found if number in lines]
        if not here:
            wrong.append(f"{source}:{number}: compiles")
        elif not any(re.search(pattern, text) for text in here):
            wrong.append(f"{source}:{number}: fails for another reason than {pattern}: {here}")
    for lines, text in found:
        if not lines & expected.keys():
            wrong.append(f"an error where none is expected: {text}")
    if wrong:
        sys.exit("\n".join([*wrong, "The compiler said:", output]))
    print(f"{source}: {len(expected)} errors, each for its reason")


main()
