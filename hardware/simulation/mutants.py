#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py [--dry-run] [NAME ...]: plants mistakes in a copy of the RTL; a bench must catch each.

A mutant is a file, a text that stands there exactly once, what replaces it, and the benches that look.
"""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "hardware" / "mutants"

MUTANTS = {
    "adder_drops_carry": ("chunk_adder", "(CHUNK + 1)'(carry && !in_first)", "(CHUNK + 1)'(0)", "chunk_adder"),
    "adder_keeps_carry": ("chunk_adder", "carry && !in_first", "carry", "chunk_adder"),
    "combiner_drops_carry": ("chunk_combiner", "first ? 2'sd0 : carry;", "2'sd0;", "chunk_combiner"),
    "combiner_keeps_carry": ("chunk_combiner", "first ? 2'sd0 : carry;", "carry;", "chunk_combiner"),
    "combiner_small_carry": ("chunk_combiner", "carry <= total[CHUNK+1:CHUNK];",
                             "carry <= {total[CHUNK+1], total[CHUNK+1]};", "chunk_combiner"),
    "summer_small_carry": ("chunk_summer", "carry <= total[CHUNK+2:CHUNK];",
                           "carry <= {1'b0, total[CHUNK+1:CHUNK]};", "chunk_summer"),
    "summer_drops_term": ("chunk_summer", "(CHUNK + 3)'(rest)", "(CHUNK + 3)'(0)", "chunk_summer"),
    "multiplier_drops_carry": ("integer_multiplier", "first[1] ? '0 : carry;", "'0;", "integer_multiplier"),
    "multiplier_keeps_carry": ("integer_multiplier", "first[1] ? '0 : carry;", "carry;", "integer_multiplier"),
    "multiplier_wrong_message": ("integer_multiplier", "factor  <= in_small[j*SMALL +: SMALL]",
                                 "factor  <= in_small[(j ^ 1)*SMALL +: SMALL]", "integer_multiplier"),
    "pre_stage_early_half": ("pre_stage", "upper   <= upper ^ (address == ADDRESS'(WORDS - 1));",
                             "upper   <= upper ^ (address == ADDRESS'(WORDS - 2));", "pre_stage"),
    "pre_stage_wrong_slot": ("pre_stage", "first     <= slot == '0;", "first     <= slot == 3'd1;", "pre_stage"),
    "pre_crossbar_wrong_lane": ("pre_crossbar", "assign out_lane[3*m +: 3] = 3'(FIRST) +",
                                "assign out_lane[3*m +: 3] = 3'(FIRST ^ (m == 3)) +", "pre_crossbar"),
    "pre_crossbar_late_word": ("product_scheduler", "if (lane == 2'(i)) out_data", "if (next == 2'(i)) out_data",
                               "pre_crossbar"),
    "scheduler_one_word_short": ("product_scheduler", "left <= 5'(WORDS - 1);", "left <= 5'(WORDS - 2);",
                                 "pre_crossbar"),
    "scheduler_starts_early": ("product_scheduler", ">= LEVEL'(WORDS) + LEVEL'(pop[i])", ">= LEVEL'(2)",
                               "pre_crossbar"),
    "scheduler_wrong_lane": ("product_scheduler", "out_lane <= lane;", "out_lane <= next;", "pre_crossbar"),
    "multiplier_term_off_by_one": ("polynomial_multiplier", "valids[AT] && position < 3'(LEAF - i)",
                                   "valids[AT] && position <= 3'(LEAF - i)", "polynomial_multiplier"),
    "multiplier_high_off_by_one": ("polynomial_multiplier", "valids[AT] && position >= 3'(LEAF - i)",
                                   "valids[AT] && position > 3'(LEAF - i)", "polynomial_multiplier"),
    "multiplier_late_factor": ("polynomial_multiplier", "localparam int AT = SLOTS * (i + 1) - 1;",
                               "localparam int AT = SLOTS * (i + 1) - 2;", "polynomial_multiplier"),
    "multiplier_wrong_factor": ("polynomial_multiplier", "index == 3'(i)) factors",
                                "index == 3'(LEAF - 1 - i)) factors", "polynomial_multiplier"),
    "post_crossbar_wrong_source": ("post_crossbar", "(i < 6) ? 2 : 3", "(i < 7) ? 2 : 3", "post_crossbar"),
    "post_crossbar_off_by_one": ("post_crossbar", "in_lane[3*SOURCE +: 3] == 3'(i)",
                                 "in_lane[3*SOURCE +: 3] == 3'(i ^ (i > 5))", "post_crossbar"),
    "writer_one_row_early": ("product_writer", "word == ADDRESS'(WORDS - 1)", "word == ADDRESS'(WORDS - 2)",
                             "post_stage"),
    "writer_forgets_bank": ("product_writer", "if (complete) bank <= bank + 1'b1;", "", "post_stage"),
    "store_wrong_part": ("product_store", "2'(PART == 2 && !SERIAL ? 0 : PART)",
                         "2'(PART == 2 && !SERIAL ? 0 : PART ^ (PART < 2 ? 1 : 0))", "post_stage"),
    "store_top_not_zero": ("product_store", "assign high_s = row_top ? '0 :",
                           "assign high_s = 1'b0 ? '0 :", "post_stage"),
    "store_short_phase": ("product_store", "? WORDS - SLOTS - 1 : WORDS - 1", "? WORDS - SLOTS - 1 : WORDS - 2",
                          "post_stage"),
    "post_stage_lost_term": ("post_stage", ".minus_b (upper ? low_h : '0)", ".minus_b ('0)", "post_stage"),
    "post_stage_wrong_half": ("post_stage", ".plus_b  (upper ? '0 : high_s)",
                              ".plus_b  (upper ? '0 : low_s)", "post_stage"),
    "post_stage_long_top": ("post_stage", "row_valid && !(upper && row_top)", "row_valid", "post_stage"),
    "final_wrong_quarter": ("post_final", "default: plus_a = high_h;", "default: plus_a = high_l;", "post_final"),
    "final_does_not_wait": ("product_store", "phase == '0 && last_word && !complete", "1'b0", "post_final"),
    "packager_wrong_slot": ("packager", "slot < messages ?", "slot <= messages ?", "sides"),
    "packager_long_group": ("packager", "sub == 4'(karatsuba_pkg::GROUP - 1)",
                            "sub == 4'(karatsuba_pkg::GROUP)", "sides"),
    "packager_accepts_any_count": ("packager", "&& multiple_of_nine &&", "&&", "sides"),
    "packager_accepts_five": ("packager", "in_data[23:16] <= 8'(karatsuba_pkg::MESSAGES)",
                              "in_data[23:16] <= 8'd5", "sides"),
    "packager_no_abort": ("packager", "assign core_rst     = state == ABORT;", "assign core_rst     = 1'b0;", "sides"),
    "packager_ignores_room": ("packager", "DATA: in_ready = room || !group_start;", "DATA: in_ready = 1'b1;", "sides"),
    "packager_long_is_ok": ("packager", "in_last ? karatsuba_pkg::STATUS_OK : karatsuba_pkg::STATUS_LONG",
                            "karatsuba_pkg::STATUS_OK", "sides"),
    "packager_early_status": ("packager", "DRAIN: if (promised == '0) state", "DRAIN: state",
                              "accelerator"),
    "output_wrong_message": ("output_buffer", "burst[32*j +: CHUNK] = row[j*CHUNK",
                             "burst[32*j +: CHUNK] = row[(j ^ 2)*CHUNK", "sides"),
    "output_status_jumps_queue": ("output_buffer", "status_valid && level == '0",
                                  "status_valid && level <= 1", "sides"),
    "fifo_overwrites": ("../stream/fifo", "assign in_ready = !stored[ADDRESS];", "assign in_ready = 1'b1;", "fifo"),
    "fifo_reads_early": ("../stream/fifo", "(stored != '0) && (!out_valid", "(!out_valid", "fifo"),
    "skid_loses_spare": ("../stream/skid_buffer", "spare_valid <= 1'b1;", "spare_valid <= 1'b0;", "skid_buffer"),
    "skid_unstable": ("../stream/skid_buffer", "out_data <= spare_valid ? spare_data : in_data;",
                      "out_data <= spare_valid ? in_data : in_data;", "skid_buffer"),
    "core_swapped_lanes": ("karatsuba_core",
                           "{upper_valid[2*p+1], lower_valid[2*p+1], upper_valid[2*p], lower_valid[2*p]}",
                           "{lower_valid[2*p+1], upper_valid[2*p+1], upper_valid[2*p], lower_valid[2*p]}", "accelerator"),
}
COUNTS = {"accelerator": 2, "sides": 8, "post_crossbar": 400}


def run(command, **options):
    try:
        return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=300, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, b"timeout")


def caught(name, rtl, unit):
    env = dict(os.environ, LATH_RTL=str(rtl.relative_to(ROOT)),
               LATH_HARDWARE_BUILD=str((BUILD / name).relative_to(ROOT)))
    for seed, stalls in ((1, 0), (2, 1), (4, 1)):
        result = run(["hardware/simulation/simulate", "icarus", unit, str(COUNTS.get(unit, 300)), str(seed),
                      str(stalls)], env=env)
        if result.returncode != 0:
            lines = [line for line in result.stdout.decode().splitlines() if "FATAL" in line or " instead of " in line]
            return "caught: " + lines[-1].split(": ")[-1][:80] if lines else "FAILED: " + result.stdout.decode()[-200:]
    return "SURVIVED"


def main():
    arguments = [a for a in sys.argv[1:] if a != "--dry-run"]
    dry = "--dry-run" in sys.argv
    failed = 0
    for name, (file, old, new, unit) in MUTANTS.items():
        if arguments and name not in arguments:
            continue
        path = pathlib.Path("hardware/karatsuba") / (file + ".sv")
        text = (ROOT / path).read_text()
        if text.count(old) != 1:
            print(f"{name}: the text stands {text.count(old)} times in {path}")
            failed += 1
            continue
        if dry:
            continue
        rtl = BUILD / name / "rtl"
        shutil.rmtree(BUILD / name, ignore_errors=True)
        for folder in ("stream", "karatsuba"):
            shutil.copytree(ROOT / "hardware" / folder, rtl / folder)
        (rtl / "karatsuba" / (file + ".sv")).resolve().write_text(text.replace(old, new))
        verdict = caught(name, rtl, unit)
        print(f"{name}: {verdict}", flush=True)
        failed += not verdict.startswith("caught")
        shutil.rmtree(BUILD / name, ignore_errors=True)
    verdict = "planted" if dry else "caught"
    print(f"{len(arguments) or len(MUTANTS)} mutants, {failed} not {verdict}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
