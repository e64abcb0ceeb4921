// SPDX-License-Identifier: Apache-2.0
//
// Gives one polynomial multiplier its work: of LANES queues it takes one that holds a whole polynomial of five
// coefficients, sends its 25 words without a gap, and goes round.
//
// Ports: `levels` are the words in each queue (LEVEL bits each), `pop` takes one from queue i, out_* is the word that
// left a queue, out_lane the queue. It starts a polynomial every 25 cycles while any queue has one. Latency 1 cycle.
module product_scheduler #(
  parameter int LANES = 2,
  parameter int LEVEL = 7
) (
  input  logic                                 clk,
  input  logic                                 rst,
  input  logic [LANES*LEVEL-1:0]               levels,
  input  logic [LANES*karatsuba_pkg::WORD-1:0] words,
  output logic [LANES-1:0]                     pop,
  output logic                                 out_valid,
  output logic [karatsuba_pkg::WORD-1:0]       out_data,
  output logic [1:0]                           out_lane
);
  localparam int WORD = karatsuba_pkg::WORD;
  localparam int WORDS = karatsuba_pkg::LEAF_WORDS;

  logic       busy;
  logic [1:0] lane;
  logic [4:0] left;
  logic       found;
  logic [1:0] next;
  logic       choose;

  assign choose = !busy || left == '0;

  // The queue after the last one comes first; a queue that is being read counts without the word that leaves.
  always_comb begin
    found = 1'b0;
    next  = lane;
    for (int distance = LANES; distance > 0; distance--) begin
      for (int i = 0; i < LANES; i++) begin
        if ((int'(lane) + distance) % LANES == i
            && levels[i*LEVEL +: LEVEL] >= LEVEL'(WORDS) + LEVEL'(pop[i])) begin
          found = 1'b1;
          next  = 2'(i);
        end
      end
    end
  end

  always_comb begin
    for (int i = 0; i < LANES; i++) pop[i] = busy && lane == 2'(i);
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      busy      <= 1'b0;
      lane      <= '0;
      left      <= '0;
      out_valid <= 1'b0;
    end else begin
      out_valid <= busy;
      if (choose) begin
        busy <= found;
        lane <= next;
        left <= 5'(WORDS - 1);
      end else begin
        left <= left - 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin
    out_lane <= lane;
    for (int i = 0; i < LANES; i++) begin
      if (lane == 2'(i)) out_data <= words[i*WORD +: WORD];
    end
  end

`ifdef FORMAL
  `include "product_scheduler_properties.svh"
`endif
endmodule
