// SPDX-License-Identifier: Apache-2.0
//
// The sizes of the design. Everything is computed modulo 2^(CHUNK * SLOTS) = 2^135.
package karatsuba_pkg;
  parameter int CHUNK = 27;     // bits of a chunk
  parameter int SLOTS = 5;      // chunks of a coefficient, least first; cycles that a coefficient takes on a lane
  parameter int MESSAGES = 4;   // binary polynomials beside one key polynomial
  parameter int RECEIVED = 7;   // bits of a binary polynomial's coefficient on the stream
  parameter int SMALL = 10;     // the same after three more additions: 8 * 127 < 2^10
  parameter int WORD = SMALL + CHUNK;     // one slot of a lane before the multipliers
  parameter int ROW = MESSAGES * CHUNK;   // one slot of a lane behind them
  parameter int LEAF = 5;                 // coefficients that a polynomial multiplier takes
  parameter int LEAF_WORDS = LEAF * SLOTS;
  parameter int LANES = 8;                // behind three recursions, index {sum 1, sum 2, sum 3}
  parameter int MULTIPLIERS = 4;          // polynomial multipliers of LEAF units of MESSAGES multipliers: 80
  parameter int SUB = 8 * LEAF;           // coefficients of a sub-polynomial on the stream
  parameter int SUB_WORDS = SUB * SLOTS;
  parameter int GROUP = 9;                // sub-polynomials that make one output polynomial
  parameter int GROUP_OUTPUT = (8 * SUB - 1) * SLOTS;  // bursts of an output polynomial: 319 * 5
  parameter int QUEUE = 64;               // words that a lane can wait with before the multipliers
  parameter logic [15:0] MAGIC = 16'h4C4B;
  parameter logic [7:0] STATUS_OK = 8'd0;
  parameter logic [7:0] STATUS_SHORT = 8'd1;
  parameter logic [7:0] STATUS_LONG = 8'd2;
  parameter logic [7:0] STATUS_HEADER = 8'd3;
endpackage
