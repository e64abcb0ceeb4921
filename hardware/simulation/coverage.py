#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coverage.py FILE ...: adds up the cover points of several runs and fails where a goal was not reached."""
import pathlib
import sys

totals = {}
for path in sys.argv[1:]:
    lines = [line for line in pathlib.Path(path).read_text().splitlines() if line.startswith("cover ")]
    for number, line in enumerate(lines):  # points of one name in several places count each
        name, count, goal = line[len("cover "):].rsplit(" ", 2)
        before = totals.get((number, name), (0, 0))[0]
        totals[number, name] = (before + int(count), int(goal))
missed = [(name, number) for (number, name), (count, goal) in totals.items() if count < goal]
for name, number in missed:
    print(f"coverage: {name} (point {number}) missed its goal")
print(f"coverage: {len(totals) - len(missed)} of {len(totals)} points reached their goals")
sys.exit(1 if missed or not totals else 0)
