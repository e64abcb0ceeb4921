// SPDX-License-Identifier: Apache-2.0
//
// The five blocks of a product from its remainders: a modulo x^(2B) - 1, b modulo x^(2B) + 1, g modulo x^(2B) - i, all
// divided by two. c1 = a1 + b1, c3 = a1 - b1, c2 = a0 - b0, t = c0 + c4 = a0 + b0, c4 = t / 2 + (i / 2) c2 - g0.
//
// Ports: in_start, in_tag, a_0, a_1, b_0, b_1, g_0 in [0, p); out_start, out_tag and c = {c4, .., c0}, each in [0, p).
// Latency 16 cycles, throughput one column a cycle.
module interpolation #(
  parameter int LOG_BLOCK = 10
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         in_start,
  input  logic [3:0]   in_tag,
  input  logic [26:0]  a_0,
  input  logic [26:0]  a_1,
  input  logic [26:0]  b_0,
  input  logic [26:0]  b_1,
  input  logic [26:0]  g_0,
  output logic         out_start,
  output logic [3:0]   out_tag,
  output logic [134:0] c
);
  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic [2:0]           limb;
  logic [2:0]           limb_2;
  logic [2:0]           limb_10;
  logic [2:0]           limb_12;
  logic [2:0]           limb_14;
  logic [26:0]          c1_2;
  logic [26:0]          c2_2;
  logic [26:0]          c3_2;
  logic [26:0]          t_2;
  logic [26:0]          t_14;
  logic [26:0]          half_t_3;
  logic [26:0]          half_t_10;
  logic [26:0]          half_i_1;
  logic [26:0]          half_i_2;
  logic [26:0]          product_10;
  logic [26:0]          sum_12;
  logic [26:0]          g_12;
  logic [26:0]          c4_14;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign unused = tag[3] ^ (^place);
  assign limb   = tag[2:0];

  add_mod #(.SUBTRACT(1'b0)) add_c1 (.clk(clk), .limb(limb), .a(a_1), .b(b_1), .result(c1_2));
  add_mod #(.SUBTRACT(1'b1)) sub_c3 (.clk(clk), .limb(limb), .a(a_1), .b(b_1), .result(c3_2));
  add_mod #(.SUBTRACT(1'b1)) sub_c2 (.clk(clk), .limb(limb), .a(a_0), .b(b_0), .result(c2_2));
  add_mod #(.SUBTRACT(1'b0)) add_t (.clk(clk), .limb(limb), .a(a_0), .b(b_0), .result(t_2));

  register_delay #(.WIDTH(3), .DEPTH(2)) wait_limb_2 (.clk(clk), .in_data(limb), .out_data(limb_2));
  register_delay #(.WIDTH(3), .DEPTH(8)) wait_limb_10 (.clk(clk), .in_data(limb_2), .out_data(limb_10));
  register_delay #(.WIDTH(3), .DEPTH(2)) wait_limb_12 (.clk(clk), .in_data(limb_10), .out_data(limb_12));
  register_delay #(.WIDTH(3), .DEPTH(2)) wait_limb_14 (.clk(clk), .in_data(limb_12), .out_data(limb_14));

  table_memory #(.DEPTH(residue_pkg::LIMBS), .FILE("half_i.hex")) half_i (
    .clk(clk), .address(limb), .data(half_i_1)
  );
  // An odd t becomes even with p; (t + p) / 2 = (t + 1) / 2 + (p - 1) / 2.
  always_ff @(posedge clk) begin
    half_i_2 <= half_i_1;
    half_t_3 <= {1'b0, t_2[26:1]} + (t_2[0] ? {1'b0, residue_pkg::prime_top(limb_2), 18'd1} : 27'd0);
  end

  multiply_mod multiplier (.clk(clk), .limb(limb_2), .a(c2_2), .b(half_i_2), .result(product_10));
  register_delay #(.WIDTH(27), .DEPTH(7)) wait_half_t (.clk(clk), .in_data(half_t_3), .out_data(half_t_10));
  add_mod #(.SUBTRACT(1'b0)) add_sum (.clk(clk), .limb(limb_10), .a(half_t_10), .b(product_10), .result(sum_12));
  register_delay #(.WIDTH(27), .DEPTH(12)) wait_g (.clk(clk), .in_data(g_0), .out_data(g_12));
  add_mod #(.SUBTRACT(1'b1)) sub_c4 (.clk(clk), .limb(limb_12), .a(sum_12), .b(g_12), .result(c4_14));
  register_delay #(.WIDTH(27), .DEPTH(12)) wait_t (.clk(clk), .in_data(t_2), .out_data(t_14));
  add_mod #(.SUBTRACT(1'b1)) sub_c0 (.clk(clk), .limb(limb_14), .a(t_14), .b(c4_14), .result(c[26:0]));
  register_delay #(.WIDTH(81), .DEPTH(14)) wait_c (
    .clk(clk), .in_data({c3_2, c2_2, c1_2}), .out_data(c[107:27])
  );
  register_delay #(.WIDTH(27), .DEPTH(2)) wait_c4 (.clk(clk), .in_data(c4_14), .out_data(c[134:108]));
  flag_delay #(.DEPTH(16)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
