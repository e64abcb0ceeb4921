// SPDX-License-Identifier: Apache-2.0
//
// In place of phi_lane: any words. When groups come, and how many, does not depend on them.
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
  (* anyseq *) logic [134:0] any;
  assign {x_3, s1_5, s2_7, s3_9, result_13} = any;
endmodule
