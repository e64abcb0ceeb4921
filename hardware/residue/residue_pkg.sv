// SPDX-License-Identifier: Apache-2.0
//
// Constants of the residue accelerator: five primes p = 2^27 - defect * 2^19 + 1, sizes, commands, status codes.
package residue_pkg;
  localparam int LIMBS = 5;
  localparam int LANES = 11;
  localparam int COLUMNS = 12;  // columns of U in a burst, ten bits each

  localparam logic [15:0] MAGIC = 16'h4C52;
  localparam logic [7:0] KEY_UPLOAD = 8'd1;
  localparam logic [7:0] PRODUCT = 8'd2;

  localparam logic [7:0] STATUS_OK = 8'd0;
  localparam logic [7:0] STATUS_SHORT = 8'd1;
  localparam logic [7:0] STATUS_LONG = 8'd2;
  localparam logic [7:0] STATUS_HEADER = 8'd3;
  localparam logic [7:0] STATUS_NO_KEY = 8'd4;

  // Bits [26:19] of the prime; below them stands 1.
  function automatic logic [7:0] prime_top(input logic [2:0] limb);
    case (limb)
      3'd0: prime_top = 8'd252;
      3'd1: prime_top = 8'd225;
      3'd2: prime_top = 8'd216;
      3'd3: prime_top = 8'd200;
      default: prime_top = 8'd194;
    endcase
  endfunction

  function automatic logic [26:0] prime(input logic [2:0] limb);
    prime = {prime_top(limb), 19'd1};
  endfunction
endpackage
