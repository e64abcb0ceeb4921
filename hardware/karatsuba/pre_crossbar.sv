// SPDX-License-Identifier: Apache-2.0
//
// Eight lanes of unequal load to four polynomial multipliers. In 200 cycles the lanes bring 8, 4, 4, 2, 4, 2, 2 and 1
// polynomials of five coefficients (index {sum 1, sum 2, sum 3}); the multipliers take 8, 8, 8 and 3 of them:
//   multiplier 0: lane 0      1: lanes 1, 2      2: lanes 3, 4, 5      3: lanes 6, 7
//
// Ports: lane i at bit i of in_valid and word i of in_data, nobody stalls; in_ready[i] says that queue i has room,
// which the schedule guarantees. Output m: 25 words without a gap for each polynomial, out_lane is its lane.
// Latency 29 cycles at least: a polynomial is sent when it is whole.
module pre_crossbar (
  input  logic                                                      clk,
  input  logic                                                      rst,
  input  logic [karatsuba_pkg::LANES-1:0]                           in_valid,
  output logic [karatsuba_pkg::LANES-1:0]                           in_ready,
  input  logic [karatsuba_pkg::LANES*karatsuba_pkg::WORD-1:0]       in_data,
  output logic [karatsuba_pkg::MULTIPLIERS-1:0]                     out_valid,
  output logic [karatsuba_pkg::MULTIPLIERS*karatsuba_pkg::WORD-1:0] out_data,
  output logic [karatsuba_pkg::MULTIPLIERS*3-1:0]                   out_lane
);
  localparam int WORD = karatsuba_pkg::WORD;
  localparam int LANES = karatsuba_pkg::LANES;
  localparam int LEVEL = $clog2(karatsuba_pkg::QUEUE) + 1;

  logic [LANES-1:0]       pop;
  logic [LANES*LEVEL-1:0] levels;
  logic [LANES*WORD-1:0]  words;
  logic [7:0]             chosen;
  logic [LANES-1:0]       words_waiting;

  for (genvar i = 0; i < LANES; i++) begin : lane
    fifo #(
      .WIDTH(WORD),
      .DEPTH(karatsuba_pkg::QUEUE)
    ) queue (
      .clk      (clk),
      .rst      (rst),
      .in_valid (in_valid[i]),
      .in_ready (in_ready[i]),
      .in_data  (in_data[i*WORD +: WORD]),
      .out_valid(words_waiting[i]),
      .out_ready(pop[i]),
      .out_data (words[i*WORD +: WORD]),
      .level    (levels[i*LEVEL +: LEVEL])
    );
`ifdef SIMULATION
    always @(posedge clk) begin
      if (!rst && in_valid[i] && !in_ready[i]) $fatal(1, "pre_crossbar: queue %0d overflows", i);
      if (!rst && pop[i] && !words_waiting[i]) $fatal(1, "pre_crossbar: queue %0d is empty", i);
    end
`endif
  end

  for (genvar m = 0; m < karatsuba_pkg::MULTIPLIERS; m++) begin : multiplier
    localparam int FIRST = (m == 0) ? 0 : (m == 1) ? 1 : (m == 2) ? 3 : 6;
    localparam int COUNT = (m == 0) ? 1 : (m == 2) ? 3 : 2;
    product_scheduler #(
      .LANES(COUNT),
      .LEVEL(LEVEL)
    ) scheduler (
      .clk      (clk),
      .rst      (rst),
      .levels   (levels[FIRST*LEVEL +: COUNT*LEVEL]),
      .words    (words[FIRST*WORD +: COUNT*WORD]),
      .pop      (pop[FIRST +: COUNT]),
      .out_valid(out_valid[m]),
      .out_data (out_data[m*WORD +: WORD]),
      .out_lane (chosen[2*m +: 2])
    );
    assign out_lane[3*m +: 3] = 3'(FIRST) + 3'(chosen[2*m +: 2]);
  end

`ifndef SIMULATION
  // Only the checks in simulation and the proofs look at it.
  logic unused;
  assign unused = ^words_waiting;
`endif

`ifdef FORMAL
  `include "pre_crossbar_properties.svh"
`endif
endmodule
