// SPDX-License-Identifier: Apache-2.0
//
// key_product. Both channels bring a row of leaves, one lane each, 90 bits; the first one has the tag from bit 90. With
// bit 159 the first one alone writes half a row of a key: {address, half, 81 bits}. Out: products, canonical, one
// channel a lane. Ports: see stream_bench.cpp.
module bench_key_product #(
  parameter int WIDTH = 160
) (
  input  logic               clk,
  input  logic               rst,
  input  logic [1:0]         in_valid,
  output logic [1:0]         in_ready,
  input  logic [2*WIDTH-1:0] in_data,
  output logic [1:0]         out_valid,
  input  logic [1:0]         out_ready,
  output logic [2*WIDTH-1:0] out_data
);
  logic         write;
  logic         play;
  logic         ready;
  logic         empty;
  logic [1:0]   may_begin;
  logic         start;
  logic [183:0] row;
  logic         products_start;
  logic [3:0]   products_tag;
  logic [80:0]  products[0:1];

  assign write       = in_valid[0] && in_data[159] && empty;
  assign play        = (&in_valid) && !in_data[159];
  assign in_ready[0] = write || (play && ready);
  assign in_ready[1] = play && ready;

  frame_player #(.WIDTH(184)) frames (
    .clk(clk), .rst(rst), .in_valid(play), .in_ready(ready), .in_data({in_data[WIDTH+:90], in_data[93:0]}),
    .may_begin(&may_begin), .empty(empty), .out_start(start), .out_data(row)
  );
  key_product #(.LOG_BLOCK(7)) dut (
    .clk(clk), .rst(rst), .write(write), .write_half(in_data[81]), .write_address(in_data[92:82]),
    .write_data(in_data[80:0]), .in_start(start), .in_tag(row[93:90]), .in_0(row[89:0]), .in_1(row[183:94]),
    .out_start(products_start), .out_tag(products_tag), .out_0(products[0]), .out_1(products[1])
  );

  // p / 2 + 0.829 p / 4
  for (genvar lane = 0; lane < 2; lane++) begin : lanes
    assign out_data[WIDTH*lane+81+:WIDTH-81] = '0;
    frame_sink #(.WORDS(3), .WIDTH(27), .MOST(48 << 20)) sink (
      .clk(clk), .rst(rst), .begin_frame(start), .may_begin(may_begin[lane]), .in_start(products_start),
      .in_tag(products_tag), .in_data(products[lane]), .out_valid(out_valid[lane]), .out_ready(out_ready[lane]),
      .out_data(out_data[WIDTH*lane+:81])
    );
  end
endmodule
