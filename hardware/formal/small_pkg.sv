// SPDX-License-Identifier: Apache-2.0
//
// karatsuba_pkg with chunks of four bits: what the crossbars do does not depend on the data, and the sum of five
// whole coefficients, whose proof at 27 bits does not end in a quarter of an hour, is written for any width from three.
package karatsuba_pkg;
  parameter int CHUNK = 4;
  parameter int SLOTS = 5;
  parameter int MESSAGES = 4;
  parameter int SMALL = 1;
  parameter int WORD = SMALL + CHUNK;
  parameter int ROW = MESSAGES * CHUNK;
  parameter int LEAF = 5;
  parameter int LEAF_WORDS = LEAF * SLOTS;
  parameter int LANES = 8;
  parameter int MULTIPLIERS = 4;
  parameter int QUEUE = 64;
endpackage
