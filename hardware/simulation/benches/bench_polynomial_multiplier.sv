// SPDX-License-Identifier: Apache-2.0
//
// Products of polynomials of five coefficients; a queue makes their words follow without a gap.
// Ports: see stream_bench.cpp.
module bench_polynomial_multiplier #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [0:0]           in_valid,
  output logic [0:0]           in_ready,
  input  logic [1*WIDTH-1:0]   in_data,
  output logic [1:0]           out_valid,
  input  logic [1:0]           out_ready,
  output logic [2*WIDTH-1:0]   out_data
);
  logic        pop;
  logic        waiting;
  logic [6:0]  level;
  logic [36:0] word;
  logic        valid;
  logic [36:0] data;
  logic [1:0]  lane;
  logic [2:0]  low_lane;
  logic [2:0]  high_lane;
  logic [4:0]  busy;
  fifo #(
    .WIDTH(37),
    .DEPTH(64)
  ) queue (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data[36:0]), .out_valid(waiting),
    .out_ready(pop), .out_data(word), .level(level)
  );
  product_scheduler #(
    .LANES(1),
    .LEVEL(7)
  ) scheduler (
    .clk(clk), .rst(rst), .levels(level), .words(word), .pop(pop), .out_valid(valid), .out_data(data), .out_lane(lane)
  );
  polynomial_multiplier dut (
    .clk(clk), .rst(rst), .in_valid(valid), .in_data(data), .in_lane(3'd5), .low_valid(out_valid[0]),
    .low_data(out_data[107:0]), .low_lane(low_lane), .high_valid(out_valid[1]), .high_data(out_data[WIDTH +: 108]),
    .high_lane(high_lane), .unit_busy(busy)
  );
  assign out_data[WIDTH-1:108] = '0;
  assign out_data[2*WIDTH-1:WIDTH+108] = '0;
  always @(posedge clk) begin
    if (!rst && out_valid[0] && low_lane != 3'd5) $fatal(1, "low lane");
    if (!rst && out_valid[1] && high_lane != 3'd5) $fatal(1, "high lane");
  end
endmodule
