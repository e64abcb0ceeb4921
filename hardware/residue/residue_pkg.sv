// SPDX-License-Identifier: Apache-2.0
//
// Constants of the residue accelerator: five primes p = 2^26 + excess 2^17 + 1, sizes, commands, status codes.
//
// A residue is any number of its class, signed: where it is multiplied it has 27 bits, between multiplications more.
// In units of 2^26: p is at most 1.047, a table's word 0.524, what `narrow` leaves of k p + r 0.5 + 0.047 |k|, a
// product 0.524 + half of that times 0.524. So a lane stays below 8 (30 bits) where these functions say how wide it is.
package residue_pkg;
  localparam int LIMBS = 5;
  localparam int PIPES = 3;
  localparam int LANES = 11;
  localparam int GROUP = 4;  // lanes of a row that are reduced in one cycle
  localparam int COLUMNS = 6;  // columns of U in a burst, twenty bits each

  localparam logic [15:0] MAGIC = 16'h4C52;
  localparam logic [7:0] KEY_UPLOAD = 8'd1;
  localparam logic [7:0] PRODUCT = 8'd2;

  localparam logic [7:0] STATUS_OK = 8'd0;
  localparam logic [7:0] STATUS_SHORT = 8'd1;
  localparam logic [7:0] STATUS_LONG = 8'd2;
  localparam logic [7:0] STATUS_HEADER = 8'd3;
  localparam logic [7:0] STATUS_NO_KEY = 8'd4;
  localparam logic [7:0] STATUS_BEYOND = 8'd5;

  // Sums of two powers of two; reduce_mod has them once more, as shifts.
  function automatic logic [4:0] excess(input logic [2:0] limb);
    case (limb)
      3'd0: excess = 5'd1;
      3'd1: excess = 5'd3;
      3'd2: excess = 5'd12;
      3'd3: excess = 5'd16;
      default: excess = 5'd24;
    endcase
  endfunction

  // Forward, a lane before a level grows by a product, at most 0.73, a level: 1.05, 1.72, 2.40, 3.08, 3.77, 4.47, ..
  function automatic int forward_width(input int level);
    forward_width = (level <= 4) ? 28 : (level <= 7) ? 29 : 30;
  endfunction

  // Back, a lane before a level doubles a level, and every third level narrows its sum: 0.79, 1.57, 3.13 and again.
  function automatic bit inverse_narrows(input int level);
    inverse_narrows = level % 3 == 1;
  endfunction

  function automatic int inverse_width(input int level, input int log_block);
    inverse_width = (level == log_block) ? 27 : 27 + (3 - level % 3) % 3;
  endfunction
endpackage
