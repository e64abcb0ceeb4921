// SPDX-License-Identifier: Apache-2.0
//
// One level of the inverse transform: (a, b) -> (a + b, (a - b) / w), node after node.
//
// Ports: in_start, in_tag = {key, limb}, lanes in [0, p); out_* alike. Latency 11, throughput one pair a cycle.
module inverse_stage #(
  parameter int LOG_BLOCK = 10,
  parameter int LEVEL = 2,
  parameter int PIPE = 0
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        in_start,
  input  logic [3:0]  in_tag,
  input  logic [26:0] in_0,
  input  logic [26:0] in_1,
  output logic        out_start,
  output logic [3:0]  out_tag,
  output logic [26:0] out_0,
  output logic [26:0] out_1
);
  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic [26:0]          a_1;
  logic [26:0]          b_1;
  logic [2:0]           limb_1;
  logic [LOG_BLOCK+2:0] place_2;
  logic [26:0]          w_3;
  logic [2:0]           limb_3;
  logic [26:0]          sum_3;
  logic [26:0]          difference_3;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  register_delay #(.WIDTH(LOG_BLOCK + 3), .DEPTH(2)) wait_place (
    .clk(clk), .in_data({tag[2:0], place}), .out_data(place_2)
  );
  twiddle_memory #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(LEVEL), .PIPE(PIPE), .INVERSE(1'b1)) twiddles (
    .clk(clk), .limb(place_2[LOG_BLOCK+2-:3]), .place(place_2[LOG_BLOCK-1:0]), .data(w_3)
  );

  assign unused = tag[3];

  always_ff @(posedge clk) begin
    a_1    <= in_0;
    b_1    <= in_1;
    limb_1 <= tag[2:0];
    limb_3 <= place_2[LOG_BLOCK+2-:3];
  end

  add_mod #(.SUBTRACT(1'b0)) sum (.clk(clk), .limb(limb_1), .a(a_1), .b(b_1), .result(sum_3));
  add_mod #(.SUBTRACT(1'b1)) difference (.clk(clk), .limb(limb_1), .a(a_1), .b(b_1), .result(difference_3));
  multiply_mod multiplier (.clk(clk), .limb(limb_3), .a(difference_3), .b(w_3), .result(out_1));
  register_delay #(.WIDTH(27), .DEPTH(8)) wait_sum (.clk(clk), .in_data(sum_3), .out_data(out_0));
  flag_delay #(.DEPTH(11)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
