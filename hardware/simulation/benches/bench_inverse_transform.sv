// SPDX-License-Identifier: Apache-2.0
//
// inverse_transform and interpolation. Both channels bring a row of values, one lane each, 81 bits; the first one has
// the tag from bit 81. Out: a column of five canonical coefficients a word. Ports: see stream_bench.cpp.
module bench_inverse_transform #(
  parameter int WIDTH = 160
) (
  input  logic               clk,
  input  logic               rst,
  input  logic [1:0]         in_valid,
  output logic [1:0]         in_ready,
  input  logic [2*WIDTH-1:0] in_data,
  output logic               out_valid,
  input  logic               out_ready,
  output logic [WIDTH-1:0]   out_data
);
  logic         ready;
  logic         may_begin;
  logic         start;
  logic [165:0] row;
  logic         values_start;
  logic [3:0]   values_tag;
  logic [80:0]  values_0;
  logic [80:0]  values_1;
  logic         c_start;
  logic [3:0]   c_tag;
  logic [149:0] c;
  logic         empty;

  assign in_ready                = {2{(&in_valid) && ready}};
  assign out_data[WIDTH-1:135] = '0;

  frame_player #(.WIDTH(166)) frames (
    .clk(clk), .rst(rst), .in_valid(&in_valid), .in_ready(ready), .in_data({in_data[WIDTH+:81], in_data[84:0]}),
    .may_begin(may_begin), .empty(empty), .out_start(start), .out_data(row)
  );
  inverse_transform #(.LOG_BLOCK(7)) dut (
    .clk(clk), .rst(rst), .in_start(start), .in_tag(row[84:81]), .in_0(row[80:0]), .in_1(row[165:85]),
    .out_start(values_start), .out_tag(values_tag), .out_0(values_0), .out_1(values_1)
  );
  interpolation #(.LOG_BLOCK(7)) join_blocks (
    .clk(clk), .rst(rst), .in_start(values_start), .in_tag(values_tag), .in_0(values_0), .in_1(values_1),
    .out_start(c_start), .out_tag(c_tag), .c(c)
  );
  frame_sink #(.WORDS(5), .WIDTH(30), .MOST(346 << 20)) sink (
    .clk(clk), .rst(rst), .begin_frame(start), .may_begin(may_begin), .in_start(c_start), .in_tag(c_tag), .in_data(c),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data[134:0])
  );
endmodule
