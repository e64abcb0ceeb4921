// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of phi_reduction on one lane of a group; what it keeps over the rows stands outside.
//
// Ports, by the age of a group in cycles: low, high (1); top, first, has_q, q (3) and previous (3), the operand of the
// first sum; warm and far_a (5), warm and far_b (7), e (10). Residues are signed, of 27 bits where not said
// otherwise: x_3, s1_5, s2_7, s3_9 as they come, result_13 in [0, p).
module phi_lane (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [29:0] low,
  input  logic [29:0] high,
  input  logic        top_3,
  input  logic        first_3,
  input  logic        has_q_3,
  input  logic [26:0] q_3,
  input  logic [26:0] previous_3,
  input  logic        top_5,
  input  logic        warm_5,
  input  logic [26:0] far_a_5,
  input  logic        top_7,
  input  logic        warm_7,
  input  logic [26:0] far_b_7,
  input  logic [7:0]  e_10,
  output logic [26:0] x_3,
  output logic [26:0] s1_5,
  output logic [26:0] s2_7,
  output logic [26:0] s3_9,
  output logic [26:0] result_13
);
  logic signed [30:0] sum_2;
  logic        [26:0] folded_3;
  logic signed [26:0] folded_9;
  logic signed [27:0] kept_10;
  logic signed [27:0] kept_11;
  logic        [26:0] kept_12;

  always_ff @(posedge clk) sum_2 <= 31'($signed(low)) + 31'($signed(high));
  narrow #(.WIDTH(31)) fold (.clk(clk), .limb(limb), .x(sum_2), .result(folded_3));

  assign x_3 = top_3 ? folded_3 : q_3 & {27{has_q_3}};

  add_sub near (
    .clk(clk), .limb(limb), .subtract(!top_3), .keep_b(!first_3), .a(x_3), .b(previous_3), .result(s1_5)
  );
  add_sub far_a (
    .clk(clk), .limb(limb), .subtract(top_5), .keep_b(warm_5), .a(s1_5), .b(far_a_5), .result(s2_7)
  );
  add_sub far_b (
    .clk(clk), .limb(limb), .subtract(top_7), .keep_b(warm_7), .a(s2_7), .b(far_b_7), .result(s3_9)
  );

  register_delay #(.WIDTH(27), .DEPTH(6)) wait_folded (.clk(clk), .in_data(folded_3), .out_data(folded_9));
  always_ff @(posedge clk) begin
    kept_10 <= 28'(folded_9) - 28'($signed(s3_9));
    kept_11 <= kept_10 + 28'($signed(e_10));
  end
  narrow #(.WIDTH(28)) keep (.clk(clk), .limb(limb), .x(kept_11), .result(kept_12));
  canonical last (.clk(clk), .limb(limb), .x(kept_12), .result(result_13));
endmodule
