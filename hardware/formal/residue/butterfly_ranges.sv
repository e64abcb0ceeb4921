// SPDX-License-Identifier: Apache-2.0
//
// Both butterflies: lanes in [0, p) give lanes in [0, p). Any t up to (p-1)^2 stands for the product of two residues.
module butterfly_ranges (
  input logic        clk,
  input logic [2:0]  limb,
  input logic [26:0] a,
  input logic [26:0] b,
  input logic        down
);
  logic [26:0] sum;
  logic [26:0] difference;
  logic [26:0] either;
  logic [2:0]  limb_1;
  logic [2:0]  limb_2;
  logic [1:0]  age = '0;

  add_mod #(.SUBTRACT(1'b0)) add_unit (.clk(clk), .limb(limb), .a(a), .b(b), .result(sum));
  add_mod #(.SUBTRACT(1'b1)) sub_unit (.clk(clk), .limb(limb), .a(a), .b(b), .result(difference));
  add_sub_mod both_unit (.clk(clk), .limb(limb_1), .subtract(down), .a(a), .b(b), .result(either));

  always_comb assume ((limb < 3'd5) && (a < residue_pkg::prime(limb)) && (b < residue_pkg::prime(limb)));

  // What comes out equals the exact sum or difference with one prime more or less where it needs it.
  logic signed [28:0] exact_sum_1;
  logic signed [28:0] exact_sum_2;
  logic signed [28:0] exact_difference_1;
  logic signed [28:0] exact_difference_2;
  logic               down_1;
  logic               down_2;
  logic signed [28:0] p;
  assign p = {2'b00, residue_pkg::prime(limb_2)};

  always_ff @(posedge clk) begin
    limb_1             <= limb;
    limb_2             <= limb_1;
    down_1             <= down;
    down_2             <= down_1;
    exact_sum_1        <= {2'b00, a} + {2'b00, b};
    exact_sum_2        <= exact_sum_1;
    exact_difference_1 <= {2'b00, a} - {2'b00, b};
    exact_difference_2 <= exact_difference_1;
    if (age != 2'd2) age <= age + 1'b1;
    if (age == 2'd2) begin
      assert (sum < residue_pkg::prime(limb_2));
      assert ({2'b00, sum} == ((exact_sum_2 >= p) ? exact_sum_2 - p : exact_sum_2));
      assert (difference < residue_pkg::prime(limb_2));
      assert ({2'b00, difference} == ((exact_difference_2 < 0) ? exact_difference_2 + p : exact_difference_2));
      assert (either == (down_2 ? difference : sum));
    end
  end
endmodule
