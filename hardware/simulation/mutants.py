#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py [--dry-run] [--every N] [karatsuba | residue | NAME ...]: plants mistakes in a copy of the RTL; a bench
must catch each. --every N takes each Nth.

A mutant is a module, a text that stands there exactly once, what replaces it, and the bench that looks: in Icarus, or
for what shows at full size only in Verilator, as "device_2560".
"""
import argparse
import functools
import os
import pathlib
import shutil
import subprocess
import sys

import karatsuba_mutants
import residue_mutants

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "hardware" / "mutants"
FOLDERS = ("stream", "karatsuba", "residue")
DESIGNS = {"karatsuba": karatsuba_mutants.MUTANTS, "residue": residue_mutants.MUTANTS}
VERILATED = "device_2560"
COUNTS = {VERILATED: 2, "accelerator_160": 2, "sides": 8, "post_crossbar": 400, "row_packer": 300,
          "command_decoder": 12000, residue_mutants.WHOLE: 1}
TRIES = ((1, 0), (2, 1), (4, 1))  # seeds and paces


def simulate(rtl, build, unit, seed, pace):
    env = dict(os.environ, LATH_RTL=str(rtl), LATH_HARDWARE_BUILD=str(build.relative_to(ROOT)))

    def step(verb, *arguments):
        return subprocess.run(["hardware/simulation/simulate", verb, unit, *map(str, arguments)], cwd=ROOT, env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)

    if unit == VERILATED and step("build").returncode != 0:
        sys.exit(f"mutants: {unit} of {rtl} cannot be built")
    return step("run" if unit == VERILATED else "icarus", COUNTS.get(unit, 300), seed, pace)


@functools.cache
def passes_without_a_mistake(unit, seed, pace):
    return simulate(ROOT / "hardware", BUILD / "none", unit, seed, pace).returncode == 0


def verdict(name, rtl, unit):
    for seed, pace in TRIES[:1] if unit == VERILATED else TRIES:
        try:
            result = simulate(rtl, BUILD / name, unit, seed, pace)
        except subprocess.TimeoutExpired:
            return "NO ANSWER in time"
        if result.returncode == 0:
            continue
        if not passes_without_a_mistake(unit, seed, pace):
            return f"FAILED: {unit} fails without a mistake"
        signs = ("FATAL", " instead of ", "FAILED: ", "%Fatal", "%Error")
        lines = [line for line in result.stdout.decode().splitlines() if any(sign in line for sign in signs)]
        return "caught: " + lines[0].split(": ")[-1][:80] if lines else "FAILED: " + result.stdout.decode()[-200:]
    return "SURVIVED"


def find(module):
    (path,) = [p for folder in FOLDERS for p in (ROOT / "hardware" / folder).rglob(module + ".sv")]
    return path


def plant(name, module, old, new):
    """The copy of the RTL with the mistake."""
    rtl = BUILD / name / "rtl"
    shutil.rmtree(BUILD / name, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / "hardware" / folder, rtl / folder)
    path = find(module)
    (rtl / path.relative_to(ROOT / "hardware")).write_text(path.read_text().replace(old, new))
    return rtl


def chosen(names, every):
    known = {name: (design, mutant) for design, group in DESIGNS.items() for name, mutant in group.items()}
    for name in set(names) - set(DESIGNS) - set(known):
        sys.exit(f"mutants: there is no {name}")
    mutants = {name: mutant for name, (design, mutant) in known.items()
               if not names or name in names or design in names}
    return dict(list(mutants.items())[::every])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--dry-run", action="store_true")
    options.add_argument("--every", type=int, default=1)
    options.add_argument("names", nargs="*")
    o = options.parse_args()
    mutants = chosen(o.names, o.every)
    failed = 0
    for name, (module, old, new, unit) in mutants.items():
        count = find(module).read_text().count(old)
        if count != 1:
            print(f"{name}: the text stands {count} times in {module}")
            failed += 1
        elif not o.dry_run:
            said = verdict(name, plant(name, module, old, new), unit)
            print(f"{name}: {said}", flush=True)
            failed += not said.startswith("caught")
            shutil.rmtree(BUILD / name)
    print(f"{len(mutants)} mutants, {failed} not {'planted' if o.dry_run else 'caught'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
