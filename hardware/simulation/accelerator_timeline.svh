// SPDX-License-Identifier: Apache-2.0
//
// When the parts of the Karatsuba accelerator work, inside bench_accelerator, in cycles from the first burst in.
`include "span_probe.svh"
  logic        restart;
  int unsigned now;

  transfer_clock cycles (
    .clk(clk), .rst(rst), .taken(in_valid && in_ready), .last(in_data[128]), .restart(restart), .now(now)
  );

  `SPAN(s_in, "in", in_valid && in_ready)
  `SPAN(s_pre, "pre", dut.core_valid)
  `SPAN(s_multipliers, "multipliers", dut.unit_busy != '0)
  `SPAN(s_post, "post", dut.row_valid)
  `SPAN(s_out, "out", out_valid && out_ready)
