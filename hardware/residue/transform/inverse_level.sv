// SPDX-License-Identifier: Apache-2.0
//
// One level of the inverse transforms, the pipes in step: (a, b) -> (a + b, (a - b) / w), node after node.
//
// Ports: in_start, in_tag = {key, limb}, in_0 and in_1: a signed residue of IN bits for each pipe; out_* alike with OUT
// bits: differences are narrowed before their product, sums at some levels. Latency 9, throughput one pair a cycle.
module inverse_level #(
  parameter int LOG_BLOCK = 10,
  parameter int LEVEL = 3,
  parameter int IN = residue_pkg::inverse_width(LEVEL, LOG_BLOCK),
  parameter int OUT = residue_pkg::inverse_width(LEVEL - 1, LOG_BLOCK)
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
  localparam int SUM = IN + 1;

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic [LOG_BLOCK+2:0] place_1;
  logic [80:0]          w_2;
  logic [2:0]           limb_1;
  logic [2:0]           limb_2;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  twiddle_memory #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(LEVEL), .INVERSE(1'b1)) twiddles (
    .clk(clk), .limb(limb_1), .place(place_1[LOG_BLOCK-1:0]), .data(w_2)
  );
  flag_delay #(.DEPTH(9)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );

  assign unused = tag[3];
  assign limb_1 = place_1[LOG_BLOCK+2-:3];
  always_ff @(posedge clk) begin
    place_1 <= {tag[2:0], place};
    limb_2  <= limb_1;
  end

  generate
    for (genvar pipe = 0; pipe < residue_pkg::PIPES; pipe = pipe + 1) begin : pipes
      logic signed [   IN-1:0] a;
      logic signed [   IN-1:0] b;
      logic signed [  SUM-1:0] sum_1;
      logic        [  SUM-1:0] difference_1;
      logic        [     26:0] difference_2;
      logic signed [     26:0] product_9;

      assign a = in_0[IN*pipe+:IN];
      assign b = in_1[IN*pipe+:IN];
      always_ff @(posedge clk) begin
        sum_1        <= SUM'(a) + SUM'(b);
        difference_1 <= SUM'(a) - SUM'(b);
      end

      if (residue_pkg::inverse_narrows(LEVEL)) begin : narrowed
        logic [26:0] sum_2;
        logic [26:0] sum_9;
        narrow #(.WIDTH(SUM)) narrow_sum (.clk(clk), .limb(limb_1), .x(sum_1), .result(sum_2));
        register_delay #(.WIDTH(27), .DEPTH(7)) wait_sum (.clk(clk), .in_data(sum_2), .out_data(sum_9));
        assign out_0[OUT*pipe+:OUT] = sum_9;
      end else begin : grown
        logic signed [SUM-1:0] sum_9;
        register_delay #(.WIDTH(SUM), .DEPTH(8)) wait_sum (.clk(clk), .in_data(sum_1), .out_data(sum_9));
        assign out_0[OUT*pipe+:OUT] = OUT'(sum_9);
      end

      narrow #(.WIDTH(SUM)) narrow_difference (.clk(clk), .limb(limb_1), .x(difference_1), .result(difference_2));
      multiply_mod multiplier (
        .clk(clk), .limb(limb_2), .a(difference_2), .b(w_2[27*pipe+:27]), .result(product_9)
      );
      assign out_1[OUT*pipe+:OUT] = OUT'(product_9);
    end
  endgenerate
endmodule
