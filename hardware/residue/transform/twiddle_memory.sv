// SPDX-License-Identifier: Apache-2.0
//
// Twiddles of one level: for each prime 2^LEVEL rows of a word for each pipe, as multiply_mod takes them.
//
// Ports: limb, node = place >> (LOG_BLOCK - LEVEL) is taken from place; data one cycle later.
module twiddle_memory #(
  parameter int LOG_BLOCK = 10,
  parameter int LEVEL = 3,
  parameter bit INVERSE = 1'b0
) (
  input  logic                 clk,
  input  logic [2:0]           limb,
  input  logic [LOG_BLOCK-1:0] place,
  output logic [80:0]          data
);
  localparam logic [7:0] TENS_DIGIT = 8'(48 + LEVEL / 10);
  localparam logic [7:0] ONES_DIGIT = 8'(48 + LEVEL % 10);
  localparam logic [55:0] DIRECTION = INVERSE ? "inverse" : "forward";

  logic [LEVEL+2:0] address;
  assign address = (LEVEL + 3)'({limb, place} >> (LOG_BLOCK - LEVEL));

  table_memory #(
    .WIDTH(81), .DEPTH(residue_pkg::LIMBS << LEVEL), .FILE({DIRECTION, "_", TENS_DIGIT, ONES_DIGIT, ".hex"})
  ) table_words (
    .clk(clk), .address(address), .data(data)
  );
endmodule
