// SPDX-License-Identifier: Apache-2.0
//
// Product of a residue and a residue in Montgomery form: one multiplier of 27 by 27 bits and reduce_mod.
//
// Ports: limb, a in [0, p), b = w 2^27 mod p; result = a w mod p in [0, p). Latency 6, throughput 1 a cycle.
module multiply_mod (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [26:0] a,
  input  logic [26:0] b,
  output logic [26:0] result
);
  logic [53:0] product;
  logic [2:0]  limb_1;

  always_ff @(posedge clk) begin
    product <= a * b;
    limb_1  <= limb;
  end

  reduce_mod reduce (.clk(clk), .limb(limb_1), .t(product), .result(result));
endmodule
