// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage of the accelerator, inside bench_accelerator: what the runs together must have met.
`include "cover_point.svh"
  // How transfers begin and end.
  `POINT(c_ok, "status ok", 8, dut.status_valid && dut.status_ready && dut.status_code == 0)
  `POINT(c_short, "status short", 2, dut.status_valid && dut.status_ready && dut.status_code == 1)
  `POINT(c_long, "status long", 2, dut.status_valid && dut.status_ready && dut.status_code == 2)
  `POINT(c_header, "status header", 2, dut.status_valid && dut.status_ready && dut.status_code == 3)
  `POINT(c_alone, "header alone", 1, dut.input_side.take && dut.slice_last && dut.input_side.state == 0)
  `POINT(c_abort, "abort with words in the core", 1, dut.core_rst && dut.input_side.promised != 0)
  `POINT(c_status_held, "status waits for the output", 1, dut.status_valid && !dut.status_ready)
  for (genvar k = 1; k <= 4; k++) begin : c_messages
    localparam string NAME = k == 1 ? "one message"
                           : k == 2 ? "two messages" : k == 3 ? "three messages" : "four messages";
    `POINT(point, NAME, 100, dut.core_valid && dut.input_side.messages == 3'(k))
  end
  // Streams.
  `POINT(c_room, "group waits for room", 1, dut.slice_valid && !dut.input_side.room && dut.input_side.group_start
         && dut.input_side.state == 1)
  `POINT(c_gap, "gap inside a coefficient", 100, !dut.slice_valid && dut.input_side.slot != 0)
  `POINT(c_spare_in, "input slice full", 1, dut.slice.spare_valid)
  `POINT(c_spare_out, "output slice full", 100, dut.output_side.slice.spare_valid)
  `POINT(c_out_wait, "output waits", 100, out_valid && !out_ready)
  `POINT(c_level, "output buffer nearly full", 1, dut.output_side.level > 2600)
  // Crossbars: every lane served, queues with two polynomials, multipliers that go on and that pause.
  for (genvar i = 0; i < 8; i++) begin : c_lane
    localparam int SOURCE = (i == 0) ? 0 : (i < 3) ? 1 : (i < 6) ? 2 : 3;
    `POINT(served, "lane to a multiplier", 25,
         dut.core.factor_valid[SOURCE] && dut.core.factor_lane[3*SOURCE +: 3] == 3'(i))
    `POINT(low, "low rows of a lane", 25, dut.core.lower_valid[i])
    `POINT(high, "high rows of a lane", 20, dut.core.upper_valid[i])
  end
  for (genvar m = 0; m < 4; m++) begin : c_multiplier
    `POINT(both, "high beside the next low", 20, dut.core.low_valid[m] && dut.core.high_valid[m])
    `POINT(pause, "multiplier pauses", 25, !dut.core.factor_valid[m] && dut.core.unit_busy != 0)
  end
  `POINT(c_two, "two polynomials wait in a lane", 1, dut.core.spread.levels[4*7 +: 7] >= 7'd50)
  `POINT(c_together, "all units busy", 100, &unit_busy)
  // Carries: every value.
  `POINT(c_add_0, "adder carry 0", 10,
         dut.core.recursion[0].stage.adder.in_valid && !dut.core.recursion[0].stage.adder.carry)
  `POINT(c_add_1, "adder carry 1", 10,
         dut.core.recursion[0].stage.adder.in_valid && dut.core.recursion[0].stage.adder.carry)
  for (genvar k = 0; k < 4; k++) begin : c_combine
    `POINT(low, "combiner carry", 10, dut.core.third.low_combiner.message[0].combiner.valid
           && dut.core.third.low_combiner.message[0].combiner.carry == 2'(k))
    `POINT(final_one, "last combiner carry", 10, dut.core.fifth.combiner.message[0].combiner.valid
           && dut.core.fifth.combiner.message[0].combiner.carry == 2'(k))
  end
  for (genvar k = 0; k < 5; k++) begin : c_sum
    `POINT(low, "summer carry", 1, dut.core.multiplier[0].unit.message[0].low_sum.valid[1]
           && dut.core.multiplier[0].unit.message[0].low_sum.carry == 3'(k))
  end
  `POINT(c_product, "product carry above 2^8", 10,
         dut.core.multiplier[0].unit.unit[0].multiplier.message[0].carry > 256)
  // Stores.
  `POINT(c_banks_1, "two sets wait, stage 1", 1, dut.core.first[0].stage.store.sets[2:0] >= 2)
  `POINT(c_follow, "sets follow at once, stage 3", 1, dut.core.third.store.release_set && dut.core.third.store.waiting)
  `POINT(c_early, "last stage begins early", 1, !dut.core.fifth.store.busy && dut.core.fifth.store.waiting
         && !dut.core.fifth.store.complete)
