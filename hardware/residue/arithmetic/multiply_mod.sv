// SPDX-License-Identifier: Apache-2.0
//
// Product of a residue and a residue in Montgomery form: one multiplier of 27 by 27 bits and reduce_mod.
// SPLIT_PRODUCTS: four products of 14 by 14 bits, registered, for devices whose multipliers have 18 bits.
//
// Ports: limb, a in [0, p), b = w 2^27 mod p; result = a w mod p in [0, p). Latency 8, throughput 1 a cycle.
module multiply_mod (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [26:0] a,
  input  logic [26:0] b,
  output logic [26:0] result
);
  logic [26:0] a_1;
  logic [26:0] b_1;
  logic [53:0] product_3;
  logic [2:0]  limb_3;

  always_ff @(posedge clk) begin
    a_1 <= a;
    b_1 <= b;
  end

`ifdef SPLIT_PRODUCTS
  logic [27:0] low_2;
  logic [26:0] cross_a_2;
  logic [26:0] cross_b_2;
  logic [25:0] high_2;

  always_ff @(posedge clk) begin
    low_2     <= a_1[13:0] * b_1[13:0];
    cross_a_2 <= a_1[26:14] * b_1[13:0];
    cross_b_2 <= a_1[13:0] * b_1[26:14];
    high_2    <= a_1[26:14] * b_1[26:14];
    product_3 <= {high_2, low_2} + {12'd0, {1'b0, cross_a_2} + {1'b0, cross_b_2}, 14'd0};
  end
`else
  logic [53:0] product_2;

  always_ff @(posedge clk) begin
    product_2 <= a_1 * b_1;
    product_3 <= product_2;
  end
`endif

  register_delay #(.WIDTH(3), .DEPTH(3)) wait_limb (.clk(clk), .in_data(limb), .out_data(limb_3));
  reduce_mod reduce (.clk(clk), .limb(limb_3), .t(product_3), .result(result));
endmodule
