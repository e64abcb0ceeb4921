#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""timeline.py [--check]: simulates one transfer of each kind at full size and writes when the parts of the circuits
work to docs/figures/hardware.json, in cycles from the first burst in; with --check they must be those that stand there.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "docs" / "figures" / "hardware.json"
SIMULATE = ROOT / "hardware" / "simulation" / "simulate"
# Unit, pace: full rate for the Karatsuba design, a burst in every second cycle both ways for the other.
TRANSFERS = {"accelerator_2560": 0, "residue_full_1x1": 4, "residue_full_4x1": 4}


def simulate(*arguments):
    result = subprocess.run([SIMULATE, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"timeline: {' '.join(map(str, arguments))} failed\n{result.stdout}")
    return result.stdout


def spans(unit, pace):
    lines = [line.split() for line in simulate("run", unit, 1, 1, pace).splitlines() if line.startswith("span ")]
    return {name: [int(first), int(last)] for _, name, first, last in lines}


def main():
    for unit in ("accelerator_2560", "residue_full"):
        simulate("build", unit)
    found = {unit: spans(unit, pace) for unit, pace in TRANSFERS.items()}
    for unit, parts in found.items():
        print(f"{unit}: {parts['out'][1]} cycles from the first burst in to the last burst out")
    text = json.dumps(found, indent=2) + "\n"
    if sys.argv[1:] != ["--check"]:
        RECORD.write_text(text)
    elif not RECORD.is_file() or json.loads(RECORD.read_text()) != found:
        sys.exit(f"timeline: {RECORD.relative_to(ROOT)} has other cycles; run hardware/simulation/timeline.py")


if __name__ == "__main__":
    main()
