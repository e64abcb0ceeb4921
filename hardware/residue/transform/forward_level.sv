// SPDX-License-Identifier: Apache-2.0
//
// One level of the forward transforms, the pipes in step: (a, b) -> (a + w b, a - w b), node after node.
//
// Ports: in_start, in_tag = {key, limb}, in_0 and in_1: a signed residue of IN bits for each pipe; out_* alike with OUT
// bits. What is multiplied is narrowed first, the rest grows. Latency 9, throughput one pair a cycle.
module forward_level #(
  parameter int LOG_BLOCK = 10,
  parameter int LEVEL = 3,
  parameter int IN = residue_pkg::forward_width(LEVEL),
  parameter int OUT = residue_pkg::forward_width(LEVEL + 1)
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_start,
  input  logic [3:0]       in_tag,
  input  logic [3*IN-1:0]  in_0,
  input  logic [3*IN-1:0]  in_1,
  output logic             out_start,
  output logic [3:0]       out_tag,
  output logic [3*OUT-1:0] out_0,
  output logic [3*OUT-1:0] out_1
);
  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic [80:0]          w_1;
  logic [2:0]           limb_1;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  twiddle_memory #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(LEVEL), .INVERSE(1'b0)) twiddles (
    .clk(clk), .limb(tag[2:0]), .place(place), .data(w_1)
  );
  flag_delay #(.DEPTH(9)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );

  assign unused = tag[3];
  always_ff @(posedge clk) limb_1 <= tag[2:0];

  generate
    for (genvar pipe = 0; pipe < residue_pkg::PIPES; pipe = pipe + 1) begin : pipes
      logic        [  26:0] b_1;
      logic signed [  26:0] wb_8;
      logic signed [IN-1:0] a_8;

      narrow #(.WIDTH(IN)) narrow_b (.clk(clk), .limb(tag[2:0]), .x(in_1[IN*pipe+:IN]), .result(b_1));
      multiply_mod multiplier (.clk(clk), .limb(limb_1), .a(b_1), .b(w_1[27*pipe+:27]), .result(wb_8));
      register_delay #(.WIDTH(IN), .DEPTH(8)) wait_a (.clk(clk), .in_data(in_0[IN*pipe+:IN]), .out_data(a_8));
      always_ff @(posedge clk) begin
        out_0[OUT*pipe+:OUT] <= OUT'(a_8) + OUT'(wb_8);
        out_1[OUT*pipe+:OUT] <= OUT'(a_8) - OUT'(wb_8);
      end
    end
  endgenerate
endmodule
