// SPDX-License-Identifier: Apache-2.0
//
// Sum or difference of two residues, chosen at run time, narrowed again. (A sum that goes on to another sum is a plus.)
//
// Ports: limb (constant over a limb), subtract, keep_b (0 stands for b = 0), a and b signed, at most 2^26; result is
// congruent to a + b or a - b, |result| <= 2^25 + 2 (p - 2^26). Latency 2, throughput 1 a cycle.
module add_sub (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic        subtract,
  input  logic        keep_b,
  input  logic [26:0] a,
  input  logic [26:0] b,
  output logic [26:0] result
);
  logic [26:0] operand;
  logic [28:0] total;
  logic [27:0] wide;
  logic        unused;

  // One adder: the lowest bit carries the one of the two's complement in.
  assign operand = (b & {27{keep_b}}) ^ {27{subtract}};
  assign total   = {a[26], a, 1'b1} + {operand[26], operand, subtract};
  assign unused  = total[0];

  always_ff @(posedge clk) wide <= total[28:1];

  narrow #(.WIDTH(28)) last (.clk(clk), .limb(limb), .x(wide), .result(result));
endmodule
