// SPDX-License-Identifier: Apache-2.0
//
// Product of a residue and a constant in Montgomery form: one multiplier of 27 by 27 bits and reduce_mod.
// SPLIT_PRODUCTS: four products of 14 by 14 bits, registered, for devices whose multipliers have 18 bits.
//
// Ports: limb, a signed, b = -w 2^27 mod p in [-p/2, p/2]; result congruent to a w, signed, |result| <= p/2 + |a|
// p/2^28.
// Latency 7, throughput 1 a cycle.
module multiply_mod (
  input  logic               clk,
  input  logic        [ 2:0] limb,
  input  logic signed [26:0] a,
  input  logic signed [26:0] b,
  output logic        [26:0] result
);
  logic signed [26:0] a_1;
  logic signed [26:0] b_1;
  logic signed [53:0] product_3;
  logic        [ 2:0] limb_2;

  always_ff @(posedge clk) begin
    a_1 <= a;
    b_1 <= b;
  end

`ifdef SPLIT_PRODUCTS
  logic signed [27:0] low_2;
  logic signed [27:0] cross_a_2;
  logic signed [27:0] cross_b_2;
  logic signed [25:0] high_2;
  logic signed [28:0] crosses;
  logic signed [14:0] a_low;
  logic signed [14:0] b_low;

  // The lower parts are not negative, the upper parts have the sign.
  assign a_low = {1'b0, a_1[13:0]};
  assign b_low = {1'b0, b_1[13:0]};

  assign crosses = cross_a_2 + cross_b_2;

  always_ff @(posedge clk) begin
    low_2     <= 28'(a_low * b_low);
    cross_a_2 <= 28'($signed(a_1[26:14]) * b_low);
    cross_b_2 <= 28'(a_low * $signed(b_1[26:14]));
    high_2    <= $signed(a_1[26:14]) * $signed(b_1[26:14]);
    product_3 <= {high_2, low_2} + {{11{crosses[28]}}, crosses, 14'd0};
  end
`else
  logic signed [53:0] product_2;

  always_ff @(posedge clk) begin
    product_2 <= a_1 * b_1;
    product_3 <= product_2;
  end
`endif

  register_delay #(.WIDTH(3), .DEPTH(2)) wait_limb (.clk(clk), .in_data(limb), .out_data(limb_2));
  reduce_mod reduce (.clk(clk), .limb(limb_2), .t(product_3), .result(result));
endmodule
