// SPDX-License-Identifier: Apache-2.0
//
// Twiddles of one level of one pipe: 2^LEVEL words for each prime, in Montgomery form.
//
// Ports: limb, node = place >> (LOG_BLOCK - LEVEL) is taken from place; data one cycle later.
module twiddle_memory #(
  parameter int LOG_BLOCK = 10,
  parameter int LEVEL = 3,
  parameter int PIPE = 0,
  parameter bit INVERSE = 1'b0
) (
  input  logic                 clk,
  input  logic [2:0]           limb,
  input  logic [LOG_BLOCK-1:0] place,
  output logic [26:0]          data
);
  localparam logic [7:0] PIPE_DIGIT = 8'(48 + PIPE);
  localparam logic [7:0] TENS_DIGIT = 8'(48 + LEVEL / 10);
  localparam logic [7:0] ONES_DIGIT = 8'(48 + LEVEL % 10);
  localparam logic [55:0] DIRECTION = INVERSE ? "inverse" : "forward";

  logic [LEVEL+2:0] address;
  assign address = (LEVEL + 3)'({limb, place} >> (LOG_BLOCK - LEVEL));

  table_memory #(
    .DEPTH(residue_pkg::LIMBS << LEVEL),
    .FILE({DIRECTION, "_", PIPE_DIGIT, "_", TENS_DIGIT, ONES_DIGIT, ".hex"})
  ) table_words (
    .clk(clk), .address(address), .data(data)
  );
endmodule
