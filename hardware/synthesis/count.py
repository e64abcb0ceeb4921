#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""count.py FILE ...: Yosys's counts as a table, one rule for every design.

ALM-equivalents on Cyclone V: half the ALUTs (of any size, arithmetic ones too), rounded up, and half the 32 x 1 bit
memories (an MLAB of 10 ALMs holds 32 x 20 bits). Memory bits: 10,240 a block M10K.
"""
import json
import pathlib
import sys


def cells_of(path):
    cells = json.loads(pathlib.Path(path).read_text())["design"]["num_cells_by_type"]

    def total(prefix):
        return sum(count for name, count in cells.items() if name.startswith(prefix))
    return total


print("| design | family | ALUTs or LUT4s | ALM-equivalents | registers | multipliers | memory blocks |")
print("|---|---|---:|---:|---:|---:|---:|")
for path in sys.argv[1:]:
    if path.endswith("netlist.json") or path.endswith("clock.json"):
        continue
    top, family = pathlib.Path(path).name.split(".")[:2]
    total = cells_of(path)
    if family == "cyclonev":
        aluts, mlabs = total("MISTRAL_ALUT"), total("MISTRAL_MLAB")
        row = (aluts, (aluts + 1) // 2 + (mlabs + 1) // 2, total("MISTRAL_FF"), total("MISTRAL_MUL"),
               f"{total('MISTRAL_M10K')} M10K")
    else:
        row = (total("LUT4") + 2 * total("CCU2C") + 4 * total("TRELLIS_DPR16X4"), "", total("TRELLIS_FF"),
               f"{total('MULT18X18D')} (18 x 18)", f"{total('DP16KD')} DP16KD")
    print(f"| {top} | {family} | " + " | ".join(f"{x:,}" if isinstance(x, int) else x for x in row) + " |")
