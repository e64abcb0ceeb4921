// SPDX-License-Identifier: Apache-2.0
//
// One level of the forward transform: (a, b) -> (a + w b, a - w b), node after node.
//
// Ports: in_start, in_tag = {key, limb}, lanes in [0, p); out_* alike. Latency 11, throughput one pair a cycle.
module forward_stage #(
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
  logic [26:0]          w_1;
  logic [2:0]           limb_1;
  logic [26:0]          a_9;
  logic [26:0]          wb_9;
  logic [2:0]           limb_9;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  twiddle_memory #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(LEVEL), .PIPE(PIPE), .INVERSE(1'b0)) twiddles (
    .clk(clk), .limb(tag[2:0]), .place(place), .data(w_1)
  );

  assign unused = tag[3];

  always_ff @(posedge clk) begin
    a_1    <= in_0;
    b_1    <= in_1;
    limb_1 <= tag[2:0];
  end

  multiply_mod multiplier (.clk(clk), .limb(limb_1), .a(b_1), .b(w_1), .result(wb_9));
  register_delay #(.WIDTH(30), .DEPTH(8)) wait_a (.clk(clk), .in_data({limb_1, a_1}), .out_data({limb_9, a_9}));
  add_mod #(.SUBTRACT(1'b0)) sum (.clk(clk), .limb(limb_9), .a(a_9), .b(wb_9), .result(out_0));
  add_mod #(.SUBTRACT(1'b1)) difference (.clk(clk), .limb(limb_9), .a(a_9), .b(wb_9), .result(out_1));
  flag_delay #(.DEPTH(11)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
