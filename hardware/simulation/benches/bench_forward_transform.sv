// SPDX-License-Identifier: Apache-2.0
//
// u_source and forward_transform. A word in is a write of U, {address, 120 bits}, or, with bit 159, the start of a
// frame, {message, tag}. Out: two leaves of three pipes a word, canonical, one channel a lane. Ports: see
// stream_bench.cpp.
module bench_forward_transform #(
  parameter int WIDTH = 160
) (
  input  logic               clk,
  input  logic               rst,
  input  logic               in_valid,
  output logic               in_ready,
  input  logic [WIDTH-1:0]   in_data,
  output logic [1:0]         out_valid,
  input  logic [1:0]         out_ready,
  output logic [2*WIDTH-1:0] out_data
);
  logic [6:0]  timer;
  logic        start;
  logic [1:0]  may_begin;
  logic        u_start;
  logic [3:0]  u_tag;
  logic [9:0]  bits_0;
  logic [9:0]  bits_1;
  logic        leaves_start;
  logic [3:0]  leaves_tag;
  logic [89:0] leaves[0:1];

  // A frame reads U for as long as the timer runs.
  assign in_ready = timer == '0 && &may_begin;
  assign start    = in_valid && in_ready && in_data[159];
  always_ff @(posedge clk) begin
    if (rst) timer <= '0;
    else if (start) timer <= '1;
    else if (timer != '0) timer <= timer - 1'b1;
  end

  u_source #(.LOG_BLOCK(7)) source (
    .clk(clk), .rst(rst), .write(in_valid && in_ready && !in_data[159]), .write_address(in_data[126:120]),
    .write_data(in_data[119:0]), .in_start(start), .in_tag(in_data[3:0]), .message(in_data[5:4]),
    .out_start(u_start), .out_tag(u_tag), .bits_0(bits_0), .bits_1(bits_1)
  );
  forward_transform #(.LOG_BLOCK(7)) dut (
    .clk(clk), .rst(rst), .in_start(u_start), .in_tag(u_tag), .bits_0(bits_0), .bits_1(bits_1),
    .out_start(leaves_start), .out_tag(leaves_tag), .out_0(leaves[0]), .out_1(leaves[1])
  );

  // Leaves stay below 4.47 * 2^26 with this degree.
  for (genvar lane = 0; lane < 2; lane++) begin : lanes
    assign out_data[WIDTH*lane+81+:WIDTH-81] = '0;
    frame_sink #(.WORDS(3), .WIDTH(30), .MOST(287 << 20)) sink (
      .clk(clk), .rst(rst), .begin_frame(start), .may_begin(may_begin[lane]), .in_start(leaves_start),
      .in_tag(leaves_tag), .in_data(leaves[lane]), .out_valid(out_valid[lane]), .out_ready(out_ready[lane]),
      .out_data(out_data[WIDTH*lane+:81])
    );
  end
endmodule
